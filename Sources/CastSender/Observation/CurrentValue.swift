import NIOConcurrencyHelpers

/// The source of ``LatestValues``: stores the current value and delivers changes to subscribers.
///
/// Values are delivered under the lock, so all subscribers see them in the same order, and a subscriber misses no value
/// after its first one. Delivery only stores into the subscriber's buffer of one element; it calls no client code.
final class CurrentValue<Element: Sendable>: Sendable {
    private struct State {
        var value: Element?
        var isFinished = false
        var subscribers: [Int: AsyncStream<Element>.Continuation] = [:]
        var nextID = 0
    }

    private let state: NIOLockedValueBox<State>

    /// - Parameter value: The initial value; nil when there is none yet, so that subscribers wait for the first one.
    init(_ value: Element?) {
        state = NIOLockedValueBox(State(value: value))
    }

    var value: Element? { state.withLockedValue { $0.value } }

    var latestValues: LatestValues<Element> { LatestValues(source: self) }

    func publish(_ value: Element) {
        state.withLockedValue { state in
            guard !state.isFinished else { return }
            state.value = value
            for subscriber in state.subscribers.values { subscriber.yield(value) }
        }
    }

    /// Ends all current and future subscriptions after the last value.
    func finish() {
        let subscribers = state.withLockedValue { state in
            state.isFinished = true
            defer { state.subscribers = [:] }
            return state.subscribers
        }
        for subscriber in subscribers.values { subscriber.finish() }
    }

    func subscribe() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(1))
        let id: Int? = state.withLockedValue { state in
            if let value = state.value { continuation.yield(value) }
            guard !state.isFinished else { return nil }
            state.subscribers[state.nextID] = continuation
            defer { state.nextID += 1 }
            return state.nextID
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLockedValue { $0.subscribers[id] = nil }
        }
        return stream
    }
}

/// A sequence of the current value and all newer ones.
///
/// Each iteration is its own subscription and starts with the current value. For a slow reader, only the newest value
/// is buffered, because an outdated status is of no use; values in between are skipped. The sequence ends when its
/// source does, and when the reading task is canceled.
public struct LatestValues<Element: Sendable>: AsyncSequence, Sendable {
    public typealias Failure = Never

    let source: CurrentValue<Element>

    public func makeAsyncIterator() -> Iterator { Iterator(base: source.subscribe().makeAsyncIterator()) }

    /// Iterates over the values; values that arrive while the caller is busy are skipped.
    public struct Iterator: AsyncIteratorProtocol {
        public typealias Failure = Never

        var base: AsyncStream<Element>.AsyncIterator

        public mutating func next() async -> Element? { await base.next() }
    }
}
