// SPDX-License-Identifier: Apache-2.0

public import CastSender

/// An effect that the reducer requests. An ``EffectInterpreter`` executes it.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum CastUIEffect: Sendable, Equatable {
    /// Starts the search for devices, or restarts it.
    case startDiscovery
    case startSession(CastDevice)
    case endSession(SessionEndAction)
    /// Sets a pending value of the media. The next ``CastUIEvent/media(_:)`` contains it.
    case change(MediaChange)
    /// Executes a command. It is always followed by ``CastUIEvent/commandEnded(ticket:_:)`` with the same ticket.
    case command(MediaCommand, ticket: Int)
    case setVolume(Double)
    case setMuted(Bool)
    /// Sets the volume of a group member. It is always followed by ``CastUIEvent/memberLevelEnded(id:_:)``.
    case setMemberVolume(id: String, Double)
    case setMemberMuted(id: String, Bool)
    /// Stores a value that persists across launches.
    case remember(Memory)
    /// Announces a phrase with the screen reader.
    case announce(Phrase, Urgency)
    case openSystemSettings
    case openHelp
    /// Notifies the app.
    case notify(AppNotice)

    /// A value that persists across launches.
    public enum Memory: Sendable, Hashable {
        case tappedButton
        case shownIntroduction(Bool)
    }

    /// When a screen reader announces a phrase.
    public enum Urgency: Sendable, Hashable {
        /// After the current speech.
        case polite
        /// Immediately.
        case assertive
    }

    /// A notification for the app.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum AppNotice: Sendable, Equatable {
        case firstTap
        case tap(CastPhase)
        case dialogWillShow, dialogDidHide
        /// The expanded controller was requested, and the app shows its own.
        case expandedTriggered
        case expandedDidShow
        case expandedDidHide(CloseReason)
        case miniShouldAppear(Bool)
        case introduction(wasShown: Bool)
        case tracksChosen([Int])
    }

    /// The reason why the expanded controller closed.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum CloseReason: Sendable, Hashable {
        case user, sessionEnded, mediaEnded, app
    }
}

/// Executes effects, with an engine, on a platform, or in a test.
///
/// Results are reported as events, immediately or later. An interpreter ignores effects that it does not handle; a
/// store has several interpreters.
@MainActor
public protocol EffectInterpreter: AnyObject {
    /// Executes an effect.
    func perform(_ effect: CastUIEffect, for store: CastUIStore)
}

/// A command for the media, which is executed once. Compare with pending values, of which only the latest counts.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum MediaCommand: Sendable, Hashable {
    /// Ends playback and discards the queue.
    case stop
    case next, previous
    case seekToLive
    case skipAd
    case jump(toItem: Int)
    case remove(items: [Int])
    /// Moves an item before another one; nil moves it to the end.
    case move(item: Int, before: Int?)
    /// Sets whether an item starts automatically after the item before it has ended.
    case setAutoplay(Bool, item: Int)
}
