public import Foundation

/// A session with a device, from its start to its end.
///
/// Abstract: an app that brings devices of another kind writes a subclass, whose ``start()`` and ``end(with:)`` the session
/// manager calls and which answers by the `notify` methods. A session is never revived: one that was suspended goes on as
/// another object, which is made with its ``sessionID``.
@preconcurrency
@MainActor
open class GCKSession: NSObject {
    /// What is known of the session; the public properties show it.
    struct Content {
        var device: GCKDevice
        var sessionID: String?
        var options: [String: any NSCoding & NSObjectProtocol]?
        var traits: GCKSessionTraits?
        var state = GCKConnectionState.disconnected
        var statusText: String?
        var volume: Float = 0
        var isMuted = false
    }

    var content: Content {
        didSet {
            guard content.state != oldValue.state else { return }
            log.debug("\(oldValue.state) → \(content.state), session \(content.sessionID ?? "without an id")")
        }
    }
    /// Whether it was made to go on with a session that was there before.
    let isResuming: Bool
    /// Who is told; nil while the session is not the manager's.
    weak var manager: GCKSessionManager?

    public init(device: GCKDevice, traits: GCKSessionTraits?, sessionID: String?) {
        requireMainThread(of: GCKSession.self)
        content = Content(device: device, sessionID: sessionID, traits: traits)
        isResuming = sessionID != nil
        super.init()
    }

    /// - Parameters:
    ///   - device: The device.
    ///   - traits: What can be done with its volume; nil when that is not known.
    ///   - sessionID: The session to go on with; nil to start one.
    ///   - sessionOptions: What was given to the start.
    public init(
        device: GCKDevice,
        traits: GCKSessionTraits?,
        sessionID: String?,
        sessionOptions: [String: any NSCoding & NSObjectProtocol]? = nil
    ) {
        requireMainThread(of: GCKSession.self)
        content = Content(device: device, sessionID: sessionID, options: sessionOptions, traits: traits)
        isResuming = sessionID != nil
        super.init()
    }

    // MARK: State

    /// The device; another one after the session has moved.
    open var device: GCKDevice {
        requireMainThread(of: GCKSession.self)
        return content.device
    }

    /// The session's id, the same for every sender; nil until it has started.
    open var sessionID: String? {
        requireMainThread(of: GCKSession.self)
        return content.sessionID
    }

    /// What was given to the start.
    open var sessionOptions: [String: any NSCoding & NSObjectProtocol]? {
        requireMainThread(of: GCKSession.self)
        return content.options
    }

    open var connectionState: GCKConnectionState {
        requireMainThread(of: GCKSession.self)
        return content.state
    }

    /// Always false: a session that is suspended goes on as another object.
    @available(*, deprecated, message: "A suspended session goes on as another object; listen to the session manager.")
    open var suspended: Bool {
        requireMainThread(of: GCKSession.self)
        return false
    }

    /// What the running application shows.
    open var deviceStatusText: String? {
        requireMainThread(of: GCKSession.self)
        return content.statusText
    }

    /// What can be done with the device's volume; nil until it is known.
    open var traits: GCKSessionTraits? {
        requireMainThread(of: GCKSession.self)
        return content.traits
    }

    /// The device's volume, 0…1, as it last reported it; 0 before.
    open var currentDeviceVolume: Float {
        requireMainThread(of: GCKSession.self)
        return content.volume
    }

    /// Whether the device is mute, as it last reported; false before.
    open var currentDeviceMuted: Bool {
        requireMainThread(of: GCKSession.self)
        return content.isMuted
    }

    /// Plays media; nil before the start, and when the application plays none.
    open var remoteMediaClient: GCKRemoteMediaClient? {
        requireMainThread(of: GCKSession.self)
        return nil
    }

    /// What is known of the media that is loaded.
    open var mediaMetadata: GCKMediaMetadata? {
        requireMainThread(of: GCKSession.self)
        return remoteMediaClient?.mediaStatus?.mediaInformation?.metadata
    }

    // MARK: Volume

    /// Sets the device's volume. Not supported here: the request fails with ``GCKErrorCode/unsupportedFeature``.
    @discardableResult
    open func setDeviceVolume(_ volume: Float) -> GCKRequest {
        requireMainThread(of: GCKSession.self)
        return .failing(.unsupportedFeature)
    }

    /// Mutes the device or ends that. Not supported here: the request fails with ``GCKErrorCode/unsupportedFeature``.
    @discardableResult
    open func setDeviceMuted(_ muted: Bool) -> GCKRequest {
        requireMainThread(of: GCKSession.self)
        return .failing(.unsupportedFeature)
    }

    // MARK: For subclasses

    /// Starts the session, or goes on with the one whose id was given. Override it, and answer by
    /// ``notifyDidStart(withSessionID:)`` or ``notifyDidFailToStartWithError(_:)``.
    open func start() {
        requireMainThread(of: GCKSession.self)
        notifyDidFailToStartWithError(GCKError(code: .unsupportedFeature))
    }

    /// Ends the session. Override it, and answer by ``notifyDidEndWithError(_:willTryToResume:)``.
    open func end(with action: GCKSessionEndAction) {
        requireMainThread(of: GCKSession.self)
        notifyDidEndWithError(nil, willTryToResume: false)
    }

    /// The session has started, or goes on.
    open func notifyDidStart(withSessionID sessionID: String) {
        requireMainThread(of: GCKSession.self)
        log.info("started on \(content.device), session \(sessionID)")
        manager?.started(self, id: sessionID)
    }

    /// The session has not started, or cannot go on.
    open func notifyDidFailToStartWithError(_ error: GCKError) {
        requireMainThread(of: GCKSession.self)
        log.error("not started on \(content.device): \(error.localizedDescription)")
        manager?.failedToStart(self, error)
    }

    /// The session is over.
    ///
    /// - Parameters:
    ///   - error: Why; nil when it was meant to end.
    ///   - willTryToResume: Whether the connection alone is over, and the session may go on later.
    open func notifyDidEndWithError(_ error: (any Error)?, willTryToResume: Bool) {
        requireMainThread(of: GCKSession.self)
        log.info(
            "\(willTryToResume ? "interrupted" : "ended") on \(content.device)"
                + (error.map { ": \($0.localizedDescription)" } ?? "")
        )
        manager?.ended(self, error, willTryToResume: willTryToResume)
    }

    /// The device reports its volume, 0…1.
    open func notifyDidReceiveDeviceVolume(_ volume: Float, muted: Bool) {
        requireMainThread(of: GCKSession.self)
        content.volume = volume
        content.isMuted = muted
        manager?.receivedVolume(self)
    }

    /// The application shows another text; nil for none.
    open func notifyDidReceiveDeviceStatus(_ statusText: String?) {
        requireMainThread(of: GCKSession.self)
        content.statusText = statusText
        manager?.receivedStatusText(self)
    }

    /// Does nothing.
    @available(*, deprecated, message: "Call notifyDidEndWithError(_:willTryToResume:) with true instead.")
    open func notifyDidSuspend(with reason: GCKConnectionSuspendReason) { requireMainThread(of: GCKSession.self) }

    /// Does nothing.
    @available(*, deprecated, message: "Call notifyDidStart(withSessionID:) instead.")
    open func notifyDidResume() { requireMainThread(of: GCKSession.self) }

    /// Where it says what it does: under its own class, or its abstract one for those of apps.
    var log: Log { Log(of: self is GCKCastSession ? "GCKCastSession" : "GCKSession") }

    // MARK: For the manager

    /// Cuts what hangs on the connection: requests fail, channels are disconnected.
    ///
    /// - Parameter error: What requests fail with.
    func disconnect(_ error: GCKError) {}

    /// Reads what the engine knows now, before a callback is told of any of it.
    func refresh() {}
}
