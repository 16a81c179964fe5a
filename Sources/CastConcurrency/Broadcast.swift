// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// Delivers elements to any number of asynchronous streams.
///
/// Elements are delivered under a lock, so every stream receives them in the same order. Delivery appends to the buffers
/// of the streams, resumes their readers and calls no client code. A stream is removed when its reader is canceled or
/// releases it. The streams end when the broadcast is released.
///
/// The lock must not be acquired while a task is canceled: to resume a task, the runtime waits until the cancellation
/// handlers of that task have returned, so that a handler that waits for the lock and a delivery that holds it would wait
/// for each other. A termination handler therefore only records the end of its stream.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var isFinished = false
        var readers: [Int: AsyncStream<Element>.Continuation] = [:]
        var nextID = 0
    }

    private let limit: Int
    private let state = NIOLockedValueBox(State())
    /// The readers that have ended and are not removed yet. Nothing is delivered under this lock.
    private let ended = NIOLockedValueBox<Set<Int>>([])

    /// - Parameter limit: The number of elements that are buffered for a slow reader. Older ones are dropped.
    package init(bufferingNewest limit: Int) { self.limit = limit }

    deinit { finish() }

    /// The number of streams that are being read or have not been released.
    package var readerCount: Int {
        removeEndedReaders()
        return state.withLockedValue { $0.readers.count }
    }

    /// Appends an element to the buffer of each stream. Has no effect after ``finish()``.
    package func send(_ element: Element) {
        removeEndedReaders()
        state.withLockedValue { state in
            for reader in state.readers.values { reader.yield(element) }
        }
    }

    private func removeEndedReaders() {
        let ids = ended.withLockedValue { ended in
            defer { ended = [] }
            return ended
        }
        guard !ids.isEmpty else { return }
        // Released outside the lock, with the elements in their buffers.
        _ = state.withLockedValue { state in ids.map { state.readers.removeValue(forKey: $0) } }
    }

    /// Ends every stream after its buffered elements, and all later streams after their first elements.
    package func finish() {
        let readers = state.withLockedValue { state in
            state.isFinished = true
            defer { state.readers = [:] }
            return state.readers
        }
        // Outside the lock: finishing a stream calls its termination handler.
        for reader in readers.values { reader.finish() }
    }

    /// Returns a stream of these first elements and all that are sent from now on, for a single reader.
    package func stream(beginningWith first: [Element] = []) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(limit))
        for element in first { continuation.yield(element) }
        removeEndedReaders()
        let id: Int? = state.withLockedValue { state in
            guard !state.isFinished else { return nil }
            state.readers[state.nextID] = continuation
            defer { state.nextID += 1 }
            return state.nextID
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [ended] _ in
            ended.withLockedValue { _ = $0.insert(id) }
        }
        return stream
    }
}
