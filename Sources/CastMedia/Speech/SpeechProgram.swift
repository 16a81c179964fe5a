// SPDX-License-Identifier: Apache-2.0

import CastFiles
import CastWire
import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A program that converts text to speech.
///
/// The text never becomes an option of the program: it is in a file, on standard input, or in an argument that does not
/// begin with a hyphen.
package struct SpeechProgram: Sendable, Hashable {
    /// Speech as a sound file.
    package struct Speech: Sendable, Hashable {
        package var data: [UInt8]
        /// The media type of the data, such as `audio/wav`.
        package var contentType: String
    }

    /// The longest text in bytes.
    package static let textLimit = 64 << 10
    /// The largest sound file in bytes.
    package static let soundLimit = 64 << 20

    /// The placeholders in the arguments.
    private enum Placeholder {
        static let text = "{text}"
        static let file = "{file}"
        static let output = "{output}"
    }

    let program: ExternalProgram
    /// The arguments, with placeholders.
    let arguments: [String]

    /// Looks for the speech program of this system: `say` on macOS, `espeak-ng` elsewhere.
    ///
    /// - Parameters:
    ///   - voice: The name of a voice; `nil` for the default.
    ///   - language: The language of the text, such as `de` or `en-gb`. `voice` takes precedence.
    ///   - searchPath: The folders, separated by colons; `nil` for `PATH` of the environment.
    package static func find(
        voice: String? = nil,
        language: String? = nil,
        searchPath: String? = nil
    ) throws(SpeechError) -> SpeechProgram {
        #if os(macOS)
        if let program = ExternalProgram.find("say", searchPath: searchPath), voice != nil || language == nil {
            let selection = voice.map { ["-v", $0] } ?? []
            let format = ["--file-format=WAVE", "--data-format=LEI16@22050"]
            return SpeechProgram(
                program: program,
                arguments: selection + format + ["-f", Placeholder.file, "-o", Placeholder.output]
            )
        }
        #endif
        guard let program = ExternalProgram.find("espeak-ng", searchPath: searchPath) else { throw .programMissing }
        let selection = (voice ?? language).map { ["-v", $0] } ?? []
        return SpeechProgram(
            program: program,
            arguments: selection + ["-b", "1", "-f", Placeholder.file, "-w", Placeholder.output]
        )
    }

    /// Creates a program from a command with placeholders: `{text}` is the text, `{file}` the path of a file with the
    /// text, and `{output}` the path for the sound file.
    ///
    /// Without `{text}` and `{file}`, the text is on standard input. Without `{output}`, the sound is read from
    /// standard output. The command is split into words without a shell, before the placeholders are replaced.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - searchPath: The folders, separated by colons; `nil` for `PATH` of the environment.
    package static func custom(
        _ command: String,
        searchPath: String? = nil
    ) throws(SpeechError) -> SpeechProgram {
        guard let words = CommandWords.split(command), let name = words.first, !name.isEmpty else {
            throw .commandInvalid(command)
        }
        let program: ExternalProgram?
        if name.contains("/") {
            let isExecutable = FileManager.default.isExecutableFile(atPath: name)
            program = isExecutable ? ExternalProgram(name: name, path: name) : nil
        } else {
            program = ExternalProgram.find(name, searchPath: searchPath)
        }
        guard let program else { throw .commandMissing(name) }
        return SpeechProgram(program: program, arguments: Array(words.dropFirst()))
    }

    /// Converts text to speech.
    ///
    /// - Parameters:
    ///   - text: The text. Control characters are omitted.
    ///   - timeLimit: The time after which the program is ended. Default 60 s.
    /// - Throws: ``SpeechError``. Cancellation ends the program.
    package func speech(of text: String, timeLimit: Duration = .seconds(60)) async throws(SpeechError) -> Speech {
        let spoken = String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 })
        ).trimming(while: \.isWhitespace)
        guard !spoken.isEmpty else { throw .textEmpty }
        guard spoken.utf8.count <= Self.textLimit else { throw .textTooLong(limit: Self.textLimit) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "cast-speech-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let textFile = folder.appending(path: "text.txt").path
        let output = folder.appending(path: "speech.wav").path
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            try Data(spoken.utf8).write(to: URL(filePath: textFile))
        } catch {
            throw .notWritable(path: folder.path, "\(error)")
        }
        let usesOutput = arguments.contains { $0.contains(Placeholder.output) }
        let usesInput = !arguments.contains { $0.contains(Placeholder.text) || $0.contains(Placeholder.file) }
        let written: [UInt8]
        do throws(ExternalProgramError) {
            written = try await program.output(
                arguments.map { Self.replaced($0, text: spoken, file: textFile, output: output) },
                input: usesInput ? textFile : nil,
                limit: usesOutput ? 1 << 20 : Self.soundLimit,
                timeLimit: timeLimit
            )
        } catch {
            throw .failed(error)
        }
        let sound = usesOutput ? try read(output) : written
        guard sound.count < Self.soundLimit else { throw .tooLarge(program: program.name, limit: Self.soundLimit) }
        guard !sound.isEmpty else { throw .noSound(program: program.name) }
        guard let type = ContentType.detect(firstBytes: Array(sound.prefix(512))), Self.isSound(type) else {
            throw .notSound(program: program.name)
        }
        // A WAVE file without samples consists of its header.
        guard sound.count > 44 else { throw .noSound(program: program.name) }
        return Speech(data: sound, contentType: type)
    }

    /// Replaces the placeholders of an argument in one pass, so that a placeholder in the text has no meaning.
    private static func replaced(_ argument: String, text: String, file: String, output: String) -> String {
        var result = ""
        var rest = argument[...]
        while let start = rest.firstIndex(of: "{") {
            result += rest[..<start]
            rest = rest[start...]
            let values = [(Placeholder.text, text), (Placeholder.file, file), (Placeholder.output, output)]
            guard let (placeholder, value) = values.first(where: { rest.hasPrefix($0.0) }) else {
                result.append(rest.removeFirst())
                continue
            }
            // A space is not spoken.
            if result.isEmpty, placeholder == Placeholder.text, value.hasPrefix("-") { result = " " }
            result += value
            rest = rest.dropFirst(placeholder.count)
        }
        return result + rest
    }

    private static func isSound(_ type: String) -> Bool { type.hasPrefix("audio/") || type.hasPrefix("video/") }

    private func read(_ path: String) throws(SpeechError) -> [UInt8] {
        // A link could lead to a file of another kind, which would block.
        guard (try? Stat(path, followTargetSymlink: false))?.type == .regular else {
            throw .noSound(program: program.name)
        }
        guard let bytes = try? LimitedFile.read(path, limit: Self.soundLimit) else {
            throw .noSound(program: program.name)
        }
        guard bytes.count < Self.soundLimit else { throw .tooLarge(program: program.name, limit: Self.soundLimit) }
        return bytes
    }
}

/// The reason that text is not converted to speech.
package enum SpeechError: Error, Sendable, Hashable {
    /// No speech program is installed.
    case programMissing
    /// The program of a command is not installed.
    case commandMissing(String)
    /// A command cannot be split into words.
    case commandInvalid(String)
    case textEmpty
    case textTooLong(limit: Int)
    /// The folder for the files of the program cannot be used.
    case notWritable(path: String, String)
    case failed(ExternalProgramError)
    /// The program succeeded without a sound.
    case noSound(program: String)
    /// The output of the program is not a sound file.
    case notSound(program: String)
    case tooLarge(program: String, limit: Int)
}

extension SpeechError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .programMissing:
            "espeak-ng is not installed; \(ExternalProgram.installationAdvice(of: "espeak-ng"))"
        case .commandMissing(let name): "the program \(name) does not exist or cannot be executed"
        case .commandInvalid(let command): "the command is empty or a quote in it is not closed: \(command)"
        case .textEmpty: "there is no text"
        case .textTooLong(let limit): "the text is longer than \(limit >> 10) KiB"
        case .notWritable(let path, let cause): "\(path) cannot be written: \(cause)"
        case .failed(let error): "\(error)"
        case .noSound(let program): "\(program) succeeded, but wrote no sound"
        case .notSound(let program): "\(program) succeeded, but its output is not a sound file"
        case .tooLarge(let program, let limit): "\(program) wrote more than \(limit >> 20) MiB"
        }
    }
}
