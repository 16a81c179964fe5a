// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastWire
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("Resuming and moving sessions")
    struct SessionTests {
        /// The environment with a state directory for one test.
        private static func records() -> [String: String] {
            ["XDG_STATE_HOME": FileManager.default.temporaryDirectory.appending(path: "cast-state-\(UUID())").path]
        }

        private static func forget(_ records: [String: String]) {
            for path in records.values { try? FileManager.default.removeItem(atPath: path) }
        }

        private static func playing(_ program: CastProgram) async throws -> JSONValue {
            try await program.wait(for: "playing") { output in
                try output.objects.last { $0["media"]?["state"] == "PLAYING" }?["media"]
            }
        }

        @Test(
            "S31 after cast play was killed, --resume has session, position and queue after one round trip",
            .timeLimit(.minutes(2))
        )
        func killed() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            let web = try await FileServer(sound)
            let records = Self.records()
            defer { Self.forget(records) }
            let log = FileManager.default.temporaryDirectory.appending(path: "cast-frames-\(UUID())").path
            defer { try? FileManager.default.removeItem(atPath: log) }
            try await withReceiver(["--headless", "--log-frames", log]) { receiver in
                let first = try CastProgram(
                    ["play", web.url, "--json", "--at", "1:00", "--title", "Long"] + receiver.byName,
                    environment: records
                )
                _ = try await Self.playing(first)
                let remote = ["--host", receiver.endpoint, "--json"]
                _ = try await CastProgram.run(["queue", "add", "http://127.0.0.1:9/other.mp3"] + remote)
                let before = try await CastProgram.run(["status"] + remote).object
                first.kill()
                #expect(try await first.end().status == 128 + SIGKILL)

                let second = try CastProgram(
                    ["play", "--resume", "--json", "--interface", VirtualReceiver.loopback],
                    environment: records
                )
                let resumed = try await second.wait(for: "the session") { output in
                    try output.objects.first { $0["event"] == "resumed" }
                }
                #expect(resumed["sessionID"] == before["application"]?["sessionID"])
                #expect(resumed["media"]?["mediaSessionID"] == before["media"]?["mediaSessionID"])
                #expect(resumed["media"]?["title"] == "Long")
                let position = try #require(resumed["media"]?["position"].flatMap(Double.init(json:)))
                let left = try #require(before["media"]?["position"].flatMap(Double.init(json:)))
                #expect(position >= left && position < left + 60, "\(left), then \(position)")
                #expect(resumed["queue"]?.arrayValue?.count == 2)
                second.interrupt()
                let end = try await second.end()
                #expect(end.status == ExitStatus.interrupted.rawValue)
                #expect(try end.objects.last?["event"] == "left")
                #expect(
                    try await Frames.requests(ofLastSocketIn: log) == [
                        "CONNECT", "CONNECT", "GET_STATUS", "GET_STATUS",
                    ],
                    "no launch, and no repeated request"
                )

                _ = try await CastProgram.run(["stop"] + remote)
                let gone = try await CastProgram.run(["play", "--resume", "--json"], environment: records)
                #expect(gone.status == ExitStatus.unreachable.rawValue)
                #expect(try gone.object["error"]?["code"] == "sessionLost")
                let nothing = try await CastProgram.run(["play", "--resume", "--json"], environment: records)
                #expect(nothing.status == ExitStatus.nothingPlaying.rawValue)
                #expect(try nothing.object["error"]?["code"] == "nothingToResume")
            }
            await web.close()
        }

        @Test("a truncated record and one of a later version are reported")
        func damagedRecord() async throws {
            let records = Self.records()
            defer { Self.forget(records) }
            let directory = try #require(records["XDG_STATE_HOME"]) + "/swift-cast"
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            for (text, message) in [("{\"version\":1,\"dev", "damaged"), ("{\"version\":9}", "version 9")] {
                try Data(text.utf8).write(to: URL(filePath: directory + "/session.json"))
                let output = try await CastProgram.run(["play", "--resume"], environment: records)
                #expect(output.status == ExitStatus.nothingPlaying.rawValue)
                #expect(output.standardError.contains(message), "\(output.standardError)")
            }
        }

        @Test(
            "S51 cast transfer moves media, queue and position, and the first device stops",
            .timeLimit(.minutes(2))
        )
        func transfer() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            let web = try await FileServer(sound)
            let records = Self.records()
            defer { Self.forget(records) }
            try await withReceiver { source in
                try await withReceiver { destination in
                    let play = ["play", web.url, "--json", "--at", "2:00", "--title", "Long", "--no-wait"]
                    let started = try await CastProgram.run(play + source.byName, environment: records)
                    #expect(started.status == 0, "\(started.standardError)")
                    let moved = try await CastProgram.run(
                        ["transfer", "--json", "--to", destination.name] + source.byName
                    )
                    #expect(moved.status == 0, "\(moved.standardError)")
                    #expect(try moved.object["action"] == "transferred")
                    #expect(try moved.object["device"]?["name"] == .string(destination.name))
                    #expect(try moved.object["media"]?["title"] == "Long")
                    #expect(try #require(moved.object["media"]?["position"].flatMap(Double.init(json:))) >= 120)
                    let there = try await CastProgram.run(["status", "--json", "--host", destination.endpoint]).object
                    #expect(there["media"]?["title"] == "Long", "playback continues after the command exits")
                    let here = try await CastProgram.run(["status", "--json", "--host", source.endpoint]).object
                    #expect(here["application"]?.isNull == true)
                    let again = try await CastProgram.run(
                        ["transfer", "--json", "--host", destination.endpoint, "--to-host", destination.endpoint]
                    )
                    #expect(try again.object["error"]?["code"] == "invalidArgument")
                    let still = try await CastProgram.run(["status", "--json", "--host", destination.endpoint]).object
                    #expect(still["media"]?["title"] == "Long", "a transfer to the same device changes nothing")
                }
            }
            await web.close()
        }

        @Test(
            "after another sender moves the session, the file is still served, and keys control the new device",
            .timeLimit(.minutes(2))
        )
        func movedFile() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            let records = Self.records()
            defer { Self.forget(records) }
            try await withReceiver { source in
                try await withReceiver { destination in
                    let terminal = try PseudoTerminal(columns: 100)
                    let play = try CastProgram(
                        ["play", sound.path, "--at", "2:00", "--title", "Long"] + source.byName,
                        environment: records,
                        terminal: terminal
                    )
                    try await play.see("Playing    Long", columns: 100)
                    let there = ["--json", "--host", destination.endpoint]
                    let moved = try await CastProgram.run(
                        ["transfer", "--host", source.endpoint, "--to-host", destination.endpoint]
                    )
                    #expect(moved.status == 0, "\(moved.standardError)")
                    try await play.see("Long was moved to \(destination.name).", columns: 100)
                    try await play.see("Its media is served by this machine", columns: 100)
                    let status = try await CastProgram.run(["status"] + there).object
                    let url = try #require(status["media"]?["contentID"]?.stringValue)
                    func isServed() async -> Bool {
                        var request = HTTPClientRequest(url: url)
                        request.headers = ["Range": "bytes=0-0"]
                        let answer = try? await HTTPClient.shared.execute(request, timeout: .seconds(10))
                        return answer?.status.code == 206
                    }
                    #expect(await isServed())
                    try terminal.type(" ")
                    try await play.see("Paused     Long", columns: 100)
                    let paused = try await CastProgram.run(["status"] + there).object
                    #expect(paused["media"]?["state"] == "PAUSED")
                    #expect(try #require(paused["media"]?["position"].flatMap(Double.init(json:))) >= 120)
                    #expect(try await CastProgram.run(["stop"] + there).status == 0)
                    let end = try await play.end()
                    #expect(end.status == 0)
                    #expect(
                        end.standardOutput.contains("Long was stopped on \(destination.name)"),
                        "\(end.standardOutput)"
                    )
                    #expect(await !isServed())
                    #expect(terminal.isCooked)
                }
            }
        }
    }
}

/// The messages in a file that a receiver wrote with `--log-frames`.
private enum Frames {
    /// Returns the types of the messages of the sender that connected last, without PING, PONG and CLOSE.
    static func requests(ofLastSocketIn path: String) async throws -> [String] {
        // The log is written shortly after the messages; four messages are expected.
        for _ in 0..<400 {
            let requests = try read(path)
            if requests.count >= 4 { return requests }
            try await Task.sleep(for: .milliseconds(5))
        }
        return try read(path)
    }

    private static func read(_ path: String) throws -> [String] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let lines = try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { try JSONValue(parsing: String($0)) }.filter { $0["direction"] == "in" }
        return try lines.filter { $0["socket"] == lines.last?["socket"] }.compactMap { line in
            guard let text = line["text"]?.stringValue else { return nil }
            let type = try JSONValue(parsing: text)["type"]?.stringValue
            return ["PING", "PONG", "CLOSE"].contains(type) ? nil : type
        }
    }
}
