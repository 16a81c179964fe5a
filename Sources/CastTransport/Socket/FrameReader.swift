import CastWire
import NIOCore

/// Turns the buffers of a stream, however it was cut, into messages.
///
/// Whole frames are decoded where they arrived; only the start of an incomplete one is kept, so that memory is
/// bounded by the frame limit plus the last buffer.
struct FrameReader {
    private var pending = ByteBuffer()
    /// True while ``pending`` may share its storage with the channel, which would have to copy it to go on.
    private var isBorrowed = false
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Bytes that have not become messages yet.
    var pendingBytes: Int { pending.readableBytes }

    /// True when the unread bytes could already be a whole frame, so that more need not be read.
    var isFull: Bool { pendingBytes >= limit + CastFrame.headerLength }

    mutating func append(_ buffer: ByteBuffer) {
        if pending.readableBytes == 0 {
            pending = buffer
            isBorrowed = true
        } else {
            pending.discardReadBytes()
            pending.writeImmutableBuffer(buffer)
        }
    }

    /// The next complete message, or nil until more bytes come.
    ///
    /// - Throws: `CastFrameError`; the stream cannot be read any further then.
    mutating func next() throws(CastFrameError) -> CastMessage? {
        // Nearly every read ends with a whole frame.
        if pending.readableBytes == 0 {
            giveBack()
            return nil
        }
        let limit = limit
        let result = pending.withUnsafeReadableBytes { bytes in
            Result { () throws(CastFrameError) in try CastFrame.decode(bytes, limit: limit) }
        }
        guard let decoded = try result.get() else {
            giveBack()
            return nil
        }
        pending.moveReaderIndex(forwardBy: decoded.consumed)
        return decoded.message
    }

    /// Forgets what was not read.
    mutating func discard() {
        pending = ByteBuffer()
        isBorrowed = false
    }

    /// Keeps the start of the incomplete frame, and nothing else.
    private mutating func giveBack() {
        guard isBorrowed else { return }
        pending = pending.readableBytes == 0 ? ByteBuffer() : ByteBuffer(bytes: pending.readableBytesView)
        isBorrowed = false
    }

    /// The error of a stream that ended here; nil when it ended between two frames.
    var errorAtEnd: CastFrameError? {
        pendingBytes == 0 ? nil : CastFrameError(.truncated, length: pendingBytes, limit: limit)
    }
}
