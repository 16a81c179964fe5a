public import Foundation

/// Stands between a media controller and a play-and-pause control of the app's own kind.
///
/// Override the properties, or observe them by key-value observing where there is Objective-C. An override calls the
/// superclass, as one with `didSet` does.
@preconcurrency
@MainActor
open class GCKUIPlayPauseToggleController: NSObject {
    weak var owner: GCKUIMediaController?

    public override init() {
        super.init()
    }

    /// What the receiver does. To assign another state is to ask for it: one command goes out.
    open var playPauseState: GCKUIPlayPauseState = .none {
        willSet {
            #if canImport(ObjectiveC)
            willChangeValue(forKey: "playPauseState")
            #endif
        }
        didSet {
            #if canImport(ObjectiveC)
            didChangeValue(forKey: "playPauseState")
            #endif
            owner?.wasAssigned(playPauseState, of: self)
        }
    }

    /// Whether assigning a state can have an effect now: false during a command too.
    open var inputEnabled: Bool = false {
        willSet {
            #if canImport(ObjectiveC)
            willChangeValue(forKey: "inputEnabled")
            #endif
        }
        didSet {
            #if canImport(ObjectiveC)
            didChangeValue(forKey: "inputEnabled")
            #endif
        }
    }
}
