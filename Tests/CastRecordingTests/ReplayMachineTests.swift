// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastRecording

/// Traces of the machine: events with times in, actions out.
@Suite("Replay machine")
struct ReplayMachineTests {
    private static func machine(
        _ role: ReplayRole,
        _ recording: Recording = Script.status,
        pace: ReplayOptions.Pace = .recorded(speed: 1)
    ) throws -> ReplayMachine {
        var options = ReplayOptions()
        options.pace = pace
        return try ReplayMachine(recording, as: role, options: options)
    }

    private static func sender(
        _ payload: JSONObject,
        in namespace: CastNamespace = .receiver,
        from sender: String = "sender-9"
    ) -> CastMessage {
        CastMessage(from: sender, to: "receiver-0", namespace: namespace, json: payload)
    }

    private static func device(_ payload: JSONObject, to destination: String = "sender-0") -> CastMessage {
        CastMessage(from: "receiver-0", to: destination, namespace: .receiver, json: payload)
    }

    @Test("as a device, an answer has the id of the live request and comes after the recorded delay")
    func answers() throws {
        var machine = try Self.machine(.device)
        #expect(machine.advance(to: .zero).isEmpty)
        #expect(machine.deadline == nil, "before a sender connects, there is nothing to do")
        #expect(machine.opened(1, at: .seconds(60)).isEmpty)
        #expect(machine.received(Self.sender(["type": "CONNECT"], in: .connection), on: 1, at: .seconds(60)).isEmpty)
        let request = Self.sender(["type": "GET_STATUS", "requestId": 900])
        #expect(machine.received(request, on: 1, at: .seconds(61)).isEmpty)
        #expect(machine.deadline == .seconds(61) + .milliseconds(100))
        #expect(machine.advance(to: .seconds(61)).isEmpty)
        let answer = Self.device(
            ["type": "RECEIVER_STATUS", "requestId": 900, "status": ["volume": ["level": 0.5]]],
            to: "sender-9"
        )
        #expect(machine.advance(to: .seconds(61) + .milliseconds(100)) == [.send(answer, on: 1)])
        // The unsolicited status comes 1.1 s after the request, as in the recording.
        #expect(machine.deadline == .seconds(62) + .milliseconds(100))
        let actions = machine.advance(to: .seconds(62) + .milliseconds(100))
        #expect(
            actions == [
                .send(
                    Self.device(
                        ["type": "RECEIVER_STATUS", "requestId": 0, "status": ["volume": ["level": 0.75]]],
                        to: "*"
                    ),
                    on: 1
                )
            ]
        )
        _ = machine.closed(1, at: .seconds(63))
        #expect(machine.isFinished)
        #expect(machine.finished() == ReplayReport(matched: 2, sent: 2))
    }

    @Test("a speed divides delays, and without delays everything is sent at once")
    func pace() throws {
        for (pace, due) in [(ReplayOptions.Pace.recorded(speed: 10), Duration.milliseconds(10)), (.immediate, .zero)] {
            var machine = try Self.machine(.device, pace: pace)
            _ = machine.opened(1, at: .zero)
            _ = machine.received(Self.sender(["type": "CONNECT"], in: .connection), on: 1, at: .zero)
            var actions = machine.received(Self.sender(["type": "GET_STATUS", "requestId": 1]), on: 1, at: .zero)
            if actions.isEmpty { #expect(machine.deadline == due) }
            actions += machine.advance(to: .milliseconds(110))
            #expect(actions.count == 2)
        }
    }

    @Test("requests in another order match, and their answers follow them")
    func order() throws {
        let recording = Recording(events: [
            Script.opened(),
            Script.message(.toDevice, at: 0, ["type": "GET_STATUS", "requestId": 1]),
            Script.message(.toDevice, at: 0, ["type": "GET_APP_AVAILABILITY", "requestId": 2]),
            Script.message(.toSender, at: 0, ["type": "RECEIVER_STATUS", "requestId": 1]),
            Script.message(.toSender, at: 0, ["responseType": "GET_APP_AVAILABILITY", "requestId": 2]),
        ])
        var machine = try Self.machine(.device, recording)
        _ = machine.opened(1, at: .zero)
        let first = machine.received(
            Self.sender(["type": "GET_APP_AVAILABILITY", "requestId": 11], from: "sender-0"),
            on: 1,
            at: .zero
        )
        #expect(first == [.send(Self.device(["responseType": "GET_APP_AVAILABILITY", "requestId": 11]), on: 1)])
        let second = machine.received(
            Self.sender(["type": "GET_STATUS", "requestId": 12], from: "sender-0"),
            on: 1,
            at: .zero
        )
        #expect(second == [.send(Self.device(["type": "RECEIVER_STATUS", "requestId": 12]), on: 1)])
    }

    @Test("missing and additional messages are reported, and an answer without its request is withheld")
    func differences() throws {
        var machine = try Self.machine(.device)
        _ = machine.opened(1, at: .zero)
        _ = machine.received(Self.sender(["type": "CONNECT"], in: .connection), on: 1, at: .zero)
        #expect(machine.received(Self.sender(["type": "STOP", "requestId": 3]), on: 1, at: .zero).isEmpty)
        _ = machine.closed(1, at: .seconds(1))
        let report = machine.finished()
        #expect(report.withheld == 2)
        #expect(report.differences.count == 2)
        guard case .unexpected(let message, 1)? = report.differences.first,
            case .missing(let missing, milliseconds: 20, 1)? = report.differences.last
        else {
            Issue.record("other differences: \(report.differences)")
            return
        }
        #expect(MessageKey.type(of: message) == "STOP")
        #expect(MessageKey.type(of: missing) == "GET_STATUS")
        #expect(report.differences.last?.description.contains("recorded at 0.020 s") == true)
    }

    @Test("after a request that does not come, the replay goes on once it is overdue")
    func overdue() throws {
        var machine = try Self.machine(.device)
        _ = machine.opened(1, at: .zero)
        _ = machine.received(Self.sender(["type": "CONNECT"], in: .connection), on: 1, at: .zero)
        var sent: [ReplayMachine.Action] = []
        var last = Duration.zero
        while let deadline = machine.deadline, deadline < .seconds(30) {
            #expect(deadline >= last)
            last = deadline
            sent += machine.advance(to: deadline).filter { action in
                if case .send(let message, _) = action { message.namespace == .receiver } else { true }
            }
        }
        #expect(sent.count == 1, "the unsolicited status, but not the answer")
    }

    @Test("as a sender, ids of the live device replace the recorded ones")
    func deviceIDs() throws {
        func status(_ session: String, _ transport: String, _ id: Int64) -> JSONObject {
            [
                "type": "RECEIVER_STATUS", "requestId": .integer(id),
                "status": [
                    "applications": [
                        ["appId": "CC1AD845", "sessionId": .string(session), "transportId": .string(transport)]
                    ]
                ],
            ]
        }
        let recording = Recording(events: [
            Script.opened(),
            Script.message(.toDevice, at: 0, ["type": "LAUNCH", "requestId": 5, "appId": "CC1AD845"]),
            Script.message(.toSender, at: 0, status("s-1", "t-1", 5)),
            Script.message(.toDevice, at: 0, ["type": "CONNECT"], in: .connection, to: "t-1"),
            Script.message(.toDevice, at: 0, ["type": "STOP", "requestId": 6, "sessionId": "s-1"]),
            Script.message(
                .toSender,
                at: 0,
                ["type": "RECEIVER_STATUS", "requestId": 6, "status": ["applications": []]]
            ),
        ])
        var machine = try Self.machine(.sender, recording)
        #expect(machine.advance(to: .zero) == [.open(1)])
        #expect(machine.opened(1, at: .zero).count == 1)
        let actions = machine.received(Self.device(status("s-2", "t-2", 5)), on: 1, at: .zero)
        #expect(
            actions == [
                .send(
                    CastMessage(from: "sender-0", to: "t-2", namespace: .connection, json: ["type": "CONNECT"]),
                    on: 1
                ),
                .send(
                    CastMessage(
                        from: "sender-0",
                        to: "receiver-0",
                        namespace: .receiver,
                        json: ["type": "STOP", "requestId": 6, "sessionId": "s-2"]
                    ),
                    on: 1
                ),
            ]
        )
        // The device still runs another app: a difference that matters.
        let other = machine.received(
            Self.device(["type": "RECEIVER_STATUS", "requestId": 6, "status": ["applications": [["appId": "X"]]]]),
            on: 1,
            at: .zero
        )
        #expect(other == [.close(1)])
        _ = machine.closed(1, at: .zero)
        #expect(machine.isFinished)
        let report = machine.finished()
        #expect(report.matched == 2)
        #expect(report.differences.count == 1)
        #expect(report.differences.first?.description.contains("status.applications was  and is X") == true)
    }

    @Test("nothing is sent after the close, also if a PING is due at the same time")
    func closesLast() throws {
        let recording = Recording(events: [
            RecordedEvent(milliseconds: 0, socket: 1, kind: .opened),
            RecordedEvent(milliseconds: 5_000, socket: 1, kind: .closed(by: .device, reason: "")),
        ])
        var machine = try Self.machine(.device, recording)
        _ = machine.opened(1, at: .zero)
        let actions = machine.advance(to: ReplayMachine.pingInterval)
        #expect(actions.count == 2)
        #expect(actions.last == .close(1))
    }

    @Test("heartbeats are answered and never differ; a challenge gets an error")
    func heartbeatAndAuthentication() throws {
        var machine = try Self.machine(.device)
        _ = machine.opened(1, at: .zero)
        let ping = Self.sender(["type": "PING"], in: .heartbeat, from: "s")
        let pong = CastMessage(from: "receiver-0", to: "s", namespace: .heartbeat, json: ["type": "PONG"])
        #expect(machine.received(ping, on: 1, at: .zero) == [.send(pong, on: 1)])
        let challenge = CastMessage(
            from: "s",
            to: "receiver-0",
            namespace: .deviceAuth,
            payload: .binary(DeviceAuthMessage.challenge(AuthChallenge()).serializedBytes)
        )
        guard case .send(let answer, 1)? = machine.received(challenge, on: 1, at: .zero).first,
            case .binary(let bytes) = answer.payload
        else {
            Issue.record("no answer")
            return
        }
        #expect(try DeviceAuthMessage(parsing: bytes) == .error(.internalError))
        #expect(machine.finished().differences.allSatisfy { if case .missing = $0 { true } else { false } })
    }

    @Test("a connection that the recording lacks, and one that cannot be opened, are differences")
    func connections() throws {
        var device = try Self.machine(.device)
        _ = device.opened(1, at: .zero)
        _ = device.opened(2, at: .zero)
        #expect(device.finished().differences.first == .unexpectedConnection(socket: 2))
        var sender = try Self.machine(.sender)
        #expect(sender.advance(to: .zero) == [.open(1)])
        #expect(sender.failed(1, reason: "refused", at: .zero).isEmpty)
        #expect(sender.isFinished)
        #expect(sender.finished().differences.first == .missingConnection(socket: 1, reason: "refused"))
    }

    @Test("a recording without connections cannot be replayed")
    func empty() {
        let error = #expect(throws: RecordingError.self) { try Self.machine(.device, Recording(events: [])) }
        #expect(error?.code == .empty)
    }
}
