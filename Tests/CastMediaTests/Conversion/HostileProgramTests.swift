// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastMediaProbe
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import CastMedia

#if os(Linux) || os(macOS)
/// Scripts in the place of `ffprobe` and `ffmpeg` that crash, hang or write without end.
@Suite(.timeLimit(.minutes(1))) struct HostileProgramTests {
    /// A folder with a script, which records the process identifiers of itself and of its children.
    private static func script(_ name: String, _ text: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let beginning = "#!/bin/sh\nfolder='\(folder.path)'\n"
        let path = try folder.file(name, Array((beginning + text + "\n").utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return folder
    }

    private static func processes(_ folder: TemporaryFolder) -> [Int32] {
        let text = (try? String(contentsOfFile: folder.path + "/pids", encoding: .utf8)) ?? ""
        return text.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
    }

    /// Whether a process runs. One that has ended but was not collected by its parent does not.
    private static func isRunning(_ process: Int32) -> Bool {
        #if os(Linux)
        let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        guard let name = status.lastIndex(of: ")") else { return false }
        return status[name...].dropFirst(2).first.map { $0 != "Z" && $0 != "X" } ?? false
        #else
        return kill(process, 0) == 0
        #endif
    }

    /// Waits until the script has started, and returns its processes.
    private static func started(_ folder: TemporaryFolder, count: Int) async throws -> [Int32] {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            let found = processes(folder)
            if found.count >= count { return found }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("the script did not start")
        return []
    }

    /// Checks that all processes end, which the system does not finish before the parent continues.
    private static func expectEnd(of found: [Int32]) async throws {
        #expect(!found.isEmpty)
        let deadline = ContinuousClock.now + .seconds(10)
        while found.contains(where: isRunning), ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(found.filter(isRunning).isEmpty, "a process is left")
    }

    // MARK: - ffprobe

    /// A WAVE file of one second.
    private static let wave: [UInt8] =
        Array("RIFF".utf8) + [0x64, 0x1F, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0]
        + [0x40, 0x1F, 0, 0, 1, 0, 8, 0] + Array("data".utf8) + [0x40, 0x1F, 0, 0] + Array(repeating: 128, count: 8000)

    @Test(arguments: [
        "kill -SEGV $$", "exit 1", "exit 0", "printf '{\"streams\": [{\"index\": 1e99}]'",
        "exec head -c 9000000 /dev/zero",
        "trap '' TERM INT HUP; sleep 600 & echo $! >>$folder/pids; while :; do wait; done",
        "exec >&-; sleep 600 & echo $! >>$folder/pids; wait", "while :; do echo endless >&2; done",
    ])
    func `a broken ffprobe delays an inspection at most, and nothing is left running`(text: String) async throws {
        let folder = try Self.script("ffprobe", "echo $$ >>$folder/pids\n" + text)
        let path = try folder.file("a.wav", Self.wave)
        let begin = ContinuousClock.now
        let facts = try await MediaInspection.inspect(file: path, searchPath: folder.path, timeLimit: .seconds(1))
        #expect(facts.container == .wave)
        #expect(facts.duration == 1)
        // A file that neither knows is not called damaged because of a crash.
        let other = try folder.file("a.bin", Array("no media".utf8))
        await #expect(throws: MediaInspectionError.unknown(.unknownFormat)) {
            try await MediaInspection.inspect(file: other, searchPath: folder.path, timeLimit: .milliseconds(500))
        }
        #expect(.now - begin < .seconds(20))
        try await Self.expectEnd(of: Self.processes(folder))
    }

    @Test func `the reason of ffprobe has no escape sequences`() async throws {
        let folder = try Self.script(
            "ffprobe",
            #"printf '\033[31mInvalid\033[0m \033]0;title\007data\r\n' >&2; exit 1"#
        )
        let path = try folder.file("a.bin", Array("no media".utf8))
        await #expect(throws: MediaInspectionError.notMedia(reason: "Invalid data")) {
            try await MediaInspection.inspect(file: path, searchPath: folder.path)
        }
    }

    // MARK: - ffmpeg

    private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
        id + [0x40 | UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }

    /// A Matroska file of 20 seconds with AC-3, which has to be converted.
    private static let matroska: [UInt8] = {
        let duration = withUnsafeBytes(of: (20_000.0).bitPattern.bigEndian) { Array($0) }
        let track = element([0xD7], [1]) + element([0x83], [2]) + element([0x86], Array("A_AC3".utf8))
        return element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("matroska".utf8)))
            + element(
                [0x18, 0x53, 0x80, 0x67],
                element([0x15, 0x49, 0xA9, 0x66], element([0x44, 0x89], duration))
                    + element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], track))
            )
    }()

    /// Runs a test with the URL of the first segment of a conversion by a script.
    private static func withConversion(
        _ text: String,
        _ body: (MediaServer, SharedMedia, String, TemporaryFolder) async throws -> Void
    ) async throws {
        let abilities = "case \"$*\" in *-encoders*) echo ' V..... libx264 H.264'; exit;; *-filters*) exit;; esac\n"
        let folder = try script("ffmpeg", abilities + "echo $$ >>$folder/pids\n" + text)
        let path = try folder.file("film.mkv", matroska)
        let server = try await MediaServer.start(configuration: MediaServerConfiguration(host: "127.0.0.1"))
        do {
            let file = try server.share(file: path)
            let prepared = try await server.prepare(file, at: path, for: .unknown, searchPath: folder.path)
            #expect(prepared.plan?.needsConverter == true)
            let url = server.url(for: prepared.media, reachableFrom: "127.0.0.1")
            let base = try #require(url.lastIndex(of: "/").map { String(url[...$0]) })
            try await body(server, prepared.media, base + "0.m4s", folder)
        } catch {
            await server.close()
            throw error
        }
        await server.close()
    }

    private static func status(_ url: String) async throws -> Int {
        Int(try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(60)).status.code)
    }

    @Test(arguments: [
        ("kill -SEGV $$", "signal 11"), ("exit 69", "status 69"), ("exit 0", "ffmpeg wrote no media"),
        (#"printf '\033[31mNo space left on device\007\n' >&2; exit 1"#, "No space left on device"),
        ("while :; do echo endless; done", "ffmpeg wrote a box"),
        (#"printf '\000\000\020\000free'; exec cat /dev/zero"#, "ffmpeg wrote"),
    ])
    func `a broken ffmpeg is an error of the server with the reason`(text: String, reason: String) async throws {
        try await Self.withConversion(text) { server, media, url, folder in
            #expect(try await Self.status(url) >= 500)
            let problem = try #require(server.traffic(of: media).lastProblem)
            #expect(problem.contains(reason))
            #expect(!problem.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
            try await Self.expectEnd(of: Self.processes(folder))
        }
    }

    @Test(arguments: [
        "trap '' TERM INT HUP; sleep 600 & echo $! >>$folder/pids; while :; do wait; done",
        "sleep 600 & echo $! >>$folder/pids; while :; do echo endless >&2; done",
        "exec >&- 2>&-; sleep 600 & echo $! >>$folder/pids; wait",
    ])
    func `an ffmpeg that does not end is killed with its children when the media is withdrawn`(
        text: String
    ) async throws {
        try await Self.withConversion(text) { server, media, url, folder in
            async let status = Self.status(url)
            let found = try await Self.started(folder, count: 2)
            #expect(found.contains(where: Self.isRunning))
            server.withdraw(media)
            #expect(try await status >= 500)
            try await Self.expectEnd(of: found)
        }
    }

    @Test func `an ffmpeg that does not end is killed when the server closes`() async throws {
        let found = try await Self.runUntilClosed(
            "trap '' TERM; sleep 600 & echo $! >>$folder/pids; while :; do wait; done"
        )
        try await Self.expectEnd(of: found)
    }

    private static func runUntilClosed(_ text: String) async throws -> [Int32] {
        var found: [Int32] = []
        try await withConversion(text) { server, _, url, folder in
            async let status = Self.status(url)
            found = try await Self.started(folder, count: 2)
            await server.close()
            _ = try? await status
        }
        return found
    }
}
#endif
