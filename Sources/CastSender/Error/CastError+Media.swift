// SPDX-License-Identifier: Apache-2.0

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
                "\(device) canceled the media before it played, because it was stopped or other media was loaded.",
                device: device
            )
        default:
            CastError(
                .loadFailed,
                "\(device) accepted the media, but ended without playing it"
                    + "\(reason.map { " (\($0.rawValue))" } ?? ""). It cannot reach the address or cannot play the "
                    + "format.",
                device: device
            )
        }
    }

    static func noMediaSession(for request: String, device: String) -> CastError {
        CastError(
            .noMediaSession,
            "\(request) was not sent: no media is loaded on \(device). Load media first.",
            device: device
        )
    }

    static func invalid(_ argument: String, device: String) -> CastError {
        CastError(.invalidArgument, "\(argument); nothing was sent to \(device).", device: device)
    }

    static func itemNotFound(_ itemID: Int, device: String) -> CastError {
        CastError(
            .itemNotFound,
            "The queue on \(device) has no item \(itemID), or no longer has it. Reload the list of items.",
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

    /// The error for an item that does not fit into one message.
    static func itemTooLarge(_ item: QueueItem, at index: Int, bytes: Int, limit: Int, device: String) -> CastError {
        let name = item.media.flatMap { $0.metadata?.title ?? $0.playedURL }.map { " (\($0))" } ?? ""
        return CastError(
            .messageTooLarge,
            "Item \(index)\(name) has \(bytes) bytes; a message to \(device) can hold \(limit). Nothing was sent. "
                + "Make its metadata or custom data smaller.",
            device: device
        )
    }

    static func queueIncomplete(_ partial: PartialQueue, because cause: CastError, device: String) -> CastError {
        var error = CastError(
            .queueIncomplete,
            "\(device) has \(partial.arrivedCount) of \(partial.count) items; the rest was not accepted. "
                + "Insert the missing items again.",
            device: device,
            payload: cause.payload,
            cause: cause
        )
        error.partialQueue = partial
        return error
    }

    private static func meaning(of payload: DevicePayload) -> String {
        let words = payload.detailedErrorCode.map { meaning(of: $0) } ?? "the device gave no details"
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
                "it cannot play this format, or cannot reach the address from its network"
            case .app: "the application reported an error"
            case .image: "the image cannot be shown"
            case .loadInterrupted: "another load replaced it"
            default:
                switch family.rawValue / 100 {
                case 1: "the media cannot be played"
                case 2: "protected media could not be unlocked"
                case 3: "the network failed while a media segment was fetched"
                case 4: "the playlist or manifest cannot be used"
                case 5: "a media segment is corrupt"
                case 6: "the subtitles cannot be used"
                default: "an unknown error occurred"
                }
            }
        return "\(words) (error \(code))"
    }
}

/// The part of a queue that reached the device, when the queue was sent in several messages.
///
/// Ranges are indexes into the items as passed by the caller, starting at 0.
public struct PartialQueue: Sendable, Hashable {
    /// The number of items that were passed.
    public let count: Int
    /// The items that the device accepted, in order.
    public let arrived: [Range<Int>]
    /// The items of a message that was sent and not answered: the device may or may not have them.
    public let uncertain: Range<Int>?
    /// Items that the device does not have.
    public let missing: [Range<Int>]

    /// The number of items that the device accepted for certain.
    public var arrivedCount: Int { arrived.reduce(0) { $0 + $1.count } }

    /// Creates a partial queue; the missing ranges follow from the other ones.
    ///
    /// - Parameters:
    ///   - count: The number of items that were passed.
    ///   - arrived: The accepted ranges, in any order.
    ///   - uncertain: The range that may have been accepted.
    init(count: Int, arrived: [Range<Int>], uncertain: Range<Int>?) {
        self.count = count
        self.arrived = arrived.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
        self.uncertain = uncertain.flatMap { $0.isEmpty ? nil : $0 }
        var missing: [Range<Int>] = []
        var next = 0
        let known = (self.arrived + (self.uncertain.map { [$0] } ?? [])).sorted { $0.lowerBound < $1.lowerBound }
        for range in known {
            if range.lowerBound > next { missing.append(next..<range.lowerBound) }
            next = max(next, range.upperBound)
        }
        if next < count { missing.append(next..<count) }
        self.missing = missing
    }
}
