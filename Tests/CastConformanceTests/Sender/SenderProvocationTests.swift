// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastTransport
import CastWire
import Testing

@testable import CastConformance

@Suite("The provocation of senders")
struct SenderProvocationTests {
    /// Events and the passing of time, as input of a provocation.
    private struct Bench {
        var provocation: SenderProvocation
        var now = ContinuousClock.now
        /// The actions so far.
        var actions: [SenderProvocation.Action] = []

        init(_ steps: [SenderProvocation.Step]) { provocation = SenderProvocation(steps: steps) }

        mutating func received(_ object: JSONObject, on socket: Int = 1) {
            let message = CastMessage(from: "sender-1", to: "receiver-0", namespace: .connection, json: object)
            actions += provocation.observe(.received(message), on: socket, at: now)
        }

        mutating func sent(_ namespace: CastNamespace, _ object: JSONObject, from source: String = "receiver-0") {
            let message = CastMessage(from: source, to: "sender-1", namespace: namespace, json: object)
            actions += provocation.observe(.sent(message), on: 1, at: now)
        }

        mutating func wait(_ seconds: Double) {
            now += .seconds(seconds)
            actions += provocation.advance(to: now)
        }
    }

    private static func step(
        _ name: String,
        _ stage: SenderProvocation.Stage = .connected,
        _ action: SenderProvocation.Action = .changeVolume,
        end: [SenderProvocation.Action] = []
    ) -> SenderProvocation.Step {
        SenderProvocation.Step(
            name: name,
            stage: stage,
            begin: [action],
            end: end,
            sign: { namespace, type, _ in namespace == .receiver && type == "RECEIVER_STATUS" }
        )
    }

    private static let status: JSONObject = ["type": "RECEIVER_STATUS", "requestId": 0]
    private static func media(_ state: String) -> JSONObject {
        ["type": "MEDIA_STATUS", "requestId": 0, "status": [["mediaSessionId": 1, "playerState": .string(state)]]]
    }

    @Test("A step begins when the sender is connected, and ends some time after its answer")
    func step() {
        var bench = Bench([Self.step("A", end: [.play]), Self.step("B", .connected, .pause)])
        bench.wait(60)
        #expect(bench.actions == [] && bench.provocation.step == nil)
        bench.received(["type": "CONNECT"])
        #expect(bench.actions == [.changeVolume] && bench.provocation.step == "A")
        bench.sent(.receiver, Self.status)
        bench.wait(2)
        #expect(bench.actions == [.changeVolume])
        bench.wait(1)
        #expect(bench.actions == [.changeVolume, .removeFaults, .play, .pause])
        #expect(bench.provocation.step == "B" && !bench.provocation.isFinished)
    }

    @Test("A step whose answer never comes ends after a while")
    func patience() {
        var bench = Bench([Self.step("A")])
        bench.received(["type": "CONNECT"])
        bench.wait(9)
        #expect(bench.actions == [.changeVolume])
        bench.wait(1)
        #expect(bench.actions == [.changeVolume, .removeFaults] && bench.provocation.isFinished)
        bench.wait(100)
        #expect(bench.actions.count == 2)
    }

    @Test("A step for media waits until media plays")
    func stage() {
        var bench = Bench([Self.step("A", .playing)])
        bench.received(["type": "CONNECT"])
        bench.sent(.media, Self.media("IDLE"), from: "app")
        #expect(bench.actions == [])
        bench.sent(.media, Self.media("PLAYING"), from: "app")
        #expect(bench.actions == [.changeVolume])
    }

    @Test("No step begins without a sender, after CLOSE, or after the end of the connection")
    func gone() {
        var closed = Bench([Self.step("A", .playing)])
        closed.received(["type": "CONNECT"])
        closed.received(["type": "CLOSE"])
        closed.sent(.media, Self.media("PLAYING"), from: "app")
        #expect(closed.actions == [])
        var broken = Bench([Self.step("A"), Self.step("B")])
        broken.received(["type": "CONNECT"])
        broken.actions += broken.provocation.observe(.closed(.remote), on: 1, at: broken.now)
        broken.wait(20)
        #expect(broken.actions == [.changeVolume, .removeFaults] && broken.provocation.step == nil)
        broken.received(["type": "CONNECT"], on: 2)
        #expect(broken.provocation.step == "B")
    }

    @Test("All steps end for a sender that plays and asks")
    func all() {
        var bench = Bench(SenderProvocation.all)
        bench.received(["type": "CONNECT"])
        for _ in 0..<400 where !bench.provocation.isFinished {
            bench.sent(.media, Self.media("PLAYING"), from: "app")
            bench.sent(.receiver, Self.status)
            bench.wait(1)
        }
        #expect(bench.provocation.isFinished)
        let faults = bench.actions.compactMap { if case .addFault(let fault) = $0 { fault } else { nil } }
        #expect(faults.count == 12)
        #expect(bench.actions.count { $0 == .removeFaults } == SenderProvocation.all.count)
        // The volume is as before, and what was paused plays.
        #expect(bench.actions.count { $0 == .changeVolume } % 2 == 0)
        #expect(bench.actions.contains(.pause) && bench.actions.contains(.play))
        #expect(bench.actions.contains(.stopApplication))
    }
}
