// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOCore
import NIOPosix
import Testing

/// Tests that the scripted peer accepts valid messages and fails the test for invalid ones.
@Suite(.timeLimit(.minutes(1)))
struct ScriptedPeerTests {
    private func open() async throws -> (any CastSocket, SocketRecorder, ScriptedConnection) {
        let network = CastMemoryNetwork(eventLoop: MultiThreadedEventLoopGroup.singleton.next())
        let peer = try await ScriptedPeer(acceptor: network)
        let socket = try await network.connect(to: peer.endpoint, timeout: .seconds(5), on: nil)
        return (socket, try await SocketRecorder.activated(on: socket), try await peer.accept())
    }

    private func message(_ text: String, in namespace: CastNamespace) -> CastMessage {
        CastMessage(from: "sender-0", to: "receiver-0", namespace: namespace, payload: .text(text))
    }

    @Test func aScriptRunsInOrder() async throws {
        let (socket, recorder, connection) = try await open()
        try await socket.sendOnLoop(
            message(#"{"type":"CONNECT"}"#, in: .connection),
            message(#"{"type":"PING"}"#, in: .heartbeat),
            message(#"{"type":"GET_STATUS","requestId":7}"#, in: .receiver)
        )
        try await connection.expect("CONNECT", in: .connection)
        let request = try await connection.expect("GET_STATUS", in: .receiver, to: "receiver-0")
        try await connection.reply(to: request, ["type": "RECEIVER_STATUS"])
        #expect(try await recorder.nextMessage().jsonObject() == ["type": "PONG"])
        let answer = try await recorder.nextMessage()
        #expect(answer.sourceID == "receiver-0" && answer.destinationID == "sender-0")
        #expect(try answer.jsonObject() == ["type": "RECEIVER_STATUS", "requestId": 7])
        #expect(connection.pings == 1)
        try connection.verify()
    }

    @Test func automaticRepliesAreNotExpected() async throws {
        let (socket, recorder, connection) = try await open()
        connection.whenever("GET_STATUS", in: .receiver) { _ in [["type": "RECEIVER_STATUS"]] }
        try await socket.sendOnLoop(
            message(#"{"type":"CONNECT"}"#, in: .connection),
            message(#"{"type":"GET_STATUS","requestId":7}"#, in: .receiver)
        )
        #expect(try await recorder.nextMessage().jsonObject()["requestId"] == 7)
        try await connection.expect("CONNECT", in: .connection)
        try connection.verify()
    }

    @Test(arguments: [
        #"{"type":"GET_STATUS","requestId":1}"#,
        #"{"type":"GET_STATUS"}"#,
        #"{"requestId":1}"#,
        "no JSON",
    ])
    func aRequestBeforeConnectFailsTheScript(_ text: String) async throws {
        let (socket, _, connection) = try await open()
        try await socket.sendOnLoop(message(text, in: .receiver))
        await #expect(throws: ScriptedPeerError.self) { try await connection.nextRequest() }
        #expect(connection.violations.count == 1)
    }

    @Test func rulesNameTheMistake() throws {
        var rules = SenderRules(transports: ["app"])
        let connect = message(#"{"type":"CONNECT"}"#, in: .connection)
        let get = message(#"{"type":"GET_STATUS","requestId":1}"#, in: .receiver)
        #expect(rules.received(get) == .notConnected(get))
        #expect(rules.received(connect) == nil)
        #expect(rules.received(connect) == nil)
        #expect(rules.received(get) == nil)
        #expect(rules.received(get) == .requestIDReused(1, get))
        let zero = message(#"{"type":"GET_STATUS","requestId":0}"#, in: .receiver)
        #expect(rules.received(zero) == .requestIDMissing(zero))
        let none = message(#"{"type":"GET_STATUS"}"#, in: .receiver)
        #expect(rules.received(none) == .requestIDMissing(none))
        var stray = get
        stray.destinationID = "gone"
        #expect(rules.received(stray) == .unknownDestination(stray))
        stray.destinationID = "app"
        #expect(rules.received(stray) == .notConnected(stray))
        #expect(rules.received(message(#"{"type":"CLOSE"}"#, in: .connection)) == nil)
        let late = message(#"{"type":"GET_STATUS","requestId":2}"#, in: .receiver)
        #expect(rules.received(late) == .notConnected(late))
    }

    @Test func anotherMessageThanExpectedFailsTheScript() async throws {
        let (socket, _, connection) = try await open()
        let connect = message(#"{"type":"CONNECT"}"#, in: .connection)
        try await socket.sendOnLoop(connect)
        await #expect(throws: ScriptedPeerError.unexpected(connect, expected: "CLOSE in \(CastNamespace.connection)")) {
            try await connection.expect("CLOSE", in: .connection)
        }
    }

    @Test func silenceFailsTheScriptInsteadOfHangingIt() async throws {
        let (_, _, connection) = try await open()
        await #expect(throws: ScriptedPeerError.self) {
            try await connection.expect("CONNECT", in: .connection, within: .milliseconds(20))
        }
    }

    @Test func theEndOfTheConnectionIsExpectedOrFailsTheScript() async throws {
        let (socket, _, connection) = try await open()
        try await socket.closeOnLoop()
        #expect(try await connection.expectClose() == .remote)
    }
}
