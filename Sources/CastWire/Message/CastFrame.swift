// SPDX-License-Identifier: Apache-2.0

/// The framing of the Cast socket: a big-endian 32-bit length, followed by a protobuf message of that many bytes.
///
/// The functions are stateless; ``CastFrameDecoder`` decodes a stream incrementally.
public enum CastFrame {
    /// The length of the header, in bytes.
    public static let headerLength = 4
    /// The largest body that devices send and accept: 65,536 bytes in both directions.
    public static let defaultLimit = 65_536

    /// A decoded frame.
    public struct Decoded: Sendable, Hashable {
        /// The message in the frame.
        public var message: CastMessage
        /// The number of input bytes that the frame occupies, including its header.
        public var consumed: Int
    }

    /// Encodes a message as a frame.
    ///
    /// - Parameters:
    ///   - message: The message to encode.
    ///   - limit: The maximum length of the body, in bytes. Default 65,536.
    /// - Throws: ``CastFrameError``: `tooLong` if the body exceeds the limit, `incomplete` if an ID or the namespace is
    ///   empty.
    public static func encode(_ message: CastMessage, limit: Int = defaultLimit) throws(CastFrameError) -> [UInt8] {
        guard !message.sourceID.isEmpty, !message.destinationID.isEmpty, !message.namespace.rawValue.isEmpty else {
            throw CastFrameError(.incomplete)
        }
        let length = bodyLength(of: message)
        guard length <= limit, let header = UInt32(exactly: length) else {
            throw CastFrameError(.tooLong, length: length, limit: limit)
        }
        var frame: [UInt8] = []
        frame.reserveCapacity(headerLength + length)
        withUnsafeBytes(of: header.bigEndian) { frame.append(contentsOf: $0) }
        CastMessageCodec.append(message, to: &frame)
        return frame
    }

    /// Decodes the first frame, or returns nil if more bytes are needed.
    ///
    /// - Throws: ``CastFrameError``. The socket must be closed then, because the start of the next frame is unknown.
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

extension CastFrame {
    /// Returns the length of the body that ``encode(_:limit:)`` would produce for a message, in bytes, without encoding
    /// it.
    ///
    /// The body counts toward the limit. It consists of the IDs, the namespace and the payload as protobuf fields; the
    /// frame header is not included.
    public static func bodyLength(of message: CastMessage) -> Int { CastMessageCodec.length(of: message) }
}

/// Decodes messages from a byte stream, independent of how the network split it.
///
/// Its memory is bounded by the frame limit plus the bytes appended last, because it holds at most one incomplete
/// frame.
public struct CastFrameDecoder: Sendable {
    private var buffer: [UInt8] = []
    private var start = 0
    private let limit: Int

    /// Creates a decoder.
    ///
    /// - Parameter limit: The longest accepted body, in bytes. Default 65,536.
    public init(limit: Int = CastFrame.defaultLimit) {
        self.limit = limit
    }

    /// The number of bytes of the incomplete frame.
    public var pendingBytes: Int { buffer.count - start }

    /// Appends the next bytes of the stream.
    public mutating func append(_ bytes: some Collection<UInt8>) {
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// Returns the next complete message, or nil until more bytes are appended.
    ///
    /// - Throws: ``CastFrameError``. The rest of the stream cannot be decoded then.
    public mutating func next() throws(CastFrameError) -> CastMessage? {
        let from = start
        let limit = limit
        let result = buffer.withUnsafeBytes { bytes in
            Result { () throws(CastFrameError) in
                try CastFrame.decode(UnsafeRawBufferPointer(rebasing: bytes[from...]), limit: limit)
            }
        }
        guard let decoded = try result.get() else { return nil }
        start += decoded.consumed
        return decoded.message
    }

    /// Checks that the stream ended between two frames.
    ///
    /// - Throws: ``CastFrameError/Code-swift.enum/truncated`` if it ended within a frame.
    public func finish() throws(CastFrameError) {
        guard pendingBytes == 0 else { throw CastFrameError(.truncated, length: pendingBytes, limit: limit) }
    }
}

/// The error that is thrown when a frame cannot be encoded or decoded.
public struct CastFrameError: Error, Sendable, Hashable {
    /// The kind of error.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Code: Sendable, Hashable {
        /// The body is longer than the limit.
        case tooLong
        /// The body is not a protobuf message, lacks a required field, or contains text that is not UTF-8.
        case notProtobuf
        /// The message has no namespace, source, destination, or payload of its payload type.
        case incomplete
        /// The other end closed the connection within a frame.
        case truncated
    }

    /// What is wrong with the frame.
    public var code: Code
    /// The length of the frame's body, in bytes, as announced in its header.
    public var length: Int
    /// The limit in effect, in bytes.
    public var limit: Int

    /// Creates an error.
    public init(_ code: Code, length: Int = 0, limit: Int = CastFrame.defaultLimit) {
        self.code = code
        self.length = length
        self.limit = limit
    }
}

extension CastFrameError: CustomStringConvertible {
    public var description: String {
        switch code {
        case .tooLong: "a frame of \(length) bytes, more than the \(limit) that Cast devices accept"
        case .notProtobuf: "a frame of \(length) bytes that is not a Cast message"
        case .incomplete: "a Cast message without namespace, source, destination or payload"
        case .truncated: "an incomplete frame before the connection was closed"
        }
    }
}
