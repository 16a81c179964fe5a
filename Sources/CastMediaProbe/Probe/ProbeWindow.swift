/// The stretch of a file that is in memory, and the budget for moving it.
struct ProbeWindow: Sendable {
    /// How long the file is, told by the caller or found by reading beyond its end.
    private(set) var size: UInt64?
    /// What the file turned out to be, for the errors.
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

    /// Bytes at a place, fewer where the file ends. No more than ``MediaProbeLimits/readSize``.
    mutating func bytes(at offset: UInt64, count: Int) async throws -> [UInt8] {
        let count = min(count, limits.readSize)
        guard let end = offset.adding(UInt64(count)) else { throw damaged(at: offset) }
        if let size, offset >= size {
            return []
        }
        if offset < start || end > start + UInt64(content.count) {
            guard reads < limits.reads else { throw MediaProbeError.tooMuchWork(container) }
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

    /// One more thing was looked at.
    mutating func step() throws(MediaProbeError) {
        steps += 1
        guard steps <= limits.steps else { throw .tooMuchWork(container) }
    }

    func damaged(at offset: UInt64) -> MediaProbeError {
        container.map { .damaged($0, offset: offset) } ?? .notMedia
    }
}

extension UInt64 {
    /// The sum, or nothing where it does not fit.
    func adding(_ other: UInt64) -> UInt64? {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? nil : sum
    }
}
