// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Virtual connections")
struct VirtualConnectionTests {
    private let status: JSONObject = ["type": "GET_STATUS", "requestId": 7]

    @Test("a bare CONNECT is not answered, and requests are answered from then on")
    func bareConnect() {
        var trace = PlatformTrace()
        #expect(trace.connect() == [])
        #expect(trace.send(status).types == ["RECEIVER_STATUS"])
    }

    @Test("a message without a connection is dropped and counted")
    func unknownConnection() {
        var trace = PlatformTrace()
        #expect(trace.send(status) == [])
        _ = trace.connect()
        #expect(trace.send(status, from: "sender-9") == [])
        #expect(trace.send(status, to: "*") == [])
        #expect(trace.platform.drops[.unknownConnection] == 3)
    }

    @Test("sender-0 on two sockets is two senders")
    func socketsAreApart() {
        var trace = PlatformTrace()
        _ = trace.connect(on: 1)
        #expect(trace.send(status, on: 2) == [])
        _ = trace.connect(on: 2)
        #expect(trace.send(status, on: 2).sent.map(\.socket) == [2])
    }

    @Test(
        "CONNECTED is sent only to a sender that listed versions, with the highest common one",
        arguments: [
            (["protocolVersion": 1] as JSONObject, 1),
            (["protocolVersionList": [0, 1, 3, 9]], 3),
            (["protocolVersion": 2, "protocolVersionList": [0]], 2),
            (["protocolVersion": 17], nil),
            (["protocolVersionList": "x"], nil),
        ] as [(JSONObject, Int?)]
    )
    func versions(offer: JSONObject, expected: Int?) {
        var trace = PlatformTrace()
        var connect: JSONObject = ["type": "CONNECT"]
        connect.merge(offer)
        let sent = trace.send(connect, in: .connection).sent
        #expect(sent.first?.payload["protocolVersion"].flatMap(Int.init(json:)) == expected)
        #expect(sent.count == (expected == nil ? 0 : 1))
    }

    @Test("an unknown connection type is answered with CLOSE", arguments: [3, -1, 99])
    func unknownKind(kind: Int) {
        var trace = PlatformTrace()
        let sent = trace.connect(kind: kind).sent
        #expect(sent.map(\.type) == ["CLOSE"])
        #expect(sent.first?.source == "receiver-0")
        #expect(trace.send(status) == [])
    }

    @Test("CONNECT to an application that is not running is answered with CLOSE from its transport id")
    func goneTransport() {
        var trace = PlatformTrace.connected()
        let sent = trace.connect(to: "gone").sent
        #expect(sent.map(\.type) == ["CLOSE"])
        #expect(sent.first?.source == "gone")
        #expect(sent.first?.destination == "sender-0")
    }

    @Test("connecting twice has no effect")
    func twice() {
        var trace = PlatformTrace.connected()
        #expect(trace.connect() == [])
        #expect(trace.platform.connections.count == 1)
    }

    @Test("after CLOSE requests are dropped; CLOSE to * has no effect")
    func close() {
        var trace = PlatformTrace.connected()
        #expect(trace.close(to: "*") == [])
        #expect(trace.send(status).types == ["RECEIVER_STATUS"])
        #expect(trace.close() == [])
        #expect(trace.close() == [])
        #expect(trace.send(status) == [])
    }

    @Test("the number of connections per socket is limited")
    func limit() {
        var trace = PlatformTrace(connectionLimit: 2)
        _ = trace.connect(from: "a")
        _ = trace.connect(from: "b")
        #expect(trace.connect(from: "c").types == ["CLOSE"])
        #expect(trace.platform.drops[.connectionLimit] == 1)
        // A closed connection can be replaced.
        _ = trace.close(from: "a")
        #expect(trace.connect(from: "c") == [])
    }

    @Test("messages with overlong sender ids are dropped, which limits the memory per connection")
    func longName() {
        var trace = PlatformTrace()
        #expect(trace.connect(from: String(repeating: "s", count: 257)) == [])
        #expect(trace.connect(to: String(repeating: "s", count: 60_000)) == [])
        #expect(trace.platform.connections.count == 0)
        #expect(trace.platform.drops[.identifierTooLong] == 2)
        _ = trace.connect(from: String(repeating: "s", count: 256))
        #expect(trace.platform.connections.count == 1)
    }

    @Test("all senders are notified when the first sender joins the application and when the last one leaves")
    func senderConnected() {
        var trace = PlatformTrace.connected(rules: ApplicationRules(endsWithLastSender: false))
        _ = trace.connect(from: "sender-0", on: 2)
        _ = trace.send(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 1])
        let joined = trace.connect(to: "session-1").sent
        #expect(joined.map(\.socket) == [1, 2])
        #expect(joined.allSatisfy { $0.isBroadcast && $0.requestID == 0 && $0.type == "RECEIVER_STATUS" })
        #expect(joined.first?.payload["status"]?["applications"]?[0]?["senderConnected"] == .bool(true))
        // A second sender causes no notification.
        #expect(trace.connect(to: "session-1", on: 2).sent == [])
        #expect(trace.close(to: "session-1", on: 2).sent == [])
        let closed = trace.close(to: "session-1")
        #expect(closed.sent.first?.payload["status"]?["applications"]?[0]?["senderConnected"] == .bool(false))
        #expect(
            closed.otherActions == [.senderLeft(SenderAddress(socket: SocketID(1), id: "sender-0"), .requestedBySender)]
        )
    }

    @Test("an invisible connection is not reported, but receives broadcasts")
    func invisible() {
        var trace = PlatformTrace.connected()
        _ = trace.send(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 1])
        #expect(trace.connect(to: "session-1", kind: 2) == [])
        #expect(trace.platform.isSenderConnected == false)
        #expect(
            trace.platform.applicationBroadcast(.text(#"{"type":"MEDIA_STATUS"}"#), .media).sent.map(\.socket) == [1]
        )
        // The same sender becomes visible by connecting again.
        #expect(trace.connect(to: "session-1", kind: 0).types == ["RECEIVER_STATUS"])
    }

    @Test("a closed socket closes its connections and notifies the application")
    func socketClosed() {
        var trace = PlatformTrace.casting()
        _ = trace.connect(on: 2)
        let actions = trace.platform.socketClosed(SocketID(1), at: trace.now)
        #expect(
            actions.otherActions == [.senderLeft(SenderAddress(socket: SocketID(1), id: "sender-0"), .connectionLost)]
        )
        #expect(actions.sent.map(\.socket) == [2])
        #expect(actions.sent.first?.payload["status"]?["applications"]?[0]?["senderConnected"] == .bool(false))
        #expect(trace.platform.connections.count == 1)
    }
}
