// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOCore
import Testing

@testable import CastReceiver

/// Each fault, requested through the library and through the control socket, with its effect on a sender.
@Suite("Every fault through the library and the control socket")
struct EveryFaultTests {
    enum Way: String, CaseIterable, Sendable {
        case library
        case control
    }

    /// A fault in both forms, with the expected effect.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var byLibrary: @Sendable (VirtualDevice) async throws -> Void
        var byControl: JSONObject
        var observe: @Sendable (MemoryDevice, TestSender) async throws -> Void

        var testDescription: String { name }

        init(
            _ name: String,
            byLibrary: @escaping @Sendable (VirtualDevice) async throws -> Void,
            byControl: JSONObject,
            observe: @escaping @Sendable (MemoryDevice, TestSender) async throws -> Void
        ) {
            self.name = name
            self.byLibrary = byLibrary
            self.byControl = byControl
            self.observe = observe
        }

        init(
            _ name: String,
            _ fault: Fault,
            _ rule: String,
            observe: @escaping @Sendable (MemoryDevice, TestSender) async throws -> Void
        ) {
            self.init(
                name,
                byLibrary: { await $0.faults.add(fault) },
                byControl: ["command": "fault", "rule": .string(rule)],
                observe: observe
            )
        }
    }

    private static func ask(_ sender: TestSender, _ requestID: Int) async throws {
        try await sender.send(["type": "GET_STATUS", "requestId": .integer(Int64(requestID))])
    }

    private static func answered(_ sender: TestSender) -> [Int] {
        sender.received().filter { $0.type == "RECEIVER_STATUS" }.compactMap(\.requestID).filter { $0 != 0 }
    }

    private static let outbound = Fault.Filter(direction: .outbound)

    private static let messageFaults = [
        Case("delay", Fault(.delay(.milliseconds(200)), on: outbound), "delay=200ms,direction=out") { stage, sender in
            try await ask(sender, 5)
            #expect(answered(sender).isEmpty)
            await stage.time.advance(by: .milliseconds(200))
            #expect(answered(sender) == [5])
        },
        Case(
            "drop",
            Fault(.drop, on: .init(direction: .outbound, type: "RECEIVER_STATUS"), limit: 1),
            "drop,direction=out,type=RECEIVER_STATUS,count=1"
        ) { stage, sender in
            try await ask(sender, 5)
            try await ask(sender, 6)
            #expect(answered(sender) == [6])
        },
        Case("reorder", Fault(.reorder, on: outbound, limit: 1), "reorder,direction=out,count=1") { stage, sender in
            try await ask(sender, 5)
            try await ask(sender, 6)
            #expect(answered(sender) == [6, 5])
        },
        Case("duplicate", Fault(.duplicate(copies: 2), on: outbound), "duplicate=2,direction=out") { stage, sender in
            try await ask(sender, 5)
            #expect(answered(sender) == [5, 5, 5])
        },
        Case(
            "fail next",
            .failNext("GET_STATUS", with: ["type": "INVALID_REQUEST", "reason": "INVALID_COMMAND"]),
            #"type=GET_STATUS,count=1,reply={"type":"INVALID_REQUEST","reason":"INVALID_COMMAND"}"#
        ) { stage, sender in
            try await ask(sender, 5)
            let failed = try #require(sender.received().first)
            #expect(failed.payload == ["type": "INVALID_REQUEST", "reason": "INVALID_COMMAND", "requestId": 5])
            try await ask(sender, 6)
            #expect(answered(sender) == [6])
        },
        Case("close after N messages", .close(afterMessages: 2), "close,after=1,count=1") { stage, sender in
            #expect(stage.device.snapshot.socketCount == 1)
            try await ask(sender, 5)
            await stage.time.advance(by: .seconds(1))
            #expect(sender.closeReason() == .remote)
            #expect(stage.device.snapshot.socketCount == 0)
        },
        Case("stop answering PING", .silentHeartbeat, "no-pong") { stage, sender in
            try await sender.send(["type": "PING"], in: .heartbeat)
            await stage.time.advance(by: .seconds(6))
            #expect(sender.received().isEmpty)
            try await ask(sender, 5)
            #expect(answered(sender) == [5])
        },
        Case(
            "malformed frame",
            Fault(.malformed(.garbage), on: outbound, limit: 1),
            "malformed=garbage,direction=out,count=1"
        ) { stage, sender in
            try await ask(sender, 5)
            await stage.time.advance(by: .seconds(1))
            guard case .protocolViolation = sender.closeReason() else {
                Issue.record("the sender accepted the frame")
                return
            }
        },
        Case("slow reader", Fault(.slowReading(.seconds(1))), "slow=1s") { stage, sender in
            try await ask(sender, 5)
            try await ask(sender, 6)
            #expect(answered(sender).isEmpty)
            await stage.time.advance(by: .seconds(1))
            #expect(answered(sender) == [5])
            await stage.time.advance(by: .seconds(1))
            #expect(answered(sender) == [6])
        },
        Case("clock skew", Fault(.shiftTimes(.seconds(-2))), "shift=-2s") { stage, sender in
            let transportID = try await sender.launch()
            try await sender.send(
                [
                    "type": "LOAD", "requestId": 7, "currentTime": 30,
                    "media": ["contentId": "http://192.0.2.1/film.mp4", "contentType": "video/mp4"],
                ],
                in: .media,
                to: transportID
            )
            await stage.time.settle()
            let status = try #require(sender.received().first { $0.type == "MEDIA_STATUS" })
            #expect(status.payload["status"]?[0]?["currentTime"]?.jsonString.hasPrefix("28") == true)
        },
        Case("cut without goodbye", Fault(.reset, limit: 1), "reset,count=1") { stage, sender in
            try await ask(sender, 5)
            #expect(sender.closeReason() == .remote)
        },
        Case("hang", .hang, "hang") { stage, sender in
            try await ask(sender, 5)
            await stage.time.advance(by: .seconds(3))
            #expect(sender.received().isEmpty)
        },
    ]

    private static let deviceFaults = [
        Case(
            "another sender taking over",
            byLibrary: { try await $0.takeOver(appID: "CC1AD845") },
            byControl: ["command": "takeover", "app": "CC1AD845"],
            observe: { stage, sender in
                #expect(await stage.time.advance { stage.device.snapshot.application?.appID == "CC1AD845" })
                #expect(sender.received().contains { $0.type == "RECEIVER_STATUS" && $0.requestID == 0 })
            }
        ),
        Case(
            "cut",
            byLibrary: { await $0.cutConnections() },
            byControl: ["command": "cut"],
            observe: { stage, sender in
                #expect(sender.closeReason() == .remote)
                _ = try await stage.connect()
            }
        ),
        Case(
            "off",
            byLibrary: { try await $0.goOffline(for: .seconds(5)) },
            byControl: ["command": "off", "seconds": 5],
            observe: { stage, sender in
                #expect(sender.closeReason() == .remote)
                await #expect(throws: CastConnectError.self) { try await stage.connect() }
                await stage.time.advance(by: .seconds(5))
                // The device listens again asynchronously.
                #expect(await stage.time.advance { (try? await stage.connect()) != nil })
            }
        ),
        Case(
            "refuse",
            byLibrary: { try await $0.refuseConnections(for: .seconds(5)) },
            byControl: ["command": "refuse", "seconds": 5],
            observe: { stage, sender in
                await #expect(throws: CastConnectError.self) { try await stage.connect() }
                try await ask(sender, 5)
                #expect(answered(sender) == [5])
                await stage.time.advance(by: .seconds(5))
                // The device accepts again asynchronously.
                #expect(await stage.time.advance { (try? await stage.connect()) != nil })
            }
        ),
        Case(
            "another port",
            byLibrary: { try await $0.changePort(to: 9000) },
            byControl: ["command": "port", "port": 9000],
            observe: { stage, sender in
                #expect(stage.device.endpoint.port == 9000)
                #expect(sender.closeReason() == .remote)
            }
        ),
    ]

    @Test("a sender observes the requested fault", arguments: messageFaults + deviceFaults, Way.allCases)
    func fault(_ fault: Case, by way: Way) async throws {
        let stage = try await MemoryDevice()
        let sender = try await stage.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        _ = sender.received()
        let request = Task {
            switch way {
            case .library: try await fault.byLibrary(stage.device)
            case .control:
                let registry = VirtualDeviceRegistry()
                await registry.add(stage.device)
                let answer = await ControlServer.answer(fault.byControl.jsonString, registry)
                #expect(answer["ok"] == true, "\(answer)")
            }
        }
        for _ in 0..<20 { await stage.time.settle() }
        try await fault.observe(stage, sender)
        // Some faults have a duration, whose end has been observed.
        try await request.value
        let faults = stage.device.faults
        await faults.removeAll()
        await stage.device.close()
    }
}
