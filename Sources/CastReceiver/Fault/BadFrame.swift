import CastWire

/// Bytes that no Cast peer may send.
public enum BadFrame: String, Sendable, Hashable, CaseIterable {
    /// Announces one byte more than a frame may have.
    case tooLong
    /// Announces no bytes at all.
    case empty
    /// A frame of the announced length that is no protobuf message.
    case garbage
    /// The first half of a frame, and then the end of the connection.
    case truncated

    var bytes: [UInt8] {
        switch self {
        case .tooLong: Self.header(CastFrame.defaultLimit + 1) + [0x08, 0x00]
        case .empty: Self.header(0)
        case .garbage: Self.header(12) + [UInt8](repeating: 0xFF, count: 12)
        case .truncated: Self.header(64) + [UInt8](repeating: 0x0A, count: 32)
        }
    }

    private static func header(_ length: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
    }
}
