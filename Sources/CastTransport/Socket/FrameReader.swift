// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

/// Decodes messages from the buffers of a byte stream, independent of how the stream was split.
///
/// Complete frames are decoded in place. Only the start of an incomplete frame is copied, so memory is bounded by the
/// frame limit plus the last buffer.
struct FrameReader {
    private var pending = ByteBuffer()
    /// Whether ``pending`` may share its storage with the channel, which would then have to copy it for the next read.
    private var mayShareStorage = false
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// The bytes that have not been decoded yet.
    var pendingBytes: Int { pending.readableBytes }

    /// Whether the pending bytes can already contain a whole frame of maximum length, so that no more need to be read.
    var isFull: Bool { pendingBytes >= limit + CastFrame.headerLength }

    mutating func append(_ buffer: ByteBuffer) {
        if pending.readableBytes == 0 {
            pending = buffer
            mayShareStorage = true
        } else {
            pending.discardReadBytes()
            pending.writeImmutableBuffer(buffer)
        }
    }

    /// Returns the next complete message, or nil until more bytes arrive.
    ///
    /// - Throws: `CastFrameError`. The rest of the stream cannot be decoded then.
    mutating func next() throws(CastFrameError) -> CastMessage? {
        // Nearly every read ends at a frame boundary.
        if pending.readableBytes == 0 {
            releaseSharedStorage()
            return nil
        }
        let limit = limit
        let result = pending.withUnsafeReadableBytes { bytes in
            Result { () throws(CastFrameError) in try CastFrame.decode(bytes, limit: limit) }
        }
        guard let decoded = try result.get() else {
            releaseSharedStorage()
            return nil
        }
        pending.moveReaderIndex(forwardBy: decoded.consumed)
        return decoded.message
    }

    /// Discards all pending bytes.
    mutating func discard() {
        pending = ByteBuffer()
        mayShareStorage = false
    }

    /// Copies the start of the incomplete frame and releases the shared storage.
    private mutating func releaseSharedStorage() {
        guard mayShareStorage else { return }
        pending = pending.readableBytes == 0 ? ByteBuffer() : ByteBuffer(bytes: pending.readableBytesView)
        mayShareStorage = false
    }

    /// The error to report if the stream ends here; nil at a frame boundary.
    var errorAtEnd: CastFrameError? {
        pendingBytes == 0 ? nil : CastFrameError(.truncated, length: pendingBytes, limit: limit)
    }
}
