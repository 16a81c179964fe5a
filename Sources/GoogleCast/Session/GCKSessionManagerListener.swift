// SPDX-License-Identifier: Apache-2.0

#if !canImport(ObjectiveC)
public import Foundation

/// Receives the lifecycle events of sessions. All methods are optional.
///
/// Most events of a Cast session are reported twice: with the parameter type `GCKSession`, then with `GCKCastSession`.
@preconcurrency
@MainActor
public protocol GCKSessionManagerListener: NSObjectProtocol {
    /// Called before a session is started. It has no session ID yet.
    func sessionManager(_ sessionManager: GCKSessionManager, willStart session: GCKSession)

    /// Called when a session has started and media can be loaded.
    func sessionManager(_ sessionManager: GCKSessionManager, didStart session: GCKSession)

    /// Called before a Cast session is started.
    func sessionManager(_ sessionManager: GCKSessionManager, willStart session: GCKCastSession)

    /// Called when a Cast session has started.
    func sessionManager(_ sessionManager: GCKSessionManager, didStart session: GCKCastSession)

    /// Called before a session ends. Its media status is still available.
    func sessionManager(_ sessionManager: GCKSessionManager, willEnd session: GCKSession)

    /// Called when a session has ended.
    ///
    /// - Parameters:
    ///   - sessionManager: The session manager.
    ///   - session: The session.
    ///   - error: The reason, or nil if the session was ended intentionally.
    func sessionManager(_ sessionManager: GCKSessionManager, didEnd session: GCKSession, withError error: (any Error)?)

    /// Called before a Cast session ends.
    func sessionManager(_ sessionManager: GCKSessionManager, willEnd session: GCKCastSession)

    /// Called when a Cast session has ended.
    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didEnd session: GCKCastSession,
        withError error: (any Error)?
    )

    /// Called when a session failed to start.
    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didFailToStart session: GCKSession,
        withError error: any Error
    )

    /// Called when a Cast session failed to start.
    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didFailToStart session: GCKCastSession,
        withError error: any Error
    )

    /// Called when a session was suspended: its connection was closed, and it can be resumed.
    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didSuspend session: GCKSession,
        with reason: GCKConnectionSuspendReason
    )

    /// Called when a Cast session was suspended.
    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didSuspend session: GCKCastSession,
        with reason: GCKConnectionSuspendReason
    )

    /// Called before a session is resumed, as a new object.
    func sessionManager(_ sessionManager: GCKSessionManager, willResumeSession session: GCKSession)

    /// Called when a session was resumed. Channels and media listeners of the previous object must be added again.
    func sessionManager(_ sessionManager: GCKSessionManager, didResumeSession session: GCKSession)

    /// Called before a Cast session is resumed, as a new object.
    func sessionManager(_ sessionManager: GCKSessionManager, willResumeCastSession session: GCKCastSession)

    /// Called when a Cast session was resumed.
    func sessionManager(_ sessionManager: GCKSessionManager, didResumeCastSession session: GCKCastSession)

    /// Called when the properties of the session's device changed.
    func sessionManager(_ sessionManager: GCKSessionManager, session: GCKSession, didUpdate device: GCKDevice)

    /// Called when the device reported its volume: once after each start, and after each change.
    func sessionManager(
        _ sessionManager: GCKSessionManager,
        session: GCKSession,
        didReceiveDeviceVolume volume: Float,
        muted: Bool
    )

    /// Called when the device of a Cast session reported its volume.
    func sessionManager(
        _ sessionManager: GCKSessionManager,
        castSession session: GCKCastSession,
        didReceiveDeviceVolume volume: Float,
        muted: Bool
    )

    /// Called when the status text of the application changed. Nil if there is none.
    func sessionManager(
        _ sessionManager: GCKSessionManager,
        session: GCKSession,
        didReceiveDeviceStatus statusText: String?
    )

    /// Called when the status text of a Cast session's application changed.
    func sessionManager(
        _ sessionManager: GCKSessionManager,
        castSession session: GCKCastSession,
        didReceiveDeviceStatus statusText: String?
    )

    /// Called when the default session options of a device category were set or removed.
    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didUpdateDefaultSessionOptionsForDeviceCategory category: String
    )
}

extension GCKSessionManagerListener {
    public func sessionManager(_ sessionManager: GCKSessionManager, willStart session: GCKSession) {}

    public func sessionManager(_ sessionManager: GCKSessionManager, didStart session: GCKSession) {}

    public func sessionManager(_ sessionManager: GCKSessionManager, willStart session: GCKCastSession) {}

    public func sessionManager(_ sessionManager: GCKSessionManager, didStart session: GCKCastSession) {}

    public func sessionManager(_ sessionManager: GCKSessionManager, willEnd session: GCKSession) {}

    public func sessionManager(
        _ sessionManager: GCKSessionManager,
        didEnd session: GCKSession,
        withError error: (any Error)?
    ) {}

    public func sessionManager(_ sessionManager: GCKSessionManager, willEnd session: GCKCastSession) {}

    public func sessionManager(
        _ sessionManager: GCKSessionManager,
        didEnd session: GCKCastSession,
        withError error: (any Error)?
    ) {}

    public func sessionManager(
        _ sessionManager: GCKSessionManager,
        didFailToStart session: GCKSession,
        withError error: any Error
    ) {}

    public func sessionManager(
        _ sessionManager: GCKSessionManager,
        didFailToStart session: GCKCastSession,
        withError error: any Error
    ) {}

    public func sessionManager(
        _ sessionManager: GCKSessionManager,
        didSuspend session: GCKSession,
        with reason: GCKConnectionSuspendReason
    ) {}

    public func sessionManager(
        _ sessionManager: GCKSessionManager,
        didSuspend session: GCKCastSession,
        with reason: GCKConnectionSuspendReason
    ) {}

    public func sessionManager(_ sessionManager: GCKSessionManager, willResumeSession session: GCKSession) {}

    public func sessionManager(_ sessionManager: GCKSessionManager, didResumeSession session: GCKSession) {}

    public func sessionManager(_ sessionManager: GCKSessionManager, willResumeCastSession session: GCKCastSession) {}

    public func sessionManager(_ sessionManager: GCKSessionManager, didResumeCastSession session: GCKCastSession) {}

    public func sessionManager(_ sessionManager: GCKSessionManager, session: GCKSession, didUpdate device: GCKDevice) {}

    public func sessionManager(
        _ sessionManager: GCKSessionManager,
        session: GCKSession,
        didReceiveDeviceVolume volume: Float,
        muted: Bool
    ) {}

    public func sessionManager(
        _ sessionManager: GCKSessionManager,
        castSession session: GCKCastSession,
        didReceiveDeviceVolume volume: Float,
        muted: Bool
    ) {}

    public func sessionManager(
        _ sessionManager: GCKSessionManager,
        session: GCKSession,
        didReceiveDeviceStatus statusText: String?
    ) {}

    public func sessionManager(
        _ sessionManager: GCKSessionManager,
        castSession session: GCKCastSession,
        didReceiveDeviceStatus statusText: String?
    ) {}

    public func sessionManager(
        _ sessionManager: GCKSessionManager,
        didUpdateDefaultSessionOptionsForDeviceCategory category: String
    ) {}
}
#endif
