// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Routing between senders and the application")
struct RoutingTests {
    private let status: JSONObject = ["type": "GET_STATUS", "requestId": 3]

    @Test("a message to the running application is delivered with its sender and socket")
    func delivers() {
        var trace = PlatformTrace.casting()
        #expect(
            trace.send(status, in: .media, to: "session-1") == [
                .deliver(
                    namespace: .media,
                    payload: status,
                    from: SenderAddress(socket: SocketID(1), id: "sender-0")
                )
            ]
        )
    }

    @Test("messages in unknown namespaces are dropped")
    func unknownNamespaces() {
        var trace = PlatformTrace.casting()
        #expect(trace.send(status, in: "urn:x-cast:com.example", to: "session-1") == [])
        #expect(trace.send(status, in: "urn:x-cast:com.example") == [])
        #expect(trace.platform.drops[.unknownNamespace] == 2)
        #expect(trace.send(["type": "APPLICATION_BROADCAST"], in: .broadcast) == [])
    }

    @Test("messages to the application in the platform's namespaces are dropped")
    func receiverToApp() {
        var trace = PlatformTrace.casting()
        #expect(trace.send(status, in: .receiver, to: "session-1") == [])
    }

    @Test("a broadcast of the application is sent once per socket, with destination *")
    func broadcasts() {
        var trace = PlatformTrace.casting()
        _ = trace.connect(from: "sender-1", to: "session-1", on: 1)
        _ = trace.connect(from: "sender-0", to: "session-1", on: 4)
        _ = trace.connect(from: "sender-0", to: "receiver-0", on: 3)
        let sent = trace.platform.applicationBroadcast(.text(#"{"type":"MEDIA_STATUS"}"#), .media).sent
        #expect(sent.map(\.socket) == [1, 4])
        #expect(sent.allSatisfy { $0.isBroadcast && $0.source == "session-1" })
    }

    @Test("an answer of the application to a sender that left is dropped")
    func answerToDisconnectedSender() {
        var trace = PlatformTrace.casting(rules: ApplicationRules(endsWithLastSender: false))
        let sender = SenderAddress(socket: SocketID(1), id: "sender-0")
        #expect(trace.platform.applicationReply(.text("{}"), .media, to: sender).sent.map(\.socket) == [1])
        _ = trace.close(to: "session-1")
        #expect(trace.platform.applicationReply(.text("{}"), .media, to: sender) == [])
        #expect(trace.platform.applicationBroadcast(.text("{}"), .media) == [])
    }

    @Test("a challenge is accepted before CONNECT; text in its namespace is dropped")
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
        #expect(trace.send(text: "{}", in: .deviceAuth) == [])
        #expect(trace.platform.drops[.wrongPayloadKind] == 1)
    }

    @Test("binary payloads in place of text are dropped")
    func binary() {
        var trace = PlatformTrace.connected()
        let message = CastMessage(from: "sender-0", to: "receiver-0", namespace: .receiver, payload: .binary([1]))
        #expect(trace.platform.received(message, on: SocketID(1), at: trace.now) == [])
        #expect(trace.platform.drops[.wrongPayloadKind] == 1)
    }
}
