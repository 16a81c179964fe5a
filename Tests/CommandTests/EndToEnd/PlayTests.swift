// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("Playing")
    struct PlayTests {
        @Test("a file plays to its end, and events report its progress")
        func file() async throws {
            let sound = try SoundFile(seconds: 2)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let output = try await CastProgram.run(
                    ["play", sound.path, "--json", "--title", "Two Seconds"] + receiver.byName
                )
                #expect(output.status == 0, "\(output.standardError)")
                let events = try output.objects
                #expect(events.allSatisfy { $0["version"] == 1 })
                let names = events.compactMap { $0["event"]?.stringValue }
                #expect(names.first == "connected")
                #expect(names.suffix(2) == ["itemFinished", "finished"])
                #expect(try output.mediaStates.contains("PLAYING"))
                let playing = try #require(events.last { $0["event"] == "state" }?["media"])
                #expect(playing["title"] == "Two Seconds")
                #expect(playing["duration"] == .number(2))

                let device = receiver.program.output
                let played = try device.objects.compactMap { $0["media"]?["url"]?.stringValue }
                #expect(played.contains { $0.hasPrefix("http://127.0.0.1:") && $0.hasSuffix(".wav") })
            }
        }

        @Test("several files play one after another without a terminal")
        func several() async throws {
            let sounds = [try SoundFile(seconds: 1, name: "one"), try SoundFile(seconds: 1, name: "two")]
            defer { for sound in sounds { sound.remove() } }
            try await withReceiver { receiver in
                let output = try await CastProgram.run(["play"] + sounds.map(\.path) + receiver.byName)
                #expect(output.status == 0, "\(output.standardError)")
                #expect(output.lines.count == 1)
                #expect(output.lines.first?.hasPrefix("Finished two-") == true)
                #expect(output.standardError.contains("Loading one-"))
                #expect(output.standardError.contains("Playing: two-"))
                #expect(!output.standardError.contains("\u{1B}"), "no control characters without a terminal")
            }
        }

        @Test("other commands pause, seek, resume, change the volume and stop what cast play plays")
        func remoteControl() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let play = try CastProgram(["play", sound.path, "--json", "--at", "1:00"] + receiver.byName)
                _ = try await play.wait(for: "playing") { try $0.mediaStates.contains("PLAYING") ? true : nil }

                func remote(_ arguments: String...) async throws -> CastProgram.Output {
                    try await CastProgram.run(arguments + ["--host", receiver.endpoint])
                }
                let paused = try await remote("pause")
                #expect(paused.status == 0, "\(paused.standardError)")
                #expect(paused.standardOutput.hasPrefix("Paused silence-"))
                #expect(paused.standardOutput.contains("1:0"))
                _ = try await play.wait(for: "paused") { try $0.mediaStates.last == "PAUSED" ? true : nil }

                let sought = try await remote("seek", "5:00", "--json")
                #expect(try sought.object["media"]?["state"] == "PAUSED")
                #expect(try sought.object["media"]?["position"] == .number(300))
                let back = try await remote("seek", "-1:00", "--json")
                #expect(try back.object["media"]?["position"] == .number(240))

                let faster = try await remote("rate", "1.5", "--json")
                #expect(try faster.object["media"]?["rate"] == .number(1.5), "\(faster.standardError)")
                #expect(try await remote("tracks").standardOutput == "No tracks.\n")
                let queue = try await remote("queue", "--json").object["queue"]?.arrayValue
                #expect(queue?.count == 1)
                let added = try await remote("queue", "add", "http://127.0.0.1:9/other.mp3", "--json")
                let items = try #require(added.object["queue"]?.arrayValue)
                #expect(items.map { $0["title"] } == [queue?.first?["title"], "other.mp3"])
                let other = try #require(items.last?["id"].flatMap(Int.init(json:)))
                let list = try await remote("queue").standardOutput
                #expect(list.contains("other.mp3") && list.contains(">"), "\(list)")
                let removed = try await remote("queue", "remove", "\(other)", "--json")
                #expect(try removed.object["queue"]?.arrayValue?.count == 1, "\(removed.standardError)")

                #expect(try await remote("volume", "40").standardOutput == "40 %\n")
                #expect(try await remote("volume", "-5").standardOutput == "35 %\n")
                #expect(try await remote("volume", "+10").standardOutput == "45 %\n")
                #expect(try await remote("volume").standardOutput == "45 %\n")
                #expect(try await remote("mute").standardOutput == "45 % (muted)\n")
                #expect(try await remote("mute", "off").standardOutput == "45 %\n")

                let status = try await remote("status")
                #expect(status.standardOutput.contains("Paused: silence-"))
                #expect(status.standardOutput.contains("4:00 of 10:00"))
                #expect(status.standardOutput.contains("volume  45 %"))
                let scripted = try await remote("status", "--json").object
                #expect(scripted["version"] == 1)
                #expect(scripted["application"]?["id"] == "CC1AD845")
                #expect(scripted["media"]?["duration"] == .number(600))
                #expect(scripted["volume"]?["percent"] == 45)

                #expect(try await remote("resume").standardOutput.hasPrefix("Playing silence-"))
                _ = try await play.wait(for: "playing again") { try $0.mediaStates.last == "PLAYING" ? true : nil }

                let stopped = try await remote("stop")
                #expect(stopped.standardOutput.hasPrefix("Stopped "))
                let end = try await play.end()
                #expect(end.status == 0)
                #expect(try end.objects.last?["event"] == "stopped")
                let idle = try await remote("pause")
                #expect(idle.status == ExitStatus.nothingPlaying.rawValue)
            }
        }

        @Test("cast status --watch reports the actions of another sender")
        func watchStatus() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let watch = try CastProgram(["status", "--watch", "--json", "--host", receiver.endpoint])
                _ = try await watch.wait(for: "an idle device") { output in
                    try output.objects.first { $0["event"] == "status" && $0["application"]?.isNull == true }
                }
                let play = try CastProgram(["play", sound.path] + receiver.byName)
                _ = try await watch.wait(for: "playing") { output in
                    try output.objects.first { $0["media"]?["state"] == "PLAYING" }
                }
                _ = try await CastProgram.run(["volume", "30", "--host", receiver.endpoint])
                _ = try await watch.wait(for: "the volume") { output in
                    try output.objects.first { $0["volume"]?["percent"] == 30 }
                }
                play.interrupt()
                _ = try await watch.wait(for: "the end of the app") { output in
                    try output.objects.last?["application"]?.isNull == true ? true : nil
                }
                watch.interrupt()
                #expect(try await watch.end().status == 0)
                try await play.end()
            }
        }

        @Test("Ctrl-C stops a local file, closes its app and reports it")
        func interruptFile() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let play = try CastProgram(["play", sound.path] + receiver.byName)
                _ = try await play.wait(for: "playing") { $0.standardError.contains("Playing: ") ? true : nil }
                play.interrupt()
                let output = try await play.end()
                #expect(output.status == ExitStatus.interrupted.rawValue)
                #expect(output.standardOutput.hasPrefix("Stopped silence-"))
                #expect(output.standardOutput.contains("no longer served"))
                let status = try await CastProgram.run(["status", "--json", "--host", receiver.endpoint])
                #expect(try status.object["application"]?.isNull == true)
            }
        }

        @Test("a URL continues to play after Ctrl-C")
        func interruptURL() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let server = try await FileServer(sound)
                let play = try CastProgram(["play", server.url, "--json"] + receiver.byName)
                _ = try await play.wait(for: "playing") { try $0.mediaStates.contains("PLAYING") ? true : nil }
                play.interrupt()
                let output = try await play.end()
                #expect(output.status == ExitStatus.interrupted.rawValue)
                #expect(try output.objects.last?["playingOn"] == true)
                let status = try await CastProgram.run(["status", "--json", "--host", receiver.endpoint])
                #expect(try status.object["media"]?["state"] == "PLAYING")
                await server.close()
            }
        }

        @Test("--no-wait exits as soon as a URL plays")
        func noWait() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let server = try await FileServer(sound)
                let output = try await CastProgram.run(
                    ["play", server.url, "--no-wait", "--volume", "25", "--title", "Silence"] + receiver.byName
                )
                #expect(output.status == 0, "\(output.standardError)")
                #expect(output.standardOutput == "Playing Silence on \(receiver.name).\n")
                let status = try await CastProgram.run(["status", "--json", "--host", receiver.endpoint])
                #expect(try status.object["media"]?["state"] == "PLAYING")
                #expect(try status.object["volume"]?["percent"] == 25)
                await server.close()
            }
        }

        private static let notFound = WebServer.Answer.bytes(
            "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )

        @Test(
            "a URL that is not media fails with the response of its server, not with the device's error code",
            arguments: [
                (notFound, "the server answered 404 (not found)", JSONValue?.some(404)),
                (
                    .bytes(
                        "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    ), "the server answered 401 (login required)", 401
                ),
                (
                    .bytes(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 15\r\nConnection: close\r\n\r\n"
                            + "<html>no</html>"
                    ), "leads to a web page", nil
                ),
            ]
        )
        func noMedia(answer: WebServer.Answer, message: String, status: JSONValue?) async throws {
            let server = try await WebServer(answer)
            try await withReceiver { receiver in
                let output = try await CastProgram.run(["play", server.url, "--json"] + receiver.byName)
                #expect(output.status == ExitStatus.failure.rawValue)
                let error = try #require(try output.objects.last?["error"])
                #expect(error["code"] == "urlNotPlayable")
                #expect(error["message"]?.stringValue?.contains(message) == true, "\(error)")
                #expect(error["hint"]?.stringValue?.contains("--content-type") == true)
                #expect(error["detail"]?["status"] == status)
                let idle = try await CastProgram.run(["status", "--json", "--host", receiver.endpoint])
                #expect(try idle.object["application"]?.isNull == true, "the launched app is stopped")
                #expect(try idle.object["device"]?["name"] == .string(receiver.name), "the name, not the address")
            }
            await server.close()
        }

        @Test(
            "with --content-type or a silent server, the URL is sent to the device, whose error is reported",
            arguments: [(notFound, ["--content-type", "video/mp4"]), (.silence, [])]
        )
        func unplayable(answer: WebServer.Answer, options: [String]) async throws {
            let server = try await WebServer(answer)
            try await withReceiver { receiver in
                let output = try await CastProgram.run(["play", server.url, "--json"] + options + receiver.byName)
                #expect(output.status == ExitStatus.refused.rawValue)
                #expect(output.standardError.contains("This machine cannot reach") == options.isEmpty)
                let error = try #require(try output.objects.last?["error"])
                #expect(error["code"] == "loadFailed")
                #expect(error["device"] == .string(receiver.name))
                #expect(error["message"]?.stringValue?.isEmpty == false)
                let status = try await CastProgram.run(["status", "--json", "--host", receiver.endpoint])
                #expect(try status.object["application"]?.isNull == true, "the launched app is stopped")
            }
            await server.close()
        }

        @Test("an MP4 file named .txt plays like the same file without an extension")
        func wrongExtension() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let path = folder.appending(path: "film.txt").path
            try Data(Film.bytes.prefix(200_000)).write(to: URL(filePath: path))
            try await withReceiver { receiver in
                let play = try CastProgram(["play", path, "--json"] + receiver.byName)
                let media = try await play.wait(for: "a state") { output in
                    try output.objects.first { $0["event"] == "state" }?["media"]
                }
                #expect(media["contentType"] == "video/mp4")
                await play.stop()
            }
        }

        @Test("an endless stream plays or is rejected, and Ctrl-C ends the command")
        func endless() async throws {
            let server = try await WebServer(.endless("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n"))
            try await withReceiver { receiver in
                let play = try CastProgram(
                    ["play", server.url, "--json", "--content-type", "audio/mpeg"] + receiver.byName
                )
                _ = try await play.wait(for: "playing, or a refusal") { output in
                    try output.mediaStates.contains("PLAYING")
                        || output.objects.contains { $0["error"] != nil } ? true : nil
                }
                play.interrupt()
                #expect(try await play.end().status != nil)
            }
            await server.close()
        }

        @Test("a missing file is reported immediately, without a search for the device")
        func noFile() async throws {
            let output = try await CastProgram.run(
                ["play", "/no/such/film.mp4", "--interface", VirtualReceiver.loopback, "--device", "nobody"]
            )
            #expect(output.status == ExitStatus.failure.rawValue)
            #expect(output.standardError.contains("/no/such/film.mp4"))
        }

        @Test("Ctrl-C during discovery ends the command immediately")
        func interruptSearch() async throws {
            let play = try CastProgram([
                "play", "http://127.0.0.1/a.mp4", "--interface", VirtualReceiver.loopback, "--device",
                VirtualReceiver.uniqueName("Nobody"), "--timeout", "60", "--json",
            ])
            // The handler for Ctrl-C is installed before the search; an earlier signal ends the process, too.
            try await Task.sleep(for: .milliseconds(300))
            play.interrupt()
            let output = try await play.end(within: .seconds(10))
            #expect(output.status == ExitStatus.interrupted.rawValue)
        }

        @Test(
            "with a device that hangs, Ctrl-C ends the command after --timeout, and a second one immediately",
            arguments: [("2", 1), ("600", 2)]
        )
        func frozenDevice(timeout: String, presses: Int) async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let play = try CastProgram(["play", sound.path, "--timeout", timeout] + receiver.byName)
                _ = try await play.wait(for: "playing") { $0.standardError.contains("Playing: ") ? true : nil }
                try await receiver.program.freeze()
                for _ in 0..<presses {
                    play.interrupt()
                    // Two simultaneous signals are delivered as one.
                    try await Task.sleep(for: .milliseconds(200))
                }
                let output = try await play.end(within: .seconds(30))
                #expect(output.status == ExitStatus.interrupted.rawValue)
                #expect(output.standardError.contains("could not be stopped") == (presses == 1))
                #expect(!output.standardOutput.contains("Stopped"), "does not claim that the media was stopped")
                receiver.program.kill()
            }
        }

        @Test("a cast play reports that another one took over the device")
        func takenOver() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let first = try CastProgram(["play", sound.path, "--json"] + receiver.byName)
                _ = try await first.wait(for: "playing") { try $0.mediaStates.contains("PLAYING") ? true : nil }
                let second = try CastProgram(["play", sound.path, "--json"] + receiver.byName)
                let output = try await first.end()
                #expect(output.status == ExitStatus.failure.rawValue)
                #expect(try output.objects.last?["event"] == "takenOver")
                _ = try await second.wait(for: "playing") { try $0.mediaStates.contains("PLAYING") ? true : nil }
                second.interrupt()
                try await second.end()
            }
        }

        @Test("title, subtitle, artwork, type and start position are sent to the device")
        func load() async throws {
            let sound = try SoundFile(seconds: 60)
            let picture = try SoundFile(seconds: 0, name: "picture")
            let log = sound.path + ".jsonl"
            defer {
                sound.remove()
                picture.remove()
                try? FileManager.default.removeItem(atPath: log)
            }
            try await withReceiver(["--headless", "--log-frames", log]) { receiver in
                let play = try CastProgram(
                    [
                        "play", sound.path, "--title", "A", "--subtitle", "B", "--artwork", picture.path,
                        "--content-type", "video/x-test", "--at", "0:30", "--json",
                    ] + receiver.byName
                )
                _ = try await play.wait(for: "playing") { try $0.mediaStates.contains("PLAYING") ? true : nil }
                play.interrupt()
                try await play.end()
                await receiver.program.stop()
                let frames = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
                let load = try #require(frames.first { $0.contains("LOAD") && $0.contains("contentId") })
                for part in ["A", "B", "video/x-test", "/picture-", "30"] { #expect(load.contains(part)) }
            }
        }

        @Test("turning the device off during playback is reported as a lost connection")
        func deviceGone() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let play = try CastProgram(["play", sound.path, "--reconnect", "2"] + receiver.byName)
                _ = try await play.wait(for: "playing") { $0.standardError.contains("Playing: ") ? true : nil }
                receiver.program.kill()
                let output = try await play.end()
                #expect(output.status == ExitStatus.unreachable.rawValue)
                #expect(output.standardError.contains(receiver.name))
            }
        }
    }
}
