// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastWire
import Foundation
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("Live sources")
    struct LiveTests {
        private static let isInstalled = ExternalProgram.find("ffmpeg") != nil

        /// Runs `cast` with the output of a shell command as its standard input.
        private func program(_ producer: String, _ arguments: [String]) throws -> CastProgram {
            let quoted = ([CastProgram.binary.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
            return try CastProgram(["-c", "\(producer) | exec \(quoted)"], executable: URL(filePath: "/bin/sh"))
        }

        @Test("standard input plays as a live stream, and cast stop ends the producer", .enabled(if: isInstalled))
        func standardInput() async throws {
            try await withReceiver { receiver in
                let film =
                    "ffmpeg -v error -re -f lavfi -i testsrc2=size=160x120:rate=25 -c:v libx264 -g 25 -f matroska -"
                let playing = try program(film, ["play", "-", "--json"] + receiver.byName)
                let state = try await playing.wait(for: "playback") { output in
                    try output.objects.first { $0["event"] == "state" && $0["media"]?["state"] == "PLAYING" }
                }
                #expect(state["media"]?["live"] == true)
                #expect(state["media"]?["title"] == "Standard input")
                let stopped = try await CastProgram.run(["stop"] + receiver.byName)
                #expect(stopped.status == 0)
                #expect(try await playing.end().status == 0)
            }
        }

        @Test(
            "an input without media is an error with advice",
            .enabled(if: isInstalled),
            arguments: [("true", "standard input is empty"), ("echo hello", "not media that ffmpeg can read")]
        )
        func withoutMedia(producer: String, message: String) async throws {
            try await withReceiver { receiver in
                let output = try await program(producer, ["play", "-", "--json"] + receiver.byName).end()
                #expect(output.status == ExitStatus.failure.rawValue)
                let error = try output.objects.last?["error"]
                #expect(error?["code"] == "inputNotPlayable")
                #expect(error?["message"]?.stringValue?.contains(message) == true, "\(output.standardOutput)")
                #expect(error?["hint"]?.stringValue?.contains("pipe") == true)
            }
        }

        #if os(Linux)
        @Test(
            "without a display, or with Wayland, the screen is an error with advice",
            .enabled(if: isInstalled),
            arguments: [([:], "DISPLAY is not set"), (["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], "Wayland")]
        )
        func withoutDisplay(environment: [String: String], message: String) async throws {
            try await withReceiver { receiver in
                let output = try await CastProgram.run(
                    ["play", "--screen", "--json"] + receiver.byName,
                    environment: environment
                )
                #expect(output.status == ExitStatus.failure.rawValue)
                #expect(try output.objects.last?["error"]?["message"]?.stringValue?.contains(message) == true)
            }
        }

        @Test("a capture device that does not exist is reported with the reason", .enabled(if: isInstalled))
        func missingDevice() async throws {
            try await withReceiver { receiver in
                let output = try await CastProgram.run(
                    ["play", "--capture", "/dev/video-missing", "--json"] + receiver.byName
                )
                #expect(output.status == ExitStatus.failure.rawValue)
                let error = try output.objects.last?["error"]
                #expect(error?["message"]?.stringValue?.contains("No such file") == true, "\(output.standardOutput)")
                #expect(error?["hint"]?.stringValue?.contains("ls /dev/video*") == true)
            }
        }
        #endif

        @Test(
            "a live source plays alone, from its start, and is not inspected",
            arguments: [
                ["play", "-", "film.mp4"], ["play", "-", "-"], ["play", "--screen", "film.mp4"],
                ["play", "--screen", "--capture", "x"], ["play", "-", "--no-wait"], ["play", "-", "--resume"],
                ["play", "--resume", "--screen"], ["play", "-", "--at", "10"], ["play", "-", "--content-type", "a/b"],
                ["play", "-", "--original"], ["play", "--growing", "-"], ["play", "--growing", "a.mkv", "b.mkv"],
                ["play", "-", "--repeat"],
                ["play", "a.mkv", "--screen-audio", "none"], ["play", "film.mp4", "--artwork", "-"], ["inspect", "-"],
            ]
        )
        func refused(arguments: [String]) async throws {
            let output = try await CastProgram.run(arguments)
            #expect(output.status == ExitStatus.usage.rawValue, "\(output.standardError)")
        }
    }
}
