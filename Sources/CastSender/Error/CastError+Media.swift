import CastWire

// The texts of errors about media.

extension CastError {
    static func loadFailed(by payload: DevicePayload, device: String) -> CastError {
        CastError(
            .loadFailed,
            "\(device) could not load the media: \(meaning(of: payload)).",
            device: device,
            payload: payload
        )
    }

    static func mediaError(by payload: DevicePayload, during request: String? = nil, device: String) -> CastError {
        CastError(
            .mediaError,
            "\(device) reported an error\(request.map { " in answer to \($0)" } ?? " while playing"): "
                + "\(meaning(of: payload)).",
            device: device,
            payload: payload
        )
    }

    static func endedBeforePlaying(_ reason: IdleReason?, device: String) -> CastError {
        switch reason {
        case IdleReason.cancelled, IdleReason.interrupted:
            CastError(
                .loadCancelled,
                "\(device) gave up the media before it played, because it was stopped or something else was loaded.",
                device: device
            )
        default:
            CastError(
                .loadFailed,
                "\(device) accepted the media and then ended without playing it"
                    + "\(reason.map { " (\($0.rawValue))" } ?? ""). It cannot reach the address or cannot play the format.",
                device: device
            )
        }
    }

    static func noMediaSession(for request: String, device: String) -> CastError {
        CastError(
            .noMediaSession,
            "\(request) was not sent: nothing is loaded on \(device). Load something first.",
            device: device
        )
    }

    static func invalid(_ argument: String, device: String) -> CastError {
        CastError(.invalidArgument, "\(argument); nothing was sent to \(device).", device: device)
    }

    static func itemNotFound(_ itemID: Int, device: String) -> CastError {
        CastError(
            .itemNotFound,
            "The queue on \(device) has no item \(itemID), or not any more. Look at its items again.",
            device: device
        )
    }

    static func noItem(at index: Int, of count: Int, device: String) -> CastError {
        CastError(
            .itemNotFound,
            "The queue on \(device) has \(count) items, none at index \(index).",
            device: device
        )
    }

    /// An item that no message can carry.
    static func itemTooLarge(_ item: QueueItem, at index: Int, bytes: Int, limit: Int, device: String) -> CastError {
        let name = item.media.flatMap { $0.metadata?.title ?? $0.playedURL }.map { " (\($0))" } ?? ""
        return CastError(
            .messageTooLarge,
            "Item \(index)\(name) takes \(bytes) bytes, of which a message to \(device) holds \(limit); nothing was sent. "
                + "Make its metadata or custom data smaller.",
            device: device
        )
    }

    static func queueIncomplete(_ partial: PartialQueue, because cause: CastError, device: String) -> CastError {
        var error = CastError(
            .queueIncomplete,
            "\(device) has \(partial.arrivedCount) of \(partial.count) items; the rest was not taken. "
                + "Insert what is missing again.",
            device: device,
            payload: cause.payload,
            cause: cause
        )
        error.partialQueue = partial
        return error
    }

    private static func meaning(of payload: DevicePayload) -> String {
        let words = payload.detailedErrorCode.map { meaning(of: $0) } ?? "it gave no details"
        return payload.reason.map { "\(words), \($0)" } ?? words
    }

    private static func meaning(of code: DetailedErrorCode) -> String {
        let family = code.family
        let words: String =
            switch family {
            case .mediaAborted: "loading was aborted"
            case .mediaDecode: "the media cannot be decoded"
            case .mediaNetwork: "the network failed while the media was fetched"
            case .mediaSourceNotSupported:
                "it cannot play this format, or cannot reach the address from where it stands"
            case .app: "the application reported an error"
            case .image: "the picture cannot be shown"
            case .loadInterrupted: "another load took its place"
            default:
                switch family.rawValue / 100 {
                case 1: "the media cannot be played"
                case 2: "protected media could not be unlocked"
                case 3: "the network failed while a part was fetched"
                case 4: "the playlist or manifest cannot be used"
                case 5: "a media segment is broken"
                case 6: "the subtitles cannot be used"
                default: "an error of a kind it did not explain"
                }
            }
        return "\(words) (error \(code))"
    }
}
