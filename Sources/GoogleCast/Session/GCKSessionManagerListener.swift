public import Foundation

/// Hears of the life of sessions.
///
/// Most events come twice for a Cast session: as of any session, then as of a Cast session.
@preconcurrency
@MainActor
public protocol GCKSessionManagerListener: NSObjectProtocol {
    /// A session is being started; it has no id yet.
    func sessionManager(_ sessionManager: GCKSessionManager, willStart session: GCKSession)

    /// The session has started: media can be loaded.
    func sessionManager(_ sessionManager: GCKSessionManager, didStart session: GCKSession)

    func sessionManager(_ sessionManager: GCKSessionManager, willStart session: GCKCastSession)

    func sessionManager(_ sessionManager: GCKSessionManager, didStart session: GCKCastSession)

    /// The session is about to end; what plays can still be read.
    func sessionManager(_ sessionManager: GCKSessionManager, willEnd session: GCKSession)

    /// The session is over.
    ///
    /// - Parameter error: Why; nil when it was meant to end.
    func sessionManager(_ sessionManager: GCKSessionManager, didEnd session: GCKSession, withError error: (any Error)?)

    func sessionManager(_ sessionManager: GCKSessionManager, willEnd session: GCKCastSession)

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didEnd session: GCKCastSession,
        withError error: (any Error)?
    )

    /// The session did not start.
    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didFailToStart session: GCKSession,
        withError error: any Error
    )

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didFailToStart session: GCKCastSession,
        withError error: any Error
    )

    /// The connection is gone and the session is not.
    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didSuspend session: GCKSession,
        with reason: GCKConnectionSuspendReason
    )

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didSuspend session: GCKCastSession,
        with reason: GCKConnectionSuspendReason
    )

    /// A session is being gone on with, as a new object.
    func sessionManager(_ sessionManager: GCKSessionManager, willResumeSession session: GCKSession)

    /// The session goes on. Channels and listeners of the former object are to be added again.
    func sessionManager(_ sessionManager: GCKSessionManager, didResumeSession session: GCKSession)

    func sessionManager(_ sessionManager: GCKSessionManager, willResumeCastSession session: GCKCastSession)

    func sessionManager(_ sessionManager: GCKSessionManager, didResumeCastSession session: GCKCastSession)

    /// Discovery says something new of the session's device.
    func sessionManager(_ sessionManager: GCKSessionManager, session: GCKSession, didUpdate device: GCKDevice)

    /// The device reports its volume: once after each start, and when it has changed.
    func sessionManager(
        _ sessionManager: GCKSessionManager,
        session: GCKSession,
        didReceiveDeviceVolume volume: Float,
        muted: Bool
    )

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        castSession session: GCKCastSession,
        didReceiveDeviceVolume volume: Float,
        muted: Bool
    )

    /// The application shows another text; nil for none.
    func sessionManager(
        _ sessionManager: GCKSessionManager,
        session: GCKSession,
        didReceiveDeviceStatus statusText: String?
    )

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        castSession session: GCKCastSession,
        didReceiveDeviceStatus statusText: String?
    )

    /// The options with which sessions of a category start were set or removed.
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
