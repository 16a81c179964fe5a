import NIOCore

/// The bytes of a segment, in blocks of one size.
///
/// A segment grows to several megabytes while it is made. Blocks are neither copied when it grows nor larger than needed,
/// and the allocator uses the blocks of old segments for new ones.
struct SegmentData: Sendable, Equatable {
    /// The size of a block in bytes.
    static let blockSize = 256 << 10

    private var blocks: [ByteBuffer] = []
    /// The number of bytes.
    private(set) var count = 0

    init() {}

    init(_ bytes: ByteBuffer) {
        append(bytes)
    }

    mutating func append(_ bytes: ByteBuffer) {
        var rest = bytes
        while rest.readableBytes > 0 {
            if count == blocks.count * Self.blockSize {
                blocks.append(ByteBufferAllocator().buffer(capacity: Self.blockSize))
            }
            let space = blocks.count * Self.blockSize - count
            guard let part = rest.readSlice(length: min(space, rest.readableBytes)) else { return }
            blocks[blocks.count - 1].writeImmutableBuffer(part)
            count += part.readableBytes
        }
    }

    /// Returns a range of bytes; nil if the segment does not contain it. The bytes are copied only if they are in several
    /// blocks.
    func bytes(_ range: Range<Int>) -> ByteBuffer? {
        guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
        var result: ByteBuffer?
        var offset = range.lowerBound
        while offset < range.upperBound {
            let (block, start) = offset.quotientAndRemainder(dividingBy: Self.blockSize)
            let length = min(Self.blockSize - start, range.upperBound - offset)
            guard let part = blocks[block].getSlice(at: start, length: length) else { return nil }
            if result == nil, length == range.count { return part }
            if result == nil { result = ByteBufferAllocator().buffer(capacity: range.count) }
            result?.writeImmutableBuffer(part)
            offset += length
        }
        return result ?? ByteBuffer()
    }
}
