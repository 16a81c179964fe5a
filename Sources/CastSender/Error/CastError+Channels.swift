import CastWire

// The texts of errors about channels.

extension CastError {
    static func unusable(_ namespace: CastNamespace) -> CastError {
        CastError(
            .invalidArgument,
            namespace.isReserved
                ? "The namespace \(namespace) belongs to the Cast protocol. Use one of the application's own."
                : "\"\(namespace)\" is no namespace: it begins with \(CastNamespace.prefix), goes on after that, and has "
                    + "at most \(CastNamespace.maximumLength) bytes."
        )
    }

    static func channelTaken(_ namespace: CastNamespace, device: String) -> CastError {
        CastError(
            .invalidArgument,
            "The session on \(device) has a channel for \(namespace) already. Use that one or remove it first.",
            device: device
        )
    }

    static func channelElsewhere(_ namespace: CastNamespace, device: String) -> CastError {
        CastError(
            .invalidArgument,
            "The channel for \(namespace) is on another session. Remove it there, or make another one for \(device).",
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
                    ? "The channel for \(namespace) is on no session. Add it to one first."
                    : "The channel for \(namespace) is not connected on \(target): the session has no connection, or the "
                        + "application does not offer this namespace.",
                device: device
            )
        case .tooLong(let length):
            return CastError(
                .messageTooLarge,
                "The message for \(target) makes a frame of \(length) bytes; the limit is \(CastFrame.defaultLimit). "
                    + "Send it in parts.",
                device: device
            )
        case .full(let waiting):
            return CastError(
                .queueFull,
                "The message was not sent: \(target) has not read the \(waiting) bytes that wait for it. "
                    + "Wait until the channel is writable.",
                device: device
            )
        }
    }
}
