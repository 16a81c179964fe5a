// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTransport
import CastWire
import Testing

@testable import CastRecording

/// Senders with the same id and the same request ids on different connections.
@Suite("Replay of several senders", .timeLimit(.minutes(1)))
struct SeveralSendersTests {
    // MARK: - Traces

    /// Two senders that call themselves `sender-0` and number their requests from 1. The first asks for the status,
    /// then the second sets the volume, which the device reports to both with the id of that request.
    private static let recording: Recording = {
        func status(_ level: Double) -> JSONObject {
            ["type": "RECEIVER_STATUS", "requestId": 1, "status": ["volume": ["level": .number(level)]]]
        }
        return Recording(events: [
            Script.opened(),
            Script.message(.toDevice, at: 10, ["type": "CONNECT"], in: .connection),
            Script.message(.toDevice, at: 20, ["type": "GET_STATUS", "requestId": 1]),
            Script.message(.toSender, at: 30, status(0.5)),
            Script.opened(at: 100).on(2),
            Script.message(.toDevice, at: 110, ["type": "CONNECT"], in: .connection).on(2),
            Script.message(
                .toDevice,
                at: 120,
                ["type": "SET_VOLUME", "requestId": 1, "volume": ["level": .number(0.25)]]
            ).on(2),
            Script.message(.toSender, at: 130, status(0.25), to: "*"),
            Script.message(.toSender, at: 130, status(0.25), to: "*").on(2),
            Script.message(.toDevice, at: 200, ["type": "GET_STATUS", "requestId": 2]),
            Script.message(.toSender, at: 210, status(0.25).with(2)),
        ])
    }()

    private static func machine(_ role: ReplayRole, patience: Duration = .seconds(10)) throws -> ReplayMachine {
        var options = ReplayOptions()
        options.pace = .immediate
        options.patience = patience
        return try ReplayMachine(recording, as: role, options: options)
    }

    private static func request(
        _ type: String,
        _ id: Int64,
        from sender: String,
        more: JSONObject = [:]
    ) -> CastMessage {
        var payload: JSONObject = ["type": .string(type), "requestId": .integer(id)]
        for member in more.members { payload[member.key] = member.value }
        return CastMessage(from: sender, to: "receiver-0", namespace: .receiver, json: payload)
    }

    private static func connect(from sender: String) -> CastMessage {
        CastMessage(from: sender, to: "receiver-0", namespace: .connection, json: ["type": "CONNECT"])
    }

    /// The destination, the request id and the volume of what is sent to each connection.
    private static func sent(_ actions: [ReplayMachine.Action]) throws -> [String] {
        try actions.compactMap { action in
            guard case .send(let message, let socket) = action else { return "\(action)" }
            let payload = try message.jsonObject()
            let id = payload["requestId"]?.jsonString ?? "?"
            return
                "\(socket) \(message.destinationID) \(id) \(payload["status"]?["volume"]?["level"]?.jsonString ?? "?")"
        }
    }

    @Test("as a device, each answer goes to the sender of its request, and a change of the other waits for its cause")
    func asDevice() throws {
        var machine = try Self.machine(.device)
        _ = machine.opened(1, at: .zero)
        _ = machine.opened(2, at: .zero)
        _ = machine.received(Self.connect(from: "first"), on: 1, at: .zero)
        let first = machine.received(Self.request("GET_STATUS", 70, from: "first"), on: 1, at: .zero)
        #expect(try Self.sent(first) == ["1 first 70 0.5"])
        // The second sender has the number that the first one used.
        #expect(machine.received(Self.connect(from: "second"), on: 2, at: .seconds(1)).isEmpty)
        let volume: JSONObject = ["volume": ["level": .number(0.25)]]
        let both = machine.received(
            Self.request("SET_VOLUME", 70, from: "second", more: volume),
            on: 2,
            at: .seconds(1)
        )
        #expect(try Self.sent(both) == ["1 * 70 0.25", "2 * 70 0.25"])
        let last = machine.received(Self.request("GET_STATUS", 71, from: "first"), on: 1, at: .seconds(2))
        #expect(try Self.sent(last) == ["1 first 71 0.25"])
        #expect(machine.finished().differences == [])
        #expect(machine.finished().withheld == 0)
    }

    @Test("as a device, a sender that does not come delays the others only once")
    func absentSender() throws {
        var machine = try Self.machine(.device, patience: .seconds(3))
        _ = machine.opened(1, at: .zero)
        _ = machine.received(Self.connect(from: "first"), on: 1, at: .zero)
        _ = machine.received(Self.request("GET_STATUS", 70, from: "first"), on: 1, at: .zero)
        #expect(machine.deadline == .seconds(3))
        #expect(try Self.sent(machine.advance(to: .seconds(3))) == ["1 * 0 0.25"])
        let last = machine.received(Self.request("GET_STATUS", 71, from: "first"), on: 1, at: .seconds(4))
        #expect(try Self.sent(last) == ["1 first 71 0.25"])
        // It still can come later.
        _ = machine.opened(2, at: .seconds(5))
        _ = machine.received(Self.connect(from: "second"), on: 2, at: .seconds(5))
        let volume: JSONObject = ["volume": ["level": .number(0.25)]]
        let late = machine.received(
            Self.request("SET_VOLUME", 9, from: "second", more: volume),
            on: 2,
            at: .seconds(5)
        )
        #expect(try Self.sent(late) == ["2 * 9 0.25"])
        #expect(machine.finished().differences == [])
    }

    @Test("as a sender, a connection is opened after what preceded it, and messages keep their order")
    func asSender() throws {
        var machine = try Self.machine(.sender)
        #expect(machine.advance(to: .zero) == [.open(1)])
        #expect(machine.opened(1, at: .zero).count == 2)
        func status(_ id: Int64, _ level: Double, to destination: String) -> CastMessage {
            CastMessage(
                from: "receiver-0",
                to: destination,
                namespace: .receiver,
                json: [
                    "type": "RECEIVER_STATUS", "requestId": .integer(id),
                    "status": ["volume": ["level": .number(level)]],
                ]
            )
        }
        #expect(machine.received(status(1, 0.5, to: "sender-0"), on: 1, at: .seconds(1)) == [.open(2)])
        #expect(machine.opened(2, at: .seconds(1)).count == 2)
        #expect(machine.received(status(1, 0.25, to: "*"), on: 1, at: .seconds(2)).isEmpty)
        let actions = machine.received(status(1, 0.25, to: "*"), on: 2, at: .seconds(2))
        #expect(
            actions == [
                .send(Self.request("GET_STATUS", 2, from: "sender-0"), on: 1),
                // The recording ends here, and nothing is left to do on this connection.
                .close(2),
            ]
        )
        #expect(machine.closed(2, at: .seconds(2)).isEmpty)
        #expect(machine.received(status(2, 0.25, to: "sender-0"), on: 1, at: .seconds(3)) == [.close(1)])
        #expect(machine.finished().differences == [])
    }

    // MARK: - Sessions

    /// Two of our senders, which both are `sender-0`: the first launches and loads, the second joins, pauses and sets
    /// the volume, and the first sees both.
    private static func perform(on endpoint: CastEndpoint) async throws -> [String] {
        var options = ConnectionOptions()
        options.authentication = DeviceAuthenticationOptions(policy: .off)
        return try await CastConnection.withConnection(to: endpoint, options: options) { first in
            let session = try await first.launch(ApplicationStatus.defaultMediaReceiverID)
            try await session.media.load(RecordedMediaSession.media(), until: .playing())
            var results: [String] = []
            try await CastConnection.withConnection(to: endpoint, options: options) { second in
                let joined = try await second.join(sessionID: session.sessionID)
                let paused = try await joined.media.pause()
                results.append("\(paused?.playerState.rawValue ?? "?")")
                _ = try await RecordedMediaSession.status(of: session) { $0.playerState == .paused }
                let status = try await second.setVolume(0.25)
                results.append("\(status.volume?.level ?? -1)")
                // After this answer, the first sender has received the volume, too.
                _ = try await first.availability(of: [ApplicationStatus.defaultMediaReceiverID])
                results.append("\(await first.status.volume?.level ?? -1)")
            }
            await session.leave()
            _ = try await first.availability(of: [ApplicationStatus.defaultMediaReceiverID])
            return results
        }
    }

    private static func record() async throws -> Recording {
        try await withTemporaryPath { path in
            var options = SessionRecorder.Options()
            options.role = .device
            let recorder = try SessionRecorder(path: path, options: options)
            var configuration = RecordedSession.configuration
            configuration.observers = [recorder]
            let results = try await RecordedMediaSession.withDevice(configuration) { try await perform(on: $0) }
            #expect(results == ["PAUSED", "0.25", "0.25"])
            try await recorder.close()
            return try Recording(contentsOf: path)
        }
    }

    @Test("a session of two senders with the same id is recorded and replayed as the device and as both senders")
    func session() async throws {
        let recording = try await Self.record()
        let sources = Set(
            recording.events.compactMap { event -> String? in
                guard case .message(let message, .toDevice) = event.kind else { return nil }
                return "\(event.socket) \(message.sourceID)"
            }
        )
        #expect(sources == ["1 sender-0", "2 sender-0"])
        for pace in [ReplayOptions.Pace.recorded(speed: 1), .immediate] {
            var options = ReplayOptions()
            options.pace = pace
            options.patience = .seconds(3)
            let device = try await ReplayDevice.start(recording, options: options)
            async let report = device.report()
            #expect(try await Self.perform(on: device.endpoint) == ["PAUSED", "0.25", "0.25"])
            #expect(await report.differences.map(\.description) == [])
            await device.close()

            let live = try await RecordedMediaSession.withDevice { [options] endpoint in
                try await ReplaySender.run(recording, on: endpoint, options: options)
            }
            #expect(live.differences.map(\.description) == [])
            #expect(live.withheld == 0)
        }
    }
}

extension RecordedEvent {
    /// The event on another connection.
    fileprivate func on(_ socket: Int) -> RecordedEvent {
        RecordedEvent(milliseconds: milliseconds, socket: socket, kind: kind)
    }
}

extension JSONObject {
    /// The object with another request id.
    fileprivate func with(_ id: Int64) -> JSONObject {
        var object = self
        object["requestId"] = .integer(id)
        return object
    }
}
