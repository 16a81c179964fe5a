// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import NIOConcurrencyHelpers

/// The source of ``EventStream``s.
final class EventSource<Element: Sendable>: Sendable {
    private struct State {
        var sink: (@Sendable (Element) -> Void)?
        /// The events with which a new stream begins.
        var replay: [Element] = []
        var isFinished = false
        /// Made for the first stream.
        var events: Broadcast<Element>?
    }

    private let state = NIOLockedValueBox(State())
    private let updateReplay: (@Sendable (inout [Element], Element) -> Void)?

    /// - Parameter updateReplay: Updates the events with which a new stream begins, for each published event. By default
    ///   a new stream begins with the next event.
    init(updateReplay: (@Sendable (inout [Element], Element) -> Void)? = nil) { self.updateReplay = updateReplay }

    /// The number of streams that are being read or have not been released.
    var subscriberCount: Int { state.withLockedValue { $0.events }?.readerCount ?? 0 }

    func publish(_ event: Element) {
        state.withLockedValue { state in
            updateReplay?(&state.replay, event)
            state.events?.send(event)
            state.sink?(event)
        }
    }

    /// Passes every event from now on to a closure as well. It runs under the lock, so it must only store.
    func forward(to sink: @escaping @Sendable (Element) -> Void) { state.withLockedValue { $0.sink = sink } }

    /// Ends every stream after its buffered events.
    func finish() {
        let events = state.withLockedValue { state in
            state.sink = nil
            state.replay = []
            state.isFinished = true
            return state.events
        }
        events?.finish()
    }

    var stream: EventStream<Element> {
        let stream = state.withLockedValue { state in
            let events = state.events ?? Broadcast(bufferingNewest: EventStream<Element>.limit)
            if state.isFinished { events.finish() }
            state.events = events
            return events.stream(beginningWith: state.replay)
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
