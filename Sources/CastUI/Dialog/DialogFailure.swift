public import CastSender

/// Why a session did not come about, so that a person can do something.
public struct DialogFailure: Sendable, Equatable {
    public enum Cause: Sendable, Hashable {
        /// Somebody in front of the device did not accept.
        case refused
        case timedOut
        /// The device cannot ask anybody, since its notifications are off.
        case notificationsOff
        /// Casting is off in the device's profile.
        case profileOff
        case unreachable
        /// Nothing that runs on such a device.
        case appUnavailable
        case notGenuine
        /// With a sentence or two.
        case other(String)
    }

    public var device: CastDevice
    public var cause: Cause

    /// Nil for an error that a person wanted, by giving the start up.
    init?(_ error: CastError, device: CastDevice) {
        self.device = device
        let payload = error.payload
        switch error.code {
        case .requestCancelled: return nil
        case .launchDenied:
            switch payload?.extendedError {
            case "USER_NOTIFICATIONS_DISABLED": cause = .notificationsOff
            case nil where payload?.reason == "NOT_ALLOWED": cause = .profileOff
            default: cause = .refused
            }
        case .connectTimedOut, .requestTimedOut: cause = .timedOut
        case .connectFailed, .handshakeFailed, .deviceNotFound, .noNetwork, .heartbeatLost, .connectionClosed:
            cause = .unreachable
        case .launchFailed where payload?.reason == "NOT_FOUND": cause = .appUnavailable
        case .notAuthenticated: cause = .notGenuine
        default: cause = .other(error.reason)
        }
    }

    public var text: Label {
        let name = Phrase.Argument.text(device.friendlyName)
        return switch cause {
        case .refused: Label(.failureRefused, name)
        case .timedOut: Label(.failureTimedOut, name)
        case .notificationsOff: Label(.failureNotificationsOff, name)
        case .profileOff: Label(.failureProfileOff, name)
        case .unreachable: Label(.failureUnreachable, name)
        case .appUnavailable: Label(.failureAppUnavailable, name)
        case .notGenuine: Label(.failureNotGenuine, name)
        case .other(let reason): Label(.failureOther, .text(reason))
        }
    }

    /// Whether to try again may help without anybody changing a setting far away.
    public var canRetry: Bool {
        switch cause {
        case .profileOff, .appUnavailable: false
        default: true
        }
    }
}
