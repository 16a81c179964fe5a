// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastSender
public import Foundation

/// Manages at most one session: starts and ends it, keeps it while its connection is suspended, and notifies listeners.
///
/// Cast sessions are controlled by the engine, whose events are reported to the listeners in order. Other sessions
/// report their events with their `notify` methods. Listeners are held weakly and called in the order in which they
/// were added. The listeners of the framework's own controls are called after those of the app when a session is about
/// to start or resume, and before them otherwise.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKSessionManager)@objcMembers
#endif
open class GCKSessionManager: NSObject {
    weak var context: GCKCastContext?
    let bridge: SessionBridge

    var session: GCKSession?
    /// The suspended session, which isn't the current session.
    var suspendedSession: GCKSession?
    var state = GCKConnectionState.disconnected {
        willSet { if newValue != state { stateWillChange() } }
        didSet { if state != oldValue { stateDidChange() } }
    }
    /// Whether the app requested the end of the session that is starting or ending.
    var isEnding = false
    /// Whether the listeners were notified that the current session will end.
    var hasNotifiedWillEnd = false
    /// The reason for a suspension that the app requested and that is in progress.
    var requestedSuspension: GCKConnectionSuspendReason?
    let stateStreams = Broadcast<GCKConnectionState>(bufferingNewest: 1)
    /// Called when the device asks the user to allow the session that is starting.
    var onAwaitingUser: () -> Void = {}
    private var defaults: [String: [String: any NSCoding & NSObjectProtocol]] = [:]
    private var listeners = WeakList<any GCKSessionManagerListener>()
    private var ownListeners = WeakList<any GCKSessionManagerListener>()

    init(bridge: SessionBridge) {
        self.bridge = bridge
        super.init()
        bridge.manager = self
    }

    // MARK: State

    /// The current session, from the moment it starts or resumes. Nil if the session is suspended or has ended.
    open var currentSession: GCKSession? {
        requireMainThread(of: GCKSessionManager.self)
        return session
    }

    /// The current session, if it is a Cast session.
    open var currentCastSession: GCKCastSession? {
        requireMainThread(of: GCKSessionManager.self)
        return session as? GCKCastSession
    }

    /// The connection state of the current session.
    open dynamic var connectionState: GCKConnectionState {
        requireMainThread(of: GCKSessionManager.self)
        return state
    }

    /// A stream of ``connectionState`` and its changes that buffers the newest value only. An addition to the original
    /// API.
    public var connectionStates: AsyncStream<GCKConnectionState> {
        requireMainThread(of: GCKSessionManager.self)
        return stateStreams.stream(beginningWith: [state])
    }

    /// Returns whether a session is connected.
    open func hasConnectedSession() -> Bool {
        requireMainThread(of: GCKSessionManager.self)
        return state == .connected
    }

    /// Returns whether a Cast session is connected.
    open func hasConnectedCastSession() -> Bool {
        requireMainThread(of: GCKSessionManager.self)
        return state == .connected && session is GCKCastSession
    }

    // MARK: Starting

    /// Starts a session with the default options of the device's category.
    ///
    /// - Returns: False if a session already exists, or if no provider is registered for the device's category.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(startSessionWithDevice:)
    #endif
    open func startSession(with device: GCKDevice) -> Bool {
        requireMainThread(of: GCKSessionManager.self)
        return start(on: device, options: defaults[device.category])
    }

    /// Starts a session. If the options are nil, it is started without options.
    ///
    /// - Returns: False if a session already exists, or if no provider is registered for the device's category.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(startSessionWithDevice:sessionOptions:)
    #endif
    open func startSession(
        with device: GCKDevice,
        sessionOptions options: [String: any NSCoding & NSObjectProtocol]? = nil
    ) -> Bool {
        requireMainThread(of: GCKSessionManager.self)
        return start(on: device, options: options)
    }

    /// Starts or joins the session of a URL that another app created, as soon as its device is found.
    ///
    /// - Returns: False if a session already exists, or if the options contain no device.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(startSessionWithOpenURLOptions:sessionOptions:)
    #endif
    open func startSession(
        with openURLOptions: GCKOpenURLOptions,
        sessionOptions: [String: any NSCoding & NSObjectProtocol]? = nil
    ) -> Bool {
        requireMainThread(of: GCKSessionManager.self)
        return start(from: openURLOptions, options: sessionOptions)
    }

    // MARK: Ending

    /// Closes the connection and keeps the session. It is resumed when the app enters the foreground, or when a session
    /// with the same device is started.
    ///
    /// - Returns: False if no session is connected.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(suspendSessionWithReason:)
    #endif
    open func suspendSession(with reason: GCKConnectionSuspendReason) -> Bool {
        requireMainThread(of: GCKSessionManager.self)
        return suspend(reason)
    }

    /// Ends the session. The receiver application continues to run for other senders.
    ///
    /// - Returns: False if no session exists, or if it is already ending.
    @discardableResult
    open func endSession() -> Bool {
        requireMainThread(of: GCKSessionManager.self)
        return end(with: .leave)
    }

    /// Ends the session.
    ///
    /// - Parameter stopCasting: Whether to stop the receiver application for all senders.
    /// - Returns: False if no session exists, or if it is already ending.
    @discardableResult
    open func endSessionAndStopCasting(_ stopCasting: Bool) -> Bool {
        requireMainThread(of: GCKSessionManager.self)
        return end(with: stopCasting ? .stopCasting : .leave)
    }

    // MARK: Default options

    /// Sets the default session options of a device category. Nil removes them.
    open func setDefaultSessionOptions(
        _ sessionOptions: [String: any NSCoding & NSObjectProtocol]?,
        forDeviceCategory category: String
    ) {
        requireMainThread(of: GCKSessionManager.self)
        defaults[category] = sessionOptions
        notify { $0.sessionManager(self, didUpdateDefaultSessionOptionsForDeviceCategory: category) }
    }

    /// Returns the default session options of a device category.
    open func defaultSessionOptions(
        forDeviceCategory category: String
    ) -> [String: any NSCoding & NSObjectProtocol]? {
        requireMainThread(of: GCKSessionManager.self)
        return defaults[category]
    }

    // MARK: Listeners

    /// Adds a listener, which is held weakly.
    #if canImport(ObjectiveC)
    @objc(addListener:)
    #endif
    open func add(_ listener: any GCKSessionManagerListener) {
        requireMainThread(of: GCKSessionManager.self)
        listeners.add(listener)
    }

    /// Removes a listener.
    #if canImport(ObjectiveC)
    @objc(removeListener:)
    #endif
    open func remove(_ listener: any GCKSessionManagerListener) {
        requireMainThread(of: GCKSessionManager.self)
        listeners.remove(listener)
    }

    /// Adds a listener of the framework's own controls.
    func addOwn(_ listener: any GCKSessionManagerListener) { ownListeners.add(listener) }

    func removeOwn(_ listener: any GCKSessionManagerListener) { ownListeners.remove(listener) }

    /// Calls all listeners.
    ///
    /// - Parameter ownLast: Whether the listeners of the framework's controls are called last.
    func notify(ownLast: Bool = false, _ call: (GCKSessionManagerListenerMethods) -> Void) {
        let (apps, own) = (listeners.all, ownListeners.all)
        for listener in ownLast ? apps + own : own + apps where isRegistered(listener) { call(listener.implemented) }
    }

    /// Returns whether a listener is still registered. An earlier listener, or the first of two callbacks, may have
    /// removed it.
    func isRegistered(_ listener: any GCKSessionManagerListener) -> Bool {
        listeners.contains(listener) || ownListeners.contains(listener)
    }
}
