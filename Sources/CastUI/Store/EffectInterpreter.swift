/// Carries out what reducers want: over an engine, a platform, or a test's list.
///
/// What comes of it is told by an event, later or at once. Effects that an interpreter does not know it passes over;
/// a store has several.
@MainActor
public protocol EffectInterpreter: AnyObject {
    func perform(_ effect: CastUIEffect, for store: CastUIStore)
}
