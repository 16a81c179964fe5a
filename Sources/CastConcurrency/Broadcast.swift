import NIOConcurrencyHelpers

/// Delivers elements to any number of asynchronous streams.
///
/// Elements are delivered under a lock, so every stream receives them in the same order. Delivery only appends to the
/// buffers of the streams and calls no client code. A stream is removed when its reader is canceled or releases it. The
/// streams end when the broadcast is released.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var isFinished = false
        var readers: [Int: AsyncStream<Element>.Continuation] = [:]
        var nextID = 0
    }

    private let limit: Int
    private let state = NIOLockedValueBox(State())

    /// - Parameter limit: The number of elements that are buffered for a slow reader. Older ones are dropped.
    package init(bufferingNewest limit: Int) { self.limit = limit }

    deinit { finish() }

    /// The number of streams that are being read or have not been released.
    package var readerCount: Int { state.withLockedValue { $0.readers.count } }

    /// Appends an element to the buffer of each stream. Has no effect after ``finish()``.
    package func send(_ element: Element) {
        state.withLockedValue { state in
            for reader in state.readers.values { reader.yield(element) }
        }
    }

    /// Ends every stream after its buffered elements, and all later streams after their first elements.
    package func finish() {
        let readers = state.withLockedValue { state in
            state.isFinished = true
            defer { state.readers = [:] }
            return state.readers
        }
        // Outside the lock: finishing a stream calls its termination handler, which acquires the lock.
        for reader in readers.values { reader.finish() }
    }

    /// Returns a stream of these first elements and all that are sent from now on, for a single reader.
    package func stream(beginningWith first: [Element] = []) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(limit))
        for element in first { continuation.yield(element) }
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
        continuation.onTermination = { [weak self] _ in
            self?.state.withLockedValue { $0.readers[id] = nil }
        }
        return stream
    }
}
