// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe

/// The inspection of an input that can be read only once, by its beginning.
struct LiveProbe {
    /// What is known about the tracks.
    var facts: MediaFacts
    /// The bytes that were read.
    var beginning: [UInt8]

    /// The sizes in bytes after which the beginning is inspected.
    private static let sizes = [128 << 10, 512 << 10, 2 << 20, 8 << 20]
    /// The time after which the beginning is inspected, although it is smaller.
    private static let patience = Duration.seconds(1)

    /// Reads from an input until its tracks are known.
    ///
    /// - Parameters:
    ///   - read: Returns the next bytes; empty at the end.
    ///   - inspect: Returns the facts according to the beginning of the input.
    /// - Throws: ``LiveInputError`` if the input is empty, or no media is found in its first 8 MiB.
    static func read(
        from read: () async throws(LiveInputError) -> [UInt8],
        inspect: ([UInt8]) async throws(LiveInputError) -> MediaFacts
    ) async throws(LiveInputError) -> LiveProbe {
        var beginning: [UInt8] = []
        var sizes = Self.sizes[...]
        var isAtEnd = false
        var inspected = ContinuousClock.now
        while true {
            let chunk = try await read()
            if beginning.isEmpty { inspected = .now }
            beginning += chunk
            isAtEnd = chunk.isEmpty
            guard !beginning.isEmpty else { throw .noInput(isTerminal: false) }
            // The producer of a live stream may take long for the next size.
            let isLate = ContinuousClock.now - inspected > Self.patience
            guard isAtEnd || isLate || beginning.count >= sizes.first ?? 0 else { continue }
            // ffmpeg would have to seek to the index and back.
            guard !hasIndexAtEnd(beginning) else { throw .indexAtEnd }
            sizes = sizes.drop { $0 <= beginning.count }
            do throws(LiveInputError) {
                let facts = try await inspect(beginning)
                if isAtEnd || Self.isComplete(facts) { return LiveProbe(facts: facts, beginning: beginning) }
            } catch {
                if isAtEnd || sizes.isEmpty { throw error }
            }
            inspected = .now
            guard !sizes.isEmpty else { throw .notMedia(reason: "its tracks are not known after 8 MiB") }
        }
    }

    /// Whether the sizes of pictures are known, which a transport stream has only with its first key frame.
    private static func isComplete(_ facts: MediaFacts) -> Bool {
        guard facts.video != nil || facts.audio != nil else { return false }
        return facts.tracks.allSatisfy { $0.kind != .video || ($0.width ?? 0) > 0 }
    }

    /// Whether the beginning is that of an MP4 file whose media comes before the index.
    static func hasIndexAtEnd(_ bytes: [UInt8]) -> Bool {
        var offset = 0
        while offset + 8 <= bytes.count {
            let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            switch String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self) {
            case "mdat": return true
            case "ftyp", "free", "wide": break
            default: return false
            }
            guard size >= 8 else { return false }
            offset += size
        }
        return false
    }

    /// Returns the facts about the beginning of an input according to `ffprobe`.
    static func facts(of beginning: [UInt8], _ program: ExternalProgram) async throws(LiveInputError) -> MediaFacts {
        let json: [UInt8]
        do throws(ExternalProgramError) {
            let pipe = try ProgramPipe(for: program.name)
            async let writing: Void = {
                // ffprobe stops reading when it knows enough.
                try? await pipe.write(beginning)
                pipe.close()
            }()
            json = try await program.output(
                FFprobeReport.pipeArguments,
                pipe: pipe,
                limit: 4 << 20,
                timeLimit: .seconds(20)
            )
            pipe.close()
            await writing
        } catch {
            guard case .failed(_, _, let message) = error else { throw .conversion(.failed("\(error)")) }
            throw .notMedia(reason: MediaInspection.reason(message, path: "").replacing("pipe:0: ", with: ""))
        }
        guard let facts = FFprobeReport(json: json)?.facts, !facts.tracks.isEmpty else {
            throw .notMedia(reason: "ffprobe finds no tracks")
        }
        return facts
    }
}
