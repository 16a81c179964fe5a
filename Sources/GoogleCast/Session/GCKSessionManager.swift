import CastSender
public import Foundation

/// Owns at most one session: starts it, ends it, holds on to it when its connection is lost, and tells listeners.
///
/// The sessions of Cast devices are the engine's; what it decides arrives here as events, in order, and is told on. A
/// session of another kind is told of by its `notify` methods. Listeners are held weakly and called in the order in which
/// they were added; those of the framework's own controls come after the app's when a session is about to start or to go
/// on, and before them otherwise.
@preconcurrency
@MainActor
open class GCKSessionManager: NSObject {
    weak var context: GCKCastContext?
    let bridge: SessionBridge

    var session: GCKSession?
    /// The session that waits for a connection; it is not the current one.
    var suspendedSession: GCKSession?
    var state = GCKConnectionState.disconnected {
        didSet { if state != oldValue { stateChanged(from: oldValue) } }
    }
    /// Whether the start or end that is under way was asked to end.
    var isEnding = false
    /// Whether `willEnd` was said of the present session.
    var hasSaidWillEnd = false
    /// Why the app asked for a suspension that is under way.
    var requestedSuspension: GCKConnectionSuspendReason?
    let stateStreams = ValueStreams<GCKConnectionState>()
    /// Called when a device asks a person in front of it whether the session that is being started is allowed.
    var onAwaitsPerson: () -> Void = {}
    private var defaults: [String: [String: any NSCoding & NSObjectProtocol]] = [:]
    private var listeners = WeakList<any GCKSessionManagerListener>()
    private var ownListeners = WeakList<any GCKSessionManagerListener>()

    init(bridge: SessionBridge) {
        self.bridge = bridge
        super.init()
        bridge.manager = self
    }

    // MARK: State

    /// The session, from the moment its start or resumption begins; nil when it is suspended or over.
    open var currentSession: GCKSession? {
        requireMainThread(of: GCKSessionManager.self)
        return session
    }

    /// ``currentSession``, if it is one with a Cast device.
    open var currentCastSession: GCKCastSession? {
        requireMainThread(of: GCKSessionManager.self)
        return session as? GCKCastSession
    }

    open var connectionState: GCKConnectionState {
        requireMainThread(of: GCKSessionManager.self)
        return state
    }

    /// ``connectionState`` now and when it changes, the newest only; in addition to the original's ways to observe it.
    public var connectionStates: AsyncStream<GCKConnectionState> {
        requireMainThread(of: GCKSessionManager.self)
        return stateStreams.stream(from: state)
    }

    open func hasConnectedSession() -> Bool {
        requireMainThread(of: GCKSessionManager.self)
        return state == .connected
    }

    open func hasConnectedCastSession() -> Bool {
        requireMainThread(of: GCKSessionManager.self)
        return state == .connected && session is GCKCastSession
    }

    // MARK: Starting

    /// Starts a session with the default options of the device's category.
    ///
    /// - Returns: False when there is a session already, or nobody provides devices of that category.
    @discardableResult
    open func startSession(with device: GCKDevice) -> Bool {
        requireMainThread(of: GCKSessionManager.self)
        return start(on: device, options: defaults[device.category])
    }

    /// Starts a session; without options when they are nil.
    ///
    /// - Returns: As ``startSession(with:)-(GCKDevice)``.
    @discardableResult
    open func startSession(
        with device: GCKDevice,
        sessionOptions options: [String: any NSCoding & NSObjectProtocol]? = nil
    ) -> Bool {
        requireMainThread(of: GCKSessionManager.self)
        return start(on: device, options: options)
    }

    /// Starts or joins the session that a link of another app speaks of, as soon as its device is found.
    ///
    /// - Returns: False when there is a session already, or the options name no device.
    @discardableResult
    open func startSession(
        with openURLOptions: GCKOpenURLOptions,
        sessionOptions: [String: any NSCoding & NSObjectProtocol]? = nil
    ) -> Bool {
        requireMainThread(of: GCKSessionManager.self)
        return start(from: openURLOptions, options: sessionOptions)
    }

    // MARK: Ending

    /// Closes the connection and keeps the session, which goes on when the app returns to the foreground or is started on
    /// the same device again.
    ///
    /// - Returns: False when no session is connected.
    @discardableResult
    open func suspendSession(with reason: GCKConnectionSuspendReason) -> Bool {
        requireMainThread(of: GCKSessionManager.self)
        return suspend(reason)
    }

    /// Ends the session; the receiver's application goes on for other senders.
    ///
    /// - Returns: False when there is none, or it is ending already.
    @discardableResult
    open func endSession() -> Bool {
        requireMainThread(of: GCKSessionManager.self)
        return end(with: .leave)
    }

    /// Ends the session.
    ///
    /// - Parameter stopCasting: Whether the receiver's application is stopped for everybody.
    /// - Returns: As ``endSession()``.
    @discardableResult
    open func endSessionAndStopCasting(_ stopCasting: Bool) -> Bool {
        requireMainThread(of: GCKSessionManager.self)
        return end(with: stopCasting ? .stopCasting : .leave)
    }

    // MARK: Default options

    /// Sets the options with which sessions of a category start; nil removes them.
    open func setDefaultSessionOptions(
        _ sessionOptions: [String: any NSCoding & NSObjectProtocol]?,
        forDeviceCategory category: String
    ) {
        requireMainThread(of: GCKSessionManager.self)
        defaults[category] = sessionOptions
        tell { $0.sessionManager(self, didUpdateDefaultSessionOptionsForDeviceCategory: category) }
    }

    open func defaultSessionOptions(
        forDeviceCategory category: String
    ) -> [String: any NSCoding & NSObjectProtocol]? {
        requireMainThread(of: GCKSessionManager.self)
        return defaults[category]
    }

    // MARK: Listeners

    /// Adds a listener. It is not kept alive.
    open func add(_ listener: any GCKSessionManagerListener) {
        requireMainThread(of: GCKSessionManager.self)
        listeners.add(listener)
    }

    open func remove(_ listener: any GCKSessionManagerListener) {
        requireMainThread(of: GCKSessionManager.self)
        listeners.remove(listener)
    }

    /// Adds a listener of the framework's own controls.
    func addOwn(_ listener: any GCKSessionManagerListener) { ownListeners.add(listener) }

    func removeOwn(_ listener: any GCKSessionManagerListener) { ownListeners.remove(listener) }

    /// Calls every listener.
    ///
    /// - Parameter ownLast: Whether the framework's own come last.
    func tell(ownLast: Bool = false, _ call: (any GCKSessionManagerListener) -> Void) {
        let (apps, own) = (listeners.all, ownListeners.all)
        for listener in ownLast ? apps + own : own + apps where hears(listener) { call(listener) }
    }

    /// Whether somebody listens still: an earlier listener, or the first of two callbacks, may have removed them.
    func hears(_ listener: any GCKSessionManagerListener) -> Bool {
        listeners.contains(listener) || ownListeners.contains(listener)
    }
}
