// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastCommand

extension CastProgram {
    /// The screen that the user sees.
    func screen(columns: Int = 80) -> TerminalScreen {
        var screen = TerminalScreen(columns: columns)
        screen.feed(output.standardError)
        return screen
    }

    /// Waits until the screen contains a text.
    @discardableResult
    func see(_ text: String, columns: Int = 80) async throws -> String {
        try await wait(for: "\(text) on the screen") { _ in
            let shown = screen(columns: columns).text
            return shown.contains(text) ? shown : nil
        }
    }
}

extension EndToEnd {
    @Suite("On a terminal")
    struct TerminalTests {
        /// Plays a film of ten minutes on a terminal, and runs a test when the panel shows that it plays.
        private func withFilm(
            _ options: [String] = [],
            environment: [String: String] = [:],
            _ test: (VirtualReceiver, PseudoTerminal, CastProgram) async throws -> Void
        ) async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let terminal = try PseudoTerminal()
                #expect(terminal.isCooked)
                let play = try CastProgram(
                    ["play", sound.path, "--title", "Film"] + options + receiver.byName,
                    environment: environment,
                    terminal: terminal
                )
                try await play.see("Playing    Film")
                try await test(receiver, terminal, play)
            }
        }

        @Test("the remote control shows the media, keys work, and the terminal is restored", .timeLimit(.minutes(2)))
        func keys() async throws {
            try await withFilm(["--subtitle", "Nobody"]) { _, terminal, play in
                let shown = try await play.see("Volume 100%")
                #expect(!terminal.isCooked, "each key arrives immediately")
                #expect(shown.contains("Nobody"))
                #expect(shown.contains("space Pause") && shown.contains("? Keys  q Leave"), "\(shown)")
                #expect(play.output.standardError.contains("\u{1B}[32mPlaying"), "in green")
                try terminal.type(" ")
                try await play.see("Paused     Film")
                try terminal.type("\u{1B}[C\u{1B}[C")
                try await play.see("00:2")
                try terminal.type("l")
                try await play.see("00:5")
                try terminal.type("\u{1B}[B")
                try await play.see("Volume 95%")
                try terminal.type("m")
                try await play.see("Muted")
                try terminal.type("s")
                try await play.see("Not supported for this media")
                try terminal.type("?")
                try await play.see("j/l 30 seconds")
                try terminal.type("?")
                try terminal.resize(columns: 30, rows: 12)
                play.resized()
                try await play.see("Muted", columns: 30)
                _ = try await play.wait(for: "shorter lines") { _ in
                    let lines = play.screen(columns: 200).lines.suffix(4)
                    return lines.allSatisfy { DisplayWidth.of($0) < 30 } ? true : nil
                }
                try terminal.type("q")
                let output = try await play.end()
                #expect(output.status == 0)
                #expect(output.standardOutput.hasPrefix("Stopped Film"))
                #expect(terminal.isCooked, "the terminal mode is restored")
                #expect(play.screen(columns: 200).isPlain)
                #expect(!play.screen(columns: 200).text.contains("q Leave"), "the remote control is removed")
            }
        }

        @Test("twenty arrow keys in one read seek twenty times", .timeLimit(.minutes(2)))
        func burst() async throws {
            try await withFilm { receiver, terminal, play in
                try terminal.type(" ")
                try await play.see("Paused     Film")
                try terminal.type(String(repeating: "\u{1B}[C", count: 20))
                try await play.see("03:2")
                try terminal.type(String(repeating: "\u{1B}[B", count: 12))
                try await play.see("Volume 40%")
                // The terminal shows the requested position; the last request may still be on its way.
                var position = 0.0
                for _ in 0..<20 where position < 200 {
                    let status = try await CastProgram.run(["status", "--json", "--host", receiver.endpoint])
                    position = try #require(try status.object["media"]?["position"].flatMap(Double.init(json:)))
                }
                #expect((200..<230).contains(position), "\(position)")
                try terminal.type("q")
                #expect(try await play.end().status == 0)
            }
        }

        @Test("[ and ] change the delay of subtitles, and playback continues at its position", .timeLimit(.minutes(2)))
        func subtitlesDelay() async throws {
            let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).srt")
            try Data("1\n00:00:01,000 --> 00:09:00,000\nText\n".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            try await withFilm(["--subtitles", file.path, "--at", "2:00"]) { receiver, terminal, play in
                func media() async throws -> (session: JSONValue?, position: Double) {
                    let status = try await CastProgram.run(["status", "--json", "--host", receiver.endpoint])
                    let media = try status.object["media"]
                    return (media?["mediaSessionID"], media?["position"].flatMap(Double.init(json:)) ?? 0)
                }
                let before = try await media()
                try terminal.type("]]][")
                try await play.see("Subtitles +0.5 s")
                var after = try await media()
                for _ in 0..<50 where after.session == before.session { after = try await media() }
                #expect(after.session != before.session)
                #expect(after.position > 119 && after.position < 240, "\(after.position)")
                try await play.see("Playing    Film")
                try terminal.type("?")
                try await play.see("[/] Subtitles earlier or later")
                try terminal.type("q")
                #expect(try await play.end().status == 0)
            }
        }

        @Test("keys for the delay have no effect without subtitles", .timeLimit(.minutes(2)))
        func noSubtitlesDelay() async throws {
            try await withFilm { _, terminal, play in
                try terminal.type("]")
                try await play.see("There are no subtitles to delay")
                try terminal.type("q")
                #expect(try await play.end().status == 0)
            }
        }

        @Test("x stops playback, and NO_COLOR turns colors off", .timeLimit(.minutes(2)))
        func stop() async throws {
            try await withFilm(environment: ["NO_COLOR": "1"]) { _, terminal, play in
                #expect(!play.output.standardError.contains("\u{1B}[0m"))
                try terminal.type("x")
                let output = try await play.end()
                #expect(output.status == 0)
                #expect(output.standardOutput.hasPrefix("Stopped Film"))
                #expect(terminal.isCooked)
            }
        }

        @Test("n and p navigate in the list of arguments", .timeLimit(.minutes(2)))
        func list() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let terminal = try PseudoTerminal()
                let play = try CastProgram(["play", sound.path, sound.path] + receiver.byName, terminal: terminal)
                try await play.see("1 of 2")
                try await play.see("Playing")
                try terminal.type("n")
                try await play.see("2 of 2")
                try await play.see("Playing")
                try terminal.type("p")
                try await play.see("1 of 2")
                try await play.see("Playing")
                try terminal.type("q")
                #expect(try await play.end().status == 0)
            }
        }

        @Test("cast status --watch controls the media of another sender", .timeLimit(.minutes(2)))
        func watch() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            let web = try await FileServer(sound)
            try await withReceiver { receiver in
                let terminal = try PseudoTerminal(columns: 100)
                let watch = try CastProgram(["status", "--watch"] + receiver.byName, terminal: terminal)
                try await watch.see("Nothing is playing", columns: 100)
                let play = ["play", web.url, "--title", "Theirs", "--at", "1:00", "--no-wait"]
                #expect(try await CastProgram.run(play + receiver.byName).status == 0)
                try await watch.see("Playing    Theirs", columns: 100)
                try terminal.type(" ")
                try await watch.see("Paused     Theirs", columns: 100)
                try terminal.type("-")
                try await watch.see("Volume 95%", columns: 100)
                let status = try await CastProgram.run(["status", "--json"] + receiver.byName).object
                #expect(status["media"]?["state"] == "PAUSED")
                #expect(status["volume"]?["percent"] == 95)
                try terminal.type("x")
                try await watch.see("Nothing is playing", columns: 100)
                try terminal.type("q")
                let output = try await watch.end()
                #expect(output.status == 0)
                #expect(output.standardOutput.contains("Paused: Theirs"), "changes are also printed as lines")
                #expect(terminal.isCooked)
                #expect(watch.screen(columns: 100).isPlain)
            }
            await web.close()
        }

        @Test("Ctrl-C and signals restore the terminal", arguments: [SIGINT, SIGTERM, SIGHUP])
        func interrupt(_ signal: Int32) async throws {
            try await withFilm { _, terminal, play in
                kill(play.processIdentifier, signal)
                let output = try await play.end()
                #expect(output.status == ExitStatus.interrupted.rawValue)
                #expect(terminal.isCooked)
                #expect(play.screen().isPlain)
            }
        }

        @Test(
            "losing the device restores the terminal and prints the failure",
            .timeLimit(.minutes(2))
        )
        func failure() async throws {
            try await withFilm(["--reconnect", "1"]) { receiver, terminal, play in
                receiver.program.kill()
                let output = try await play.end()
                #expect(output.status == ExitStatus.unreachable.rawValue)
                #expect(terminal.isCooked)
                #expect(play.screen().isPlain)
                #expect(play.screen().text.contains("try: make sure the device is turned on"))
                #expect(!play.screen().text.contains("q Leave"))
            }
        }

        @Test("keys still control playback after another program has reset the terminal")
        func reset() async throws {
            try await withFilm { _, terminal, play in
                terminal.cook()
                _ = try await play.wait(for: "the key mode", within: .seconds(10)) { _ in
                    terminal.isCooked ? nil : true
                }
                try terminal.type(" ")
                try await play.see("Paused     Film")
                try terminal.type("q")
                #expect(try await play.end().status == 0)
                #expect(terminal.isCooked)
            }
        }

        #if os(Linux)
        @Test(
            "in the background playback continues and keys go to the shell; in the foreground keys control playback",
            .timeLimit(.minutes(2))
        )
        func background() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let terminal = try PseudoTerminal()
                let shell = try CastProgram(
                    ["--ctty", "--wait", "bash", "--norc", "--noprofile", "-i"],
                    executable: URL(filePath: "/usr/bin/setsid"),
                    terminal: terminal
                )
                let command = [CastProgram.binary.path, "play", sound.path, "--title", "Film"] + receiver.byName
                try terminal.type(command.map { "'\($0)'" }.joined(separator: " ") + "\n")
                try await shell.see("Playing    Film")
                try terminal.type("\u{1A}")
                try await shell.see("Stopped")
                try terminal.type("bg\n")
                try terminal.type("echo back-$((20 + 3))\n")
                _ = try await shell.wait(for: "the shell") { $0.standardOutput.contains("back-23") ? true : nil }
                // A background job that read these keys would have been stopped.
                try terminal.type("jobs > /dev/stderr\n")
                try await shell.see("Running")
                let before = shell.output.standardError.components(separatedBy: "Playing").count
                try terminal.type("sleep 2; echo slept-$((20 + 4))\n")
                _ = try await shell.wait(for: "the shell") { $0.standardOutput.contains("slept-24") ? true : nil }
                #expect(
                    shell.output.standardError.components(separatedBy: "Playing").count == before,
                    "does not draw over the shell"
                )
                // The shell reads one character at a time, so the tool is told of input that is no longer there when it runs.
                try terminal.type(String(repeating: " ", count: 2000) + "fg\n")
                _ = try await shell.wait(for: "the panel") {
                    $0.standardError.components(separatedBy: "Playing").count > before ? true : nil
                }
                _ = try await shell.wait(for: "the key mode") { _ in terminal.isCooked ? nil : true }
                try terminal.type(" ")
                try await shell.see("Paused     Film")
                let byteCount = shell.output.standardOutput.count
                try terminal.type("x")
                _ = try await shell.wait(for: "the end") { $0.standardOutput.count > byteCount ? true : nil }
                // The tool receives the keys that are typed before it exits.
                var isBack = false
                while !isBack {
                    try terminal.type("\u{15}echo end-$((20 + 5))\n")
                    try await Task.sleep(for: .milliseconds(200))
                    isBack = shell.output.standardOutput.contains("end-25")
                }
                try terminal.type("exit\n")
                #expect(try await shell.end().status == 0)
            }
        }
        #endif

        @Test("the demo has the same keys as cast play", .timeLimit(.minutes(2)))
        func demo() async throws {
            let terminal = try PseudoTerminal()
            let demo = try CastProgram(["demo"], terminal: terminal)
            try await demo.see("Playing    Swift Cast")
            try terminal.type("k")
            try await demo.see("Paused     Swift Cast")
            try terminal.type("q")
            #expect(try await demo.end().status == 0)
            #expect(terminal.isCooked)
        }

        @Test("with TERM=dumb the output consists of plain lines", .timeLimit(.minutes(2)))
        func dumb() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let terminal = try PseudoTerminal()
                let play = try CastProgram(
                    ["play", sound.path, "--title", "Film"] + receiver.byName,
                    environment: ["TERM": "dumb"],
                    terminal: terminal
                )
                _ = try await play.wait(for: "a line") { $0.standardError.contains("Playing: Film") ? true : nil }
                play.interrupt()
                let output = try await play.end()
                #expect(!output.standardError.contains("\u{1B}"))
            }
        }
    }
}
