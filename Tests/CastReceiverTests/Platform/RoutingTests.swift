import CastWire
import Testing

@testable import CastReceiver

@Suite("Routing between senders and the app")
struct RoutingTests {
    private let status: JSONObject = ["type": "GET_STATUS", "requestId": 3]

    @Test("a message to the running app is handed to it with the sender and its socket")
    func delivers() {
        var trace = PlatformTrace.casting()
        #expect(
            trace.say(status, in: .media, to: "session-1") == [
                .deliver(
                    namespace: .media,
                    payload: status,
                    from: SenderAddress(socket: SocketID(1), id: "sender-0")
                )
            ]
        )
    }

    @Test("a namespace that the app or the platform does not speak is dropped without a word")
    func unknownNamespaces() {
        var trace = PlatformTrace.casting()
        #expect(trace.say(status, in: "urn:x-cast:com.example", to: "session-1") == [])
        #expect(trace.say(status, in: "urn:x-cast:com.example") == [])
        #expect(trace.platform.drops[.unknownNamespace] == 2)
        #expect(trace.say(["type": "APPLICATION_BROADCAST"], in: .broadcast) == [])
    }

    @Test("the platform's namespaces are not the app's")
    func receiverToApp() {
        var trace = PlatformTrace.casting()
        #expect(trace.say(status, in: .receiver, to: "session-1") == [])
    }

    @Test("what the app broadcasts reaches each socket once, with destination *")
    func broadcasts() {
        var trace = PlatformTrace.casting()
        _ = trace.connect(from: "sender-1", to: "session-1", on: 1)
        _ = trace.connect(from: "sender-0", to: "session-1", on: 4)
        _ = trace.connect(from: "sender-0", to: "receiver-0", on: 3)
        let sent = trace.platform.applicationBroadcast(.text(#"{"type":"MEDIA_STATUS"}"#), .media).sent
        #expect(sent.map(\.socket) == [1, 4])
        #expect(sent.allSatisfy { $0.isBroadcast && $0.source == "session-1" })
    }

    @Test("an answer of the app to a sender that left goes nowhere")
    func answersToNobody() {
        var trace = PlatformTrace.casting(rules: ApplicationRules(endsWithLastSender: false))
        let sender = SenderAddress(socket: SocketID(1), id: "sender-0")
        #expect(trace.platform.applicationReply(.text("{}"), .media, to: sender).sent.map(\.socket) == [1])
        _ = trace.close(to: "session-1")
        #expect(trace.platform.applicationReply(.text("{}"), .media, to: sender) == [])
        #expect(trace.platform.applicationBroadcast(.text("{}"), .media) == [])
    }

    @Test("a challenge is passed on before any CONNECT; text there is dropped")
    func challenges() {
        var trace = PlatformTrace()
        let challenge = CastMessage(
            from: "sender-vlc",
            to: "receiver-0",
            namespace: .deviceAuth,
            payload: .binary([0x0A, 0x00])
        )
        #expect(
            trace.platform.received(challenge, on: SocketID(1), at: trace.now) == [
                .authenticate(
                    challenge: [0x0A, 0x00],
                    from: SenderAddress(socket: SocketID(1), id: "sender-vlc"),
                    to: "receiver-0"
                )
            ]
        )
        #expect(trace.say(text: "{}", in: .deviceAuth) == [])
        #expect(trace.platform.drops[.wrongPayloadKind] == 1)
    }

    @Test("bytes where text belongs are dropped")
    func binary() {
        var trace = PlatformTrace.connected()
        let message = CastMessage(from: "sender-0", to: "receiver-0", namespace: .receiver, payload: .binary([1]))
        #expect(trace.platform.received(message, on: SocketID(1), at: trace.now) == [])
        #expect(trace.platform.drops[.wrongPayloadKind] == 1)
    }
}
