// SPDX-License-Identifier: Apache-2.0

import Cast
import CastReceiver
import Foundation
import Testing

/// `session.cast` on a virtual device over loopback TLS.
@Suite(.timeLimit(.minutes(2))) struct CastSessionTests {
    /// A WAVE file with silence: 8-bit mono at 8,000 Hz.
    static func silence(seconds: Int) -> [UInt8] {
        let count = seconds * 8000
        func little(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let header = Array("RIFF".utf8) + little(36 + count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
        let format = little(1, 2) + little(1, 2) + little(8000, 4) + little(8000, 4) + little(1, 2) + little(8, 2)
        return header + format + Array("data".utf8) + little(count, 4) + [UInt8](repeating: 128, count: count)
    }

    static func perform(_ body: (CastSession, VirtualDevice) async throws -> Void) async throws {
        let configuration = DeviceConfiguration(
            name: "Kitchen",
            port: 0,
            httpPort: nil,
            interfaces: .named(["lo"]),
            advertises: false
        )
        try await VirtualDevice.withDevice(configuration) { device in
            try await CastConnection.withConnection(to: device.endpoint) { connection in
                try await body(connection.launch(ApplicationStatus.defaultMediaReceiverID), device)
            }
        }
    }

    private static func file(_ name: String, _ content: [UInt8]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cast-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name)
        try Data(content).write(to: file)
        return file.path
    }

    @Test func `one call casts a file, explains it, and serves it until it has finished`() async throws {
        let path = try Self.file("Song.wav", Self.silence(seconds: 2))
        defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
        try await Self.perform { session, device in
            let playback = try await session.cast(.file(path: path))
            #expect(device.snapshot.media?.state == .playing)
            let explanation = playback.explain()
            #expect(explanation.hasPrefix("Song: \(path)\n"))
            #expect(explanation.contains("PCM"))
            #expect(explanation.contains("serve the file unchanged"))
            #expect(!explanation.contains(" 0 requests"))
            #expect(await playback.end == .finished)
        }
    }

    @Test func `the steps of the preparation can be read while it runs`() async throws {
        try await Self.perform { session, _ in
            let path = try Self.file("Song.wav", Self.silence(seconds: 60))
            defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
            let playback = session.playback(of: .file(path: path), options: .init(title: "The Song", startTime: 20))
            async let started: Void = playback.start()
            var steps: [PreparationStep] = []
            for await step in playback.progress { steps.append(step) }
            try await started
            #expect(steps.first == .inspecting)
            #expect(steps.last == .playing)
            guard case .loading(let url) = steps.dropLast().last else {
                Issue.record("the load is not the step before the last: \(steps)")
                return
            }
            #expect(url.hasSuffix("/Song.wav"))
            #expect(await session.media.status?.title == "The Song")
            #expect(try #require(await session.media.status).position(at: .now) >= 20)
            try await session.media.stop()
            #expect(await playback.end == .stopped)
        }
    }

    @Test func `a file that does not exist fails before the device is asked`() async throws {
        try await Self.perform { session, device in
            let error = await #expect(throws: MediaPlaybackError.self) {
                try await session.cast(.file(path: "/missing/film.mp4"))
            }
            guard case .preparation(let reason) = error?.stage else {
                Issue.record("unexpected stage: \(String(describing: error))")
                return
            }
            #expect(reason.code == .fileNotReadable)
            #expect(error?.description.contains("/missing/film.mp4") == true)
            #expect(device.snapshot.media == nil)
        }
    }

    @Test func `a load that the device rejects says what the server saw`() async throws {
        try await Self.perform { session, device in
            await device.faults.add(.failNext("LOAD", with: ["type": "LOAD_FAILED", "detailedErrorCode": 104]))
            let error = await #expect(throws: MediaPlaybackError.self) {
                try await session.cast(.data(Self.silence(seconds: 1), name: "a.wav", contentType: "audio/wav"))
            }
            guard case .device(_, .neverRequested) = error?.stage else {
                Issue.record("unexpected stage: \(String(describing: error))")
                return
            }
            #expect(error?.device == session.device.friendlyName)
            #expect(error?.description.contains("It never requested the file from this machine.") == true)
            #expect(error?.advice?.contains("incoming TCP connections") == true)
        }
    }

    /// The status of a device that has stopped a media session because of an error.
    private static func error(of mediaSessionID: Int) -> JSONObject {
        let status: JSONValue = [
            "mediaSessionId": .integer(Int64(mediaSessionID)), "playerState": "IDLE", "idleReason": "ERROR",
        ]
        return ["type": "MEDIA_STATUS", "status": [status]]
    }

    private static let hasFFmpeg = ExternalProgram.find("ffmpeg", searchPath: nil) != nil

    @Test(.enabled(if: hasFFmpeg))
    func `a file that the device cannot play on is converted, and continues where it stopped`() async throws {
        let path = try Self.file("Song.wav", Self.silence(seconds: 60))
        defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
        try await Self.perform { session, device in
            let playback = try await session.cast(.file(path: path), options: .init(startTime: 20))
            let first = try #require(await session.media.status)
            await device.faults.add(.failNext("PAUSE", with: Self.error(of: first.mediaSessionID)))
            _ = try? await session.media.pause()
            for await status in session.media.statuses {
                guard let status, status.mediaSessionID != first.mediaSessionID, status.playerState == .playing
                else { continue }
                #expect(status.position(at: .now) >= 20)
                #expect(status.media?.contentID?.hasSuffix(".m3u8") == true)
                break
            }
            let explanation = playback.explain()
            #expect(explanation.contains("audio to AAC"))
            #expect(explanation.contains("did not play the tracks of the file"))
            // The conversion is the last attempt.
            let second = try #require(await session.media.status?.mediaSessionID)
            await device.faults.add(.failNext("PAUSE", with: Self.error(of: second)))
            _ = try? await session.media.pause()
            guard case .failed(let error) = await playback.end, case .device = error.stage else {
                Issue.record("the second error did not end the playback")
                return
            }
        }
    }

    @Test func `closing a playback ends its server`() async throws {
        try await Self.perform { session, _ in
            let sound = CastSource.data(Self.silence(seconds: 60), name: "a.wav", contentType: "audio/wav")
            let playback = try await session.cast(sound)
            let url = try #require(await session.media.status?.media?.contentID).split(separator: "/")
            await playback.close()
            #expect(await playback.end == .closed)
            let port = try #require(url.dropFirst().first?.split(separator: ":").last.flatMap { Int($0) })
            // The port is free again, so that another server can listen at it.
            let configuration = MediaServerConfiguration(host: "127.0.0.1", port: port)
            await #expect(throws: Never.self) {
                try await MediaServer.withServer(configuration: configuration) { _ in }
            }
        }
    }

    @Test func `the end of the session ends the playback`() async throws {
        try await Self.perform { session, _ in
            let sound = CastSource.data(Self.silence(seconds: 60), name: "a.wav", contentType: "audio/wav")
            let playback = try await session.cast(sound)
            try await session.stop()
            switch await playback.end {
            case .sessionEnded, .stopped: break
            case let end: Issue.record("unexpected end: \(end)")
            }
        }
    }
}
