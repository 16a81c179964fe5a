// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// A large segment that is passed on to requests while it is made, so that it is never in memory as a whole.
///
/// Blocks are dropped when all readers have received them, and at once without readers. Isolated to its
/// ``MediaConversion``.
final class SegmentStream {
    private enum Phase {
        case growing
        case complete
        case failed(MediaConversionError)
    }

    private struct Reader {
        /// The number of bytes that it has received.
        var position = 0
        var waiter: CheckedContinuation<ByteBuffer?, any Error>?
    }

    /// The index of the segment.
    let index: Int
    private var data: SegmentData
    private var phase = Phase.growing
    private var readers: [Int: Reader] = [:]

    init(index: Int, data: SegmentData) {
        self.index = index
        self.data = data
    }

    /// The number of bytes that are in memory.
    var storedSize: Int { data.storedSize }

    var hasReaders: Bool { !readers.isEmpty }

    /// Whether a reader waits for bytes of the converter.
    var isAwaited: Bool { readers.values.contains { $0.waiter != nil } }

    func append(_ bytes: ByteBuffer) {
        data.append(bytes)
        deliver()
    }

    func finish() {
        phase = .complete
        deliver()
    }

    /// Ends the stream early, unless it is complete.
    func fail(_ error: MediaConversionError) {
        guard case .growing = phase else { return }
        phase = .failed(error)
        deliver()
    }

    func addReader(_ id: Int) { readers[id] = Reader() }

    func removeReader(_ id: Int) {
        readers.removeValue(forKey: id)?.waiter?.resume(returning: nil)
        dropReceived()
    }

    /// Resumes the continuation with the next bytes, or with `nil` at the end.
    func read(_ id: Int, _ continuation: CheckedContinuation<ByteBuffer?, any Error>) {
        guard readers[id] != nil else { return continuation.resume(returning: nil) }
        readers[id]?.waiter = continuation
        deliver(to: id)
        dropReceived()
    }

    private func deliver() {
        for id in Array(readers.keys) { deliver(to: id) }
        dropReceived()
    }

    private func deliver(to id: Int) {
        guard var reader = readers[id], let waiter = reader.waiter else { return }
        let result: Result<ByteBuffer?, any Error>
        switch phase {
        case .failed(let error): result = .failure(error)
        case .growing, .complete:
            let isComplete = if case .complete = phase { true } else { false }
            if let block = data.block(at: reader.position, isComplete: isComplete) {
                reader.position += block.readableBytes
                result = .success(block)
            } else if isComplete {
                result = .success(nil)
            } else {
                return
            }
        }
        reader.waiter = nil
        readers[id] = reader
        waiter.resume(with: result)
    }

    private func dropReceived() {
        data.drop(before: readers.values.map(\.position).min() ?? data.count)
    }
}

/// A request's view of a ``SegmentStream``. The owner calls ``close()``.
struct SegmentReader: Sendable {
    let conversion: MediaConversion
    let id: Int

    /// Returns the next bytes; `nil` at the end of the segment.
    ///
    /// - Throws: ``MediaConversionError`` if the segment is not completed.
    func next() async throws -> ByteBuffer? { try await conversion.read(id) }

    /// Ends reading. Without readers, a stream is dropped.
    func close() async { await conversion.closeReader(id) }
}

/// The content of a segment for a request.
enum SegmentContent: Sendable {
    /// A segment in memory, which can be requested again.
    case complete(SegmentData)
    /// A segment that is being made.
    case stream(SegmentReader)
}
