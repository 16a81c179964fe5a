import NIOConcurrencyHelpers

/// The source of ``EventStream``s.
final class EventSource<Element: Sendable>: Sendable {
    private struct State {
        var isFinished = false
        var subscribers: [Int: AsyncStream<Element>.Continuation] = [:]
        var nextID = 0
        var sink: (@Sendable (Element) -> Void)?
        /// The events with which a new stream begins.
        var replay: [Element] = []
    }

    private let state = NIOLockedValueBox(State())
    private let updateReplay: (@Sendable (inout [Element], Element) -> Void)?

    /// - Parameter updateReplay: Updates the events with which a new stream begins, for each published event. By default
    ///   a new stream begins with the next event.
    init(updateReplay: (@Sendable (inout [Element], Element) -> Void)? = nil) { self.updateReplay = updateReplay }

    /// The number of streams that are being read or have not been released.
    var subscriberCount: Int { state.withLockedValue { $0.subscribers.count } }

    func publish(_ event: Element) {
        state.withLockedValue { state in
            updateReplay?(&state.replay, event)
            for subscriber in state.subscribers.values { subscriber.yield(event) }
            state.sink?(event)
        }
    }

    /// Passes every event from now on to a closure as well. It runs under the lock, so it must only store.
    func forward(to sink: @escaping @Sendable (Element) -> Void) { state.withLockedValue { $0.sink = sink } }

    /// Ends every stream after its buffered events.
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
            for event in state.replay { continuation.yield(event) }
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

/// A sequence of events, in order, from the creation of the stream on.
///
/// ``DeviceBrowser/events`` begins with the devices that are present.
///
/// Unlike a status, an event matters even when a newer one exists. The newest ``limit`` events are buffered for a slow
/// reader; older ones are dropped. A stream supports a single reader; request another stream to read the events twice.
public struct EventStream<Element: Sendable>: AsyncSequence, Sendable {
    public typealias Failure = Never

    /// The number of events that are buffered for a slow reader.
    public static var limit: Int { 256 }

    let base: AsyncStream<Element>

    public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    /// Iterates over the events in their order.
    public struct Iterator: AsyncIteratorProtocol {
        public typealias Failure = Never

        var base: AsyncStream<Element>.AsyncIterator

        public mutating func next() async -> Element? { await base.next() }
    }
}
