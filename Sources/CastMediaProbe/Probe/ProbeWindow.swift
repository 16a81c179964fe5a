// SPDX-License-Identifier: Apache-2.0

/// A reader that buffers one part of a file and enforces ``MediaProbeLimits``.
struct ProbeWindow: Sendable {
    /// The size of the file in bytes: as the caller specified, or an upper bound after a read that returned fewer bytes
    /// than requested.
    private(set) var size: UInt64?
    /// The detected container, for errors.
    var container: MediaFacts.Container?
    private let limits: MediaProbeLimits
    private let read: MediaProbe.Read
    private var start: UInt64 = 0
    private var content: [UInt8] = []
    private var reads = 0
    private var steps = 0

    init(size: UInt64?, limits: MediaProbeLimits, read: @escaping MediaProbe.Read) {
        self.size = size
        self.limits = limits
        self.read = read
    }

    /// Returns `count` bytes at an offset, but at most ``MediaProbeLimits/readSize``: fewer at the end of the file,
    /// none beyond it.
    ///
    /// Throws ``MediaProbeError/limitExceeded(_:)``, ``MediaProbeError/damaged(_:offset:)`` if the offset overflows, or
    /// the error of the reader.
    mutating func bytes(at offset: UInt64, count: Int) async throws -> [UInt8] {
        let count = min(count, limits.readSize)
        guard var end = offset.adding(UInt64(count)) else { throw damaged(at: offset) }
        if let size {
            guard offset < size else { return [] }
            end = min(end, size)
        }
        if offset < start || end > start + UInt64(content.count) {
            guard reads < limits.reads else { throw MediaProbeError.limitExceeded(container) }
            reads += 1
            guard var readEnd = offset.adding(UInt64(limits.readSize)) else { throw damaged(at: offset) }
            if let size {
                readEnd = min(readEnd, size)
            }
            content = Array(try await read(offset..<readEnd).prefix(limits.readSize))
            start = offset
            let contentEnd = start + UInt64(content.count)
            if contentEnd < readEnd {
                size = contentEnd
            }
        }
        let first = Int(offset - start)
        return Array(content.dropFirst(first).prefix(count))
    }

    /// The maximum size of a read.
    var readSize: Int { limits.readSize }

    /// The number of reads until the limit is reached.
    var remainingReads: Int { max(0, limits.reads - reads) }

    /// Counts a parsed box, element or chunk. Throws if the limit is exceeded.
    mutating func step() throws(MediaProbeError) {
        steps += 1
        guard steps <= limits.steps else { throw .limitExceeded(container) }
    }

    func damaged(at offset: UInt64) -> MediaProbeError {
        container.map { .damaged($0, offset: offset) } ?? .unknownFormat
    }
}

extension UInt64 {
    /// Returns the sum, or `nil` if it overflows.
    func adding(_ other: UInt64) -> UInt64? {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? nil : sum
    }
}

/// A cursor that reads numbers from a byte array and never beyond its end.
struct ByteCursor {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    /// Reads a big-endian number of up to eight bytes. Returns `nil` if there are not enough bytes.
    mutating func number(bytes count: Int) -> UInt64? {
        guard count <= 8, bytes.count >= count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads a little-endian number of up to eight bytes. Returns `nil` if there are not enough bytes.
    mutating func littleEndianNumber(bytes count: Int) -> UInt64? {
        guard count <= 8, bytes.count >= count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads a four-character code. Returns `nil` if there are not enough bytes.
    mutating func code() -> String? {
        guard bytes.count >= 4 else { return nil }
        defer { bytes = bytes.dropFirst(4) }
        return String(decoding: bytes.prefix(4), as: UTF8.self)
    }

    /// Reads an array of bytes. Returns `nil` if there are not enough bytes.
    mutating func array(_ count: UInt64) -> [UInt8]? {
        guard count <= UInt64(bytes.count) else { return nil }
        defer { bytes = bytes.dropFirst(Int(count)) }
        return Array(bytes.prefix(Int(count)))
    }

    /// The number of bytes that were not read yet.
    var count: Int { bytes.count }

    /// The bytes that were not read yet.
    var rest: [UInt8] { Array(bytes) }

    mutating func skip(_ count: Int) {
        bytes = bytes.dropFirst(count)
    }
}
