// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import Testing

@testable import CastSender

/// Like ``ExtremeMediaTests``, for messages of the platform.
@Suite("Extreme values in device messages", .timeLimit(.minutes(5)))
struct ExtremePlatformTests {
    private func requireAlive(_ connection: CastConnection, after message: JSONObject) async throws {
        connection.requireValuesInRange()
        await connection.requireStatusInRange()
        let status = try await connection.refreshStatus()
        #expect(status.volume?.level == 0.5, "\(message)")
        #expect(connection.state == .connected, "\(message)")
    }

    @Test("A message of the device, a group or the connection with one extreme value does not affect the connection")
    func messages() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        peer.whenever("GET_STATUS", in: .receiver) { _ in [ModelDevice.idle] }
        let all =
            FullMessages.platform.map { (CastNamespace.receiver, $0) }
            + FullMessages.multizone.map { (CastNamespace.multizone, $0) } + FullMessages.connection
        for (namespace, message) in all {
            for variant in ExtremeValues.variants(of: message) {
                try await peer.send(variant, in: namespace)
                await model.time.settle()
                try await requireAlive(connection, after: variant)
            }
        }
        await connection.close()
    }

    @Test("An application status with one extreme value does not affect the connection")
    func applications() async throws {
        for variant in ExtremeValues.variants(of: FullMessages.applications) {
            let model = try await ModelDevice()
            let (connection, session, peer) = try await model.connectAndJoin()
            peer.whenever("GET_STATUS", in: .receiver) { _ in [ModelDevice.running] }
            try await peer.send(variant, in: .receiver)
            await model.time.settle()
            _ = (session.state, session.application, await session.media.status)
            try await requireAlive(connection, after: variant)
            await connection.close()
        }
    }

    @Test("A message with one extreme value during a launch does not affect the connection")
    func launch() async throws {
        let messages = [FullMessages.applications] + FullMessages.platform.filter { $0["status"]?.objectValue == nil }
        for variant in messages.flatMap(ExtremeValues.variants) {
            let model = try await ModelDevice()
            let (connection, peer) = try await model.connect()
            peer.whenever("GET_STATUS", in: .receiver) { _ in [ModelDevice.idle] }
            peer.whenever("GET_STATUS", in: .media) { _ in [["type": "MEDIA_STATUS", "status": []]] }
            let launching = Task { try? await connection.launch("CC1AD845") }
            try await peer.expect("LAUNCH", in: .receiver)
            try await peer.send(variant, in: .receiver)
            await model.time.settle()
            try await requireAlive(connection, after: variant)
            await connection.close()
            _ = await launching.value
        }
    }

    @Test("A reply with an extreme value does not affect the connection")
    func answers() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        for variant in ExtremeValues.variants(of: FullMessages.answer(FullMessages.platform[3])) {
            peer.whenever("GET_APP_AVAILABILITY", in: .receiver) { _ in [variant] }
            _ = try? await connection.availability(of: ["CC1AD845"])
        }
        for variant in ExtremeValues.variants(of: FullMessages.answer(FullMessages.multizone[0])) {
            peer.whenever("GET_STATUS", in: .multizone) { _ in [variant] }
            _ = try? await connection.refreshGroupStatus()
            connection.requireValuesInRange()
        }
        peer.whenever("GET_STATUS", in: .receiver) { _ in [ModelDevice.idle] }
        try await requireAlive(connection, after: [:])
        await connection.close()
    }

    @Test("A stored session with one extreme value is rejected or usable")
    func storedSession() throws {
        let record = SessionRecord(
            deviceID: "1234",
            deviceName: "TV",
            isGroup: true,
            endpoints: [CastEndpoint(host: "10.0.0.2", port: 8009)],
            appID: "CC1AD845",
            sessionID: "session-1",
            transportID: "web-1",
            namespaces: [.media],
            lastContact: 1_700_000_000.5,
            networkID: "home"
        )
        let value = try JSONValue(parsing: record.text)
        let object = try #require(value.objectValue)
        var read = 0
        for variant in ExtremeValues.variants(of: object) {
            // The record is either rejected, or all of its values can be used.
            guard let known = try? SessionRecord(text: variant.jsonString) else { continue }
            read += 1
            _ = (known.device, known.application, known.text)
            for now in [0, 1_700_000_001, 1e308] {
                _ = try? known.check(now: now, lifetime: .seconds(3600), networkID: nil)
            }
            #expect(known.endpoints.allSatisfy { (1...65535).contains($0.port) })
        }
        #expect(read > 0)
    }
}
