// SPDX-License-Identifier: Apache-2.0

public import CastWire
import NIOConcurrencyHelpers

/// The state that an app can read, and the actions that it can request, while it handles one event.
///
/// Requested actions are executed in order after the event handler returns. A handler can request at most 256 actions,
/// and an app at most 500 per second on average, with bursts of 1,000. Further actions are dropped and counted.
public struct ApplicationContext {
    static let actionLimit = 256

    /// The parameters of the launch.
    public let launch: ApplicationLaunch
    /// The visible senders that are connected, in the order in which they connected.
    public let senders: [ApplicationSender]
    /// The state of the device.
    public let device: ApplicationDevice
    /// The time of the event, on the device's clock.
    public let instant: ContinuousClock.Instant
    /// Delivers values to the app from other threads and tasks.
    public let inbox: ApplicationInbox

    private(set) var actions: [ApplicationAction] = []
    private(set) var droppedActions = 0

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

    mutating func request(_ action: ApplicationAction) {
        guard actions.count < Self.actionLimit else {
            droppedActions += 1
            return
        }
        actions.append(action)
    }

    // MARK: - Messages

    /// Sends a payload to one sender. Does nothing if the sender has disconnected.
    ///
    /// A payload is dropped and counted if the app does not have the namespace or if it is larger than a frame.
    public mutating func send(_ payload: CastMessage.Payload, in namespace: CastNamespace, to sender: ApplicationSender)
    {
        request(.send(payload, namespace, to: sender.address))
    }

    /// Sends a payload to every sender.
    public mutating func broadcast(_ payload: CastMessage.Payload, in namespace: CastNamespace) {
        request(.broadcast(payload, namespace))
    }

    /// Sends a JSON object to one sender, as text.
    public mutating func send(_ object: JSONObject, in namespace: CastNamespace, to sender: ApplicationSender) {
        send(.text(object.jsonString), in: namespace, to: sender)
    }

    /// Sends a JSON object to every sender, as text.
    public mutating func broadcast(_ object: JSONObject, in namespace: CastNamespace) {
        broadcast(.text(object.jsonString), in: namespace)
    }

    // MARK: - The app itself

    /// Reports that the app is ready to receive messages.
    ///
    /// Later calls change the namespaces.
    ///
    /// - Parameter namespaces: The namespaces of the app. Default: those of its ``ApplicationInformation``.
    public mutating func ready(namespaces: [CastNamespace]? = nil) {
        request(.ready(namespaces))
    }

    /// Sets the status text that senders show for the app. Truncated to 1,024 bytes of UTF-8.
    public mutating func setStatusText(_ text: String) {
        request(.statusText(text))
    }

    /// Sets how busy the app is without senders. The device stops an idle app after
    /// ``DeviceConfiguration/idleTimeout``.
    public mutating func setPlaybackActivity(_ activity: PlaybackActivity) {
        request(.activity(activity))
    }

    /// Sets how long a sender of the app may be silent before the device disconnects it: at least 10 s; nil for the
    /// device's own limit.
    public mutating func setSenderInactivityLimit(_ limit: Duration?) {
        request(.inactivityLimit(limit))
    }

    /// Stops the app.
    public mutating func stop() {
        request(.stop(.finished))
    }

    mutating func stop(_ reason: ApplicationEnd.Reason) {
        request(.stop(reason))
    }

    // MARK: - Timers and the device

    /// Schedules one call of ``ReceiverApplication/timerFired(_:context:)``. Restarts a timer of the same name. An app
    /// can have at most 16 timers.
    public mutating func startTimer(_ name: String, after delay: Duration) {
        request(.startTimer(name, delay))
    }

    /// Cancels a timer. Does nothing if no timer has this name.
    public mutating func stopTimer(_ name: String) {
        request(.stopTimer(name))
    }

    /// Sets the device's volume level, 0 to 1, and mute state; nil leaves the value unchanged.
    public mutating func setDeviceVolume(level: Double? = nil, isMuted: Bool? = nil) {
        request(.deviceVolume(level: level, isMuted: isMuted))
    }

    /// Counts an item that the app discarded.
    mutating func drop(_ reason: DropReason) {
        request(.drop(reason))
    }
}

/// How busy an app is, apart from its senders.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum PlaybackActivity: Sendable, Hashable {
    /// Nothing is loaded.
    case none
    /// Media is loaded and paused.
    case paused
    /// Media is playing, loading or buffering.
    case playing
}

/// An action that an app requests.
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
    /// Whether the app's playback follows the device's volume.
    case appliesDeviceVolume(Bool)
    case drop(DropReason)
}

/// Delivers values to a running app from other threads and tasks.
public struct ApplicationInbox: Sendable {
    /// The maximum number of values that can be pending.
    static let limit = 256

    private let pendingCount: NIOLockedValueBox<Int>
    private let deliver: @Sendable (any Sendable, NIOLockedValueBox<Int>) -> Void

    /// - Parameter deliver: Passes the value to the device's event loop and decrements the counter there.
    init(deliver: @escaping @Sendable (any Sendable, NIOLockedValueBox<Int>) -> Void) {
        pendingCount = NIOLockedValueBox(0)
        self.deliver = deliver
    }

    /// Delivers a value to ``ReceiverApplication/posted(_:context:)`` on the device's event loop.
    ///
    /// A value for an app that has ended by then is discarded.
    ///
    /// - Returns: False if 256 values are pending; the value is then discarded.
    @discardableResult
    public func post(_ value: any Sendable) -> Bool {
        let isAccepted = pendingCount.withLockedValue { count in
            guard count < Self.limit else { return false }
            count += 1
            return true
        }
        if isAccepted { deliver(value, pendingCount) }
        return isAccepted
    }
}
