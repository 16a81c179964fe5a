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
        if let known = known.withLockedValue({ $0[program] }) {
            return MediaConverter(program: program, abilities: known)
        }
        async let encoderNames = names("-encoders", of: program)
        async let filterNames = names("-filters", of: program)
        let encoders: Set<String>
        let filters: Set<String>
        do {
            (encoders, filters) = try await (encoderNames, filterNames)
        } catch {
            throw .failed("\(error)")
        }
        let abilities = Abilities(
            videoEncoder: await VideoEncoder.best(of: encoders, for: program),
            convertsDynamicRange: filters.isSuperset(of: ["zscale", "tonemap"])
        )
        known.withLockedValue { $0[program] = abilities }
        return MediaConverter(program: program, abilities: abilities)
    }

    /// The abilities found so far, because asking for them starts two processes.
    private static let known = NIOLockedValueBox<[ExternalProgram: Abilities]>([:])

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
