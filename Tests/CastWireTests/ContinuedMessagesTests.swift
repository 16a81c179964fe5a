// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@Suite("Continued messages")
struct ContinuedMessagesTests {
    private func piece(_ text: String, last: Bool = false, from source: String = "a") -> CastMessage {
        CastMessage(from: source, to: "b", namespace: "n", payload: .text(text), isContinued: !last)
    }

    @Test("A message in one part is complete immediately")
    func single() {
        var messages = MessageReassembler()
        #expect(messages.append(piece("{}", last: true)) == .complete(piece("{}", last: true)))
        #expect(messages.unfinishedCount == 0)
    }

    @Test("The parts of a message are joined, regardless of other messages in between")
    func interleaved() {
        var messages = MessageReassembler()
        #expect(messages.append(piece("{\"a\"")) == .waiting)
        #expect(messages.append(piece("[1", from: "c")) == .waiting)
        #expect(messages.append(piece(":1")) == .waiting)
        #expect(
            messages.append(piece("whole", last: true, from: "d")) == .complete(piece("whole", last: true, from: "d"))
        )
        #expect(messages.append(piece("}", last: true)) == .complete(piece("{\"a\":1}", last: true)))
        #expect(messages.append(piece("]", last: true, from: "c")) == .complete(piece("[1]", last: true, from: "c")))
        #expect(messages.unfinishedCount == 0)
        #expect(messages.dropped.isEmpty)
    }

    @Test("Binary parts are joined")
    func binary() {
        var messages = MessageReassembler()
        var message = CastMessage(from: "a", to: "b", namespace: "n", payload: .binary([1]), isContinued: true)
        #expect(messages.append(message) == .waiting)
        message.payload = .binary([2, 3])
        message.isContinued = false
        message.payload = .binary([2, 3])
        var whole = message
        whole.payload = .binary([1, 2, 3])
        #expect(messages.append(message) == .complete(whole))
    }

    @Test("A message beyond the size limit is dropped with all its parts, and the next one is accepted")
    func tooLong() {
        var messages = MessageReassembler(byteLimit: 10)
        #expect(messages.append(piece("123456")) == .waiting)
        #expect(messages.append(piece("78901")) == .dropped(.tooLong))
        #expect(messages.append(piece("x", last: true)) == .dropped(.tooLong))
        #expect(messages.dropped == [.tooLong: 2])
        #expect(messages.append(piece("12345")) == .waiting)
        #expect(messages.append(piece("67890", last: true)) == .complete(piece("1234567890", last: true)))
    }

    @Test("The number of incomplete messages is limited")
    func tooMany() {
        var messages = MessageReassembler(messageLimit: 2)
        #expect(messages.append(piece("1", from: "a")) == .waiting)
        #expect(messages.append(piece("1", from: "c")) == .waiting)
        #expect(messages.append(piece("1", from: "d")) == .dropped(.tooMany))
        #expect(messages.append(piece("2", last: true, from: "a")) == .complete(piece("12", last: true, from: "a")))
        #expect(messages.append(piece("1", from: "d")) == .waiting)
        #expect(messages.dropped == [.tooMany: 1])
    }

    @Test("A message with text and binary parts is dropped")
    func mixed() {
        var messages = MessageReassembler()
        #expect(messages.append(piece("text")) == .waiting)
        let bytes = CastMessage(from: "a", to: "b", namespace: "n", payload: .binary([1]))
        #expect(messages.append(bytes) == .dropped(.mixedPayloads))
        #expect(messages.append(piece("x", last: true)) == .complete(piece("x", last: true)))
    }
}
