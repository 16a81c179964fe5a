// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import NIOConcurrencyHelpers

/// The installed `ffmpeg`, with the abilities that a conversion uses.
package struct MediaConverter: Sendable {
    /// What an installed `ffmpeg` can do.
    struct Abilities: Sendable {
        /// The best H.264 encoder; `nil` if there is none.
        var videoEncoder: VideoEncoder?
        /// Whether the filters exist that convert high dynamic range.
        var convertsDynamicRange: Bool
    }

    let program: ExternalProgram
    /// The abilities; `nil` if no video is to be encoded. Copying and sound need none.
    let abilities: Abilities?

    /// Looks for `ffmpeg`, and asks for its abilities if a conversion needs them.
    ///
    /// - Parameters:
    ///   - encodesVideo: Whether video is to be encoded.
    ///   - searchPath: The folders, separated by colons; `nil` for `PATH` of the environment.
    /// - Throws: ``MediaConversionError`` if `ffmpeg` is not installed or does not run.
    package static func find(
        encodesVideo: Bool,
        searchPath: String? = nil
    ) async throws(MediaConversionError) -> MediaConverter {
        guard let program = ExternalProgram.find("ffmpeg", searchPath: searchPath) else { throw .converterMissing }
        guard encodesVideo else { return MediaConverter(program: program, abilities: nil) }
        while true {
            if let known = await known(of: program) { return MediaConverter(program: program, abilities: known) }
            guard beginAsking(program) else { continue }
            do throws(MediaConversionError) {
                let abilities = try await ask(program)
                endAsking(program, abilities)
                return MediaConverter(program: program, abilities: abilities)
            } catch {
                endAsking(program, nil)
                throw error
            }
        }
    }

    /// Asks a program for its abilities, which starts at least two processes.
    private static func ask(_ program: ExternalProgram) async throws(MediaConversionError) -> Abilities {
        async let encoderNames = names("-encoders", of: program)
        async let filterNames = names("-filters", of: program)
        let encoders: Set<String>
        let filters: Set<String>
        do {
            (encoders, filters) = try await (encoderNames, filterNames)
        } catch {
            throw .failed("\(error)")
        }
        return Abilities(
            videoEncoder: await VideoEncoder.best(of: encoders, for: program),
            convertsDynamicRange: filters.isSuperset(of: ["zscale", "tonemap"])
        )
    }

    // MARK: - Known abilities

    private enum Knowledge: Sendable {
        /// One caller asks, and others wait for the end of that.
        case asking([CheckedContinuation<Void, Never>])
        case known(Abilities)
    }

    private static let knowledge = NIOLockedValueBox<[ExternalProgram: Knowledge]>([:])

    /// Returns the abilities of a program, after another caller has asked for them; nil if they are not known.
    private static func known(of program: ExternalProgram) async -> Abilities? {
        await withCheckedContinuation { continuation in
            let isAsked = knowledge.withLockedValue { knowledge in
                guard case .asking(let waiters) = knowledge[program] else { return false }
                knowledge[program] = .asking(waiters + [continuation])
                return true
            }
            if !isAsked { continuation.resume() }
        }
        return knowledge.withLockedValue { knowledge in
            if case .known(let abilities) = knowledge[program] { abilities } else { nil }
        }
    }

    /// Begins to ask a program. Returns false if the abilities are known, or another caller asks.
    private static func beginAsking(_ program: ExternalProgram) -> Bool {
        knowledge.withLockedValue { knowledge in
            guard knowledge[program] == nil else { return false }
            knowledge[program] = .asking([])
            return true
        }
    }

    /// Stores the abilities, or forgets the program if they are not known, and resumes the callers that wait.
    private static func endAsking(_ program: ExternalProgram, _ abilities: Abilities?) {
        let before = knowledge.withLockedValue { knowledge in
            defer { knowledge[program] = abilities.map { .known($0) } }
            return knowledge[program]
        }
        guard case .asking(let waiters) = before else { return }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns the second words of the lines of a list, which are the names of encoders or filters.
    private static func names(_ list: String, of program: ExternalProgram) async throws -> Set<String> {
        let output = try await program.output(["-hide_banner", list], limit: 1 << 20, timeLimit: .seconds(20))
        let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
        return Set(lines.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) })
    }

    func arguments(path: String, container: MediaFacts.Container) -> FFmpegArguments {
        FFmpegArguments(
            path: path,
            hasIndex: container != .transportStream,
            describesAudio: [.mp4, .quickTime, .matroska, .webm].contains(container),
            videoEncoder: abilities?.videoEncoder ?? .software,
            convertsDynamicRange: abilities?.convertsDynamicRange ?? false
        )
    }
}

/// The reason that media cannot be converted.
package enum MediaConversionError: Error, Sendable, Hashable {
    /// `ffmpeg` is not installed.
    case converterMissing
    /// `ffmpeg` has no encoder for H.264.
    case encoderMissing
    /// The duration of the media is not known, so that it cannot be divided into segments.
    case durationUnknown
    /// `ffmpeg` failed, with its message.
    case failed(String)
    /// Another request made the converter continue elsewhere.
    case superseded
}

extension MediaConversionError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .converterMissing: "ffmpeg is not installed; \(ExternalProgram.installationAdvice)"
        case .encoderMissing: "the installed ffmpeg has no encoder for H.264; install a version with libx264"
        case .durationUnknown: "the duration of the file is unknown, so it cannot be converted while it plays"
        case .failed(let message): message
        case .superseded: "the device requested another part of the media"
        }
    }
}
