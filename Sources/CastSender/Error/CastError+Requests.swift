import CastTransport
import CastWire
import NIOCore

// The texts of errors about requests: what was asked of which device, what came back, what to do.

extension CastError {
    static func closed(_ reason: CloseReason, during request: String? = nil, device: String) -> CastError {
        let what = request.map { " before it answered \($0)" } ?? ""
        let code: Code =
            switch reason {
            case .heartbeatLost: .heartbeatLost
            case .appBackgrounded: .appBackgrounded
            default: .connectionClosed
            }
        return CastError(
            code,
            "The connection to \(device) ended\(what): \(reason). Connect again to go on.",
            device: device
        )
    }

    static func timedOut(_ entry: RequestTable.Entry, device: String) -> CastError {
        let what =
            entry.isAcknowledged
            ? "accepted \(entry.type), but nothing came of it within \(entry.timeout.text)"
            : "did not answer \(entry.type) within \(entry.timeout.text)"
        return CastError(
            .requestTimedOut,
            "\(device) \(what). Try again; restart the device if it stays silent.",
            device: device
        )
    }

    static func cancelled(_ request: String, device: String) -> CastError {
        CastError(
            .requestCancelled,
            "\(request) was sent to \(device), but its answer was not waited for; the device may still act on it.",
            device: device
        )
    }

    static func unsent(_ request: String, device: String) -> CastError {
        CastError(
            .requestCancelled,
            "\(request) was not sent to \(device): the task was cancelled.",
            device: device
        )
    }

    static func replaced(_ request: String, device: String) -> CastError {
        CastError(
            .requestReplaced,
            "\(request) was overtaken by a newer one of its kind to \(device), whose answer counts.",
            device: device
        )
    }

    static func sessionEnded(during request: String, device: String) -> CastError {
        CastError(
            .sessionEnded,
            "\(request) cannot be answered: the application on \(device) has ended or dropped this sender. "
                + "Launch or join it again.",
            device: device
        )
    }

    static func tooManyRequests(_ limit: Int, during request: String, device: String) -> CastError {
        CastError(
            .queueFull,
            "\(request) was not sent to \(device): \(limit) requests already wait for an answer. Wait for some of them.",
            device: device
        )
    }

    static func unsent(_ error: CastSocketError, request: String, device: String) -> CastError {
        switch error {
        case .closed(let reason): return closed(CloseReason(reason), during: request, device: device)
        case .unsendable(let error):
            return CastError(
                .messageTooLarge,
                "\(request) cannot be sent to \(device): \(error). Send less at a time.",
                device: device
            )
        case .queueFull(let limit):
            return CastError(
                .queueFull,
                "\(request) was not sent: \(device) has not read the \(limit) bytes that wait for it. Try again later.",
                device: device
            )
        }
    }

    static func notUnderstood(_ request: String, answer: DevicePayload, device: String) -> CastError {
        CastError(
            .invalidResponse,
            "\(device) answered \(request) with a message that cannot be understood"
                + "\(answer.type.map { " (\($0))" } ?? ""). It may be a very old or no real Cast device.",
            device: device,
            payload: answer
        )
    }

    /// The device said no.
    static func refused(_ request: String, by payload: DevicePayload, device: String) -> CastError {
        switch Refusal(payload.fields) {
        case .launchError: return launchRefused(by: payload, device: device)
        case .loadFailed: return loadFailed(by: payload, device: device)
        case .loadCancelled:
            return CastError(
                .loadCancelled,
                "\(device) gave up loading, usually because something else was loaded meanwhile.",
                device: device,
                payload: payload
            )
        case .invalidPlayerState:
            return CastError(
                .invalidPlayerState,
                "\(device) cannot do \(request) in its player's present state. Look at the media status first.",
                device: device,
                payload: payload
            )
        case .error:
            return mediaError(by: payload, during: request, device: device)
        case .invalidRequest, nil:
            return CastError(
                payload.reason == InvalidRequestReason.notSupported.rawValue ? .notSupported : .invalidRequest,
                "\(device) refused \(request) as invalid\(payload.reason.map { ": \($0)" } ?? "")."
                    + advice(for: payload.reason),
                device: device,
                payload: payload
            )
        }
    }

    private static func advice(for reason: String?) -> String {
        switch reason.map(InvalidRequestReason.init(rawValue:)) {
        case InvalidRequestReason.invalidSessionID: " That application no longer runs; look at the device's status."
        case InvalidRequestReason.invalidMediaSessionID: " What played is over; load it again."
        case InvalidRequestReason.invalidCommand: " The application does not know this command or cannot do it now."
        default: ""
        }
    }
}

extension TimeAmount {
    /// `10 s`, `2.5 s`.
    var text: String {
        let milliseconds = nanoseconds / 1_000_000
        if milliseconds % 1000 == 0 { return "\(milliseconds / 1000) s" }
        return "\(Double(milliseconds) / 1000) s"
    }
}
