// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore
import Testing

@testable import CastSender

/// In random sequences of events, every request is completed once and every application ends once.
@Suite("Connection state machine under random events")
struct RandomEventsTests {
    /// A small seeded generator that makes failures reproducible.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// Counts the requests and applications, and the actions that complete and end them.
    private struct Counts {
        var made: Set<Int> = []
        var settled: [Int: Int] = [:]
        var joined = 0
        var ended = 0

        mutating func record(_ actions: [ConnectionMachine.Action]) {
            for action in actions {
                switch action {
                case .settle(let id, _): settled[id, default: 0] += 1
                case .applicationEnded: ended += 1
                default: break
                }
            }
        }
    }

    @Test("RMC 22: Every request completes once, every application ends once", arguments: 1...60)
    func settlesOnce(seed: UInt64) {
        var generator = Generator(state: seed)
        var machine = ConnectionMachine(
            configuration: ConnectionMachine.Configuration(device: "TV"),
            firstRequestID: 1,
            now: .at(0)
        )
        var counts = Counts()
        var now = 0.0
        counts.record(machine.opened())
        for _ in 0..<400 {
            now += Double.random(in: 0...1.5, using: &generator)
            step(&machine, &counts, now: .at(now), &generator)
            if let deadline = machine.nextDeadline, deadline <= .at(now) {
                counts.record(machine.deadlineReached(now: .at(now)))
            }
        }
        counts.record(machine.closed(.closedByDevice))
        #expect(counts.made.allSatisfy { counts.settled[$0] == 1 })
        #expect(counts.settled.values.allSatisfy { $0 == 1 })
        #expect(counts.ended == counts.joined)
        #expect(machine.requests.count == 0)
        #expect(machine.waits.isEmpty)
    }

    private func step(
        _ machine: inout ConnectionMachine,
        _ counts: inout Counts,
        now: NIODeadline,
        _ generator: inout Generator
    ) {
        let transport = ["web-1", "web-2"].randomElement(using: &generator) ?? "web-1"
        let anyID = Int.random(in: 0...60, using: &generator)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1:
            let peer = ["receiver-0", transport].randomElement(using: &generator) ?? "receiver-0"
            let outgoing = try? machine.requestMade(
                [:],
                type: "X",
                namespace: peer == "receiver-0" ? .receiver : .media,
                to: peer,
                timeout: .seconds(8),
                now: now
            )
            if let outgoing { counts.made.insert(outgoing.id) }
        case 2:
            let isLaunch = Bool.random(using: &generator)
            let outgoing = try? machine.requestMade(
                [:],
                type: isLaunch ? "LAUNCH" : "STOP",
                namespace: .receiver,
                to: "receiver-0",
                completion: .onEffect,
                timeout: .seconds(8),
                now: now
            )
            guard let outgoing else { return }
            counts.made.insert(outgoing.id)
            let goal: ApplicationWait.Goal =
                isLaunch
                ? .running(appID: "CC1AD845", sessionID: nil, namespaces: [.media]) : .gone(sessionID: transport)
            machine.waitStarted(ApplicationWait(goal), id: outgoing.id)
        case 3: counts.record(machine.requestCancelled(anyID))
        case 4:
            let application = ApplicationStatus(
                appID: "CC1AD845",
                namespaces: [.media],
                sessionID: transport,
                transportID: transport
            )
            guard machine.joined[transport] == nil, !machine.isClosed else { return }
            counts.joined += 1
            counts.record(machine.applicationJoined(application, launchRequestID: anyID))
        case 5: counts.record(machine.applicationLeft(transport))
        case 6: receive(["type": "CLOSE"], in: .connection, from: transport)
        case 7:
            receive(["type": "LAUNCH_ERROR", "requestId": .integer(Int64(anyID))], in: .receiver, from: "receiver-0")
        case 8:
            let word = ["USER_ALLOWED", "USER_NOT_ALLOWED", "USER_PENDING_AUTHORIZATION"].randomElement(
                using: &generator
            )
            receive(
                ["type": "LAUNCH_STATUS", "launchRequestId": .integer(Int64(anyID)), "status": .string(word ?? "")],
                in: .receiver,
                from: "receiver-0"
            )
        case 9:
            receive(
                ["type": "MEDIA_STATUS", "requestId": .integer(Int64(anyID)), "status": []],
                in: .media,
                from: transport
            )
        case 10:
            receive(["type": "INVALID_REQUEST", "requestId": .integer(Int64(anyID))], in: .media, from: transport)
        default:
            let runs = Bool.random(using: &generator)
            let status = runs ? ModelDevice.status(session: transport, transport: transport) : ModelDevice.idle
            var message = status
            message["requestId"] = .integer(Int64(anyID))
            receive(message, in: .receiver, from: "receiver-0")
        }

        func receive(_ object: JSONObject, in namespace: CastNamespace, from source: String) {
            let message = CastMessage(
                from: source,
                to: "sender-0",
                namespace: namespace,
                payload: .text(object.jsonString)
            )
            counts.record(machine.messageReceived(message, now: now))
        }
    }
}
