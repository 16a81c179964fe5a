// SPDX-License-Identifier: Apache-2.0

public import CastSender
public import CastWire

/// The state from which all widgets are derived.
///
/// It contains what the engine, the platform and the user reported, and which views are shown. It contains no derived
/// data: each widget is a function of the state, such as ``castButton``, and most are functions of the state at an
/// instant, such as ``dialog(at:)`` and ``mini(at:)``. Only ``reduce(_:at:)`` changes the state.
public struct CastUIState: Sendable, Equatable {
    /// The options, which the app sets.
    public var options: CastUIOptions
    /// What the platform has reported.
    public internal(set) var platformState: PlatformState
    /// The search for devices and its result.
    public internal(set) var discovery = DiscoveryState()
    /// The state of the session.
    public internal(set) var session = SessionPhase.none
    /// The name of the session's application.
    public internal(set) var applicationName: String?
    /// Whether other senders are connected to the session's application.
    public internal(set) var hasOtherSenders = false
    /// The device's volume; nil without a session.
    public internal(set) var volume: VolumeControls?
    /// The status of the connected group; nil if the device is not a group.
    public internal(set) var group: GroupStatus?
    /// The pending volumes of group members, by member id.
    public internal(set) var memberLevels: [String: MemberLevel] = [:]
    /// The media status with the pending values; nil without a session.
    public internal(set) var media: MediaControls?
    /// The known contents of the queue; nil without a session.
    public internal(set) var queue: MediaQueueContents?
    /// The commands in flight, by ticket.
    public internal(set) var inFlight: [Int: MediaCommand] = [:]
    /// Whether the app has media requests of its own in flight.
    public internal(set) var hasOtherRequests = false
    /// The media that was playing when the last session ended.
    public internal(set) var lastPlayed: LastPlayed?
    /// The notice that is shown; nil if there is none.
    public internal(set) var notice: Notice?

    // The views that are shown.

    /// The cast dialog; nil while it is not shown.
    public internal(set) var openDialog: OpenDialog?
    /// The expanded controller; nil while it is not shown.
    public internal(set) var openExpanded: OpenExpanded?
    /// The selection in the track selector; nil while it is not shown.
    public internal(set) var openTracks: TrackChoice?
    /// Whether the explanation of local network access is shown.
    public internal(set) var isExplainingNetwork = false
    /// Whether the introductory overlay is shown.
    public internal(set) var isIntroducing = false

    /// The device on which a session starts when the current session has ended.
    var switchTarget: CastDevice?
    var lastTicket = 0
    var lastSeek: RecentValue?
    var lastLevel: RecentValue?
    /// The media that the track selector and the thumb of the seek bar refer to.
    var subject: MediaSubject?
    var wasMiniActive = false
    var hasAnnouncedNoDevices = false

    /// Creates the state before discovery has started: without devices, and without a session.
    public init(options: CastUIOptions = CastUIOptions(), platformState: PlatformState = PlatformState()) {
        self.options = options
        self.platformState = platformState
    }

    /// The casting state.
    public var phase: CastPhase {
        switch session {
        case .none: discovery.devices.isEmpty ? .noDevices : .notConnected
        case .connecting, .suspended: .connecting
        case .connected, .ending: .connected
        }
    }

    /// Whether the first tap on the cast button explains the access to the local network.
    var isFirstTapMode: Bool {
        options.startsDiscoveryAfterFirstTap && options.startsDiscoveryAutomatically
            && platformState.permission != .notApplicable
    }
}

/// The state of the session for the user interface.
public enum SessionPhase: Sendable, Equatable {
    case none
    /// The session is starting; `awaitsUser` is true while a user of the device must accept the request.
    case connecting(CastDevice, awaitsUser: Bool)
    case connected(CastDevice)
    /// The connection is lost and is being reestablished.
    case suspended(CastDevice)
    /// The session is ending.
    case ending(CastDevice)

    /// The device of the session; nil without a session.
    public var device: CastDevice? {
        switch self {
        case .none: nil
        case .connecting(let device, _), .connected(let device), .suspended(let device), .ending(let device): device
        }
    }

    /// Whether the session is connected; false while it is suspended.
    public var isConnected: Bool {
        if case .connected = self { return true }
        return false
    }
}

/// The casting state that a cast button shows.
public enum CastPhase: Sendable, Hashable, CaseIterable {
    /// There is no session and no known device. This is also the state before discovery starts.
    case noDevices
    /// There is no session, and at least one device is known.
    case notConnected
    /// A session is starting, or is suspended and waiting for its connection.
    case connecting
    case connected
}

/// The state of device discovery.
public struct DiscoveryState: Sendable, Equatable {
    /// A problem that prevents discovery.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Problem: Sendable, Hashable {
        /// The user or the system denied access to the local network.
        case permissionDenied
        /// The app does not declare the Bonjour services that it searches for.
        case servicesNotDeclared
        /// The socket could not be opened, with a reason for the user.
        case blocked(String)
    }

    /// The time during which an empty result still counts as searching.
    public static var timeout: Duration { .seconds(5) }

    /// The instant at which the search started; nil while it is not running.
    public internal(set) var since: ContinuousClock.Instant?
    /// All known devices, in the order in which they were reported.
    public internal(set) var devices: [CastDevice] = []
    /// What prevents discovery; nil if nothing does.
    public internal(set) var problem: Problem?
}

extension DiscoveryState.Problem {
    /// Creates a problem from the error with which a search failed or ended.
    public init(_ error: CastError) {
        self =
            switch error.code {
            case .localNetworkDenied: .permissionDenied
            case .servicesNotDeclared: .servicesNotDeclared
            default: .blocked(error.reason)
            }
    }
}

/// The identity of the current media: an item of a media session.
struct MediaSubject: Sendable, Hashable {
    var mediaSessionID: Int
    /// The item id; nil if the receiver has no queue.
    var itemID: Int?
}

extension MediaPanel {
    /// The identity of the current media; nil while no media is loaded.
    var subject: MediaSubject? {
        guard isLoaded, let snapshot = controls?.snapshot else { return nil }
        return MediaSubject(mediaSessionID: snapshot.mediaSessionID, itemID: snapshot.currentItemID)
    }
}

/// The media state at the end of a session, from which local playback can continue.
public struct LastPlayed: Sendable, Hashable {
    /// The state of the player.
    public var playerState: PlayerState
    /// The position in seconds.
    public var position: Double

    init(_ snapshot: MediaSnapshot, at instant: ContinuousClock.Instant) {
        playerState = snapshot.playerState
        position = snapshot.position(at: instant)
    }
}

/// A short message that disappears after a few seconds.
public struct Notice: Sendable, Equatable {
    /// The time for which a notice is shown.
    public static var duration: Duration { .seconds(6) }

    /// The text.
    public var phrase: Phrase
    /// The end of the time for which the notice is shown.
    public var until: ContinuousClock.Instant
}

/// The state of the cast dialog while it is shown.
public struct OpenDialog: Sendable, Equatable {
    /// The instant at which the dialog was opened.
    public var openedAt: ContinuousClock.Instant
    /// The reason why the last session failed to start.
    public var failure: DialogFailure?
    /// Whether a session was started from this dialog, so that the dialog closes once connected.
    var closesWhenConnected = false
}

/// The state of the expanded controller while it is shown.
public struct OpenExpanded: Sendable, Equatable {
    /// The time for which the controller waits for media if it was opened before media was loaded.
    public static var timeout: Duration { .seconds(10) }

    /// The deadline for media to load; nil after media has loaded.
    public var deadline: ContinuousClock.Instant?
    /// The position in seconds to which the user is dragging the thumb of the seek bar; nil while it is not dragged.
    public var drag: Double?
}

/// The pending volume of a group member. One request is in flight at a time, and the latest value is sent last.
public struct MemberLevel: Sendable, Hashable {
    /// The level of the request in flight, 0…1.
    public internal(set) var sent: Double
    /// The latest level, to be sent after the request in flight; nil if there is none.
    public internal(set) var next: Double?

    /// The level that a slider shows.
    public var shown: Double { next ?? sent }
}

/// The selection in the track selector while it is shown, before it is applied.
public struct TrackChoice: Sendable, Hashable {
    /// A tab of the track selector.
    public enum Tab: Sendable, Hashable, CaseIterable {
        case text, audio
    }

    /// The tab that is shown.
    public var tab: Tab
    /// The id of the text track; nil shows no text.
    public var text: Int?
    /// The id of the audio track; nil uses the default audio of the stream.
    public var audio: Int?
}

/// A value that was sent a moment ago, which the engine may not have published yet.
///
/// A repeating key is faster than the engine's updates, so relative changes are added to this value.
struct RecentValue: Sendable, Hashable {
    /// The time for which the value is used. The engine publishes pending values within a few milliseconds.
    static let timeout = Duration.milliseconds(300)

    var requested: Double
    var at: ContinuousClock.Instant

    func value(at instant: ContinuousClock.Instant) -> Double? {
        instant - at < Self.timeout ? requested : nil
    }

    /// Whether the engine's update already includes the value, or reports why it was rejected.
    ///
    /// False for an update that the engine published before it received the value. During a burst of key presses,
    /// updates for earlier presses arrive after later presses.
    func isCovered(by update: PendingValue<Double>) -> Bool {
        update.failure != nil || update.shown.map { abs($0 - requested) < 0.001 } == true
    }
}
