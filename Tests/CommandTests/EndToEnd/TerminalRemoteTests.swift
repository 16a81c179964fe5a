// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("Remote control on a terminal")
    struct TerminalRemoteTests {
        @Test("[ and ] change the delay of the subtitles next to a file", .timeLimit(.minutes(2)))
        func subtitlesDelay() async throws {
            let sound = try SoundFile(seconds: 600, name: "song", isAlone: true)
            defer { sound.remove() }
            let subtitles = URL(filePath: sound.path).deletingPathExtension().appendingPathExtension("en.srt")
            try Data("1\n00:00:01,000 --> 00:09:00,000\nText\n".utf8).write(to: subtitles)
            try await withReceiver { receiver in
                let terminal = try PseudoTerminal(columns: 100)
                let remote = try CastProgram(
                    ["remote", "--terminal", "--host", receiver.endpoint, sound.path],
                    terminal: terminal
                )
                try await remote.see("Nothing is playing", columns: 100)
                try terminal.type("]")
                try await remote.see("There are no subtitles to delay", columns: 100)
                try terminal.type("o")
                try await remote.see("● \(sound.name)", columns: 100)
                try terminal.type("\r")
                try await remote.see("Playing    song", columns: 100)
                func session() async throws -> JSONValue? {
                    let status = try await CastProgram.run(["status", "--json", "--host", receiver.endpoint])
                    return try status.object["media"]?["mediaSessionID"]
                }
                let before = try await session()
                try terminal.type("[[")
                try await remote.see("Subtitles -0.5 s", columns: 100)
                var after = before
                for _ in 0..<50 where after == before { after = try await session() }
                #expect(after != before)
                try await remote.see("Playing    song", columns: 100)
                try terminal.type("q")
                #expect(try await remote.end().status == 0)
            }
        }

        @Test(
            "DC14 DC21 HU35 keys control everything from choosing a device to stopping",
            .timeLimit(.minutes(3))
        )
        func completeSession() async throws {
            let sound = try SoundFile(seconds: 600, name: "song", isAlone: true)
            defer { sound.remove() }
            let web = try await FileServer(sound)
            try await withReceiver { receiver in
                try await withReceiver { second in
                    let terminal = try PseudoTerminal(columns: 100)
                    let remote = try CastProgram(
                        ["remote", "--terminal", "--interface", VirtualReceiver.loopback, sound.path, web.url],
                        terminal: terminal
                    )
                    /// Moves the focus to a row.
                    func focus(_ name: String) async throws {
                        try await remote.see(name, columns: 100)
                        try terminal.type("\u{1B}[H")
                        for _ in 0..<40 {
                            try await Task.sleep(for: .milliseconds(30))
                            if remote.screen(columns: 100).text.contains("● \(name)") { return }
                            try terminal.type("\u{1B}[B")
                        }
                        try await remote.see("● \(name)", columns: 100)
                    }
                    try await remote.see("Cast to", columns: 100)
                    #expect(!terminal.isCooked)
                    try await focus(receiver.name)
                    try terminal.type("\r")
                    let idle = try await remote.see("Nothing is playing", columns: 100)
                    #expect(idle.contains(receiver.name) && !idle.contains(second.name), "the list is closed\n\(idle)")
                    #expect(idle.contains("d Devices  o Cast a file"), "\(idle)")

                    try terminal.type("o")
                    try await remote.see("● \(sound.name)", columns: 100)
                    try terminal.type("\r")
                    try await remote.see("Playing    \(sound.title)", columns: 100)
                    try terminal.type(" ")
                    try await remote.see("Paused     \(sound.title)", columns: 100)
                    try terminal.type("ll")
                    try await remote.see("01:0", columns: 100)
                    try terminal.type("\u{1B}[B")
                    try await remote.see("Volume 95%", columns: 100)
                    let status = try await CastProgram.run(["status", "--json"] + receiver.byName).object
                    #expect(status["media"]?["state"] == "PAUSED")
                    #expect(status["volume"]?["percent"] == 95)

                    // Adds another item to the queue.
                    try terminal.type("o\u{1B}[Ba")
                    try await remote.see("was added to the queue", columns: 100)
                    try terminal.type("\u{1B}")
                    _ = try await remote.wait(for: "the list to close") { _ in
                        remote.screen(columns: 100).text.contains("Cast from this computer") ? nil : true
                    }
                    try await remote.see("1 of 2", columns: 100)
                    try terminal.type("u")
                    try await remote.see("● \(sound.title)", columns: 100)
                    try terminal.type("\u{1B}[C")
                    try await remote.see("2 of 2", columns: 100)
                    try terminal.type("\u{1B}[A\r")
                    try await remote.see("1 of 2", columns: 100)
                    try terminal.type("\u{1B}[3~")
                    _ = try await remote.wait(for: "a queue of one") { _ in
                        let text = remote.screen(columns: 100).text
                        return text.contains("1 of 2") || text.contains("2 of 2") ? nil : true
                    }
                    try terminal.type("u")

                    // Changes the device.
                    try terminal.type("d")
                    try await focus(second.name)
                    try terminal.type("\r")
                    let moved = try await remote.see("Nothing is playing", columns: 100)
                    #expect(moved.contains(second.name) && !moved.contains("● "), "\(moved)")
                    #expect(
                        try await CastProgram.run(["status", "--json"] + receiver.byName).object["application"] == .null
                    )
                    try terminal.type("x")
                    let apart = try await remote.see("Not connected to a device", columns: 100)
                    #expect(apart.contains("d Devices"))
                    try terminal.type("q")
                    let output = try await remote.end()
                    #expect(output.status == 0)
                    #expect(output.standardOutput.contains("Casting to \(receiver.name)\n"))
                    #expect(output.standardOutput.contains("Stopped the remote control."))
                    #expect(!output.standardOutput.contains("http"), "there is no page")
                    #expect(terminal.isCooked)
                    #expect(remote.screen(columns: 100).isPlain)
                    #expect(!remote.screen(columns: 100).text.contains("q Leave"), "the remote control is removed")
                }
            }
            await web.close()
        }

        @Test(
            "a file can be chosen before a device, and q stops the file",
            .timeLimit(.minutes(2))
        )
        func fileFirst() async throws {
            let sound = try SoundFile(seconds: 600, name: "song", isAlone: true)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let terminal = try PseudoTerminal(columns: 100)
                let remote = try CastProgram(
                    ["remote", "--terminal", sound.path, "--host", receiver.endpoint],
                    environment: ["LC_ALL": "C"],
                    terminal: terminal
                )
                // The specified device is connected immediately.
                try await remote.see("Nothing is playing", columns: 100)
                try terminal.type("x")
                try await remote.see("Not connected to a device", columns: 100)
                try terminal.type("o")
                try await remote.see("(*) \(sound.name)", columns: 100)
                try terminal.type("\r")
                try await remote.see("Choose a device for \(sound.title)", columns: 100)
                try await remote.see("(*) \(receiver.name)", columns: 100)
                try terminal.type("\r")
                try await remote.see("Playing    \(sound.title)", columns: 100)
                try terminal.type("q")
                #expect(try await remote.end().status == 0)
                #expect(
                    try await CastProgram.run(["status", "--json"] + receiver.byName).object["application"] == .null
                )
                #expect(terminal.isCooked)
            }
        }

        @Test("a device that cannot be reached is reported, and the list of devices opens", .timeLimit(.minutes(2)))
        func unreachable() async throws {
            let terminal = try PseudoTerminal(columns: 100)
            let remote = try CastProgram(
                ["remote", "--terminal", "--host", "127.0.0.1:9", "--timeout", "2"],
                terminal: terminal
            )
            try await remote.see("try: ", columns: 100)
            try await remote.see("Cast to", columns: 100)
            kill(remote.processIdentifier, SIGTERM)
            #expect(try await remote.end().status == 0)
            #expect(terminal.isCooked)
        }

        @Test("without a terminal events are printed as lines, and no page is served", .timeLimit(.minutes(2)))
        func plain() async throws {
            let sound = try SoundFile(seconds: 600, name: "song", isAlone: true)
            defer { sound.remove() }
            let web = try await FileServer(sound)
            try await withReceiver { receiver in
                let remote = try CastProgram(["remote", "--terminal"] + receiver.byName)
                _ = try await remote.wait(for: "a session") {
                    $0.standardOutput.contains("Casting to \(receiver.name)\n") ? true : nil
                }
                let play = ["play", web.url, "--title", "Theirs", "--no-wait"]
                #expect(try await CastProgram.run(play + receiver.byName).status == 0)
                _ = try await remote.wait(for: "the media") {
                    $0.standardOutput.contains("Playing: Theirs") ? true : nil
                }
                // A search of its own fills the list of devices, so the line can come after the session.
                _ = try await remote.wait(for: "the device in the list") {
                    $0.standardOutput.contains("found    \(receiver.name)") ? true : nil
                }
                remote.interrupt()
                let output = try await remote.end()
                #expect(output.status == 0)
                #expect(!output.standardOutput.contains("http://127.0.0.1:8060"))
                #expect(!(output.standardOutput + output.standardError).contains("\u{1B}"))
                let status = try await CastProgram.run(["status", "--json"] + receiver.byName).object
                #expect(status["media"]?["state"] == "PLAYING", "a URL continues to play")
            }
            await web.close()
        }
    }
}
