/// Turns a stream of bytes, however it was cut, into messages.
///
/// Holds at most one incomplete frame: its memory is bounded by the limit plus what was appended last.
public struct CastFrameDecoder: Sendable {
    private var buffer: [UInt8] = []
    private var start = 0
    private let limit: Int

    /// - Parameter limit: The longest acceptable body in bytes; 65,536 by default.
    public init(limit: Int = CastFrame.defaultLimit) {
        self.limit = limit
    }

    /// Bytes of a frame that is not complete yet.
    public var pendingBytes: Int { buffer.count - start }

    /// Takes the next bytes of the stream.
    public mutating func append(_ bytes: some Collection<UInt8>) {
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next complete message, or nil until more bytes come.
    ///
    /// - Throws: ``CastFrameError``; the stream cannot be read any further then.
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

    /// Says that the stream has ended.
    ///
    /// - Throws: ``CastFrameError/Code-swift.enum/truncated`` when it ended within a frame.
    public func finish() throws(CastFrameError) {
        guard pendingBytes == 0 else { throw CastFrameError(.truncated, length: pendingBytes, limit: limit) }
    }
}
