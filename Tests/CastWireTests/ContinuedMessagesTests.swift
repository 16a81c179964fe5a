import CastWire
import Testing

@Suite("Messages in several pieces")
struct ContinuedMessagesTests {
    private func piece(_ text: String, last: Bool = false, from source: String = "a") -> CastMessage {
        CastMessage(from: source, to: "b", namespace: "n", payload: .text(text), isContinued: !last)
    }

    @Test("A message in one piece is complete at once")
    func single() {
        var messages = ContinuedMessages()
        #expect(messages.append(piece("{}", last: true)) == .complete(piece("{}", last: true)))
        #expect(messages.unfinishedCount == 0)
    }

    @Test("Pieces of one conversation are put together, whatever comes between")
    func interleaved() {
        var messages = ContinuedMessages()
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

    @Test("Bytes are put together too")
    func binary() {
        var messages = ContinuedMessages()
        var message = CastMessage(from: "a", to: "b", namespace: "n", payload: .binary([1]), isContinued: true)
        #expect(messages.append(message) == .waiting)
        message.payload = .binary([2, 3])
        message.isContinued = false
        message.payload = .binary([2, 3])
        var whole = message
        whole.payload = .binary([1, 2, 3])
        #expect(messages.append(message) == .complete(whole))
    }

    @Test("A message longer than the limit is dropped with all its pieces, the next one is read")
    func tooLong() {
        var messages = ContinuedMessages(byteLimit: 10)
        #expect(messages.append(piece("123456")) == .waiting)
        #expect(messages.append(piece("78901")) == .dropped(.tooLong))
        #expect(messages.append(piece("x", last: true)) == .dropped(.tooLong))
        #expect(messages.dropped == [.tooLong: 2])
        #expect(messages.append(piece("12345")) == .waiting)
        #expect(messages.append(piece("67890", last: true)) == .complete(piece("1234567890", last: true)))
    }

    @Test("Only so many messages may be unfinished")
    func tooMany() {
        var messages = ContinuedMessages(messageLimit: 2)
        #expect(messages.append(piece("1", from: "a")) == .waiting)
        #expect(messages.append(piece("1", from: "c")) == .waiting)
        #expect(messages.append(piece("1", from: "d")) == .dropped(.tooMany))
        #expect(messages.append(piece("2", last: true, from: "a")) == .complete(piece("12", last: true, from: "a")))
        #expect(messages.append(piece("1", from: "d")) == .waiting)
        #expect(messages.dropped == [.tooMany: 1])
    }

    @Test("Text and bytes in one message are dropped")
    func mixed() {
        var messages = ContinuedMessages()
        #expect(messages.append(piece("text")) == .waiting)
        let bytes = CastMessage(from: "a", to: "b", namespace: "n", payload: .binary([1]))
        #expect(messages.append(bytes) == .dropped(.mixedPayloads))
        #expect(messages.append(piece("x", last: true)) == .complete(piece("x", last: true)))
    }
}
