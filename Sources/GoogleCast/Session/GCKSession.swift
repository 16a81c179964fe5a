// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A session with a device.
///
/// An abstract class. An app that supports other kinds of devices subclasses it. The session manager calls ``start()``
/// and ``end(with:)``, and the subclass reports the results with the `notify` methods. A session object isn't reused:
/// when a suspended session is resumed, a new object is created with its ``sessionID``.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKSession)@objcMembers
#endif
open class GCKSession: NSObject {
    /// The state of the session, which the public properties expose.
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
            log.debug("\(oldValue.state) → \(content.state), session \(content.sessionID ?? "without an ID")")
        }
    }
    /// Whether the object was created to resume an earlier session.
    let isResuming: Bool
    /// The session manager to notify. Nil if the manager doesn't own the session.
    weak var manager: GCKSessionManager?

    /// Creates a session without options.
    public init(device: GCKDevice, traits: GCKSessionTraits?, sessionID: String?) {
        requireMainThread(of: GCKSession.self)
        content = Content(device: device, sessionID: sessionID, traits: traits)
        isResuming = sessionID != nil
        super.init()
    }

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - traits: The volume capabilities of the device. Nil if unknown.
    ///   - sessionID: The ID of the session to resume, or nil to start a new session.
    ///   - sessionOptions: The options that were passed when the session was started.
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

    /// The device. It changes when the session is transferred.
    open var device: GCKDevice {
        requireMainThread(of: GCKSession.self)
        return content.device
    }

    /// The session ID, which is the same for all senders. Nil until the session has started.
    open var sessionID: String? {
        requireMainThread(of: GCKSession.self)
        return content.sessionID
    }

    /// The options that were passed when the session was started.
    open var sessionOptions: [String: any NSCoding & NSObjectProtocol]? {
        requireMainThread(of: GCKSession.self)
        return content.options
    }

    /// The connection state.
    open dynamic var connectionState: GCKConnectionState {
        requireMainThread(of: GCKSession.self)
        return content.state
    }

    /// Always false, because a suspended session is resumed as a new object.
    @available(*, deprecated, message: "Use the session manager's listener: suspended sessions resume as new objects.")
    open var suspended: Bool {
        requireMainThread(of: GCKSession.self)
        return false
    }

    /// The status text of the running application.
    open var deviceStatusText: String? {
        requireMainThread(of: GCKSession.self)
        return content.statusText
    }

    /// The volume capabilities of the device. Nil until they are known.
    open var traits: GCKSessionTraits? {
        requireMainThread(of: GCKSession.self)
        return content.traits
    }

    /// The device volume from 0 to 1, as last reported by the device. 0 before the first report.
    open var currentDeviceVolume: Float {
        requireMainThread(of: GCKSession.self)
        return content.volume
    }

    /// Whether the device is muted, as last reported by the device. False before the first report.
    open var currentDeviceMuted: Bool {
        requireMainThread(of: GCKSession.self)
        return content.isMuted
    }

    /// The client that controls media. Nil before the session has started, and if the application doesn't support
    /// media.
    open var remoteMediaClient: GCKRemoteMediaClient? {
        requireMainThread(of: GCKSession.self)
        return nil
    }

    /// The metadata of the loaded media.
    open var mediaMetadata: GCKMediaMetadata? {
        requireMainThread(of: GCKSession.self)
        return remoteMediaClient?.mediaStatus?.mediaInformation?.metadata
    }

    // MARK: Volume

    /// Sets the device volume. In this class, the request fails with ``GCKErrorCode/unsupportedFeature``.
    @discardableResult
    open func setDeviceVolume(_ volume: Float) -> GCKRequest {
        requireMainThread(of: GCKSession.self)
        return .failing(.unsupportedFeature)
    }

    /// Mutes or unmutes the device. In this class, the request fails with ``GCKErrorCode/unsupportedFeature``.
    @discardableResult
    open func setDeviceMuted(_ muted: Bool) -> GCKRequest {
        requireMainThread(of: GCKSession.self)
        return .failing(.unsupportedFeature)
    }

    // MARK: Methods for subclasses

    /// Starts the session, or resumes it if it was created with a session ID. Subclasses override this method and
    /// report the result with `notifyDidStart(withSessionID:)` or `notifyDidFailToStartWithError(_:)`.
    open func start() {
        requireMainThread(of: GCKSession.self)
        notifyDidFailToStartWithError(GCKError(code: .unsupportedFeature))
    }

    /// Ends the session. Subclasses override this method and report the result with
    /// `notifyDidEndWithError(_:willTryToResume:)`.
    #if canImport(ObjectiveC)
    @objc(endWithAction:)
    #endif
    open func end(with action: GCKSessionEndAction) {
        requireMainThread(of: GCKSession.self)
        notifyDidEndWithError(nil, willTryToResume: false)
    }

    /// Reports that the session was started or resumed.
    open func notifyDidStart(withSessionID sessionID: String) {
        requireMainThread(of: GCKSession.self)
        log.info("started on \(content.device), session \(sessionID)")
        manager?.started(self, id: sessionID)
    }

    /// Reports that the session couldn't be started or resumed.
    open func notifyDidFailToStartWithError(_ error: GCKError) {
        requireMainThread(of: GCKSession.self)
        log.error("failed to start on \(content.device): \(error.localizedDescription)")
        manager?.failedToStart(self, error)
    }

    /// Reports that the session ended.
    ///
    /// - Parameters:
    ///   - error: The reason, or nil if the session was ended intentionally.
    ///   - willTryToResume: Whether only the connection ended, so that the session may be resumed later. Has no effect
    ///     before the session has started or resumed.
    open func notifyDidEndWithError(_ error: (any Error)?, willTryToResume: Bool) {
        requireMainThread(of: GCKSession.self)
        log.info(
            "\(willTryToResume ? "interrupted" : "ended") on \(content.device)"
                + (error.map { ": \($0.localizedDescription)" } ?? "")
        )
        manager?.ended(self, error, willTryToResume: willTryToResume)
    }

    /// Reports the device volume, from 0 to 1, and the mute state.
    open func notifyDidReceiveDeviceVolume(_ volume: Float, muted: Bool) {
        requireMainThread(of: GCKSession.self)
        content.volume = volume
        content.isMuted = muted
        manager?.receivedVolume(self)
    }

    /// Reports the status text of the application. Nil if there is none.
    open func notifyDidReceiveDeviceStatus(_ statusText: String?) {
        requireMainThread(of: GCKSession.self)
        content.statusText = statusText
        manager?.receivedStatusText(self)
    }

    /// Has no effect.
    @available(*, deprecated, message: "Call notifyDidEndWithError(_:willTryToResume:) with true instead.")
    #if canImport(ObjectiveC)
    @objc(notifyDidSuspendWithReason:)
    #endif
    open func notifyDidSuspend(with reason: GCKConnectionSuspendReason) { requireMainThread(of: GCKSession.self) }

    /// Has no effect.
    @available(*, deprecated, message: "Call notifyDidStart(withSessionID:) instead.")
    open func notifyDidResume() { requireMainThread(of: GCKSession.self) }

    /// The log interface. Subclasses of apps log under the name of this class.
    var log: Log { Log(of: self is GCKCastSession ? "GCKCastSession" : "GCKSession") }

    // MARK: Methods for the session manager

    /// Fails all requests and disconnects all channels after the connection was closed.
    ///
    /// - Parameter error: The error of the failing requests.
    func disconnect(_ error: GCKError) {}

    /// Updates the state from the engine, before a callback is called.
    func refresh() {}
}
