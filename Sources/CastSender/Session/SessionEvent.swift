// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// An event of the session of a ``SessionManager``. Events are published in order.
///
/// Every `willStart` is followed by one `started` or `failedToStart`; every `willResume` by one `resumed` or `ended`;
/// every `willEnd` by one `ended`. After `failedToStart` or `ended`, there are no further events for that session.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SessionEvent: Sendable {
    /// A session is being started on this device.
    case willStart(CastDevice)
    /// The session is running: requests can be sent.
    case started(CastSession)
    /// The session could not be started.
    case failedToStart(CastDevice, CastError)
    /// The session is about to end, or has ended for a reason outside this sender. The last media status is in
    /// ``CastSession/lastMedia``.
    case willEnd(SessionInformation)
    /// The session has ended. All pending requests have failed before.
    case ended(SessionInformation, SessionEndReason)
    /// The connection was lost, or closed, and the session is kept. All pending requests have failed before.
    case suspended(CastSession, SuspendReason)
    /// The first attempt of a window to resume a session starts.
    case willResume(SessionInformation)
    /// The session has resumed, and its media status is known. After a transfer, ``CastSession/device`` is another
    /// device.
    case resumed(CastSession)
    /// The description of the session's device has changed in discovery.
    case deviceUpdated(CastDevice)
    /// The device volume: after each start and resume, and when level or mute state changed.
    case volumeChanged(CastVolume)
    /// The status text of the application changed; nil when it has none.
    case statusTextChanged(String?)
    /// Whether the device is the active input of the television, and whether the television is in standby; nil if the
    /// device does not know.
    case inputChanged(isActiveInput: Bool?, isStandBy: Bool?)
    /// The session record, which allows another process to resume the session, could not be written.
    case notStored(SessionStoreError)
}

/// A description of a session, which may have ended.
public struct SessionInformation: Sendable, Hashable {
    /// The device of the session.
    public var device: CastDevice
    /// The application's id.
    public var appID: String
    /// The id of the application session.
    public var sessionID: String

    /// Creates the description of a session.
    public init(device: CastDevice, appID: String, sessionID: String) {
        self.device = device
        self.appID = appID
        self.sessionID = sessionID
    }
}

/// The reason why a ``CastSession`` ended.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SessionEndReason: Sendable, Hashable {
    /// This sender stopped the application.
    case stopped
    /// This sender left; the application keeps running.
    case left
    /// Another application replaced this one; nil when it has no id.
    case replaced(byAppID: String?)
    /// The application is gone: it ended, crashed, or another sender stopped it.
    case appClosed
    /// The application is still running, but has disconnected this sender.
    case closedByApp
    /// The application's page failed to load, which devices report about a minute after the launch.
    case launchFailed(CastError)
    /// The connection to the device ended.
    case connectionLost(CloseReason)
    /// The same application was relaunched, which ended this instance.
    case relaunched
    /// The session was moved to another device, and this sender cannot follow it.
    case transferred(to: String)
    /// The session was suspended for the second reason, and could not be resumed for the first.
    case notResumed(ResumeFailure, after: SuspendReason)

    /// Whether this sender ended the session intentionally.
    public var isIntended: Bool { self == .stopped || self == .left }
}

extension SessionEndReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .stopped: "stopped by this sender"
        case .left: "left by this sender"
        case .replaced(let appID): "replaced by another application\(appID.map { " (\($0))" } ?? "")"
        case .appClosed: "the application ended"
        case .closedByApp: "the application disconnected this sender"
        case .launchFailed(let error): error.reason
        case .connectionLost(let reason): "the connection ended: \(reason)"
        case .relaunched: "the application was relaunched by another sender"
        case .transferred(let device): "moved to \(device)"
        case .notResumed(let failure, _): "\(failure)"
        }
    }
}

/// The reason why a session is suspended.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SuspendReason: Sendable, Hashable {
    /// The application that uses this library went to the background.
    case appBackgrounded
    /// The connection was lost.
    case connectionLost(CloseReason)
    /// The network does not reach the device.
    case networkUnreachable
    /// The process ended while the session was running; this process found its record.
    case appTerminated
    /// The session is being moved to another device.
    case transferring
    /// ``SessionManager/suspend(_:)`` was called with the default reason.
    case requested
}

extension SuspendReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .appBackgrounded: "the application went to the background"
        case .connectionLost(let reason): "the connection was lost: \(reason)"
        case .networkUnreachable: "the network is unreachable"
        case .appTerminated: "the process ended"
        case .transferring: "the session is moving to another device"
        case .requested: "suspended by this sender"
        }
    }
}

/// The reason why a suspended session could not be resumed. Resuming never launches an application, so each of these
/// ends the session.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ResumeFailure: Sendable, Hashable {
    /// No application is running on the device, other than an idle screen.
    case appNotRunning
    /// Another application is running on the device; nil when it has no id.
    case otherAppRuns(appID: String?)
    /// The same application is running, but was restarted meanwhile.
    case sessionReplaced
    /// The device was not reached in time; with the error of the last attempt, if there was one.
    case deviceUnreachable(CastError?)
}

extension ResumeFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .appNotRunning: "the application is no longer running"
        case .otherAppRuns(let appID): "another application is running on the device\(appID.map { " (\($0))" } ?? "")"
        case .sessionReplaced: "the application was restarted meanwhile"
        case .deviceUnreachable(let error): "the device was not reached in time\(error.map { ": \($0.reason)" } ?? "")"
        }
    }
}

/// How to end a session.
public enum SessionEndAction: Sendable, Hashable {
    /// Sends CLOSE to the application and to the device, then closes the socket. The application keeps running for
    /// other senders; an application whose last sender leaves this way usually ends itself.
    case leave
    /// Closes the socket without sending CLOSE, as a network failure does. The application keeps running.
    case disconnect
    /// Stops the application for all senders, and waits up to ``SessionManagerOptions/stopTimeout`` (default 2 s) for
    /// the device to confirm it.
    case stop
    /// Leaves the application, then queries the device whether other senders are connected to it, and stops it if there
    /// are none. An application with other senders keeps running; so does an application on a device that does not
    /// report its senders (`senderConnected` was added in 2021), unless it ends itself.
    case stopIfAlone
}

/// The last reported values of a device's status, for reporting only changes.
struct StatusChangeDetector {
    private var volume: CastVolume?
    private var statusText: String?
    private var isActiveInput: Bool?
    private var isStandBy: Bool?

    /// Returns the events for the changes in a status.
    mutating func changes(in status: ReceiverStatus) -> [SessionEvent] {
        var events: [SessionEvent] = []
        if let volume = status.volume, volume.level != self.volume?.level || volume.muted != self.volume?.muted {
            self.volume = volume
            events.append(.volumeChanged(volume))
        }
        let text = status.runningApplication?.statusText
        if text != statusText {
            statusText = text
            events.append(.statusTextChanged(text))
        }
        if status.isActiveInput != isActiveInput || status.isStandBy != isStandBy {
            isActiveInput = status.isActiveInput
            isStandBy = status.isStandBy
            events.append(.inputChanged(isActiveInput: isActiveInput, isStandBy: isStandBy))
        }
        return events
    }
}
