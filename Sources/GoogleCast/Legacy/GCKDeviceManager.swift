import CastSender
import CastWire
public import Foundation

/// Connects to one device, launches and joins applications on it, and carries channels to them; with or without a
/// ``GCKCastContext`` beside it.
///
/// Connect once. A lost connection is looked for again for ``reconnectTimeout`` seconds; meanwhile ``isReconnecting`` is
/// true and no callback tells of connecting or disconnecting. Call one of the `disconnect` methods before letting go of it.
@available(*, deprecated, message: "use the sessionManager of GCKCastContext")
@preconcurrency @MainActor
open class GCKDeviceManager: NSObject {
    private let target: GCKDevice
    private let ignoresAppState: Bool
    private weak var recipient: (any GCKDeviceManagerDelegate)?
    private var timeout: TimeInterval = 15

    var link: DeviceLink?
    private var appState: AppStateWatch?
    var state = GCKConnectionState.disconnected
    var applicationState = GCKConnectionState.disconnected
    var isTryingAgain = false
    var report = LegacyStatus(ReceiverStatus())
    var session: CastSession?
    var channels: [String: LegacyChannel] = [:]
    private var lastRequest = kGCKInvalidRequestID
    /// What orders under way are about, by their numbers.
    var orders: [Int: LegacyOrder] = [:]

    /// - Parameters:
    ///   - device: What to connect to.
    ///   - clientPackageName: The bundle identifier of the app.
    ///   - ignoreAppStateNotifications: False disconnects while the app is in the background.
    public init(device: GCKDevice, clientPackageName: String, ignoreAppStateNotifications: Bool) {
        requireMainThread(of: GCKDeviceManager.self)
        target = device
        ignoresAppState = ignoreAppStateNotifications
        super.init()
    }

    /// A manager that disconnects while the app is in the background.
    public convenience init(device: GCKDevice, clientPackageName: String) {
        self.init(device: device, clientPackageName: clientPackageName, ignoreAppStateNotifications: false)
    }

    deinit { link?.order { $0.end(.disconnect) } }

    // MARK: State

    /// Not retained.
    open var delegate: (any GCKDeviceManagerDelegate)? {
        get {
            requireMainThread(of: GCKDeviceManager.self)
            return recipient
        }
        set {
            requireMainThread(of: GCKDeviceManager.self)
            recipient = newValue
        }
    }

    open var ignoreAppStateNotifications: Bool { onMain().ignoresAppState }
    open var device: GCKDevice { onMain().target }
    /// Whether the device is connected.
    open var connectionState: GCKConnectionState { onMain().state }
    /// Whether an application is.
    open var applicationConnectionState: GCKConnectionState { onMain().applicationState }

    @available(*, deprecated, message: "use connectionState")
    open var isConnected: Bool { onMain().state == .connected }

    @available(*, deprecated, message: "use applicationConnectionState")
    open var isConnectedToApp: Bool { onMain().applicationState == .connected }

    /// Whether a lost connection is being looked for.
    open var isReconnecting: Bool { onMain().isTryingAgain }

    /// For how many seconds a lost connection is looked for. Default 15; counts from the next ``connect()``.
    open var reconnectTimeout: TimeInterval {
        get { onMain().timeout }
        set { onMain().timeout = newValue.isFinite ? min(max(newValue, 0), 1e6) : timeout }
    }

    /// 0…1; 0 while it is not known.
    open var deviceVolume: Float { onMain().report.level }
    open var deviceMuted: Bool { onMain().report.isMuted }
    open var activeInputStatus: GCKActiveInputStatus { onMain().report.activeInput }
    open var standbyStatus: GCKStandbyStatus { onMain().report.standby }
    /// The id of this run of the joined application; nil while none is joined.
    open var applicationSessionID: String? { onMain().session?.sessionID }
    /// What runs on the device; nil when nothing does.
    open var applicationMetadata: GCKApplicationMetadata? { onMain().report.application }
    open var applicationStatusText: String? { onMain().report.statusText }

    /// Itself, for a member that begins with it: off the main thread the program stops with that member's name.
    private func onMain(_ method: StaticString = #function) -> Self {
        requireMainThread(method, of: GCKDeviceManager.self)
        return self
    }

    // MARK: Connecting

    /// Connects to the device; nothing is launched.
    open func connect() {
        requireMainThread(of: GCKDeviceManager.self)
        guard state == .disconnected, link == nil else { return }
        Log(of: "GCKDeviceManager").info("connecting to \(target)")
        state = .connecting
        let owner = WeakBox<GCKDeviceManager>()
        owner.value = self
        let mailbox = MainMailbox<DeviceLink.Event> { owner.value?.take($0) }
        let link = DeviceLink(
            to: target.castDevice,
            reconnect: ReconnectPolicy(window: .seconds(timeout)),
            suspendsInBackground: !ignoresAppState,
            environment: LegacyScan.environment.session.connection
        ) { mailbox.post($0) }
        self.link = link
        if !ignoresAppState { appState = AppStateWatch(link) }
        link.order { $0.connect() }
    }

    /// Leaves the application and disconnects.
    open func disconnect() {
        requireMainThread(of: GCKDeviceManager.self)
        disconnect(withLeave: true)
    }

    /// Disconnects.
    ///
    /// - Parameter leaveApplication: Whether the application is told that this sender leaves; else it sees a lost
    ///   connection.
    open func disconnect(withLeave leaveApplication: Bool) {
        requireMainThread(of: GCKDeviceManager.self)
        guard let link else { return }
        state = .disconnecting
        link.order { $0.end(leaveApplication ? .leave : .disconnect) }
    }

    // MARK: Channels

    /// Attaches a channel. It is connected while an application that speaks its namespace is joined.
    ///
    /// - Returns: False when there is one for its namespace, or the namespace is none.
    @discardableResult
    open func add(_ channel: GCKCastChannel) -> Bool {
        requireMainThread(of: GCKDeviceManager.self)
        guard channels[channel.protocolNamespace] == nil, let attached = LegacyChannel(channel, of: self) else {
            return false
        }
        channels[channel.protocolNamespace] = attached
        if let session, applicationState == .connected { attached.connect(to: session) }
        return true
    }

    /// Detaches a channel.
    ///
    /// - Returns: False when it is not attached.
    @discardableResult
    open func remove(_ channel: GCKCastChannel) -> Bool {
        requireMainThread(of: GCKDeviceManager.self)
        guard let attached = channels[channel.protocolNamespace], attached.channel === channel else { return false }
        channels[channel.protocolNamespace] = nil
        attached.end(session)
        return true
    }

    // MARK: Applications

    /// Launches an application, or joins it where it runs.
    ///
    /// - Returns: The request's id; ``kGCKInvalidRequestID`` when nothing could be sent.
    @discardableResult
    open func launchApplication(_ applicationID: String) -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return launchApplication(applicationID, with: nil)
    }

    /// Launches an application.
    ///
    /// - Parameters:
    ///   - applicationID: Its id.
    ///   - launchOptions: How; nil stands for the defaults.
    @discardableResult
    open func launchApplication(_ applicationID: String, with launchOptions: GCKLaunchOptions?) -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        let launchOptions = launchOptions ?? GCKLaunchOptions()
        let options = LaunchOptions(
            language: launchOptions.languageCode,
            relaunchIfRunning: launchOptions.relaunchIfRunning,
            isAndroidReceiverCompatible: launchOptions.androidReceiverCompatible,
            requiredNamespaces: applicationID == kGCKDefaultMediaReceiverApplicationID ? [.media] : []
        )
        return give(.launch(applicationID, options), .application)
    }

    @available(*, deprecated, message: "use launchApplication(_:with:)")
    @discardableResult
    open func launchApplication(_ applicationID: String, relaunchIfRunning: Bool) -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return launchApplication(applicationID, with: GCKLaunchOptions(relaunchIfRunning: relaunchIfRunning))
    }

    /// Joins an application that runs; nil joins whatever does.
    @discardableResult
    open func joinApplication(_ applicationID: String?) -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return give(.join(appID: applicationID), .application)
    }

    /// Joins this run of an application.
    @discardableResult
    open func joinApplication(_ applicationID: String?, sessionID: String) -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return give(.joinSession(sessionID), .application)
    }

    /// Leaves the application; the device stays connected.
    ///
    /// - Returns: False when none is joined.
    @discardableResult
    open func leaveApplication() -> Bool {
        requireMainThread(of: GCKDeviceManager.self)
        guard let link, state == .connected, session != nil else { return false }
        link.order { $0.leaveApplication() }
        return true
    }

    /// Stops whatever runs, for everybody.
    @discardableResult
    open func stopApplication() -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return give(.stop(sessionID: nil), .stop)
    }

    /// Stops this run of an application, for everybody.
    @discardableResult
    open func stopApplication(withSessionID sessionID: String) -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return give(.stop(sessionID: sessionID), .stop)
    }

    // MARK: Volume and status

    /// Sets the volume: 0…1, what lies outside is clamped.
    @discardableResult
    open func setVolume(_ volume: Float) -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return give(.setVolume(Double("\(volume)") ?? Double(volume)), .other)
    }

    @discardableResult
    open func setMuted(_ muted: Bool) -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return give(.setMuted(muted), .other)
    }

    /// Asks for the status; every status callback follows, also without news.
    @discardableResult
    open func requestDeviceStatus() -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return give(.refreshStatus, .other)
    }

    private func give(_ order: DeviceLink.Order, _ kind: LegacyOrder) -> Int {
        guard let link, state == .connected else { return kGCKInvalidRequestID }
        lastRequest += 1
        let number = lastRequest
        orders[number] = kind
        link.order { $0.give(order, number: number) }
        return number
    }

    func tell(_ call: (any GCKDeviceManagerDelegate) -> Void) {
        if let recipient { call(recipient) }
    }

    /// The link is over, and with it this connection.
    func letGo() {
        link = nil
        appState = nil
        session = nil
        orders = [:]
        isTryingAgain = false
        state = .disconnected
        applicationState = .disconnected
    }
}
