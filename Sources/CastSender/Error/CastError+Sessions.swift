import CastWire

// The texts of errors about the one session of a manager.

extension CastError {
    static func sessionExists(on device: String?) -> CastError {
        CastError(
            .sessionExists,
            "There is a session\(device.map { " on \($0)" } ?? "") already, or one is ending. End it and wait for its end "
                + "before another one is started.",
            device: device
        )
    }

    static func noSession(for what: String) -> CastError {
        CastError(.noSession, "There is no session to \(what). Start one first.")
    }

    static func startCancelled(device: String) -> CastError {
        CastError(.requestCancelled, "Starting a session on \(device) was given up.", device: device)
    }

    static func missing(_ namespaces: [CastNamespace], in running: Application, device: String) -> CastError {
        let missing = namespaces.filter { !running.namespaces.contains($0) }.map(\.rawValue).joined(separator: ", ")
        return CastError(
            .namespaceMissing,
            "\(running.displayName ?? "The application") runs on \(device), but does not offer \(missing). Launch an "
                + "application that does.",
            device: device
        )
    }

    /// A session is over for a reason that this sender did not want; nil for one that it did.
    static func ended(_ reason: SessionEndReason, device: String) -> CastError {
        switch reason {
        case .launchFailed(let error): error
        case .connectionLost(let reason): closed(reason, device: device)
        case .notResumed(.deviceUnreachable(let error), _):
            CastError(
                error?.code ?? .connectTimedOut,
                "The session on \(device) could not go on: it was not reached in time. Check that it is on and in this "
                    + "network.",
                device: device,
                cause: error
            )
        case .notResumed(let failure, _):
            CastError(
                .appNotRunning,
                "The session on \(device) could not go on: \(failure). Launch the application again.",
                device: device
            )
        default:
            CastError(.sessionEnded, "The session on \(device) is over: \(reason).", device: device)
        }
    }
}

extension SessionEndReason {
    /// The error by which a session that ended against this sender's wish is reported; nil when it was meant to end.
    public func error(device: CastDevice) -> CastError? {
        isIntended ? nil : CastError.ended(self, device: device.friendlyName)
    }
}
