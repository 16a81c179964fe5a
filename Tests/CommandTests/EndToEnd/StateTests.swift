// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("Saved states, timers and announcements", .timeLimit(.minutes(2)))
    struct StateTests {
        /// Runs a test with a receiver that plays a sound from a web server, and with a state directory.
        private static func withPlayback(
            at time: String = "2:00",
            _ body: (
                _ run: ([String]) async throws -> CastProgram.Output, _ environment: [String: String],
                _ receiver: VirtualReceiver
            ) async throws -> Void
        ) async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            let web = try await FileServer(sound)
            let folder = FileManager.default.temporaryDirectory.appending(path: "cast-state-\(UUID())").path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let environment = ["XDG_STATE_HOME": folder]
            try await withReceiver { receiver in
                func run(_ arguments: [String]) async throws -> CastProgram.Output {
                    try await CastProgram.run(
                        arguments + ["--json", "--host", receiver.endpoint],
                        environment: environment
                    )
                }
                let started = try await run(["play", web.url, "--title", "Long", "--at", time, "--no-wait"])
                #expect(started.status == 0, "\(started.standardError)")
                try await body(run, environment, receiver)
            }
            await web.close()
        }

        private static func position(_ media: JSONValue?) throws -> Double {
            try #require(media?["position"].flatMap(Double.init(json:)))
        }

        /// A speech program, and a sound of one second, in `$SOUND`, that it can copy.
        private struct SpeechScript {
            let path: String
            private let sound: SoundFile

            init(_ lines: String) throws {
                sound = try SoundFile(seconds: 1, name: "speech")
                path = FileManager.default.temporaryDirectory.appending(path: "speak-\(UUID()).sh").path
                try Data("#!/bin/sh\nSOUND='\(sound.path)'\n\(lines)\n".utf8).write(to: URL(filePath: path))
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
            }

            func remove() {
                sound.remove()
                for file in [path, path + ".text"] { try? FileManager.default.removeItem(atPath: file) }
            }
        }

        @Test("cast save and cast restore continue paused media at its position, after cast stop")
        func saveAndRestore() async throws {
            try await Self.withPlayback { run, environment, receiver in
                _ = try await run(["pause"])
                _ = try await run(["volume", "30"])
                let saved = try await run(["save"])
                #expect(saved.status == 0, "\(saved.standardError)")
                let file = try #require(saved.object["file"]?.stringValue)
                #expect(file == environment["XDG_STATE_HOME"].map { "\($0)/swift-cast/saved/\(receiver.id).json" })
                #expect(saved.standardError.contains("served by a process on this machine"))
                let position = try Self.position(saved.object["state"]?["playback"])
                #expect(position >= 120)
                _ = try await run(["stop"])
                _ = try await run(["volume", "80"])
                let restored = try await run(["restore"])
                #expect(restored.status == 0, "\(restored.standardError)")
                let object = try restored.object
                #expect(object["action"] == "restored")
                #expect(object["media"]?["state"] == "PAUSED")
                #expect(object["media"]?["title"] == "Long")
                #expect(abs(try Self.position(object["media"]) - position) < 0.1)
                #expect(object["volume"]?["percent"] == 30)

                let again = try await run(["stop", "--restore"])
                #expect(again.status == 0, "\(again.standardError)")
                #expect(try again.object["media"]?["title"] == "Long")
            }
        }

        @Test("a missing state, a damaged file and an idle device are reported")
        func errors() async throws {
            let path = FileManager.default.temporaryDirectory.appending(path: "cast-\(UUID()).json").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            try Data("{\"version\":1,".utf8).write(to: URL(filePath: path))
            let damaged = try await CastProgram.run(["restore", path, "--json", "--host", "192.0.2.1"])
            #expect(damaged.status == ExitStatus.failure.rawValue)
            #expect(try damaged.object["error"]?["code"] == "stateUnusable")
            #expect(try damaged.object["error"]?["message"]?.stringValue?.hasPrefix(path) == true)
            let folder = ["XDG_STATE_HOME": path + ".d"]
            try await withReceiver { receiver in
                let target = ["--json", "--host", receiver.endpoint]
                let missing = try await CastProgram.run(["restore"] + target, environment: folder)
                #expect(try missing.object["error"]?["code"] == "noSavedState")
                let idle = try await CastProgram.run(["save"] + target, environment: folder)
                #expect(idle.status == ExitStatus.nothingPlaying.rawValue)
                let sleeping = try await CastProgram.run(["sleep", "1m"] + target)
                #expect(sleeping.status == ExitStatus.nothingPlaying.rawValue)
            }
        }

        @Test("cast volume --fade ends at the volume, and Ctrl-C leaves it in between")
        func fade() async throws {
            try await withReceiver { receiver in
                let target = ["--json", "--host", receiver.endpoint]
                _ = try await CastProgram.run(["volume", "0"] + target)
                let begin = ContinuousClock.now
                let faded = try await CastProgram.run(["volume", "50", "--fade", "1s"] + target)
                #expect(faded.status == 0, "\(faded.standardError)")
                #expect(try faded.object["fade"] == "completed")
                #expect(try faded.object["volume"]?["percent"] == 50)
                #expect(ContinuousClock.now - begin >= .seconds(1))

                let slow = try CastProgram(["volume", "0", "--fade", "20s"] + target)
                let deadline = ContinuousClock.now + .seconds(30)
                while ContinuousClock.now < deadline {
                    let volume = try await CastProgram.run(["volume"] + target).object["volume"]?["level"]
                    if let level = volume.flatMap(Double.init(json:)), level < 0.5 { break }
                }
                slow.interrupt()
                let end = try await slow.end()
                #expect(end.status == ExitStatus.interrupted.rawValue)
                #expect(try end.object["fade"] == "interrupted")
                let left = try #require(end.object["volume"]?["percent"].flatMap(Int.init(json:)))
                #expect((20...50).contains(left), "\(left)")
            }
        }

        @Test("cast sleep stops the app after the time and the fade, and the volume stays")
        func sleep() async throws {
            try await Self.withPlayback { run, _, _ in
                _ = try await run(["volume", "40"])
                let slept = try await run(["sleep", "2", "--fade", "1s"])
                #expect(slept.status == 0, "\(slept.standardError)")
                #expect(try slept.objects.compactMap { $0["event"]?.stringValue } == ["waiting", "stopped"])
                let status = try await run(["status"]).object
                #expect(status["application"]?.isNull == true)
                #expect(status["volume"]?["percent"] == 40)
            }
        }

        @Test("cast sleep --at-end stops at the end of the item, and Ctrl-C cancels a timer")
        func sleepAtEnd() async throws {
            try await Self.withPlayback(at: "9:56") { run, _, receiver in
                let timer = try CastProgram(["sleep", "45m", "--json", "--host", receiver.endpoint])
                _ = try await timer.wait(for: "the timer") { try $0.objects.isEmpty ? nil : true }
                timer.interrupt()
                let canceled = try await timer.end()
                #expect(canceled.status == ExitStatus.interrupted.rawValue)
                #expect(try canceled.objects.last?["event"] == "canceled")
                let media = try await run(["status"]).object["media"]
                #expect(media?["title"] == "Long")

                let remaining = try 600 - Self.position(media)
                let begin = ContinuousClock.now
                let slept = try await run(["sleep", "--at-end"])
                #expect(slept.status == 0, "\(slept.standardError)")
                #expect(try slept.objects.last?["event"] == "stopped")
                #expect(ContinuousClock.now - begin >= .seconds(remaining - 1.5))
                #expect(try await run(["status"]).object["application"]?.isNull == true)
            }
        }

        @Test("cast say plays the sound of the program, and the media continues at its position and volume")
        func say() async throws {
            let program = try SpeechScript("printf '%s' \"$1\" > \"$0.text\"; cp \"$SOUND\" \"$2\"")
            defer { program.remove() }
            try await Self.withPlayback { run, _, receiver in
                _ = try await run(["volume", "40"])
                let before = try Self.position(try await run(["status"]).object["media"])
                let command = "\(program.path) {text} {output}"
                let said = try await run(["say", "dinner", "is ready", "--volume", "60", "--command", command])
                #expect(said.status == 0, "\(said.standardError)")
                #expect(try said.object["end"] == "finished")
                #expect(try said.object["restored"] == true)
                #expect(try String(contentsOfFile: program.path + ".text", encoding: .utf8) == "dinner is ready")
                let status = try await run(["status"]).object
                #expect(status["media"]?["title"] == "Long")
                #expect(status["volume"]?["percent"] == 40)
                let after = try Self.position(status["media"])
                #expect(after >= before && after < before + 30, "\(before), then \(after)")
                let played = try receiver.program.output.objects.compactMap { $0["media"]?["url"]?.stringValue }
                #expect(played.contains { $0.hasSuffix("/speech.wav") }, "\(played)")
            }
        }

        @Test("cast say on an idle device closes the app, and a failing program does not disturb the device")
        func sayOnIdleDevice() async throws {
            let program = try SpeechScript("cp \"$SOUND\" \"$1\"")
            let broken = try SpeechScript("echo 'out of voices' >&2; exit 1")
            defer { for script in [program, broken] { script.remove() } }
            try await withReceiver { receiver in
                let target = ["--json", "--host", receiver.endpoint]
                let failed = try await CastProgram.run(["say", "x", "--command", "\(broken.path) {text}"] + target)
                #expect(failed.status == ExitStatus.failure.rawValue)
                #expect(try failed.object["error"]?["code"] == "speechFailed")
                #expect(try failed.object["error"]?["message"]?.stringValue?.contains("out of voices") == true)
                #expect(try !receiver.program.output.objects.contains { $0["media"]?["url"] != nil })

                let said = try await CastProgram.run(["say", "x", "--command", "\(program.path) {output}"] + target)
                #expect(said.status == 0, "\(said.standardError)")
                #expect(try await CastProgram.run(["status"] + target).object["application"]?.isNull == true)

                let missing = try await CastProgram.run(["say", "x"] + target, environment: ["PATH": "/nonexistent"])
                #expect(try missing.object["error"]?["code"] == "speechProgramMissing")
            }
        }
    }
}
