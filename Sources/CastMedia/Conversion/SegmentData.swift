// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The bytes of a segment, in blocks of one size.
///
/// A segment grows to several megabytes while it is made. Blocks are neither copied when it grows nor larger than needed,
/// and the allocator uses the blocks of old segments for new ones.
struct SegmentData: Sendable, Equatable {
    /// The size of a block in bytes.
    static let blockSize = 256 << 10

    private var blocks: [ByteBuffer] = []
    /// The number of blocks that were dropped.
    private var droppedBlocks = 0
    /// The number of bytes, with those that were dropped.
    private(set) var count = 0

    init() {}

    init(_ bytes: ByteBuffer) {
        append(bytes)
    }

    mutating func append(_ bytes: ByteBuffer) {
        var rest = bytes
        while rest.readableBytes > 0 {
            var end = (droppedBlocks + blocks.count) * Self.blockSize
            if count == end {
                blocks.append(ByteBufferAllocator().buffer(capacity: Self.blockSize))
                end += Self.blockSize
            }
            let space = end - count
            guard let part = rest.readSlice(length: min(space, rest.readableBytes)) else { return }
            blocks[blocks.count - 1].writeImmutableBuffer(part)
            count += part.readableBytes
        }
    }

    /// The number of bytes that are in memory.
    var storedSize: Int { count - droppedBlocks * Self.blockSize }

    /// Drops the blocks that end at or before a position.
    mutating func drop(before position: Int) {
        let drops = min(position, count) / Self.blockSize - droppedBlocks
        guard drops > 0 else { return }
        blocks.removeFirst(drops)
        droppedBlocks += drops
    }

    /// Returns the bytes from a position to the end of its block; nil if the block is not full, or without bytes.
    ///
    /// - Parameters:
    ///   - position: The position, which has not been dropped.
    ///   - isComplete: Whether no bytes follow, so that the last block is as full as it will be.
    func block(at position: Int, isComplete: Bool) -> ByteBuffer? {
        let end = min((position / Self.blockSize + 1) * Self.blockSize, count)
        guard end > position, isComplete || end.isMultiple(of: Self.blockSize) else { return nil }
        return bytes(position..<end)
    }

    /// Returns a range of bytes; nil if the segment does not contain it or has dropped it. The bytes are copied only if they are in several
    /// blocks.
    func bytes(_ range: Range<Int>) -> ByteBuffer? {
        guard range.lowerBound >= droppedBlocks * Self.blockSize, range.upperBound <= count else { return nil }
        var result: ByteBuffer?
        var offset = range.lowerBound
        while offset < range.upperBound {
            let (block, start) = offset.quotientAndRemainder(dividingBy: Self.blockSize)
            let length = min(Self.blockSize - start, range.upperBound - offset)
            guard let part = blocks[block - droppedBlocks].getSlice(at: start, length: length) else { return nil }
            if result == nil, length == range.count { return part }
            if result == nil { result = ByteBufferAllocator().buffer(capacity: range.count) }
            result?.writeImmutableBuffer(part)
            offset += length
        }
        return result ?? ByteBuffer()
    }
}
