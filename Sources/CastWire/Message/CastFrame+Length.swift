extension CastFrame {
    /// How many bytes of body ``encode(_:limit:)`` would make of a message, without making them.
    ///
    /// What counts against the limit: the ids, the namespace and the payload in their protobuf form, not the header.
    public static func bodyLength(of message: CastMessage) -> Int {
        let payload: Int =
            switch message.payload {
            case .text(let text): text.utf8.count
            case .binary(let bytes): bytes.count
            }
        // Version and payload type take two bytes each.
        return 4 + fieldLength(message.sourceID.utf8.count) + fieldLength(message.destinationID.utf8.count)
            + fieldLength(message.namespace.rawValue.utf8.count) + fieldLength(payload)
    }

    /// A tag of one byte, the length as varint, and the bytes.
    private static func fieldLength(_ bytes: Int) -> Int {
        var varint = 1
        var rest = bytes >> 7
        while rest > 0 {
            varint += 1
            rest >>= 7
        }
        return 1 + varint + bytes
    }
}
