// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CastMedia

@Suite("Text to speech", .timeLimit(.minutes(1)))
struct SpeechProgramTests {
    private static let isInstalled: Bool = {
        let isInstalled = ExternalProgram.find("espeak-ng") != nil
        if !isInstalled { print("SKIPPED: espeak-ng is not installed, so speech is not tested") }
        return isInstalled
    }()

    /// A folder with a speech program: a shell script.
    private struct Script {
        let folder: URL
        var path: String { folder.appending(path: "speak").path }

        init(_ lines: String) throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "cast-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }

        func read(_ name: String) throws -> String {
            try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }
    }

    /// Shell commands that write a WAVE file of a few samples to standard output.
    private static let wave = """
        printf 'RIFF\\054\\000\\000\\000WAVEfmt \\020\\000\\000\\000\\001\\000\\001\\000'
        printf '\\100\\037\\000\\000\\100\\037\\000\\000\\001\\000\\010\\000data\\010\\000\\000\\000\\200\\200\\200\\200\\200\\200\\200\\200'
        """

    @Test("the text is an argument, and the sound is in the output file")
    func arguments() async throws {
        let script = try Script("printf '%s|' \"$@\" > \"${0%/*}/arguments\"\n(\(Self.wave)) > \"$4\"")
        defer { script.remove() }
        let program = try SpeechProgram.custom("'\(script.path)' --rate 'a b' {text} {output}")
        let speech = try await program.speech(of: "Dinner's ready; $HOME `id` {output}")
        #expect(speech.contentType == "audio/wav")
        #expect(speech.data.count == 52)
        let arguments = try script.read("arguments").split(separator: "|")
        #expect(arguments.prefix(3) == ["--rate", "a b", "Dinner's ready; $HOME `id` {output}"])
        #expect(arguments.last.map { !FileManager.default.fileExists(atPath: String($0)) } == true, "removed afterward")
    }

    @Test("the text is on standard input, and the sound on standard output")
    func streams() async throws {
        let script = try Script("cat > \"${0%/*}/text\"\n\(Self.wave)")
        defer { script.remove() }
        let speech = try await SpeechProgram.custom(script.path).speech(of: "line one\nline two\u{1B}[31m")
        #expect(speech.data.count == 52)
        #expect(try script.read("text") == "line one line two [31m", "without control characters")
    }

    @Test("a text that begins with a hyphen is not an option")
    func hyphen() async throws {
        let script = try Script("printf '%s' \"$1\" > \"${0%/*}/text\"\n\(Self.wave)")
        defer { script.remove() }
        _ = try await SpeechProgram.custom("\(script.path) {text}").speech(of: "--help me")
        #expect(try script.read("text") == " --help me")
        _ = try await SpeechProgram.custom("\(script.path) --text={text}").speech(of: "--help me")
        #expect(try script.read("text") == "--text=--help me")
    }

    @Test(
        "a program that fails, writes nothing, or writes no sound is an error that names it",
        arguments: [
            ("echo 'no voice' >&2; exit 3", "status 3): no voice"), ("kill -SEGV $$", "signal 11"),
            ("exit 0", "wrote no sound"), ("echo '<html>' > \"$1\"", "not a sound file"),
            ("ln -s /dev/zero \"$1\"", "wrote no sound"), ("mkfifo \"$1\"", "wrote no sound"),
            ("(\(wave)) | head -c 44 > \"$1\"", "wrote no sound"),
            ("truncate -s 65M \"$1\"", "more than 64 MiB"),
        ]
    )
    func failures(lines: String, reason: String) async throws {
        let script = try Script(lines)
        defer { script.remove() }
        let program = try SpeechProgram.custom("\(script.path) {output}")
        let error = await #expect(throws: SpeechError.self) { try await program.speech(of: "x") }
        #expect(error.map { "\($0)".contains(reason) && "\($0)".contains("speak") } == true, "\(error as Any)")
    }

    @Test("a program that hangs is ended")
    func hangs() async throws {
        let script = try Script("echo $$ > \"${0%/*}/process\"\nexec sleep 600")
        defer { script.remove() }
        let program = try SpeechProgram.custom("\(script.path) {output}")
        let error = await #expect(throws: SpeechError.self) {
            try await program.speech(of: "x", timeLimit: .milliseconds(500))
        }
        #expect(error == .failed(.timedOut(program: script.path)))
        let process = try #require(Int32(script.read("process").filter(\.isNumber)))
        #expect(kill(process, 0) != 0, "the process has ended")
    }

    @Test("missing programs, commands and texts are errors that say what to do")
    func missing() async throws {
        let missing = #expect(throws: SpeechError.self) { try SpeechProgram.find(searchPath: "/nonexistent") }
        #expect(missing.map { "\($0)".contains("espeak-ng is not installed; install it with: ") } == true)
        #expect(throws: SpeechError.commandMissing("nonexistent-tts")) {
            try SpeechProgram.custom("nonexistent-tts {text}")
        }
        #expect(throws: SpeechError.commandInvalid("piper 'x")) { try SpeechProgram.custom("piper 'x") }
        let program = try SpeechProgram.custom("true")
        await #expect(throws: SpeechError.textEmpty) { try await program.speech(of: " \n\u{0}\t") }
        let long = String(repeating: "a", count: SpeechProgram.textLimit + 1)
        await #expect(throws: SpeechError.textTooLong(limit: SpeechProgram.textLimit)) {
            try await program.speech(of: long)
        }
    }

    @Test(
        "commands are split into words as by a shell, but without one",
        arguments: [
            ("a b  c", ["a", "b", "c"]), ("a 'b c' \"d e\"f", ["a", "b c", "d ef"]), ("a ''", ["a", ""]),
            ("a\\ b \\'c", ["a b", "'c"]), ("\"a\\\"b\\n\"", ["a\"b\\n"]), ("a;b|c $X *", ["a;b|c", "$X", "*"]),
            ("", []), ("  ", []), ("'a", nil), ("a\\", nil), ("\"a", nil),
        ] as [(String, [String]?)]
    )
    func words(command: String, words: [String]?) {
        #expect(CommandWords.split(command) == words)
    }

    @Test("espeak-ng speaks texts of any form, and a wrong voice is reported", .enabled(if: isInstalled))
    func espeak() async throws {
        // On macOS, `say` takes precedence.
        let espeak = try #require(ExternalProgram.find("espeak-ng")).path
        let folder = String(espeak.dropLast("/espeak-ng".count))
        let program = try SpeechProgram.find(language: "de", searchPath: folder)
        var sizes: [Int] = []
        for text in ["Hallo", "-w /tmp/x --version", "Käse & Brot; [[x]] <b>", String(repeating: "Wort ", count: 200)] {
            let speech = try await program.speech(of: text)
            #expect(speech.contentType == "audio/wav")
            sizes.append(speech.data.count)
        }
        #expect(sizes.allSatisfy { $0 > 5000 } && sizes[3] > sizes[0] * 20, "\(sizes)")
        let wrong = try SpeechProgram.find(voice: "nonexistent", searchPath: folder)
        let error = await #expect(throws: SpeechError.self) { try await wrong.speech(of: "x") }
        #expect(error.map { "\($0)".contains("voice") } == true, "\(error as Any)")
    }
}
