/// The framing of the Cast socket: a big-endian 32-bit length and that many bytes of one protobuf message.
///
/// Pure functions over bytes; ``CastFrameDecoder`` is the incremental form.
public enum CastFrame {
    /// Bytes before the body.
    public static let headerLength = 4
    /// The largest body that devices send and accept: 65,536 bytes in both directions.
    public static let defaultLimit = 65_536

    /// One decoded frame.
    public struct Decoded: Sendable, Hashable {
        public var message: CastMessage
        /// How many bytes of the input the frame took, header included.
        public var consumed: Int
    }

    /// The frame for a message, ready to be written as one piece.
    ///
    /// - Throws: ``CastFrameError/Code-swift.enum/tooLong`` when the body exceeds the limit.
    public static func encode(_ message: CastMessage, limit: Int = defaultLimit) throws(CastFrameError) -> [UInt8] {
        let body = try CastMessageCodec.encode(message)
        guard body.count <= limit else { throw CastFrameError(.tooLong, length: body.count, limit: limit) }
        var frame: [UInt8] = []
        frame.reserveCapacity(headerLength + body.count)
        withUnsafeBytes(of: UInt32(body.count).bigEndian) { frame.append(contentsOf: $0) }
        frame.append(contentsOf: body)
        return frame
    }

    /// The first frame of these bytes, or nil when more bytes are needed.
    ///
    /// - Throws: ``CastFrameError``; the socket it came from has to be closed then, since nothing tells where the
    ///   next frame starts.
    public static func decode(
        _ bytes: UnsafeRawBufferPointer,
        limit: Int = defaultLimit
    ) throws(CastFrameError)
        -> Decoded?
    {
        guard bytes.count >= headerLength else { return nil }
        let length = Int(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
        guard length <= limit else { throw CastFrameError(.tooLong, length: length, limit: limit) }
        guard bytes.count - headerLength >= length else { return nil }
        let body = UnsafeRawBufferPointer(rebasing: bytes[headerLength..<(headerLength + length)])
        return Decoded(message: try CastMessageCodec.decode(body), consumed: headerLength + length)
    }
}
