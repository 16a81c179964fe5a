// SPDX-License-Identifier: Apache-2.0

public import CastSender

/// The reason why a session failed to start, with a text that helps the user to resolve it.
public struct DialogFailure: Sendable, Equatable {
    /// Why a session could not be started.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Cause: Sendable, Hashable {
        /// A user of the device did not accept the request.
        case refused
        case timedOut
        /// The device cannot show the request, because its notifications are turned off.
        case notificationsOff
        /// Casting is turned off in the device's profile.
        case profileOff
        case unreachable
        /// The app's receiver application is not available for this device.
        case appUnavailable
        /// Device authentication failed.
        case notGenuine
        /// Another error, with its description.
        case other(String)
    }

    /// The device of the session.
    public var device: CastDevice
    /// Why the session could not be started.
    public var cause: Cause

    /// Creates a failure; nil if the user canceled the start of the session.
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
        case .connectFailed, .handshakeFailed, .deviceNotFound, .noNetwork, .localNetworkDenied, .servicesNotDeclared,
            .heartbeatLost, .connectionClosed:
            cause = .unreachable
        case .launchFailed where payload?.reason == "NOT_FOUND": cause = .appUnavailable
        case .notAuthenticated: cause = .notGenuine
        default: cause = .other(error.reason)
        }
    }

    /// The description of the failure.
    public var text: ControlLabel {
        let name = Phrase.Argument.text(device.friendlyName)
        return switch cause {
        case .refused: ControlLabel(.failureRefused, name)
        case .timedOut: ControlLabel(.failureTimedOut, name)
        case .notificationsOff: ControlLabel(.failureNotificationsOff, name)
        case .profileOff: ControlLabel(.failureProfileOff, name)
        case .unreachable: ControlLabel(.failureUnreachable, name)
        case .appUnavailable: ControlLabel(.failureAppUnavailable, name)
        case .notGenuine: ControlLabel(.failureNotGenuine, name)
        case .other(let reason): ControlLabel(.failureOther, .text(reason))
        }
    }

    /// Whether a retry can succeed without a change to the device's settings or to the app.
    public var canRetry: Bool {
        switch cause {
        case .profileOff, .appUnavailable: false
        default: true
        }
    }
}

/// A possible cause of an empty device list, with a suggestion.
public struct HelpItem: Sendable, Equatable {
    /// What the user can do about a cause.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Action: Sendable, Hashable {
        case openSettings, retry, learnMore
    }

    /// The cause, in a few words.
    public var title: ControlLabel
    /// The description of the cause.
    public var text: ControlLabel
    /// What the user can do about it; nil if nothing.
    public var action: Action?
}

extension CastUIState {
    /// The possible causes, the most likely first.
    var help: [HelpItem] {
        var items: [HelpItem] = []
        switch discovery.problem {
        case .servicesNotDeclared?:
            items.append(
                HelpItem(
                    title: ControlLabel(.helpServicesTitle),
                    text: ControlLabel(.helpServicesText),
                    action: .learnMore
                )
            )
        case .blocked(let reason)?:
            let text = ControlLabel(.helpBlockedText, .text(reason))
            items.append(HelpItem(title: ControlLabel(.helpBlockedTitle), text: text, action: .retry))
        case .permissionDenied?, nil: break
        }
        let permission = HelpItem(
            title: ControlLabel(.helpPermissionTitle),
            text: ControlLabel(.helpPermissionText),
            action: .openSettings
        )
        let isDenied = platformState.permission == .denied || discovery.problem == .permissionDenied
        if isDenied { items.append(permission) }
        if platformState.network == .absent {
            items.append(
                HelpItem(
                    title: ControlLabel(.helpNoNetworkTitle),
                    text: ControlLabel(.helpNoNetworkText),
                    action: .retry
                )
            )
        } else {
            let key: TextKey =
                switch platformState.idiom {
                case .phone: .helpWiFiPhone
                case .tablet: .helpWiFiTablet
                case .computer, .television: .helpWiFiComputer
                // The browser may run on another machine than the remote, such as a phone.
                case .web: .helpWiFiWeb
                }
            items.append(HelpItem(title: ControlLabel(.helpWiFiTitle), text: ControlLabel(key), action: .retry))
        }
        if !isDenied, platformState.permission == .notRequested || platformState.permission == .granted {
            items.append(permission)
        }
        return items
    }
}
