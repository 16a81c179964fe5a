import CastWire

/// Why a media request is not carried out; the asker gets INVALID_REQUEST with this reason.
struct MediaRequestRefusal: Error, Hashable {
    var reason: InvalidRequestReason

    init(_ reason: InvalidRequestReason) { self.reason = reason }

    static let invalidParameters = MediaRequestRefusal(.invalidParameters)
}
