import CastWire

/// Why a media request is not carried out; the asker gets INVALID_REQUEST with this reason.
struct MediaRequestRefusal: Error, Hashable {
    var reason: InvalidRequestReason
    /// What a person should know besides; nil where the reason says it all.
    var detail: String?

    init(_ reason: InvalidRequestReason, detail: String? = nil) {
        self.reason = reason
        self.detail = detail
    }

    static let invalidParameters = MediaRequestRefusal(.invalidParameters)

    /// A queue that would grow beyond what the device keeps.
    static let queueLimit = MediaRequestRefusal(
        .invalidParameters,
        detail: "a queue has at most \(MediaQueue.itemLimit) items and \(MediaQueue.byteLimit) bytes: remove some first"
    )
}
