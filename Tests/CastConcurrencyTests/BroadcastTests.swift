// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastConcurrency

@Suite("Broadcast")
struct BroadcastTests {
    @Test("All readers receive the elements in the same order, and the newest ones if they are slow")
    func order() async {
        let broadcast = Broadcast<Int>(bufferingNewest: 4)
        let streams = [broadcast.stream(beginningWith: [0]), broadcast.stream(beginningWith: [0])]
        for element in 1...5 { broadcast.send(element) }
        broadcast.finish()
        for stream in streams {
            var received: [Int] = []
            for await element in stream { received.append(element) }
            #expect(received == [2, 3, 4, 5])
        }
    }

    @Test("Streams end when the broadcast is released")
    func released() async {
        var broadcast: Broadcast<Int>? = Broadcast(bufferingNewest: 1)
        let stream = broadcast?.stream(beginningWith: [1])
        broadcast = nil
        var received: [Int] = []
        if let stream {
            for await element in stream { received.append(element) }
        }
        #expect(received == [1])
    }

    @Test("A stream of a finished broadcast has only its first elements")
    func afterEnd() async {
        let broadcast = Broadcast<Int>(bufferingNewest: 1)
        broadcast.finish()
        broadcast.send(2)
        var received: [Int] = []
        for await element in broadcast.stream(beginningWith: [1]) { received.append(element) }
        #expect(received == [1])
    }

    @Test("A reader that stops is removed")
    func removed() async {
        let broadcast = Broadcast<Int>(bufferingNewest: 1)
        do {
            _ = broadcast.stream()
        }
        #expect(broadcast.readerCount == 0)
        let stream = broadcast.stream()
        #expect(broadcast.readerCount == 1)
        let reader = Task {
            for await _ in stream {}
        }
        reader.cancel()
        await reader.value
        #expect(broadcast.readerCount == 0)
    }

    @Test("Readers can be canceled while elements are sent", .timeLimit(.minutes(1)))
    func canceledDuringSend() async {
        let broadcast = Broadcast<Int>(bufferingNewest: 1)
        await withTaskGroup { group in
            group.addTask {
                while !Task.isCancelled {
                    broadcast.send(1)
                    await Task.yield()
                }
            }
            for _ in 0..<20_000 {
                let reader = Task {
                    for await _ in broadcast.stream() {}
                }
                await Task.yield()
                reader.cancel()
                await reader.value
            }
            group.cancelAll()
        }
        #expect(broadcast.readerCount == 0)
    }

    @Test("Equal values are published once as changes")
    func changes() async {
        let value = CurrentValue(1)
        var reader = value.stream.makeAsyncIterator()
        #expect(await reader.next() == 1)
        value.publishChange(1)
        value.publishChange(2)
        value.publishChange(2)
        #expect(await reader.next() == 2)
        value.finish()
        #expect(await reader.next() == nil)
    }
}
