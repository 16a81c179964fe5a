// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastCommand

extension EndToEnd {
    /// Standard output is a full pipe without an active reader, such as a stopped pager.
    @Suite("Unread output")
    struct UnreadOutputTests {
        /// The time limit. A command that waits for the reader of its output would exceed it.
        private static let promptly = Duration.seconds(15)

        /// Sends the first Ctrl-C and returns the exit status.
        private func interrupted(_ program: CastProgram) async throws -> Int32? {
            // Output that has been written by now waits for the reader.
            try await Task.sleep(for: .milliseconds(500))
            #expect(program.output.status == nil, "\(program.output.standardError)")
            program.interrupt()
            return try await program.end(within: Self.promptly).status
        }

        @Test("the first Ctrl-C ends cast status --watch", arguments: [["--json"], []])
        func status(options: [String]) async throws {
            try await withReceiver { receiver in
                let watch = try CastProgram(
                    ["status", "--watch", "--host", receiver.endpoint] + options,
                    isUnread: true
                )
                // By the time this later command has finished, the first status has arrived.
                _ = try await CastProgram.run(["status", "--json", "--host", receiver.endpoint])
                #expect(try await interrupted(watch) == ExitStatus.success.rawValue)
            }
        }

        @Test("the first Ctrl-C ends cast devices while its output waits")
        func devices() async throws {
            let list = try CastProgram(
                ["devices", "--interface", VirtualReceiver.loopback, "--timeout", "0.1"],
                isUnread: true
            )
            #expect(try await interrupted(list) == 128 + SIGINT)
        }

        @Test("the first Ctrl-C ends cast devices --watch")
        func watchDevices() async throws {
            try await withReceiver { _ in
                let watch = try CastProgram(
                    ["devices", "--watch", "--json", "--interface", VirtualReceiver.loopback],
                    isUnread: true
                )
                #expect(try await interrupted(watch) == ExitStatus.success.rawValue)
            }
        }

        @Test("the first Ctrl-C ends cast play and stops its file")
        func play() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let play = try CastProgram(["play", sound.path, "--json"] + receiver.byName, isUnread: true)
                _ = try await receiver.program.wait(for: "playing") { output in
                    try output.objects.first { $0["media"]?["state"] == "PLAYING" }
                }
                #expect(try await interrupted(play) == ExitStatus.interrupted.rawValue)
                let status = try await CastProgram.run(["status", "--json", "--host", receiver.endpoint])
                #expect(try status.object["application"]?.isNull == true)
            }
        }

        @Test("a device serves senders while its output is not read, and the first Ctrl-C ends it")
        func receiver() async throws {
            let name = VirtualReceiver.uniqueName("Unread")
            let directory = FileManager.default.temporaryDirectory.appending(path: "cast-test-\(UUID())").path
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let receiver = try CastProgram(
                [
                    "receiver", "--json", "--interface", VirtualReceiver.loopback, "--name", name, "--port", "0",
                    "--http-port", "0", "--https-port", "0", "--headless", "--state-dir", directory,
                ],
                isUnread: true
            )
            let network = ["--interface", VirtualReceiver.loopback, "--device", name]
            for _ in 0..<3 {
                let status = try await CastProgram.run(["status", "--json", "--timeout", "20"] + network)
                #expect(status.status == 0, "\(status.standardOutput)")
            }
            #expect(try await interrupted(receiver) == ExitStatus.success.rawValue)
        }
    }
}
