// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Messages under faults")
struct FaultMachineTests {
    private let start = ContinuousClock.now

    private func message(_ type: String, _ namespace: CastNamespace = .media, requestID: Int? = nil) -> CastMessage {
        var payload: JSONObject = ["type": .string(type)]
        payload["requestId"] = requestID?.json
        return CastMessage(from: "sender-0", to: "app", namespace: namespace, payload: .text(payload.jsonString))
    }

    private func types(_ actions: [FaultMachine.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .forward(let message, _, _): (try? message.jsonObject())?.messageType ?? "?"
            case .sendBytes: "bytes"
            case .close(_, let isOrderly): isOrderly ? "close" : "reset"
            case .setReading(let isReading, _): isReading ? "read" : "wait"
            }
        }
    }

    private func machine(_ faults: Fault..., seed: UInt64 = 1) -> FaultMachine {
        var machine = FaultMachine(seed: seed)
        for fault in faults { _ = machine.add(fault) }
        return machine
    }

    @Test("without rules every message passes at once")
    func noRules() {
        var machine = machine()
        #expect(types(machine.passing(message("A"), .inbound, on: SocketID(1), at: start)) == ["A"])
        #expect(machine.nextDeadline == nil)
    }

    @Test("a delay holds matching messages in order and lets others pass")
    func delay() {
        var machine = machine(
            Fault(.delay(.milliseconds(200), jitter: .milliseconds(100)), on: .init(namespace: .media))
        )
        #expect(types(machine.passing(message("A"), .outbound, on: SocketID(1), at: start)) == [])
        #expect(types(machine.passing(message("B"), .outbound, on: SocketID(1), at: start)) == [])
        #expect(types(machine.passing(message("C", .receiver), .outbound, on: SocketID(1), at: start)) == ["C"])
        #expect(machine.nextDeadline.map { $0 >= start + .milliseconds(200) } == true)
        #expect(types(machine.timeReached(start + .milliseconds(199))) == [])
        #expect(types(machine.timeReached(start + .milliseconds(301))) == ["A", "B"])
        #expect(machine.nextDeadline == nil)
    }

    /// The payloads that a machine forwards.
    private func objects(_ actions: [FaultMachine.Action]) -> [JSONObject] {
        actions.compactMap { action in
            guard case .forward(let message, _, _) = action else { return nil }
            return try? message.jsonObject()
        }
    }

    @Test("a message follows another one, between the same endpoints, and all changes apply to the first")
    func follow() {
        var machine = machine(
            Fault(.rewrite([MessageEdit(.set(1), at: "a"), MessageEdit(.text, at: "requestId")])),
            Fault(.follow(["type": "B"])),
            Fault(.duplicate(copies: 1))
        )
        let actions = machine.passing(message("A", requestID: 5), .outbound, on: SocketID(1), at: start)
        let changed: JSONObject = ["type": "A", "requestId": "5", "a": 1]
        #expect(objects(actions) == [changed, changed, ["type": "B"]])
        guard case .forward(let last, .outbound, _)? = actions.last else {
            Issue.record("no message")
            return
        }
        #expect(last.sourceID == "sender-0" && last.destinationID == "app" && last.namespace == .media)
    }

    @Test("direction, type, skip and count select the messages")
    func choosing() {
        var machine = machine(
            Fault(.drop, on: .init(direction: .inbound, type: "LOAD"), skipping: 1, limit: 2)
        )
        var passed: [String] = []
        for _ in 0..<5 { passed += types(machine.passing(message("LOAD"), .inbound, on: SocketID(1), at: start)) }
        passed += types(machine.passing(message("LOAD"), .outbound, on: SocketID(1), at: start))
        passed += types(machine.passing(message("PLAY"), .inbound, on: SocketID(1), at: start))
        #expect(passed == ["LOAD", "LOAD", "LOAD", "LOAD", "PLAY"])
        #expect(machine.rules.first?.hits == 2)
        #expect(machine.rules.first?.seen == 5)
    }

    @Test("the probability is reproducible for a seed and approximately respected")
    func probability() {
        func lostMessages(seed: UInt64) -> [Int] {
            var machine = machine(Fault(.drop, probability: 0.3), seed: seed)
            return (0..<1000).filter {
                machine.passing(message("A"), .inbound, on: SocketID($0), at: start).isEmpty
            }
        }
        #expect(lostMessages(seed: 7) == lostMessages(seed: 7))
        #expect(lostMessages(seed: 7) != lostMessages(seed: 8))
        #expect((250...350).contains(lostMessages(seed: 7).count))
    }

    @Test("duplicates follow each other, and a reordered message follows the next one")
    func duplicateAndReorder() {
        var twice = machine(Fault(.duplicate(copies: 2)))
        #expect(types(twice.passing(message("A"), .inbound, on: SocketID(1), at: start)) == ["A", "A", "A"])

        var machine = machine(Fault(.reorder))
        #expect(types(machine.passing(message("A"), .inbound, on: SocketID(1), at: start)) == [])
        #expect(types(machine.passing(message("X"), .inbound, on: SocketID(2), at: start)) == [])
        #expect(types(machine.passing(message("B"), .inbound, on: SocketID(1), at: start)) == ["B", "A"])
        #expect(types(machine.timeReached(start + Fault.reorderLimit)) == ["X"])
    }

    @Test("a failing request is answered with its id and not delivered; other messages pass")
    func reply() throws {
        var machine = machine(.failNext(with: ["type": "LOAD_FAILED"]))
        #expect(types(machine.passing(message("PING", .heartbeat), .inbound, on: SocketID(1), at: start)) == ["PING"])
        let actions = machine.passing(message("LOAD", requestID: 12), .inbound, on: SocketID(1), at: start)
        guard case .forward(let answer, .outbound, SocketID(1)) = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(try answer.jsonObject() == ["type": "LOAD_FAILED", "requestId": 12])
        #expect(answer.sourceID == "app" && answer.destinationID == "sender-0")
        #expect(
            types(machine.passing(message("LOAD", requestID: 13), .inbound, on: SocketID(1), at: start)) == ["LOAD"]
        )
    }

    @Test("faults close after a number of messages, reset, and send malformed bytes")
    func endings() {
        var closing = machine(.close(afterMessages: 2))
        #expect(types(closing.passing(message("A"), .inbound, on: SocketID(1), at: start)) == ["A"])
        #expect(types(closing.passing(message("B"), .outbound, on: SocketID(1), at: start)) == ["B", "close"])
        var resetting = machine(Fault(.reset))
        #expect(types(resetting.passing(message("A"), .inbound, on: SocketID(1), at: start)) == ["reset"])
        for frame in BadFrame.allCases {
            var malformed = machine(Fault(.malformed(frame), limit: 1))
            let expected = frame == .truncated ? ["bytes", "close"] : ["bytes"]
            #expect(types(malformed.passing(message("A"), .outbound, on: SocketID(1), at: start)) == expected)
        }
    }

    @Test("a slow reader stops reading, takes one message at a time in order, and then resumes reading")
    func slowReader() {
        var machine = machine(Fault(.slowReading(.milliseconds(100)), on: .init(type: "LOAD")))
        #expect(types(machine.passing(message("LOAD"), .inbound, on: SocketID(1), at: start)) == ["wait"])
        #expect(types(machine.passing(message("PLAY"), .inbound, on: SocketID(1), at: start)) == ["wait"])
        #expect(types(machine.passing(message("LOAD"), .inbound, on: SocketID(1), at: start)) == ["wait"])
        #expect(types(machine.timeReached(start + .milliseconds(100))) == ["LOAD", "PLAY"])
        #expect(types(machine.timeReached(start + .milliseconds(200))) == ["LOAD", "read"])
    }

    @Test("only the times of a media status are shifted")
    func shift() throws {
        var machine = machine(Fault(.shiftTimes(.seconds(-2))))
        let text = #"{"type":"MEDIA_STATUS","status":[{"currentTime":10.5,"mediaSessionId":3}],"requestId":0}"#
        let status = CastMessage(from: "app", to: "*", namespace: .media, payload: .text(text))
        let actions = machine.passing(status, .outbound, on: SocketID(1), at: start)
        guard case .forward(let shifted, _, _) = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(try shifted.jsonObject()["status"]?[0]?["currentTime"] == 8.5)
        #expect(try shifted.jsonObject()["status"]?[0]?["mediaSessionId"] == 3)
        let other = message("PLAY")
        #expect(
            machine.passing(other, .inbound, on: SocketID(1), at: start) == [.forward(other, .inbound, SocketID(1))]
        )
    }

    @Test("held messages are delivered when their socket closes, and the number of held messages is limited")
    func nothingLost() {
        var machine = machine(Fault(.delay(.seconds(5))))
        for type in ["A", "B"] { _ = machine.passing(message(type), .inbound, on: SocketID(1), at: start) }
        _ = machine.passing(message("C"), .outbound, on: SocketID(1), at: start)
        _ = machine.passing(message("D"), .inbound, on: SocketID(2), at: start)
        #expect(types(machine.closing(SocketID(1))) == ["C"])
        #expect(types(machine.closed(SocketID(1))) == ["A", "B"])
        #expect(machine.heldCount == 1)
        var passed = 0
        for _ in 0..<FaultMachine.heldLimit + 10 {
            passed += machine.passing(message("E"), .inbound, on: SocketID(3), at: start).count
        }
        #expect(machine.heldCount == FaultMachine.heldLimit)
        #expect(passed == 11)
    }

    @Test("under random rules no message is invented, and none is lost without a rule that drops it")
    func randomSchedules() {
        for seed in UInt64(0)..<2000 {
            var generator = SeededGenerator(seed: seed)
            var machine = FaultMachine(seed: seed)
            let effects: [Fault.Effect] = [
                .delay(.milliseconds(50), jitter: .milliseconds(80)), .reorder, .slowReading(.milliseconds(30)),
                .duplicate(copies: 1),
            ]
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let fault = Fault(
                    effects.randomElement(using: &generator) ?? .reorder,
                    skipping: Int.random(in: 0...3, using: &generator),
                    probability: Double.random(in: 0.2...1, using: &generator)
                )
                _ = machine.add(fault)
            }
            var now = start
            var sent: [String] = []
            var delivered: [String] = []
            for number in 0..<40 {
                let direction: Fault.Direction = Bool.random(using: &generator) ? .inbound : .outbound
                let socket = SocketID(Int.random(in: 1...3, using: &generator))
                sent.append("M\(number)")
                delivered += types(machine.passing(message("M\(number)"), direction, on: socket, at: now))
                if Bool.random(using: &generator) {
                    now += .milliseconds(Int.random(in: 0...60, using: &generator))
                    delivered += types(machine.timeReached(now))
                }
            }
            delivered += types(machine.timeReached(now + .seconds(60)))
            let messages = delivered.filter { $0.hasPrefix("M") }
            #expect(Set(messages) == Set(sent), "seed \(seed)")
            #expect(machine.heldCount == 0, "seed \(seed)")
            #expect(machine.nextDeadline == nil, "seed \(seed)")
        }
    }
}
