import CastWire
import Testing

@testable import CastReceiver

@Suite("What becomes of a message under faults")
struct FaultMachineTests {
    private let start = ContinuousClock.now

    private func message(_ type: String, _ namespace: CastNamespace = .media, requestID: Int? = nil) -> CastMessage {
        var payload: JSONObject = ["type": .string(type)]
        payload["requestId"] = requestID?.json
        return CastMessage(from: "sender-0", to: "app", namespace: namespace, payload: .text(payload.jsonString))
    }

    private func types(_ orders: [FaultMachine.Order]) -> [String] {
        orders.map { order in
            switch order {
            case .carry(let message, _, _): (try? message.jsonObject())?.messageType ?? "?"
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

    @Test("without rules everything passes at once")
    func noRules() {
        var machine = machine()
        #expect(types(machine.passing(message("A"), .inbound, on: SocketID(1), at: start)) == ["A"])
        #expect(machine.nextDeadline == nil)
    }

    @Test("a delay holds what it is about, in order, and lets the rest pass")
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

    @Test("direction, type, skip and count choose the messages")
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

    @Test("chance comes out the same for the same seed, and about as often as it says")
    func chance() {
        func lost(seed: UInt64) -> [Int] {
            var machine = machine(Fault(.drop, probability: 0.3), seed: seed)
            return (0..<1000).filter {
                machine.passing(message("A"), .inbound, on: SocketID($0), at: start).isEmpty
            }
        }
        #expect(lost(seed: 7) == lost(seed: 7))
        #expect(lost(seed: 7) != lost(seed: 8))
        #expect((250...350).contains(lost(seed: 7).count))
    }

    @Test("duplicates come one after the other, and the next message overtakes a reordered one")
    func duplicateAndReorder() {
        var twice = machine(Fault(.duplicate(copies: 2)))
        #expect(types(twice.passing(message("A"), .inbound, on: SocketID(1), at: start)) == ["A", "A", "A"])

        var machine = machine(Fault(.reorder))
        #expect(types(machine.passing(message("A"), .inbound, on: SocketID(1), at: start)) == [])
        #expect(types(machine.passing(message("X"), .inbound, on: SocketID(2), at: start)) == [])
        #expect(types(machine.passing(message("B"), .inbound, on: SocketID(1), at: start)) == ["B", "A"])
        #expect(types(machine.timeReached(start + Fault.reorderLimit)) == ["X"])
    }

    @Test("a request that fails is answered with its id and never arrives; what is no request passes")
    func reply() throws {
        var machine = machine(.failNext(with: ["type": "LOAD_FAILED"]))
        #expect(types(machine.passing(message("PING", .heartbeat), .inbound, on: SocketID(1), at: start)) == ["PING"])
        let orders = machine.passing(message("LOAD", requestID: 12), .inbound, on: SocketID(1), at: start)
        guard case .carry(let answer, .outbound, SocketID(1)) = orders.first else {
            Issue.record("\(orders)")
            return
        }
        #expect(try answer.jsonObject() == ["type": "LOAD_FAILED", "requestId": 12])
        #expect(answer.sourceID == "app" && answer.destinationID == "sender-0")
        #expect(
            types(machine.passing(message("LOAD", requestID: 13), .inbound, on: SocketID(1), at: start)) == ["LOAD"]
        )
    }

    @Test("closing after N messages, resetting, and bytes that are no message")
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

    @Test("a slow reader stops reading, takes one message at a time in order, and goes on reading at the end")
    func slowReader() {
        var machine = machine(Fault(.slowReading(.milliseconds(100)), on: .init(type: "LOAD")))
        #expect(types(machine.passing(message("LOAD"), .inbound, on: SocketID(1), at: start)) == ["wait"])
        #expect(types(machine.passing(message("PLAY"), .inbound, on: SocketID(1), at: start)) == ["wait"])
        #expect(types(machine.passing(message("LOAD"), .inbound, on: SocketID(1), at: start)) == ["wait"])
        #expect(types(machine.timeReached(start + .milliseconds(100))) == ["LOAD", "PLAY"])
        #expect(types(machine.timeReached(start + .milliseconds(200))) == ["LOAD", "read"])
    }

    @Test("the times of a media status are shifted, and nothing else")
    func shift() throws {
        var machine = machine(Fault(.shiftTimes(.seconds(-2))))
        let text = #"{"type":"MEDIA_STATUS","status":[{"currentTime":10.5,"mediaSessionId":3}],"requestId":0}"#
        let status = CastMessage(from: "app", to: "*", namespace: .media, payload: .text(text))
        let orders = machine.passing(status, .outbound, on: SocketID(1), at: start)
        guard case .carry(let shifted, _, _) = orders.first else { return }
        #expect(try shifted.jsonObject()["status"]?[0]?["currentTime"] == 8.5)
        #expect(try shifted.jsonObject()["status"]?[0]?["mediaSessionId"] == 3)
        let other = message("PLAY")
        #expect(machine.passing(other, .inbound, on: SocketID(1), at: start) == [.carry(other, .inbound, SocketID(1))])
    }

    @Test("what is held when a socket closes is handed out first, and holding is bounded")
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

    @Test("under random rules and messages nothing is invented, and nothing is lost without a rule that loses it")
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
            var arrived: [String] = []
            for number in 0..<40 {
                let direction: Fault.Direction = Bool.random(using: &generator) ? .inbound : .outbound
                let socket = SocketID(Int.random(in: 1...3, using: &generator))
                sent.append("M\(number)")
                arrived += types(machine.passing(message("M\(number)"), direction, on: socket, at: now))
                if Bool.random(using: &generator) {
                    now += .milliseconds(Int.random(in: 0...60, using: &generator))
                    arrived += types(machine.timeReached(now))
                }
            }
            arrived += types(machine.timeReached(now + .seconds(60)))
            let messages = arrived.filter { $0.hasPrefix("M") }
            #expect(Set(messages) == Set(sent), "seed \(seed)")
            #expect(machine.heldCount == 0, "seed \(seed)")
            #expect(machine.nextDeadline == nil, "seed \(seed)")
        }
    }
}
