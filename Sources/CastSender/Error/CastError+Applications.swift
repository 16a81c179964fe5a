// SPDX-License-Identifier: Apache-2.0

import CastWire
import MulticastDNS
import NIOCore

// The texts of errors about applications, session managers, discovery and groups.

// MARK: Applications

extension CastError {
    static func launchDenied(by payload: DevicePayload, device: String) -> CastError {
        CastError(
            .launchDenied,
            "The launch was not allowed on \(device). Allow it on the device's screen or in its settings and "
                + "try again.",
            device: device,
            payload: payload
        )
    }

    static func launchRefused(by payload: DevicePayload, device: String) -> CastError {
        if payload.extendedError == "USER_NOT_ALLOWED" || payload.extendedError == "USER_NOTIFICATIONS_DISABLED" {
            return launchDenied(by: payload, device: device)
        }
        let reason = payload.reason.map(LaunchErrorReason.init(rawValue:))
        let (code, text): (Code, String) =
            switch reason {
            case LaunchErrorReason.notFound:
                (.launchFailed, "the application is unknown, or does not support this kind of device")
            case LaunchErrorReason.castInitTimeout:
                (.launchFailed, "the application's page opened, but did not report that it was ready")
            case LaunchErrorReason.cancelled:
                (.launchFailed, "the launch was canceled by another one, or the application's page could not be opened")
            case LaunchErrorReason.notAllowed:
                (.launchDenied, "it does not allow this application or sender")
            case LaunchErrorReason.badParameter:
                (.invalidRequest, "the application ID is not valid")
            default:
                (.launchFailed, "it reported an error")
            }
        return CastError(
            code,
            "\(device) did not launch the application: \(text)\(payload.reason.map { " (\($0))" } ?? ""). "
                + "Check the application ID and try again.",
            device: device,
            payload: payload
        )
    }

    static func closedWhileStarting(device: String) -> CastError {
        CastError(
            .launchFailed,
            "The application started on \(device), but closed before it was ready. Try again.",
            device: device
        )
    }

    static func appNotRunning(_ subject: String, running: ApplicationStatus?, device: String) -> CastError {
        let present = running.map { "\($0.displayName ?? "an application") (\($0.appID ?? "no id")) is running" }
        return CastError(
            .appNotRunning,
            "\(subject) is not running on \(device); \(present ?? "no application is running"). "
                + "Launch it instead of joining it.",
            device: device
        )
    }

    static func notJoinable(_ application: ApplicationStatus, device: String) -> CastError {
        CastError(
            .appNotRunning,
            "\(application.displayName ?? "The application") is running on \(device), but cannot be joined; "
                + "it was probably started from a phone.",
            device: device
        )
    }
}

extension ApplicationWait {
    /// The error for a wait that timed out.
    func timedOut(_ entry: RequestTable.Entry, device: String) -> CastError {
        guard case .running(_, _, let namespaces) = goal, let seen else {
            return CastError.timedOut(entry, device: device)
        }
        let missing = namespaces.filter { !seen.namespaces.contains($0) }.map(\.rawValue)
        let what = missing.isEmpty ? "an address to join it" : missing.joined(separator: ", ")
        return CastError(
            .launchFailed,
            "\(seen.displayName ?? "The application") runs on \(device), but within \(entry.timeout.text) it did not "
                + "list \(what). Require only what this application supports.",
            device: device
        )
    }
}

// MARK: Session managers

extension CastError {
    static func sessionExists(on device: String?) -> CastError {
        CastError(
            .sessionExists,
            "A session\(device.map { " on \($0)" } ?? "") already exists or is ending. End it and wait for its end "
                + "before starting another one.",
            device: device
        )
    }

    static func noSession(for what: String) -> CastError {
        CastError(.noSession, "There is no session to \(what). Start one first.")
    }

    static func startCancelled(device: String) -> CastError {
        CastError(.requestCancelled, "Starting a session on \(device) was canceled.", device: device)
    }

    static func missing(_ namespaces: [CastNamespace], in running: ApplicationStatus, device: String) -> CastError {
        let missing = namespaces.filter { !running.namespaces.contains($0) }.map(\.rawValue).joined(separator: ", ")
        return CastError(
            .namespaceMissing,
            "\(running.displayName ?? "The application") runs on \(device), but does not list \(missing). Launch an "
                + "application that does.",
            device: device
        )
    }

    /// The error for a session that ended for this reason without the intent of this sender.
    static func ended(_ reason: SessionEndReason, device: String) -> CastError {
        switch reason {
        case .launchFailed(let error): error
        case .connectionLost(let reason): closed(reason, device: device)
        case .notResumed(.deviceUnreachable(let error), _):
            CastError(
                error?.code ?? .connectTimedOut,
                "The session on \(device) could not be resumed: the device did not respond in time. Make sure it's "
                    + "turned on and on the same network.",
                device: device,
                cause: error
            )
        case .notResumed(let failure, _):
            CastError(
                .appNotRunning,
                "The session on \(device) could not be resumed: \(failure). Launch the application again.",
                device: device
            )
        default:
            CastError(.sessionEnded, "The session on \(device) ended: \(reason).", device: device)
        }
    }
}

extension SessionEndReason {
    /// The error for a session that ended without this sender's intent; nil when this sender ended it intentionally.
    public func error(device: CastDevice) -> CastError? {
        isIntended ? nil : CastError.ended(self, device: device.friendlyName)
    }
}

// MARK: Discovery

extension CastError {
    static func notFound(_ text: String, within timeout: Duration, among devices: [CastDevice]) -> CastError {
        let present =
            devices.isEmpty
            ? "No Cast device responded; make sure this machine is on the same network as the device and that "
                + "no firewall blocks UDP port 5353."
            : "Available devices: \(devices.map(\.friendlyName).joined(separator: ", "))."
        var error = CastError(.deviceNotFound, "No device named \"\(text)\" was found within \(timeout). \(present)")
        error.candidates = devices
        return error
    }

    static func ambiguous(_ text: String, _ devices: [CastDevice]) -> CastError {
        let names = devices.map { "\($0.friendlyName) (\($0.id))" }.joined(separator: ", ")
        var error = CastError(
            .deviceAmbiguous,
            "\"\(text)\" matches several devices: \(names). Specify the full name or the ID."
        )
        error.candidates = devices
        return error
    }

    static func noDiscovery(_ error: MDNSError) -> CastError {
        switch error.code {
        case .accessDenied: CastError(.localNetworkDenied, "Cannot search for devices: \(error.reason)", cause: error)
        case .serviceNotDeclared:
            CastError(.servicesNotDeclared, "Cannot search for devices: \(error.reason)", cause: error)
        default:
            CastError(
                .noNetwork,
                "Cannot search for devices: \(error.reason) Check the network connection, or specify the device's "
                    + "address.",
                cause: error
            )
        }
    }
}

// MARK: Groups

extension CastError {
    static func noGroup(device: String, cause: CastError? = nil) -> CastError {
        CastError(
            .notSupported,
            "\(device) is not a group, so it has no members. Use the device itself.",
            device: device,
            payload: cause?.payload,
            cause: cause
        )
    }

    static func memberGone(_ id: String, from status: GroupStatus, group: String) -> CastError {
        let present = status.members.map(\.name).joined(separator: ", ")
        return CastError(
            .groupMemberGone,
            "\(group) has no member \(id)\(present.isEmpty ? "; it has no members" : "; its members are: \(present)"). "
                + "It may have left the group or been turned off.",
            device: group
        )
    }

    static func noMemberVolume(_ member: GroupMember, group: String) -> CastError {
        CastError(
            .notSupported,
            "\(group) does not support setting a member's volume. Connect to \(member.name) and set its volume there.",
            device: group
        )
    }
}
