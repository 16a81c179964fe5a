import NIOConcurrencyHelpers

/// The source of ``LatestValues``: holds the present value and hands changes to its subscribers.
///
/// Values are delivered under the lock, so every subscriber sees them in one order and none between its first value
/// and its subscription is lost. Delivery only stores into the subscriber's buffer of one; it runs no foreign code.
final class CurrentValue<Element: Sendable>: Sendable {
    private struct State {
        var value: Element?
        var isFinished = false
        var subscribers: [Int: AsyncStream<Element>.Continuation] = [:]
        var nextID = 0
    }

    private let state: NIOLockedValueBox<State>

    /// - Parameter value: The present value; nil when there is none yet, then subscribers wait for the first.
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

    /// Ends every subscription, now and later, after the last value.
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
