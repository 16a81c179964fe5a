import NIOConcurrencyHelpers

/// The source of ``EventStream``s.
final class EventSource<Element: Sendable>: Sendable {
    private struct State {
        var isFinished = false
        var subscribers: [Int: AsyncStream<Element>.Continuation] = [:]
        var nextID = 0
        var sink: (@Sendable (Element) -> Void)?
    }

    private let state = NIOLockedValueBox(State())

    /// How many streams are being read or may still be.
    var subscriberCount: Int { state.withLockedValue { $0.subscribers.count } }

    func publish(_ event: Element) {
        state.withLockedValue { state in
            for subscriber in state.subscribers.values { subscriber.yield(event) }
            state.sink?(event)
        }
    }

    /// Hands every event from now on to this as well, under the lock: it must only store.
    func forward(to sink: @escaping @Sendable (Element) -> Void) { state.withLockedValue { $0.sink = sink } }

    /// Ends every stream after the events it holds.
    func finish() {
        let subscribers = state.withLockedValue { state in
            state.isFinished = true
            state.sink = nil
            defer { state.subscribers = [:] }
            return state.subscribers
        }
        for subscriber in subscribers.values { subscriber.finish() }
    }

    var stream: EventStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self,
            bufferingPolicy: .bufferingNewest(EventStream<Element>.limit)
        )
        let id: Int? = state.withLockedValue { state in
            guard !state.isFinished else { return nil }
            state.subscribers[state.nextID] = continuation
            defer { state.nextID += 1 }
            return state.nextID
        }
        if let id {
            continuation.onTermination = { [weak self] _ in
                self?.state.withLockedValue { $0.subscribers[id] = nil }
            }
        } else {
            continuation.finish()
        }
        return EventStream(base: stream)
    }
}
