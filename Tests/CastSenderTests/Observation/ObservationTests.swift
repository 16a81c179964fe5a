// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import Testing

@testable import CastSender

@Suite("Observation")
struct ObservationTests {
    @Test("Each subscriber gets the current value first")
    func presentFirst() async {
        let source = CurrentValue(1)
        source.publish(2)
        var first = source.latestValues.makeAsyncIterator()
        #expect(await first.next() == 2)
        source.publish(3)
        var second = source.latestValues.makeAsyncIterator()
        #expect(await second.next() == 3)
        #expect(await first.next() == 3)
    }

    @Test("A slow reader gets only the newest value")
    func newestOnly() async {
        let source = CurrentValue(0)
        var iterator = source.latestValues.makeAsyncIterator()
        for value in 1...100 { source.publish(value) }
        source.finish()
        #expect(await iterator.next() == 100)
        #expect(await iterator.next() == nil)
    }

    @Test("Without a current value, a subscriber waits for the first one")
    func noValueYet() async {
        let source = CurrentValue<Int>(nil)
        var iterator = source.latestValues.makeAsyncIterator()
        source.publish(7)
        #expect(await iterator.next() == 7)
    }

    @Test("After the end, a subscriber gets the last value and the end of the stream")
    func afterEnd() async {
        let source = CurrentValue(5)
        source.finish()
        source.publish(6)
        var iterator = source.latestValues.makeAsyncIterator()
        #expect(await iterator.next() == 5)
        #expect(await iterator.next() == nil)
    }

    @Test("Events are buffered in order from the creation of the stream, up to a limit")
    func events() async {
        let source = EventSource<Int>()
        source.publish(0)
        let stream = source.stream
        for event in 1...300 { source.publish(event) }
        source.finish()
        var seen: [Int] = []
        for await event in stream { seen.append(event) }
        #expect(seen == Array(45...300))
    }

    @Test("Events that are requested after the end, by the first reader too, end at once")
    func eventsAfterEnd() async {
        let source = EventSource<Int>()
        source.finish()
        for _ in 0..<2 {
            var iterator = source.stream.makeAsyncIterator()
            source.publish(1)
            #expect(await iterator.next() == nil)
        }
    }

    @Test("A released reader is removed")
    func forgotten() async {
        let source = EventSource<Int>()
        do { _ = source.stream }
        source.publish(1)
        var iterator = source.stream.makeAsyncIterator()
        source.publish(2)
        #expect(await iterator.next() == 2)
        #expect(source.subscriberCount == 1)
    }
}
