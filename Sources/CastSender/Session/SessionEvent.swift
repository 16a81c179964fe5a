public import CastWire

/// What happens to the session of a ``SessionManager``, in the order in which it happens.
///
/// Every `willStart` is followed by one `started` or `failedToStart`; every `willResume` by one `resumed` or `ended`;
/// `ended` follows `willEnd`. After `failedToStart` or `ended` nothing more is said about that session.
public enum SessionEvent: Sendable {
    /// A session is being started on this device.
    case willStart(CastDevice)
    /// It runs: requests can be made.
    case started(CastSession)
    case failedToStart(CastDevice, CastError)
    /// The session is about to end, or has been ended from elsewhere. What played is in ``CastSession/lastMedia``.
    case willEnd(SessionInformation)
    /// Over. Everything that waited has been answered.
    case ended(SessionInformation, SessionEndReason)
    /// The connection is gone and the session is not. Everything that waited has been answered.
    case suspended(CastSession, SuspendReason)
    /// The first try of a window to go on with a session begins.
    case willResume(SessionInformation)
    /// The session goes on. ``CastSession/device`` is another one after a transfer; what plays is known.
    case resumed(CastSession)
    /// Discovery says something new about the session's device.
    case deviceUpdated(CastDevice)
    /// The device's volume: after each start and resume, and when level or mute changed.
    case volumeChanged(Volume)
    /// The text that the application shows; nil when it shows none.
    case statusTextChanged(String?)
    /// Whether the device is the television's chosen input, and whether the television is in stand-by; nil where
    /// the device does not know.
    case inputChanged(isActiveInput: Bool?, isStandBy: Bool?)
    /// The record by which another process could go on with the session was not written.
    case notStored(SessionStoreError)
}

/// Which session is meant.
public struct SessionInformation: Sendable, Hashable {
    public var device: CastDevice
    /// The application's id.
    public var appID: String
    /// The id of this run of the application.
    public var sessionID: String

    public init(device: CastDevice, appID: String, sessionID: String) {
        self.device = device
        self.appID = appID
        self.sessionID = sessionID
    }
}
