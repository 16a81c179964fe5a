// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Testing

private let defaultMediaReceiver = "CC1AD845"
private let film = MediaInformation(contentID: "http://192.0.2.1/film.mp4", contentType: "video/mp4")

@Suite("Connections with injected faults", .serialized)
struct ConnectionFaultScenarios {
    @Test(
        "delayed, duplicated, reordered and slowly read messages only cost time",
        arguments: [
            Fault(.delay(.milliseconds(120), jitter: .milliseconds(80))),
            // Only outbound: a duplicated LOAD request would cancel the first one.
            Fault(.duplicate(copies: 1), on: .init(direction: .outbound)),
            Fault(.reorder, on: .init(direction: .outbound, namespace: .media)),
            Fault(.slowReading(.milliseconds(50))),
        ],
        Stage.Kind.allCases
    )
    func bearable(_ fault: Fault, _ kind: Stage.Kind) async throws {
        var configuration = DeviceConfiguration(name: "Scenario TV")
        configuration.faults = [fault]
        try await Stage.perform(kind, configuration: configuration) { stage in
            let connection = try await stage.passing { try await stage.connect() }
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }
            // When statuses are reordered, the older one stays in effect until the next.
            let asked = try await stage.passing { try await session.media.refreshStatus() }
            #expect(asked?.playerState == .playing)
            _ = try await stage.passing { try await session.media.pause() }
            #expect(try await stage.wait { await session.media.status?.playerState == .paused })
            try await stage.passing { try await session.stop() }
            #expect(stage.device.snapshot.application == nil)
            try await stage.passing { await connection.close() }
        }
    }

    @Test("a lost reply is a timeout, and the next request is answered", arguments: Stage.Kind.allCases)
    func lostAnswer(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            var options = ConnectionOptions()
            options.requestTimeout = .seconds(1)
            let connection = try await stage.connect(options: options)
            await stage.device.faults.add(
                Fault(.drop, on: .init(direction: .outbound, type: "RECEIVER_STATUS"), limit: 1)
            )
            let error = await #expect(throws: CastError.self) {
                try await stage.passing { try await connection.refreshStatus() }
            }
            #expect(error?.code == .requestTimedOut)
            _ = try await stage.passing { try await connection.refreshStatus() }
            await connection.close()
        }
    }

    @Test(
        "an injected failure of a launch or a load is a typed error with the device's payload",
        arguments: Stage.Kind.allCases
    )
    func failNext(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            await stage.device.faults.add(.failNext("LAUNCH", with: ["type": "LAUNCH_ERROR", "reason": "CANCELLED"]))
            let refused = await #expect(throws: CastError.self) {
                try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            }
            #expect(refused?.code == .launchFailed)
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            await stage.device.faults.add(
                .failNext("LOAD", with: ["type": "LOAD_FAILED", "detailedErrorCode": 315])
            )
            let failed = await #expect(throws: CastError.self) {
                try await stage.passing { try await session.media.load(film, until: .playing()) }
            }
            #expect(failed?.code == .loadFailed)
            #expect(failed?.payload?.detailedErrorCode == 315)
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }
            await connection.close()
        }
    }

    @Test(
        "bytes that are not a frame end the connection, and pending requests fail at once",
        arguments: BadFrame.allCases
    )
    func malformed(_ frame: BadFrame) async throws {
        try await Stage.perform(.loopbackTLS) { stage in
            let connection = try await stage.connect()
            await stage.device.faults.add(
                Fault(.malformed(frame), on: .init(direction: .outbound, type: "RECEIVER_STATUS"), limit: 1)
            )
            let error = await #expect(throws: CastError.self) { try await connection.refreshStatus() }
            #expect(error?.code == .connectionClosed)
            #expect(try await stage.wait { connection.state != .connected })
            let other = try await stage.connect()
            await other.close()
        }
    }

    @Test(
        "after a close, a reset or a cut no request hangs, and the session reports the lost connection",
        arguments: [Fault.close(afterMessages: 1), Fault(.reset, limit: 1), nil],
        Stage.Kind.allCases
    )
    func broken(_ fault: Fault?, _ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            if let fault {
                await stage.device.faults.add(fault)
                let asked = Task { try await connection.refreshStatus() }
                let answer = try await stage.passing { await asked.result }
                // A device that closes the connection in order still answers the requests it has read.
                if fault.effect == .reset { #expect(throws: CastError.self) { try answer.get() } }
            } else {
                await stage.device.cutConnections()
            }
            #expect(try await stage.wait { connection.state != .connected })
            guard case .ended(.connectionLost) = session.state else {
                Issue.record("the session is \(session.state)")
                return
            }
            // The application is still running and can be joined.
            let again = try await stage.connect()
            let joined = try await stage.passing { try await again.join(appID: defaultMediaReceiver) }
            #expect(joined.sessionID == session.sessionID)
            await again.close()
        }
    }

    @Test("a device that hangs is disconnected within the heartbeat timeout", arguments: [Fault.hang])
    func hanging(_ fault: Fault) async throws {
        try await Stage.perform(.memory) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            await stage.device.faults.add(fault)
            try await stage.pass(.seconds(11))
            #expect(connection.state != .connected)
            guard case .ended(.connectionLost) = session.state else {
                Issue.record("the session is \(session.state)")
                return
            }
        }
    }

    @Test("without PONG, the connection stays open as long as other messages arrive")
    func silentHeartbeat() async throws {
        try await Stage.perform(.memory) { stage in
            let connection = try await stage.connect()
            await stage.device.faults.add(.silentHeartbeat)
            for _ in 0..<4 {
                try await stage.pass(.seconds(3))
                _ = try await stage.passing { try await connection.refreshStatus() }
            }
            #expect(connection.state == .connected)
            try await stage.pass(.seconds(11))
            #expect(connection.state != .connected)
        }
    }

    @Test("a device that is off for five seconds refuses connections, and then has the same application")
    func off() async throws {
        try await Stage.perform(.memory) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            let off = Task { try await stage.device.goOffline(for: .seconds(5)) }
            #expect(try await stage.wait { connection.state != .connected && stage.device.snapshot.socketCount == 0 })
            let error = await #expect(throws: CastError.self) { try await stage.passing { try await stage.connect() } }
            #expect(error?.code == .connectFailed)
            try await stage.passing { try await off.value }
            let again = try await stage.connect()
            let joined = try await stage.passing { try await again.join(appID: defaultMediaReceiver) }
            #expect(joined.sessionID == session.sessionID)
            await again.close()
        }
    }

    @Test(
        "when another sender launches another application, the session ends and names it",
        arguments: Stage.Kind.allCases
    )
    func takenOver(_ kind: Stage.Kind) async throws {
        var configuration = DeviceConfiguration(name: "Scenario TV")
        configuration.appIDs = ["0DDBA115"]
        try await Stage.perform(kind, configuration: configuration) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            try await stage.passing { try await stage.device.takeOver(appID: "0DDBA115") }
            #expect(try await stage.wait { session.state == .ended(.replaced(byAppID: "0DDBA115")) })
            await connection.close()
        }
    }

    @Test(
        "a pause with the remote control is shown to the sender, which can resume playback",
        arguments: Stage.Kind.allCases
    )
    func remote(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }
            #expect(await stage.device.remote.pause())
            #expect(try await stage.wait { await session.media.status?.playerState == .paused })
            _ = try await stage.passing { try await session.media.play() }
            #expect(try await stage.wait { await session.media.status?.playerState == .playing })
            await connection.close()
        }
    }
}
