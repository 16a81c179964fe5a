import CastWire
import NIOCore

// The texts of errors about applications.

extension CastError {
    static func launchDenied(by payload: DevicePayload, device: String) -> CastError {
        CastError(
            .launchDenied,
            "The launch was not allowed on \(device). Allow it on the device's screen or in its settings and try again.",
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
                (.launchFailed, "it does not know the application, or the application is not made for such devices")
            case LaunchErrorReason.castInitTimeout:
                (.launchFailed, "the application's page opened, but never reported that it was ready")
            case LaunchErrorReason.cancelled:
                (.launchFailed, "it gave the launch up, because of another one or because the page cannot be opened")
            case LaunchErrorReason.notAllowed:
                (.launchDenied, "it does not allow this application or sender")
            case LaunchErrorReason.badParameter:
                (.invalidRequest, "the application id is not one that it accepts")
            default:
                (.launchFailed, "it reported an error")
            }
        return CastError(
            code,
            "\(device) did not launch the application: \(text)\(payload.reason.map { " (\($0))" } ?? ""). "
                + "Check the application id and try again.",
            device: device,
            payload: payload
        )
    }

    static func closedWhileStarting(device: String) -> CastError {
        CastError(
            .launchFailed,
            "The application appeared on \(device) and was gone again before it was ready. Try again.",
            device: device
        )
    }

    static func appNotRunning(_ wanted: String, running: Application?, device: String) -> CastError {
        let present = running.map { "\($0.displayName ?? "an application") (\($0.appID ?? "no id")) runs there" }
        return CastError(
            .appNotRunning,
            "\(wanted) does not run on \(device); \(present ?? "nothing runs there"). Launch it instead of joining it.",
            device: device
        )
    }

    static func notJoinable(_ application: Application, device: String) -> CastError {
        CastError(
            .appNotRunning,
            "\(application.displayName ?? "The application") runs on \(device), but offers no way to join it; "
                + "it was probably started from a phone.",
            device: device
        )
    }
}

extension ApplicationWait {
    /// What is said when the time is over.
    func timedOut(_ entry: RequestTable.Entry, device: String) -> CastError {
        guard case .running(_, _, let namespaces) = goal, let seen else {
            return CastError.timedOut(entry, device: device)
        }
        let missing = namespaces.filter { !seen.namespaces.contains($0) }.map(\.rawValue)
        let what = missing.isEmpty ? "a way to join it" : missing.joined(separator: ", ")
        return CastError(
            .launchFailed,
            "\(seen.displayName ?? "The application") runs on \(device), but within \(entry.timeout.text) it never "
                + "offered \(what). Ask only for what this application has.",
            device: device
        )
    }
}
