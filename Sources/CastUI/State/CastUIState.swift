public import CastSender

/// Everything from which widgets are drawn.
///
/// What an engine and a platform said, and what is on the screen; nothing that follows from these. Each widget is a
/// function of it: ``castButton``, ``dialog(at:)``, ``mini(at:)`` and their like, at an instant that the caller names.
/// It changes only by ``reduce(_:at:)``.
public struct CastUIState: Sendable, Equatable {
    public var options: CastUIOptions
    public internal(set) var surroundings: Surroundings
    public internal(set) var discovery = DiscoveryState()
    public internal(set) var session = SessionPhase.none
    /// The name of the application of the session.
    public internal(set) var applicationName: String?
    /// Whether other senders are connected to the session's application.
    public internal(set) var hasOtherSenders = false
    /// The device's volume; nil without a session.
    public internal(set) var volume: VolumeControls?
    /// The members of a group; nil for what is none.
    public internal(set) var group: GroupStatus?
    public internal(set) var memberLevels: [String: MemberLevel] = [:]
    /// What plays and what is wished of it; nil without a session.
    public internal(set) var media: MediaControls?
    public internal(set) var queue: MediaQueueContents?
    /// Commands on their way, by ticket.
    public internal(set) var inFlight: [Int: MediaCommand] = [:]
    /// Whether the app itself waits for answers about the media.
    public internal(set) var hasOtherRequests = false
    /// What played when the last session ended.
    public internal(set) var lastPlayed: LastPlayed?
    public internal(set) var notice: Notice?

    // What is on the screen.

    public internal(set) var openDialog: OpenDialog?
    public internal(set) var openExpanded: OpenExpanded?
    public internal(set) var openTracks: TrackChoice?
    /// The explanation of the local network.
    public internal(set) var isExplainingNetwork = false
    public internal(set) var isIntroducing = false

    /// The device to which a session shall go once the present one has ended.
    var switchTarget: CastDevice?
    var lastTicket = 0
    var lastSeek: HastyWish?
    var lastLevel: HastyWish?
    /// What the track selector and the thumb of the seek bar are about.
    var subject: MediaSubject?
    var wasMiniActive = false
    var hasAnnouncedNoDevices = false

    public init(options: CastUIOptions = CastUIOptions(), surroundings: Surroundings = Surroundings()) {
        self.options = options
        self.surroundings = surroundings
    }

    /// The state of casting.
    public var phase: CastPhase {
        switch session {
        case .none: discovery.devices.isEmpty ? .noDevices : .notConnected
        case .connecting, .suspended: .connecting
        case .connected, .ending: .connected
        }
    }

    /// Whether the first tap on the button explains the local network.
    var isFirstTapMode: Bool {
        options.startsDiscoveryAfterFirstTap && options.startsDiscoveryAutomatically
            && surroundings.permission != .notApplicable
    }
}
