// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTesting
import CastTransport
import CastWire
import Testing

@testable import CastRecording

/// A session is recorded between the virtual device and the sender of this package, and replayed in place of either.
@Suite("Replay of a session", .timeLimit(.minutes(1)))
struct ReplayTests {
    private static let options: ReplayOptions = {
        var options = ReplayOptions()
        options.patience = .seconds(3)
        return options
    }()

    @Test(
        "replayed as a device, a recording leads the sender to the same result",
        arguments: [
            RecordingHeader.Role.sender, .device,
        ]
    )
    func asDevice(_ role: RecordingHeader.Role) async throws {
        let (recording, expected) = try await RecordedSession.record(as: role)
        let device = try await ReplayDevice.start(recording, options: Self.options)
        async let report = device.report()
        let result = try await RecordedSession.perform(on: device.endpoint)
        #expect(result == expected)
        #expect(await report.differences.map(\.description) == [])
        await device.close()
    }

    @Test("replayed as a sender on the same device, a recording has no difference")
    func asSender() async throws {
        let (recording, _) = try await RecordedSession.record()
        let report = try await VirtualDevice.withDevice(RecordedSession.configuration) { device in
            try await ReplaySender.run(recording, on: device.endpoint, options: Self.options)
        }
        #expect(report.differences.map(\.description) == [])
        #expect(report.matched > 4)
        #expect(report.withheld == 0)
    }

    @Test("replayed as a sender on a device whose volume is fixed, the volume is reported")
    func changedDevice() async throws {
        let (recording, _) = try await RecordedSession.record()
        var configuration = RecordedSession.configuration
        configuration.volumeControl = .fixed
        let report = try await VirtualDevice.withDevice(configuration) { device in
            try await ReplaySender.run(recording, on: device.endpoint, options: Self.options)
        }
        #expect(report.differences.contains { "\($0)".contains("status.volume.level was 0.25 and is 1.0") })
    }

    @Test("replayed as a device, a sender that does something else is reported")
    func changedSender() async throws {
        let (recording, _) = try await RecordedSession.record()
        let device = try await ReplayDevice.start(recording, options: Self.options)
        async let report = device.report()
        var options = ConnectionOptions()
        options.authentication = DeviceAuthenticationOptions(policy: .off)
        let connection = try await CastConnection.open(to: device.endpoint, options: options)
        await connection.close()
        let differences = await report.differences.map(\.description)
        #expect(differences.contains { $0.hasPrefix("missing: LAUNCH (receiver)") })
        await device.close()
    }

    @Test(
        "a recording has neither the name of the device nor addresses, has a private mode, and replaces only recordings"
    )
    func file() async throws {
        try await withTemporaryPath { path in
            let recorder = try SessionRecorder(path: path)
            recorder.describe(RecordedDevice(name: "Secret Kitchen", model: "swift-cast"))
            try await VirtualDevice.withDevice(RecordedSession.configuration) { device in
                _ = try await RecordedSession.perform(on: device.endpoint, observer: recorder)
            }
            try await recorder.close()
            let recording = try Recording(contentsOf: path)
            #expect(recording.header.device == RecordedDevice(name: "Name 1", model: "swift-cast"))
            #expect(recording.messageCount == recorder.messageCount)
            #expect(recorder.lostCount == 0)
            #expect(recording.events.first?.kind == .opened)
            #expect(!recording.events.map { $0.json.jsonString }.joined().contains("Kitchen"))
            #expect(try mode(of: path) == 0o600)
            try await SessionRecorder(path: path).close()
            try write("a film", to: path)
            let error = #expect(throws: RecordingError.self) { try SessionRecorder(path: path) }
            #expect(error?.code == .exists)
        }
    }

    #if os(Linux)
    @Test("a disk without room is reported once and does not disturb the session")
    func fullDisk() async throws {
        let failures = Mailbox<RecordingError>()
        let recorder = try SessionRecorder(path: "/dev/full") { failures.put($0) }
        try await VirtualDevice.withDevice(RecordedSession.configuration) { device in
            _ = try await RecordedSession.perform(on: device.endpoint, observer: recorder)
        }
        await #expect(throws: RecordingError.self) { try await recorder.close() }
        #expect(failures.takeNow()?.code == .unwritable)
        #expect(failures.takeNow() == nil)
    }
    #endif
}
