// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastSender

@Suite("Unread channel messages")
struct ChannelQueueTests {
    @Test("A full queue drops the newest messages, keeps the order of the others, and reports the gap")
    func overflow() {
        var queue = ChannelQueue(messageLimit: 3, byteLimit: 1000)
        for index in 0..<5 { _ = queue.append(ChannelMessage(.text("\(index)"))) }
        #expect(queue.dropped == 2)
        let first = queue.popFirst()
        #expect(first == .message(ChannelMessage(.text("0"))))
        let hasRoom = queue.append(ChannelMessage(.text("5")))
        #expect(hasRoom)
        let isTaken = queue.append(ChannelMessage(.text("6")))
        #expect(isTaken == false)
        let rest = (0..<3).map { _ in queue.popFirst() }
        #expect(
            rest == [
                .message(ChannelMessage(.text("1"))), .message(ChannelMessage(.text("2"))),
                .message(ChannelMessage(.text("5"), missed: 2)),
            ]
        )
        let hasRoomAfterReading = queue.append(ChannelMessage(.text("7")))
        #expect(hasRoomAfterReading)
        let last = queue.popFirst()
        #expect(last == .message(ChannelMessage(.text("7"), missed: 1)))
    }

    @Test("Bytes are limited too, and reading frees space")
    func bytes() {
        var queue = ChannelQueue(messageLimit: 100, byteLimit: 10)
        let fits = queue.append(ChannelMessage(.binary([1, 2, 3, 4, 5, 6])))
        #expect(fits)
        let fitsToo = queue.append(ChannelMessage(.binary([1, 2, 3, 4, 5])))
        #expect(fitsToo == false)
        _ = queue.popFirst()
        let fitsAfterReading = queue.append(ChannelMessage(.binary([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])))
        #expect(fitsAfterReading)
    }

    @Test("Unread states are limited, and the last one is kept")
    func states() {
        var queue = ChannelQueue()
        for index in 0..<1000 { queue.append(index.isMultiple(of: 2) ? .disconnected : .connected(isWritable: true)) }
        #expect(queue.count == ChannelQueue.stateLimit)
        var last: ChannelEvent?
        while let event = queue.popFirst() { last = event }
        #expect(last == .state(.connected(isWritable: true)))
    }

    @Test("A canceled reader ends, and the next one receives the next message", .timeLimit(.minutes(1)))
    func cancelled() async {
        let inbox = ChannelInbox()
        let reading = Task { await inbox.next() }
        await Task.yield()
        reading.cancel()
        #expect(await reading.value == nil)
        #expect(inbox.append(ChannelMessage(.text("a"))))
        #expect(await inbox.next() == .message(ChannelMessage(.text("a"))))
        inbox.finish()
        #expect(await inbox.next() == nil)
        #expect(inbox.append(ChannelMessage(.text("b"))) == false)
    }
}
