// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore
import Testing

@testable import CastSender

@Suite("Connection state machine")
struct ConnectionMachineTests {
    private func machine() -> ConnectionMachine {
        var machine = ConnectionMachine(
            configuration: ConnectionMachine.Configuration(device: "TV"),
            firstRequestID: 10,
            now: .at(0)
        )
        _ = machine.opened()
        return machine
    }

    private func message(
        _ object: JSONObject,
        in namespace: CastNamespace = .receiver,
        from source: String = "receiver-0",
        to destination: String = "sender-0"
    ) -> CastMessage {
        CastMessage(from: source, to: destination, namespace: namespace, payload: .text(object.jsonString))
    }

    private func ask(_ machine: inout ConnectionMachine, at now: NIODeadline = .at(0)) throws -> Int {
        try machine.requestMade(
            GetReceiverStatusRequest().fields,
            type: "GET_STATUS",
            namespace: .receiver,
            to: "receiver-0",
            timeout: .seconds(10),
            now: now
        ).id
    }

    @Test("Opening sends one CONNECT to the platform")
    func opens() {
        var machine = ConnectionMachine(
            configuration: ConnectionMachine.Configuration(device: "TV"),
            firstRequestID: 10,
            now: .at(0)
        )
        let actions = machine.opened()
        guard case .send(let connect)? = actions.first, actions.count == 1 else {
            Issue.record("\(actions)")
            return
        }
        #expect(connect.namespace == .connection)
        #expect(connect.destinationID == "receiver-0")
        #expect(machine.opened().isEmpty)
    }

    @Test("A status in two fragments is one status; fragments beyond the limit are counted")
    func continued() {
        var machine = machine()
        let text = ReceiverStatusMessage(fields: ["type": "RECEIVER_STATUS", "status": ["volume": ["level": 0.25]]])
            .fields.jsonString
        var first = CastMessage(
            from: "receiver-0",
            to: "*",
            namespace: .receiver,
            payload: .text(String(text.prefix(20))),
            isContinued: true
        )
        #expect(machine.messageReceived(first, now: .at(0)).isEmpty)
        var second = first
        second.payload = .text(String(text.dropFirst(20)))
        second.isContinued = false
        let actions = machine.messageReceived(second, now: .at(0))
        #expect(
            actions.contains {
                if case .receiverStatus(let status) = $0 { status.volume?.level == 0.25 } else { false }
            }
        )

        first.payload = .text(String(repeating: " ", count: CastFrame.defaultLimit + 1))
        #expect(machine.messageReceived(first, now: .at(0)).isEmpty)
        #expect(machine.counters.continued == 1)
    }

    @Test("A request is encoded with its id, and its reply completes it after the status update")
    func request() throws {
        var machine = machine()
        let outgoing = try machine.requestMade(
            ["type": "GET_STATUS"],
            type: "GET_STATUS",
            namespace: .receiver,
            to: "receiver-0",
            timeout: .seconds(10),
            now: .at(0)
        )
        #expect(try outgoing.message.jsonObject() == ["type": "GET_STATUS", "requestId": 10])
        var reply = ModelDevice.running
        reply["requestId"] = 10
        let actions = machine.messageReceived(message(reply), now: .at(1))
        #expect(
            actions == [
                .receiverStatus(ReceiverStatusMessage(fields: reply).status), .settle(10, .success(reply)),
            ]
        )
        // The same status again completes the request, but is not an update.
        let second = try ask(&machine)
        reply["requestId"] = .integer(Int64(second))
        #expect(machine.messageReceived(message(reply), now: .at(1)) == [.settle(second, .success(reply))])
    }

    @Test("The timer is set to the earliest of the heartbeat and request deadlines")
    func earliestDeadline() throws {
        var machine = machine()
        #expect(machine.nextDeadline == .at(5))
        _ = machine.deadlineReached(now: .at(5))
        #expect(machine.nextDeadline == .at(10))
        _ = machine.messageReceived(message(["type": "PING"], in: .heartbeat), now: .at(6))
        _ = try ask(&machine, at: .at(0.5))
        #expect(machine.nextDeadline == .at(10.5))
        _ = machine.closed(.closedByDevice)
        #expect(machine.nextDeadline == nil)
    }

    @Test("Silence sends a PING and then closes the connection, failing pending requests")
    func silence() throws {
        var machine = machine()
        let id = try ask(&machine)
        guard case .send(let ping)? = machine.deadlineReached(now: .at(5)).first else {
            Issue.record("no ping")
            return
        }
        #expect(ping.namespace == .heartbeat)
        #expect(ping.payload == .text(#"{"type":"PING"}"#))
        #expect(
            machine.deadlineReached(now: .at(10))
                == [.settle(id, .failure(CastError(.heartbeatLost, ""))), .close(.heartbeatLost)]
        )
        #expect(machine.deadlineReached(now: .at(11)).isEmpty)
    }

    @Test("A PING is answered with its own ids, even before CONNECT")
    func ping() {
        var machine = ConnectionMachine(
            configuration: ConnectionMachine.Configuration(device: "TV"),
            firstRequestID: 10,
            now: .at(0)
        )
        let ping = message(["type": "PING"], in: .heartbeat, from: "Tr@n$p0rt-0", to: "Tr@n$p0rt-0")
        guard case .send(let pong)? = machine.messageReceived(ping, now: .at(1)).first else {
            Issue.record("no pong")
            return
        }
        #expect(pong.sourceID == "Tr@n$p0rt-0" && pong.destinationID == "Tr@n$p0rt-0")
        #expect(pong.payload == .text(#"{"type":"PONG"}"#))
    }

    @Test("A closed machine ignores messages and rejects requests")
    func closed() throws {
        var machine = machine()
        _ = machine.closed(.closedByDevice)
        #expect(machine.messageReceived(message(ModelDevice.idle), now: .at(1)).isEmpty)
        #expect(machine.closed(.closedLocally).isEmpty)
        #expect(machine.closeReason == .closedByDevice)
        #expect(throws: CastError(.connectionClosed, "")) { try ask(&machine) }
    }

    @Test("A request to an application that was not joined is rejected")
    func notJoined() {
        var machine = machine()
        #expect(throws: CastError(.sessionEnded, "")) {
            try machine.requestMade(
                [:],
                type: "PLAY",
                namespace: .media,
                to: "web-1",
                timeout: .seconds(1),
                now: .at(0)
            )
        }
    }

    @Test("A lost application counts as ended when the status request about it is not answered")
    func lostWithoutAnswer() throws {
        var machine = machine()
        _ = machine.messageReceived(message(ModelDevice.running), now: .at(0))
        let application = try #require(machine.receiver.runningApplication)
        _ = machine.applicationJoined(application, launchRequestID: nil)
        let lost = machine.messageReceived(message(["type": "CLOSE"], in: .connection, from: "web-1"), now: .at(1))
        #expect(lost.first == .transportLost(transportID: "web-1"))
        #expect(lost.count == 2)
        // A broadcast that still lists it may be older than the CLOSE, so it does not count.
        #expect(machine.messageReceived(message(ModelDevice.running, to: "*"), now: .at(2)).isEmpty)
        _ = machine.messageReceived(message(["type": "PONG"], in: .heartbeat), now: .at(10))
        let actions = machine.deadlineReached(now: .at(11))
        #expect(actions.first == .applicationEnded(transportID: "web-1", .appClosed))
        #expect(machine.joined.isEmpty)
    }

    @Test(
        "A lost application counts as ended when the device rejects the status request about it",
        arguments: [["type": "INVALID_REQUEST"], ["type": "RECEIVER_STATUS", "status": 1]] as [JSONObject]
    )
    func lostAndRejected(answer: JSONObject) throws {
        var machine = machine()
        _ = machine.messageReceived(message(ModelDevice.running), now: .at(0))
        let application = try #require(machine.receiver.runningApplication)
        _ = machine.applicationJoined(application, launchRequestID: nil)
        let lost = machine.messageReceived(message(["type": "CLOSE"], in: .connection, from: "web-1"), now: .at(1))
        guard case .send(let inquiry)? = lost.last else {
            Issue.record("\(lost)")
            return
        }
        var answer = answer
        answer["requestId"] = try inquiry.jsonObject()["requestId"]
        let actions = machine.messageReceived(message(answer), now: .at(2))
        #expect(actions.first == .applicationEnded(transportID: "web-1", .appClosed))
        #expect(machine.joined.isEmpty)
    }

    @Test("An application that another one replaces after a refused stop was replaced, not stopped")
    func replacedAfterRefusedStop() throws {
        var machine = machine()
        _ = machine.messageReceived(message(ModelDevice.running), now: .at(0))
        let application = try #require(machine.receiver.runningApplication)
        _ = machine.applicationJoined(application, launchRequestID: nil)
        let id = try machine.requestMade(
            [:],
            type: "STOP",
            namespace: .receiver,
            to: "receiver-0",
            completion: .onEffect,
            timeout: .seconds(10),
            now: .at(1)
        ).id
        machine.waitStarted(ApplicationWait(.gone(sessionID: application.sessionID)), id: id)
        let refusal: JSONObject = ["type": "INVALID_REQUEST", "requestId": .integer(Int64(id))]
        _ = machine.messageReceived(message(refusal), now: .at(2))
        let other = ModelDevice.status(appID: "AAAA1111", session: "session-2", transport: "web-2")
        let actions = machine.messageReceived(message(other), now: .at(3))
        #expect(actions.contains(.applicationEnded(transportID: "web-1", .replaced(byAppID: "AAAA1111"))))
    }
}
