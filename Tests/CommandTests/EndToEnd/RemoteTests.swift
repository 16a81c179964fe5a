// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("Remote control in the browser")
    struct RemoteTests {
        /// Runs `cast remote` and a receiver during `body`.
        private func withRemote(
            _ arguments: [String] = [],
            _ body: (CastProgram, String, VirtualReceiver) async throws -> Void
        ) async throws {
            try await withReceiver { receiver in
                let program = try CastProgram(
                    ["remote", "--json", "--port", "0", "--interface", VirtualReceiver.loopback] + arguments
                )
                do {
                    let ready = try await program.wait(for: "ready") {
                        try $0.objects.first { $0["event"] == "ready" }
                    }
                    try await body(program, try #require(ready["url"]?.stringValue), receiver)
                } catch {
                    await program.stop()
                    throw error
                }
                await program.stop()
            }
        }

        @Test("DC13 DC14 DC21 DC27 DC36 HU34 two pages stay in sync from choosing a device to stopping")
        func completeSession() async throws {
            let sound = try SoundFile(seconds: 120)
            defer { sound.remove() }
            try await withRemote([sound.path]) { program, url, receiver in
                let page = try await RemotePage(url)
                let other = try await RemotePage(url)
                try await page.wait(for: "data-phase=\"ready\"", in: "cast-button")
                try await page.send("tapCastButton")
                try await page.wait(for: receiver.name, in: "dialog")
                // Each page has its own dialogs.
                #expect(other.region("dialog").isEmpty)
                try await page.send("selectDevice:\(receiver.id)")
                try await page.wait("a connection") { $0.region("cast-button").contains("data-phase=\"connected\"") }
                try await other.wait("the same connection") { $0.region("cast-button").contains(receiver.name) }
                #expect(page.announcements.contains("Casting to \(receiver.name)"))

                let file = try page.attribute("data-intent", after: "<li", in: "cast-file")
                #expect(try await page.send(file) == 204)
                for each in [page, other] { try await each.wait(for: ">Playing<", in: "player") }
                try await page.send("tap:playPause")
                for each in [page, other] { try await each.wait(for: ">Paused<", in: "player") }
                try await other.send("seek", 60)
                for each in [page, other] {
                    try await each.wait("a seek to 1:00") { $0.playhead?["position"].flatMap(\.seconds) == 60 }
                }
                try await page.send("setVolume", 0.25)
                for each in [page, other] {
                    try await each.wait(for: "aria-valuetext=\"25%\"", in: "volume")
                }
                // Another sender changes the volume.
                _ = try await CastProgram.run(["volume", "80", "--host", receiver.endpoint])
                for each in [page, other] { try await each.wait(for: "aria-valuetext=\"80%\"", in: "volume") }
                try await other.send("stopCasting")
                for each in [page, other] { try await each.wait(for: "data-phase=\"ready\"", in: "cast-button") }
                let states = try program.output.objects.filter { $0["event"] == "session" }.map { $0["state"] }
                #expect(states == ["started", "ended"])
            }
        }

        @Test("the last of competing volume changes on two pages takes effect and is shown on both")
        func competingChanges() async throws {
            try await withRemote { _, url, receiver in
                let pages = [try await RemotePage(url), try await RemotePage(url)]
                try await pages[0].wait(for: "data-phase=\"ready\"", in: "cast-button")
                try await pages[0].send("selectDevice:\(receiver.id)")
                for page in pages { try await page.wait(for: "volume-slider", in: "volume") }
                for step in 0..<40 {
                    try await pages[step % 2].send("setVolume", .number(step % 2 == 0 ? 0.1 : 0.9))
                }
                try await pages[0].send("setVolume", 0.37)
                for page in pages { try await page.wait(for: "aria-valuetext=\"37%\"", in: "volume") }
                // The pages show a pending volume before the device reports it, because one request is sent at a time.
                let watch = try CastProgram(["status", "--watch", "--json", "--host", receiver.endpoint])
                _ = try await watch.wait(for: "37% at the device") {
                    try $0.objects.last { $0["volume"]?["percent"] == 37 }
                }
                await watch.stop()
                let status = try await CastProgram.run(["volume", "--json", "--host", receiver.endpoint])
                #expect(try status.object["volume"]?["percent"] == 37, "\(status.standardOutput)")
            }
        }

        @Test("a page from before a restart is disconnected, and its requests are rejected")
        func restart() async throws {
            let first = try CastProgram(["remote", "--json", "--port", "0", "--interface", VirtualReceiver.loopback])
            let ready = try await first.wait(for: "ready") { try $0.objects.first { $0["event"] == "ready" } }
            let url = try #require(ready["url"]?.stringValue)
            let port = try #require(ready["port"]).jsonString
            let page = try await RemotePage(url)
            try await page.wait("the page") { !$0.region("cast-button").isEmpty }
            first.interrupt()
            let output = try await first.end()
            #expect(output.status == 0)
            #expect(try output.objects.last?["event"] == "closed")
            try await page.wait("the end of the event stream") { $0.hasEnded }
            let second = try CastProgram(["remote", "--json", "--port", port, "--interface", VirtualReceiver.loopback])
            _ = try await second.wait(for: "ready") { try $0.objects.first { $0["event"] == "ready" } }
            #expect(try await page.send("openDialog") == 410)
            await second.stop()
        }

        @Test("a specified device is connected immediately, and its media is shown and continues to play")
        func named() async throws {
            try await withReceiver { receiver in
                let sound = try SoundFile(seconds: 120)
                defer { sound.remove() }
                let server = try await FileServer(sound)
                _ = try await CastProgram.run(["play", server.url, "--no-wait", "--title", "Tune"] + receiver.byName)
                let program = try CastProgram(["remote", "--json", "--port", "0", "--host", receiver.endpoint])
                let ready = try await program.wait(for: "ready") { try $0.objects.first { $0["event"] == "ready" } }
                let page = try await RemotePage(try #require(ready["url"]?.stringValue))
                try await page.wait(for: "Tune", in: "player")
                try await page.wait(for: ">Playing<", in: "player")
                program.interrupt()
                _ = try await program.end()
                // The media is not served by the remote, so it continues to play.
                let status = try await CastProgram.run(["status", "--json", "--host", receiver.endpoint])
                #expect(try status.object["media"]?["state"] == "PLAYING")
                await server.close()
            }
        }

        @Test("a port in use and a missing file are reported")
        func refusals() async throws {
            try await withRemote { _, url, _ in
                let port = String(url.split(separator: ":").last?.dropLast() ?? "")
                let taken = try await CastProgram.run(["remote", "--json", "--port", port])
                #expect(try taken.object["error"]?["code"] == "portInUse")
                let missing = try await CastProgram.run(["remote", "/no/such/film.mp4", "--port", "0"])
                #expect(missing.status == 1 && missing.standardError.contains("/no/such/film.mp4"))
            }
        }

        @Test("with --lan the URLs contain a code, without which the page is not served")
        func lan() async throws {
            let program = try CastProgram(
                ["remote", "--json", "--lan", "--port", "0", "--interface", VirtualReceiver.loopback]
            )
            let ready = try await program.wait(for: "ready") { try $0.objects.first { $0["event"] == "ready" } }
            let token = try #require(ready["token"]?.stringValue)
            #expect(token.filter { $0 != "-" }.count == 26)
            let url = try #require(ready["urls"]?.arrayValue?.last?.stringValue)
            #expect(url.hasSuffix("/#\(token)"))
            await #expect(throws: RemotePage.NotThePage.self) { try await RemotePage(String(url.prefix { $0 != "#" })) }
            await program.stop()
        }
    }
}

extension JSONValue {
    fileprivate var seconds: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
