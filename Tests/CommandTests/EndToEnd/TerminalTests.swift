import CastWire
import Testing

@testable import cast

extension EndToEnd {
    @Suite("On a terminal")
    struct TerminalTests {
        @Test("the progress line moves, keys work, and the terminal is as it was")
        func keys() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let terminal = try PseudoTerminal()
                #expect(terminal.isCooked)
                let play = try CastProgram(
                    ["play", sound.path, "--title", "Film"] + receiver.byName,
                    terminal: terminal
                )
                func line(_ text: String) async throws {
                    _ = try await play.wait(for: text) { output in
                        output.standardError.split(separator: "\r").last?.contains(text) == true ? true : nil
                    }
                }
                try await line("Playing    Film")
                try await line("vol 100 %")
                #expect(!terminal.isCooked, "keys arrive one by one")
                #expect(play.output.standardError.contains("space pause"))
                try terminal.type(" ")
                try await line("Paused     Film")
                try terminal.type("\u{1B}[C")
                try await line("0:1")
                try terminal.type("\u{1B}[B")
                try await line("vol 95 %")
                try terminal.type("m")
                try await line("muted")
                try terminal.resize(columns: 40)
                play.resized()
                _ = try await play.wait(for: "a shorter line") { output in
                    output.standardError.split(separator: "\r").last.map { !$0.contains("━") && !$0.contains("─") }
                        == true ? true : nil
                }
                try terminal.type("q")
                let output = try await play.end()
                #expect(output.status == 0)
                #expect(output.standardOutput.hasPrefix("Stopped Film"))
                #expect(terminal.isCooked, "the shell finds its terminal again")
            }
        }

        @Test("Ctrl-C puts the terminal back")
        func interrupt() async throws {
            let sound = try SoundFile(seconds: 600)
            defer { sound.remove() }
            try await withReceiver { receiver in
                let terminal = try PseudoTerminal()
                let play = try CastProgram(["play", sound.path] + receiver.byName, terminal: terminal)
                _ = try await play.wait(for: "playing") { $0.standardError.contains("Playing ") ? true : nil }
                play.interrupt()
                #expect(try await play.end().status == ExitStatus.interrupted.rawValue)
                #expect(terminal.isCooked)
            }
        }
    }
}
