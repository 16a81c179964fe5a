import CastWire
import Testing

@testable import CastReceiver

@Suite("Messages in parts")
struct MessageAssemblerTests {
    private func part(_ text: String, isContinued: Bool, from source: String = "a") -> CastMessage {
        CastMessage(
            from: source,
            to: "receiver-0",
            namespace: .receiver,
            payload: .text(text),
            isContinued: isContinued
        )
    }

    @Test("parts of one conversation are joined, others are not mixed in")
    func joins() {
        var assembler = MessageAssembler()
        #expect(assembler.received(part("one", isContinued: true)) == .incomplete)
        #expect(
            assembler.received(part("other", isContinued: false, from: "b"))
                == .complete(part("other", isContinued: false, from: "b"))
        )
        #expect(assembler.received(part("two", isContinued: true)) == .incomplete)
        #expect(
            assembler.received(part("three", isContinued: false)) == .complete(part("onetwothree", isContinued: false))
        )
        #expect(assembler.received(part("new", isContinued: false)) == .complete(part("new", isContinued: false)))
    }

    @Test("parts without an end cost no more memory than the limit")
    func byteLimit() {
        var assembler = MessageAssembler(byteLimit: 10)
        #expect(assembler.received(part("12345", isContinued: true)) == .incomplete)
        #expect(assembler.received(part("678901", isContinued: true)) == .overflow)
        #expect(assembler.received(part("x", isContinued: false)) == .complete(part("x", isContinued: false)))
    }

    @Test("conversations without an end cost no more memory than the limit")
    func conversationLimit() {
        var assembler = MessageAssembler(conversationLimit: 2)
        #expect(assembler.received(part("", isContinued: true, from: "a")) == .incomplete)
        #expect(assembler.received(part("", isContinued: true, from: "b")) == .incomplete)
        #expect(assembler.received(part("", isContinued: true, from: "c")) == .overflow)
    }

    @Test("bytes do not continue text")
    func kinds() {
        var assembler = MessageAssembler()
        _ = assembler.received(part("one", isContinued: true))
        var bytes = part("", isContinued: false)
        bytes.payload = .binary([1])
        #expect(assembler.received(bytes) == .overflow)
    }
}
