public import CastWire

/// What an app may look at and order while it handles one event.
///
/// Orders are carried out in order when the event has been handled. One event may order 256 things, and an app 500
/// a second in the long run; what is beyond is dropped and counted.
public struct ApplicationContext {
    static let orderLimit = 256

    /// With what the app was started.
    public let launch: ApplicationLaunch
    /// The announced senders that are connected, in order of their coming.
    public let senders: [ApplicationSender]
    /// The device as it is.
    public let device: ApplicationDevice
    /// When the event happened, by the device's clock.
    public let instant: ContinuousClock.Instant
    /// The way back to the app from elsewhere.
    public let inbox: ApplicationInbox

    private(set) var actions: [ApplicationAction] = []
    private(set) var droppedOrders = 0

    init(
        launch: ApplicationLaunch,
        senders: [ApplicationSender],
        device: ApplicationDevice,
        instant: ContinuousClock.Instant,
        inbox: ApplicationInbox
    ) {
        self.launch = launch
        self.senders = senders
        self.device = device
        self.instant = instant
        self.inbox = inbox
    }

    mutating func order(_ action: ApplicationAction) {
        guard actions.count < Self.orderLimit else {
            droppedOrders += 1
            return
        }
        actions.append(action)
    }

    // MARK: - Messages

    /// Says something to one sender; nothing when that one is gone. A namespace that the app does not have, and a
    /// payload larger than a frame, are dropped and counted.
    public mutating func send(_ payload: CastMessage.Payload, in namespace: CastNamespace, to sender: ApplicationSender)
    {
        order(.send(payload, namespace, to: sender.address))
    }

    /// Says something to every sender.
    public mutating func broadcast(_ payload: CastMessage.Payload, in namespace: CastNamespace) {
        order(.broadcast(payload, namespace))
    }

    /// Says something to one sender as JSON text.
    public mutating func send(_ object: JSONObject, in namespace: CastNamespace, to sender: ApplicationSender) {
        send(.text(object.jsonString), in: namespace, to: sender)
    }

    /// Says something to every sender as JSON text.
    public mutating func broadcast(_ object: JSONObject, in namespace: CastNamespace) {
        broadcast(.text(object.jsonString), in: namespace)
    }

    // MARK: - The app itself

    /// The app can be used from now on, in these namespaces; by default those of its information. Said again, the
    /// namespaces change.
    public mutating func ready(namespaces: [CastNamespace]? = nil) {
        order(.ready(namespaces))
    }

    /// The text that senders show about the app; at most 1,024 bytes of it.
    public mutating func setStatusText(_ text: String) {
        order(.statusText(text))
    }

    /// Whether the app is busy without senders, so that it is not ended as idle.
    public mutating func setPlaybackActivity(_ activity: PlaybackActivity) {
        order(.activity(activity))
    }

    /// Senders of the app that are silent for longer are dropped; nil for the device's own limit. At least 10 s.
    public mutating func setSenderInactivityLimit(_ limit: Duration?) {
        order(.inactivityLimit(limit))
    }

    /// Ends the app.
    public mutating func stop() {
        order(.stop(.finished))
    }

    mutating func stop(_ reason: ApplicationEnd.Reason) {
        order(.stop(reason))
    }

    // MARK: - Timers and the device

    /// Has ``ReceiverApplication/timerFired(_:context:)`` called later, once. A timer of the same name is started
    /// anew. At most 16 run at once.
    public mutating func startTimer(_ name: String, after delay: Duration) {
        order(.startTimer(name, delay))
    }

    public mutating func stopTimer(_ name: String) {
        order(.stopTimer(name))
    }

    /// Changes the device's volume; nil leaves one of the two as it is.
    public mutating func setDeviceVolume(level: Double? = nil, isMuted: Bool? = nil) {
        order(.deviceVolume(level: level, isMuted: isMuted))
    }

    /// Counts something that the app let go.
    mutating func drop(_ reason: DropReason) {
        order(.drop(reason))
    }
}

/// How busy an app is apart from its senders.
public enum PlaybackActivity: Sendable, Hashable {
    case none
    /// Something is loaded and stands.
    case paused
    /// Something plays or is about to.
    case playing
}

/// What an app orders.
enum ApplicationAction: Sendable, Hashable {
    case send(CastMessage.Payload, CastNamespace, to: SenderAddress)
    case broadcast(CastMessage.Payload, CastNamespace)
    case ready([CastNamespace]?)
    case statusText(String)
    case activity(PlaybackActivity)
    case inactivityLimit(Duration?)
    case stop(ApplicationEnd.Reason)
    case startTimer(String, Duration)
    case stopTimer(String)
    case deviceVolume(level: Double?, isMuted: Bool?)
    /// Whether what the app plays follows the device's volume.
    case appliesDeviceVolume(Bool)
    case drop(DropReason)
}
