// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastCommand

extension EndToEnd {
    /// Playback that moves to a device that is turned on.
    @Suite("Follow me") struct FollowTests {
        @Test("playback of a file moves to a device that appears, at its position", .timeLimit(.minutes(2)))
        func follow() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            let name = VirtualReceiver.uniqueName("Follower")
            try await withReceiver { source in
                let play = try CastProgram(
                    ["play", sound.path, "--json", "--at", "2:00", "--follow-to", name] + source.byName
                )
                _ = try await play.wait(for: "playing") { try $0.mediaStates.contains("PLAYING") ? true : nil }
                // Devices that appear within the first ten seconds count as present before.
                var position = 0.0
                while position < 134 {
                    let status = try await CastProgram.run(["status", "--json", "--host", source.endpoint]).object
                    position = try #require(status["media"]?["position"].flatMap(Double.init(json:)))
                }
                let destination = try await VirtualReceiver(name: name, ["--headless"])
                let moved = try await play.wait(for: "moved") { output in
                    try output.objects.first { $0["event"] == "moved" }
                }
                #expect(moved["device"]?["name"] == .string(name))
                let there = try await CastProgram.run(["status", "--json", "--host", destination.endpoint]).object
                #expect(there["media"]?["state"] == "PLAYING")
                let reached = try #require(there["media"]?["position"].flatMap(Double.init(json:)))
                #expect(reached >= 134)
                let here = try await CastProgram.run(["status", "--json", "--host", source.endpoint]).object
                #expect(here["application"]?.isNull == true, "the first device has stopped")
                play.interrupt()
                #expect(try await play.end().status == ExitStatus.interrupted.rawValue)
                let end = try await CastProgram.run(["status", "--json", "--host", destination.endpoint]).object
                #expect(end["application"]?.isNull == true, "this command launched the app, and has closed it")
                await destination.stop()
            }
        }

        @Test("a device that is chosen by address is not followed")
        func usage() async throws {
            let output = try await CastProgram.run(["play", "a.mp4", "--follow-me", "--host", "127.0.0.1"])
            #expect(output.status == ExitStatus.usage.rawValue)
            #expect(output.standardError.contains("--device"))
        }
    }
}
