// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("Slide shows and lists that continue")
    struct ListTests {
        /// Runs a test with a folder, and an environment whose state directory is in it.
        private static func withFolder(_ body: (URL, [String: String]) async throws -> Void) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "cast-list-\(UUID())")
            try FileManager.default.createDirectory(
                at: folder.appending(path: "list"),
                withIntermediateDirectories: true
            )
            defer { try? FileManager.default.removeItem(at: folder) }
            try await body(folder.appending(path: "list"), ["XDG_STATE_HOME": folder.appending(path: "state").path])
        }

        /// A PNG of one pixel.
        private static let pixel = Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        )

        private static func loaded(_ output: CastProgram.Output) throws -> [Int] {
            try output.objects.filter { $0["event"] == "loading" }.compactMap { $0["index"].flatMap(Int.init(json:)) }
        }

        @Test("cast play --every shows the pictures of a folder one after another, and ends")
        func slideShow() async throws {
            try await Self.withFolder { folder, state in
                for name in ["1", "2", "10"] { try Self.pixel?.write(to: folder.appending(path: "\(name).png")) }
                try await withReceiver { receiver in
                    let start = ContinuousClock.now
                    let output = try await CastProgram.run(
                        ["play", folder.path, "--every", "1s", "--json"] + receiver.byName,
                        environment: state
                    )
                    #expect(output.status == 0, "\(output.standardError)")
                    #expect(.now - start > .seconds(3), "each picture is shown for a second")
                    #expect(try Self.loaded(output) == [0, 1, 2])
                    let finished = try output.objects.filter { $0["event"] == "itemFinished" }
                    #expect(finished.count == 3)
                    #expect(try output.objects.last?["event"] == "finished")
                    let titles = try output.objects.filter { $0["event"] == "loading" }.map { $0["title"] }
                    #expect(titles == ["1", "2", "10"])
                }
            }
        }

        @Test("a list continues at the item and position where it stopped, and starts again after its end")
        func resume() async throws {
            try await Self.withFolder { folder, state in
                for name in ["one", "three", "two"] {
                    let sound = try SoundFile(seconds: name == "two" ? 2 : 600)
                    defer { sound.remove() }
                    try FileManager.default.moveItem(
                        at: URL(filePath: sound.path),
                        to: folder.appending(path: "\(name).wav")
                    )
                }
                try await withReceiver { receiver in
                    func play(_ arguments: String...) throws -> CastProgram {
                        try CastProgram(["play"] + arguments + ["--json"] + receiver.byName, environment: state)
                    }
                    func playing(_ program: CastProgram) async throws -> JSONValue {
                        try await program.wait(for: "playing") { output in
                            try output.objects.last { $0["media"]?["state"] == "PLAYING" }
                        }
                    }
                    let first = try play(folder.path)
                    _ = try await playing(first)
                    _ = try await CastProgram.run(["next", "--host", receiver.endpoint])
                    _ = try await first.wait(for: "three") { try Self.loaded($0) == [0, 1] ? true : nil }
                    _ = try await first.wait(for: "its playback") { output in
                        try output.objects.last?["media"]?["title"] == "three" ? true : nil
                    }
                    _ = try await CastProgram.run(["seek", "5:00", "--host", receiver.endpoint])
                    first.interrupt()
                    #expect(try await first.end().status == ExitStatus.interrupted.rawValue)

                    // Without sources, the last list continues, because its session has ended.
                    let second = try CastProgram(
                        ["play", "--resume", "--json", "--interface", VirtualReceiver.loopback],
                        environment: state
                    )
                    let media = try #require(try await playing(second)["media"])
                    #expect(media["title"] == "three")
                    let position = try #require(media["position"].flatMap(Double.init(json:)))
                    #expect(position >= 300 && position < 360, "\(position)")
                    second.kill()
                    _ = try await second.end()

                    // With sources, this list continues, also after a crash.
                    let third = try play(folder.path, "--resume")
                    let resumed = try await third.wait(for: "the list") { output in
                        try output.objects.first { $0["event"] == "listResumed" }
                    }
                    #expect(resumed["index"] == 1 && resumed["count"] == 3 && resumed["title"] == "three")
                    _ = try await playing(third)
                    _ = try await CastProgram.run(["next", "--host", receiver.endpoint])
                    let end = try await third.end()
                    #expect(end.status == 0, "\(end.standardError)")
                    #expect(try end.objects.last?["event"] == "finished")

                    let fourth = try play(folder.path, "--resume")
                    #expect(try await playing(fourth)["media"]?["title"] == "one")
                    #expect(fourth.output.standardError.contains("The list was played to its end"))
                    fourth.interrupt()
                    _ = try await fourth.end()
                }
            }
        }

        @Test("without a record, --resume starts a list at its beginning")
        func noRecord() async throws {
            try await Self.withFolder { folder, state in
                let sound = try SoundFile(seconds: 1, name: "only")
                defer { sound.remove() }
                try await withReceiver { receiver in
                    let output = try await CastProgram.run(
                        ["play", sound.path, "--resume"] + receiver.byName,
                        environment: state
                    )
                    #expect(output.status == 0, "\(output.standardError)")
                    #expect(output.standardError.contains("There is no record of this list"))
                }
            }
        }
    }
}
