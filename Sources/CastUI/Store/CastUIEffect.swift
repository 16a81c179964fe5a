public import CastSender

/// What a reducer wants done. An ``EffectInterpreter`` does it.
public enum CastUIEffect: Sendable, Equatable {
    /// Begins the search, or begins it anew.
    case startDiscovery
    case startSession(CastDevice)
    case endSession(SessionEndAction)
    /// What a person wants of the media; answered by the next ``CastUIEvent/media(_:)``.
    case wish(MediaWish)
    /// Answered by ``CastUIEvent/commandEnded(ticket:_:)`` with the same ticket, always.
    case command(MediaCommand, ticket: Int)
    case setVolume(Double)
    case setMuted(Bool)
    /// Answered by ``CastUIEvent/memberLevelEnded(id:_:)``, always.
    case setMemberVolume(id: String, Double)
    case setMemberMuted(id: String, Bool)
    case remember(Memory)
    case announce(Phrase, Urgency)
    case openSystemSettings
    case openHelp
    case tell(AppNotice)

    /// What outlives the process.
    public enum Memory: Sendable, Hashable {
        case tappedButton
        case shownIntroduction(Bool)
    }

    /// How a screen reader says something.
    public enum Urgency: Sendable, Hashable {
        /// When it has finished.
        case polite
        /// At once.
        case assertive
    }

    /// What the app is told.
    public enum AppNotice: Sendable, Equatable {
        case firstTap
        case tap(CastPhase)
        case dialogWillShow, dialogDidHide
        /// The expanded controller was asked for, and the app shows its own.
        case expandedTriggered
        case expandedDidShow
        case expandedDidHide(CloseReason)
        case miniShouldAppear(Bool)
        case introduction(wasShown: Bool)
        case tracksChosen([Int])
    }

    /// Why the expanded controller closed.
    public enum CloseReason: Sendable, Hashable {
        case person, sessionEnded, mediaEnded, app
    }
}
