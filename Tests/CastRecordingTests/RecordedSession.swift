// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTransport
import CastWire

@testable import CastRecording

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A virtual device on loopback and our sender, whose session is recorded.
struct RecordedSession {
    #if os(Linux)
    private static let loopback = "lo"
    #else
    private static let loopback = "lo0"
    #endif

    static let configuration = DeviceConfiguration(
        name: "Secret Kitchen",
        port: 0,
        httpPort: nil,
        httpsPort: nil,
        interfaces: .named([loopback]),
        advertises: false
    )

    /// What the sender of the scenario learned.
    struct Result: Hashable, Sendable {
        var volume: Double?
        var isMuted: Bool?
        var application: String?
        var availability: Bool
    }

    /// Launches an app, changes the volume and stops the app.
    static func perform(
        on endpoint: CastEndpoint,
        observer: (any CastSocketObserver)? = nil
    ) async throws -> Result {
        var options = ConnectionOptions()
        options.authentication = DeviceAuthenticationOptions(policy: .off)
        options.observer = observer
        return try await CastConnection.withConnection(to: endpoint, options: options) { connection in
            let session = try await connection.launch(ApplicationStatus.defaultMediaReceiverID)
            let available = try await connection.availability(of: [ApplicationStatus.defaultMediaReceiverID])
            let status = try await connection.setVolume(0.25)
            let result = Result(
                volume: status.volume?.level,
                isMuted: status.volume?.muted,
                application: await connection.status.runningApplication?.appID,
                availability: available[ApplicationStatus.defaultMediaReceiverID] == .available
            )
            try await session.stop()
            // After this answer, everything that the stop caused has arrived.
            _ = try await connection.availability(of: [ApplicationStatus.defaultMediaReceiverID])
            return result
        }
    }

    /// Records the scenario, and returns the recording with the result of the sender.
    static func record(as role: RecordingHeader.Role = .sender) async throws -> (Recording, Result) {
        try await withTemporaryPath { path in
            var options = SessionRecorder.Options()
            options.role = role
            let recorder = try SessionRecorder(path: path, options: options)
            var configuration = configuration
            if role == .device { configuration.observers = [recorder] }
            let result = try await VirtualDevice.withDevice(configuration) { device in
                try await perform(on: device.endpoint, observer: role == .sender ? recorder : nil)
            }
            try await recorder.close()
            return (try Recording(contentsOf: path), result)
        }
    }
}

/// Runs a closure with the path of a file that does not exist, and removes the file afterward.
func withTemporaryPath<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let path = FileManager.default.temporaryDirectory.path() + "recording-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
}

/// Returns the permissions of a file.
func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

/// Replaces the content of a file.
func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
}

/// Creates events of a session for tests of the machine.
enum Script {
    static func message(
        _ direction: RecordedEvent.Direction,
        at milliseconds: Int,
        _ payload: JSONObject,
        in namespace: CastNamespace = .receiver,
        from source: String? = nil,
        to destination: String? = nil
    ) -> RecordedEvent {
        let ends = direction == .toDevice ? ("sender-0", "receiver-0") : ("receiver-0", "sender-0")
        let message = CastMessage(
            from: source ?? ends.0,
            to: destination ?? ends.1,
            namespace: namespace,
            json: payload
        )
        return RecordedEvent(milliseconds: milliseconds, socket: 1, kind: .message(message, direction))
    }

    static func opened(at milliseconds: Int = 0) -> RecordedEvent {
        RecordedEvent(milliseconds: milliseconds, socket: 1, kind: .opened)
    }

    static func closed(by closer: RecordedEvent.Closer, at milliseconds: Int) -> RecordedEvent {
        RecordedEvent(milliseconds: milliseconds, socket: 1, kind: .closed(by: closer, reason: "closed"))
    }

    /// A request for the status, its answer 100 ms later, and an unsolicited status a second after that.
    static let status = Recording(events: [
        opened(),
        message(.toDevice, at: 10, ["type": "CONNECT"], in: .connection),
        message(.toDevice, at: 20, ["type": "GET_STATUS", "requestId": 7]),
        message(.toSender, at: 120, ["type": "RECEIVER_STATUS", "requestId": 7, "status": ["volume": ["level": 0.5]]]),
        message(
            .toSender,
            at: 1120,
            ["type": "RECEIVER_STATUS", "requestId": 0, "status": ["volume": ["level": 0.75]]],
            to: "*"
        ),
        closed(by: .sender, at: 2000),
    ])
}
