// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import NIOCore

// The texts of errors about requests and channels: what failed on which device, why, and what to do.

// MARK: Requests

extension CastError {
    static func closed(_ reason: CloseReason, during request: String? = nil, device: String) -> CastError {
        let what = request.map { " before \($0) was answered" } ?? ""
        let code: Code =
            switch reason {
            case .heartbeatLost: .heartbeatLost
            case .appBackgrounded: .appBackgrounded
            default: .connectionClosed
            }
        return CastError(
            code,
            "The connection to \(device) ended\(what): \(reason). Connect again to continue.",
            device: device
        )
    }

    static func timedOut(_ entry: RequestTable.Entry, device: String) -> CastError {
        let what =
            entry.isAcknowledged
            ? "accepted \(entry.type), but it had no effect within \(entry.timeout.text)"
            : "did not answer \(entry.type) within \(entry.timeout.text)"
        return CastError(
            .requestTimedOut,
            "\(device) \(what). Try again; restart the device if it does not respond.",
            device: device
        )
    }

    static func cancelled(_ request: String, device: String) -> CastError {
        CastError(
            .requestCancelled,
            "\(request) was sent to \(device), but waiting for its reply was canceled; the device may execute it.",
            device: device
        )
    }

    static func unsent(_ request: String, device: String) -> CastError {
        CastError(
            .requestCancelled,
            "\(request) was not sent to \(device): the task was canceled.",
            device: device
        )
    }

    static func replaced(_ request: String, device: String) -> CastError {
        CastError(
            .requestReplaced,
            "\(request) to \(device) was replaced by a newer request of the same kind.",
            device: device
        )
    }

    static func sessionEnded(during request: String, device: String) -> CastError {
        CastError(
            .sessionEnded,
            "\(request) failed: the application on \(device) has ended or disconnected this sender. "
                + "Launch or join it again.",
            device: device
        )
    }

    static func tooManyRequests(_ limit: Int, during request: String, device: String) -> CastError {
        CastError(
            .queueFull,
            "\(request) was not sent to \(device): \(limit) requests are already waiting for a reply. Try again later.",
            device: device
        )
    }

    static func unsent(_ error: CastSocketError, request: String, device: String) -> CastError {
        switch error {
        case .closed(let reason): return closed(CloseReason(reason), during: request, device: device)
        case .unsendable(let error):
            return CastError(
                .messageTooLarge,
                "\(request) cannot be sent to \(device): \(error). Send less data at a time.",
                device: device
            )
        case .queueFull(let limit):
            // The socket closes when its queue is full.
            return CastError(
                .queueFull,
                "\(request) was not sent: more than \(limit) bytes would be waiting to be sent to \(device), so the "
                    + "connection was closed. Connect again to continue.",
                device: device
            )
        }
    }

    static func unexpectedReply(_ request: String, answer: DevicePayload, device: String) -> CastError {
        CastError(
            .invalidResponse,
            "\(device) answered \(request) with an unexpected message"
                + "\(answer.type.map { " (\($0))" } ?? ""). The device is too old to support this, or is not "
                + "a Cast device.",
            device: device,
            payload: answer
        )
    }

    /// The error for a request that the device rejected.
    static func refused(_ request: String, by payload: DevicePayload, device: String) -> CastError {
        switch Refusal(payload.fields) {
        case .launchError: return launchRefused(by: payload, device: device)
        case .loadFailed: return loadFailed(by: payload, device: device)
        case .loadCancelled:
            return CastError(
                .loadCancelled,
                "\(device) canceled loading, usually because other media was loaded.",
                device: device,
                payload: payload
            )
        case .invalidPlayerState:
            return CastError(
                .invalidPlayerState,
                "\(device) cannot execute \(request) in the current state of its player. Check the media status first.",
                device: device,
                payload: payload
            )
        case .error:
            return mediaError(by: payload, during: request, device: device)
        case .invalidRequest, nil:
            return CastError(
                payload.reason == InvalidRequestReason.notSupported.rawValue ? .notSupported : .invalidRequest,
                "\(device) rejected \(request) as invalid\(payload.reason.map { ": \($0)" } ?? "")."
                    + advice(for: payload.reason),
                device: device,
                payload: payload
            )
        }
    }

    private static func advice(for reason: String?) -> String {
        switch reason.map(InvalidRequestReason.init(rawValue:)) {
        case InvalidRequestReason.invalidSessionID: " The application is no longer running; check the device's status."
        case InvalidRequestReason.invalidMediaSessionID: " The media session has ended; load the media again."
        case InvalidRequestReason.invalidCommand: " The application does not support the command in this state."
        default: ""
        }
    }
}

extension TimeAmount {
    /// The time in seconds, such as `10 s` or `2.5 s`.
    var text: String {
        let milliseconds = nanoseconds / 1_000_000
        if milliseconds % 1000 == 0 { return "\(milliseconds / 1000) s" }
        return "\(Double(milliseconds) / 1000) s"
    }
}

// MARK: Channels

extension CastError {
    static func unusable(_ namespace: CastNamespace) -> CastError {
        CastError(
            .invalidArgument,
            namespace.isReserved
                ? "The namespace \(namespace) belongs to the Cast protocol. Use one of the application's own."
                : "\"\(namespace)\" is not a valid namespace: it must start with \(CastNamespace.prefix), "
                    + "continue after it, and have at most \(CastNamespace.maximumLength) bytes."
        )
    }

    static func channelTaken(_ namespace: CastNamespace, device: String) -> CastError {
        CastError(
            .invalidArgument,
            "The session on \(device) already has a channel for \(namespace). Use that channel, or remove it first.",
            device: device
        )
    }

    static func channelElsewhere(_ namespace: CastNamespace, device: String) -> CastError {
        CastError(
            .invalidArgument,
            "The channel for \(namespace) is on another session. Remove it there, or create another one for \(device).",
            device: device
        )
    }

    static func notSent(_ refusal: ChannelTable.Refusal, in namespace: CastNamespace, device: String?) -> CastError {
        let target = device ?? "the device"
        switch refusal {
        case .notConnected:
            return CastError(
                .channelNotConnected,
                device == nil
                    ? "The channel for \(namespace) does not belong to a session. Add it to one first."
                    : "The channel for \(namespace) is not connected on \(target): the session has no connection, or "
                        + "the application does not list this namespace.",
                device: device
            )
        case .tooLong(let length):
            return CastError(
                .messageTooLarge,
                "The message for \(target) has \(length) bytes as a frame; the limit is \(CastFrame.defaultLimit). "
                    + "Split it into smaller messages.",
                device: device
            )
        case .full(let waiting):
            return CastError(
                .queueFull,
                "The message was not sent: \(waiting) bytes are still waiting to be sent to \(target). "
                    + "Wait until the channel is writable.",
                device: device
            )
        }
    }
}
