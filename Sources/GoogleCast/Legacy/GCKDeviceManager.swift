// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
public import Foundation

/// Connects to one device, launches and joins applications on it, and manages its channels. Works with or without a
/// ``GCKCastContext``.
///
/// A manager connects once. If the connection is lost, the manager tries to reconnect for ``reconnectTimeout`` seconds.
/// During this time ``isReconnecting`` is true, and the callbacks for connecting and disconnecting are not called. Call
/// one of the `disconnect` methods before releasing the manager.
@available(*, deprecated, message: "Use the sessionManager of GCKCastContext.")
@preconcurrency @MainActor
#if canImport(ObjectiveC)
@objc(GCKDeviceManager)@objcMembers
#endif
open class GCKDeviceManager: NSObject {
    private let target: GCKDevice
    private let ignoresAppState: Bool
    private weak var recipient: (any GCKDeviceManagerDelegate)?
    private var timeout: TimeInterval = 15

    var link: DeviceLink?
    private var appState: AppStateObserver?
    var state = GCKConnectionState.disconnected
    var applicationState = GCKConnectionState.disconnected
    var isRestoringConnection = false
    var report = LegacyStatus(ReceiverStatus())
    var session: CastSession?
    var channels: [String: LegacyChannel] = [:]
    private var lastRequest = kGCKInvalidRequestID
    /// The kinds of the pending requests, by request ID.
    var pendingRequests: [Int: LegacyRequestKind] = [:]

    /// Creates a device manager.
    ///
    /// - Parameters:
    ///   - device: The device to connect to.
    ///   - clientPackageName: The bundle identifier of the app.
    ///   - ignoreAppStateNotifications: Whether the connection stays open while the app is in the background.
    public init(device: GCKDevice, clientPackageName: String, ignoreAppStateNotifications: Bool) {
        requireMainThread(of: GCKDeviceManager.self)
        target = device
        ignoresAppState = ignoreAppStateNotifications
        super.init()
    }

    /// Creates a device manager that disconnects while the app is in the background.
    public convenience init(device: GCKDevice, clientPackageName: String) {
        self.init(device: device, clientPackageName: clientPackageName, ignoreAppStateNotifications: false)
    }

    deinit { link?.submit { $0.end(.disconnect) } }

    // MARK: State

    /// The delegate. Held weakly.
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

    /// Whether the connection stays open while the app is in the background.
    open var ignoreAppStateNotifications: Bool { onMain().ignoresAppState }
    /// The device that the manager connects to.
    open var device: GCKDevice { onMain().target }
    /// The state of the connection to the device.
    open var connectionState: GCKConnectionState { onMain().state }
    /// The state of the connection to the application.
    open var applicationConnectionState: GCKConnectionState { onMain().applicationState }

    /// Whether the device is connected.
    @available(*, deprecated, message: "Use connectionState.")
    open var isConnected: Bool { onMain().state == .connected }

    /// Whether an application is connected.
    @available(*, deprecated, message: "Use applicationConnectionState.")
    open var isConnectedToApp: Bool { onMain().applicationState == .connected }

    /// Whether the manager is trying to restore a lost connection.
    open var isReconnecting: Bool { onMain().isRestoringConnection }

    /// How long the manager tries to restore a lost connection, in seconds. Default 15. A change takes effect with the
    /// next ``connect()``.
    open var reconnectTimeout: TimeInterval {
        get { onMain().timeout }
        set { onMain().timeout = newValue.isFinite ? min(max(newValue, 0), 1e6) : timeout }
    }

    /// The volume of the device, from 0 to 1. 0 while it isn't known.
    open var deviceVolume: Float { onMain().report.level }
    /// Whether the device is muted.
    open var deviceMuted: Bool { onMain().report.isMuted }
    /// Whether the device is the active input of its TV.
    open var activeInputStatus: GCKActiveInputStatus { onMain().report.activeInput }
    /// Whether the device's TV is in standby.
    open var standbyStatus: GCKStandbyStatus { onMain().report.standby }
    /// The session ID of the joined application, or nil if no application is joined.
    open var applicationSessionID: String? { onMain().session?.sessionID }
    /// The running application, or nil if no application is running.
    open var applicationMetadata: GCKApplicationMetadata? { onMain().report.application }
    /// The status text of the running application.
    open var applicationStatusText: String? { onMain().report.statusText }

    /// Returns the manager for use in the calling member. Off the main thread, stops the program with that member's
    /// name.
    private func onMain(_ method: StaticString = #function) -> Self {
        requireMainThread(method, of: GCKDeviceManager.self)
        return self
    }

    // MARK: Connecting

    /// Connects to the device, without launching an application.
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
        if !ignoresAppState { appState = AppStateObserver(link) }
        link.submit { $0.connect() }
    }

    /// Leaves the application and disconnects from the device.
    open func disconnect() {
        requireMainThread(of: GCKDeviceManager.self)
        disconnect(withLeave: true)
    }

    /// Disconnects from the device.
    ///
    /// - Parameter leaveApplication: Whether to notify the application that this sender leaves. If false, the
    ///   application sees a lost connection.
    open func disconnect(withLeave leaveApplication: Bool) {
        requireMainThread(of: GCKDeviceManager.self)
        guard let link else { return }
        state = .disconnecting
        link.submit { $0.end(leaveApplication ? .leave : .disconnect) }
    }

    // MARK: Channels

    /// Adds a channel. It is connected while an application that supports its namespace is joined.
    ///
    /// - Returns: False if the manager already has a channel for the namespace, or if the namespace is invalid.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(addChannel:)
    #endif
    open func add(_ channel: GCKCastChannel) -> Bool {
        requireMainThread(of: GCKDeviceManager.self)
        guard channels[channel.protocolNamespace] == nil, let attached = LegacyChannel(channel, of: self) else {
            return false
        }
        channels[channel.protocolNamespace] = attached
        if let session, applicationState == .connected { attached.connect(to: session) }
        return true
    }

    /// Removes a channel.
    ///
    /// - Returns: False if the channel wasn't added to this manager.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(removeChannel:)
    #endif
    open func remove(_ channel: GCKCastChannel) -> Bool {
        requireMainThread(of: GCKDeviceManager.self)
        guard let attached = channels[channel.protocolNamespace], attached.channel === channel else { return false }
        channels[channel.protocolNamespace] = nil
        attached.end(session)
        return true
    }

    // MARK: Applications

    /// Launches an application, or joins it if it is already running.
    ///
    /// - Returns: The request ID, or ``kGCKInvalidRequestID`` if the request couldn't be sent.
    @discardableResult
    open func launchApplication(_ applicationID: String) -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return launchApplication(applicationID, with: nil)
    }

    /// Launches an application with options.
    ///
    /// - Parameters:
    ///   - applicationID: The ID of the application.
    ///   - launchOptions: The launch options. Nil uses the defaults.
    /// - Returns: The request ID, or ``kGCKInvalidRequestID`` if the request couldn't be sent.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(launchApplication:withLaunchOptions:)
    #endif
    open func launchApplication(_ applicationID: String, with launchOptions: GCKLaunchOptions?) -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        let launchOptions = launchOptions ?? GCKLaunchOptions()
        let options = LaunchOptions(
            language: launchOptions.languageCode,
            relaunchIfRunning: launchOptions.relaunchIfRunning,
            isAndroidReceiverCompatible: launchOptions.androidReceiverCompatible,
            requiredNamespaces: applicationID == kGCKDefaultMediaReceiverApplicationID ? [.media] : []
        )
        return sendRequest(.launch(applicationID, options), .application)
    }

    /// Launches an application.
    @available(*, deprecated, message: "Use launchApplication(_:with:).")
    @discardableResult
    open func launchApplication(_ applicationID: String, relaunchIfRunning: Bool) -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return launchApplication(applicationID, with: GCKLaunchOptions(relaunchIfRunning: relaunchIfRunning))
    }

    /// Joins a running application. If the ID is nil, joins the application that is running.
    @discardableResult
    open func joinApplication(_ applicationID: String?) -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return sendRequest(.join(appID: applicationID), .application)
    }

    /// Joins the application with this session ID.
    @discardableResult
    open func joinApplication(_ applicationID: String?, sessionID: String) -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return sendRequest(.joinSession(sessionID), .application)
    }

    /// Leaves the application. The device stays connected.
    ///
    /// - Returns: False if no application is joined.
    @discardableResult
    open func leaveApplication() -> Bool {
        requireMainThread(of: GCKDeviceManager.self)
        guard let link, state == .connected, session != nil else { return false }
        link.submit { $0.leaveApplication() }
        return true
    }

    /// Stops the running application for all senders.
    @discardableResult
    open func stopApplication() -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return sendRequest(.stop(sessionID: nil), .stop)
    }

    /// Stops the application with this session ID for all senders.
    @discardableResult
    open func stopApplication(withSessionID sessionID: String) -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return sendRequest(.stop(sessionID: sessionID), .stop)
    }

    // MARK: Volume and status

    /// Sets the volume, from 0 to 1. Values outside this range are clamped.
    @discardableResult
    open func setVolume(_ volume: Float) -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return sendRequest(.setVolume(Double("\(volume)") ?? Double(volume)), .other)
    }

    /// Mutes or unmutes the device.
    @discardableResult
    open func setMuted(_ muted: Bool) -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return sendRequest(.setMuted(muted), .other)
    }

    /// Requests the device status. All status callbacks are called, even if nothing has changed.
    @discardableResult
    open func requestDeviceStatus() -> Int {
        requireMainThread(of: GCKDeviceManager.self)
        return sendRequest(.refreshStatus, .other)
    }

    private func sendRequest(_ request: DeviceLink.Command, _ kind: LegacyRequestKind) -> Int {
        guard let link, state == .connected else { return kGCKInvalidRequestID }
        lastRequest += 1
        let number = lastRequest
        pendingRequests[number] = kind
        link.submit { $0.handle(request, number: number) }
        return number
    }

    func notify(_ call: (GCKDeviceManagerDelegateMethods) -> Void) {
        if let recipient { call(recipient.implemented) }
    }

    /// Clears the state after the device link has ended.
    func clearState() {
        link = nil
        appState = nil
        session = nil
        pendingRequests = [:]
        isRestoringConnection = false
        state = .disconnected
        applicationState = .disconnected
    }
}
