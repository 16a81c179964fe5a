// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTransport
import CastWire
import NIOPosix
import Testing

@testable import CastRecording

/// A session with media is recorded and replayed in place of the device and of the sender.
@Suite("Replay of a session with media", .timeLimit(.minutes(1)))
struct MediaReplayTests {
    private static let options: ReplayOptions = {
        var options = ReplayOptions()
        options.patience = .seconds(3)
        return options
    }()

    @Test(
        "replayed as a device, the sender receives the recorded states for its own requests",
        arguments: [RecordingHeader.Role.sender, .device],
        [ReplayOptions.Pace.recorded(speed: 1), .immediate]
    )
    func asDevice(_ role: RecordingHeader.Role, _ pace: ReplayOptions.Pace) async throws {
        let (recording, expected) = try await RecordedMediaSession.record(as: role)
        #expect(expected.states == [.playing, .paused, .paused, .playing])
        #expect(expected.soughtPosition == 42)
        var options = Self.options
        options.pace = pace
        let device = try await ReplayDevice.start(recording, options: options)
        async let report = device.report()
        // The request ids of the sender differ from the recorded ones.
        let result = try await RecordedMediaSession.perform(on: device.endpoint, skippedRequestIDs: 100)
        #expect(result == expected)
        let differences = await report.differences.map(\.description)
        #expect(differences == [])
        await device.close()
    }

    @Test("replayed as a device, the values that the sender changed are reported, and only those")
    func changedValues() async throws {
        let (recording, _) = try await RecordedMediaSession.record()
        let device = try await ReplayDevice.start(recording, options: Self.options)
        async let report = device.report()
        _ = try await RecordedMediaSession.perform(on: device.endpoint, title: "Sunset", seekPosition: 30)
        let differences = await report.differences
        let members = differences.compactMap { difference -> String? in
            guard case .changed(_, _, _, let member, let recorded, let received) = difference else { return nil }
            return "\(member): \(recorded) -> \(received)"
        }
        #expect(members == [#"media.metadata.title: "Sunrise" -> "Sunset""#, "currentTime: 42.0 -> 30.0"])
        #expect(differences.count == 2, "\(differences)")
        await device.close()
    }

    @Test(
        "replayed as a sender, commands address the session of the live device",
        arguments: [ReplayOptions.Pace.recorded(speed: 1), .immediate]
    )
    func asSender(_ pace: ReplayOptions.Pace) async throws {
        var (recording, _) = try await RecordedMediaSession.record()
        // Devices number media sessions from 1, so the recording is given another number.
        recording.replaceMediaSessionIDs(with: 77)
        var options = Self.options
        options.pace = pace
        let report = try await RecordedMediaSession.withDevice { endpoint in
            try await ReplaySender.run(recording, on: endpoint, options: options)
        }
        #expect(report.differences.map(\.description) == [])
        #expect(report.matched > 10)
        #expect(report.withheld == 0)
    }

    @Test("replayed as a sender on a device that cannot play the media, the answers that differ are reported")
    func unplayable() async throws {
        let (recording, _) = try await RecordedMediaSession.record()
        var options = Self.options
        options.patience = .milliseconds(200)
        let report = try await RecordedMediaSession.withDevice(isPlayable: false) { endpoint in
            try await ReplaySender.run(recording, on: endpoint, options: options)
        }
        let differences = report.differences.map(\.description)
        // The device had no media session anymore when PAUSE arrived.
        #expect(
            differences.contains {
                $0.hasPrefix("different: MEDIA_STATUS (media)") && $0.contains("type was MEDIA_STATUS and is INVALID_")
            },
            "\(differences)"
        )
        #expect(differences.contains { $0.hasPrefix("not in the recording: LOAD_FAILED (media)") }, "\(differences)")
    }

    @Test("replayed as a sender on a device with other media, the duration is reported")
    func otherMedia() async throws {
        let (recording, _) = try await RecordedMediaSession.record()
        let report = try await RecordedMediaSession.withDevice(duration: 90) { endpoint in
            try await ReplaySender.run(recording, on: endpoint, options: Self.options)
        }
        #expect(
            report.differences.contains { "\($0)".contains("status.0.media.duration was 60.0 and is 90.0") },
            "\(report.differences)"
        )
    }
}

/// A session in which our sender loads, pauses, seeks, resumes and stops media on a virtual device.
enum RecordedMediaSession {
    /// What the sender of the scenario learned.
    struct Result: Hashable, Sendable {
        var states: [PlayerState?]
        var soughtPosition: Double?
        var duration: Double?
        var title: String?
        var mediaSessionIDs: Set<Int>
        var sessionID: String
        var isStopped: Bool
    }

    /// Media without a server.
    private struct Media: MediaInspector {
        var duration: Double
        var isPlayable: Bool

        func inspect(_ item: PlayerItem) async -> MediaInspection {
            guard isPlayable else { return .unplayable(detailedErrorCode: 104, message: "nothing plays") }
            return .playable(MediaMetadataFacts(duration: duration, width: 640, height: 360), kind: .video)
        }
    }

    /// Runs a virtual device on loopback.
    static func withDevice<Value>(
        _ configuration: DeviceConfiguration = RecordedSession.configuration,
        duration: Double = 60,
        isPlayable: Bool = true,
        _ body: (CastEndpoint) async throws -> Value
    ) async throws -> Value {
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let media = Media(duration: duration, isPlayable: isPlayable)
        let device = try await VirtualDevice.start(
            configuration,
            acceptor: CastTLSAcceptor(group: eventLoop, identity: .selfSigned(commonName: "recorded")),
            at: CastEndpoint(host: "127.0.0.1", port: 0),
            on: eventLoop
        ) { ClockPlayer(eventLoop: eventLoop, inspector: media) }
        let result: Swift.Result<Value, any Error>
        do { result = .success(try await body(device.endpoint)) } catch { result = .failure(error) }
        await device.close()
        return try result.get()
    }

    static func media(title: String = "Sunrise") -> MediaInformation {
        MediaInformation(
            contentID: "http://192.168.7.7:49152/film.mp4",
            contentType: "video/mp4",
            metadata: MediaMetadata(metadataType: .movie, title: title)
        )
    }

    /// - Parameter skippedRequestIDs: The number of request ids that the sender does not use.
    static func perform(
        on endpoint: CastEndpoint,
        skippedRequestIDs: Int = 0,
        title: String = "Sunrise",
        seekPosition: Double = 42,
        observer: (any CastSocketObserver)? = nil
    ) async throws -> Result {
        var options = ConnectionOptions()
        options.authentication = DeviceAuthenticationOptions(policy: .off)
        options.observer = observer
        return try await CastConnection.withConnection(to: endpoint, options: options) { connection in
            for _ in 0..<skippedRequestIDs { _ = connection.makeRequestID() }
            let session = try await connection.launch(ApplicationStatus.defaultMediaReceiverID)
            let loaded = try await session.media.load(media(title: title), until: .playing())
            let playing = try await status(of: session) { $0.playerState == .playing && $0.duration != nil }
            let paused = try await session.media.pause()
            let sought = try await session.media.seek(to: seekPosition)
            let resumed = try await session.media.play()
            let stopped = try await session.media.stop()
            let result = Result(
                states: [playing.playerState, paused?.playerState, sought?.playerState, resumed?.playerState],
                soughtPosition: sought?.status.currentTime,
                duration: playing.duration,
                title: playing.title,
                mediaSessionIDs: Set([loaded, playing, paused, sought, resumed].compactMap { $0?.mediaSessionID }),
                sessionID: session.sessionID,
                isStopped: stopped?.playerState ?? .idle == .idle
            )
            // The app keeps running: after it ends, the sender asks for the status or not, as messages happen to arrive.
            await session.leave()
            // After this answer, everything that was caused before has arrived.
            _ = try await connection.availability(of: [ApplicationStatus.defaultMediaReceiverID])
            return result
        }
    }

    static func status(
        of session: CastSession,
        where condition: (MediaSnapshot) -> Bool
    ) async throws -> MediaSnapshot {
        for await snapshot in session.media.statuses {
            if let snapshot, condition(snapshot) { return snapshot }
        }
        throw CancellationError()
    }

    /// Records the scenario, and returns the recording with the result of the sender.
    static func record(as role: RecordingHeader.Role = .sender) async throws -> (Recording, Result) {
        try await withTemporaryPath { path in
            var options = SessionRecorder.Options()
            options.role = role
            let recorder = try SessionRecorder(path: path, options: options)
            var configuration = RecordedSession.configuration
            if role == .device { configuration.observers = [recorder] }
            let result = try await withDevice(configuration) { endpoint in
                try await perform(on: endpoint, observer: role == .sender ? recorder : nil)
            }
            try await recorder.close()
            return (try Recording(contentsOf: path), result)
        }
    }
}

extension Recording {
    /// Replaces the ids of all media sessions.
    mutating func replaceMediaSessionIDs(with id: Int) {
        for index in events.indices {
            guard case .message(var message, let direction) = events[index].kind, case .text(let text) = message.payload
            else { continue }
            message.payload = .text(text.replacing(/"mediaSessionId":\d+/, with: "\"mediaSessionId\":\(id)"))
            events[index].kind = .message(message, direction)
        }
    }
}
