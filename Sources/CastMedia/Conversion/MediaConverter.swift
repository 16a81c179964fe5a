import CastMediaProbe
import NIOConcurrencyHelpers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The installed `ffmpeg` with the abilities that conversions use.
package struct MediaConverter: Sendable {
    let program: ExternalProgram
    /// The best H.264 encoder; `nil` if there is none.
    let videoEncoder: String?
    /// Whether the filters exist that convert high dynamic range.
    let convertsDynamicRange: Bool

    /// Looks for `ffmpeg` and asks for its abilities.
    ///
    /// - Parameter searchPath: The folders, separated by colons; `nil` for `PATH` of the environment.
    /// - Throws: ``MediaConversionError`` if `ffmpeg` is not installed or does not run.
    package static func find(searchPath: String? = nil) async throws(MediaConversionError) -> MediaConverter {
        guard let program = ExternalProgram.find("ffmpeg", searchPath: searchPath) else { throw .converterMissing }
        if let known = known.withLockedValue({ $0[program] }) { return known }
        do throws(ExternalProgramError) {
            let limits = (size: 1 << 20, time: Duration.seconds(20))
            let encoders = try await program.output(
                ["-hide_banner", "-encoders"],
                limit: limits.size,
                timeLimit: limits.time
            )
            let filters = try await program.output(
                ["-hide_banner", "-filters"],
                limit: limits.size,
                timeLimit: limits.time
            )
            let converter = MediaConverter(
                program: program,
                videoEncoder: videoEncoder(in: names(encoders)),
                convertsDynamicRange: names(filters).isSuperset(of: ["zscale", "tonemap"])
            )
            known.withLockedValue { $0[program] = converter }
            return converter
        } catch {
            throw .failed("\(error)")
        }
    }

    /// The converters found so far, because asking for their abilities starts two processes.
    private static let known = NIOLockedValueBox<[ExternalProgram: MediaConverter]>([:])

    /// Returns the second words of the lines, which are the names of encoders and filters.
    private static func names(_ list: [UInt8]) -> Set<String> {
        let lines = String(decoding: list, as: UTF8.self).split(whereSeparator: \.isNewline)
        return Set(lines.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) })
    }

    private static func videoEncoder(in names: Set<String>) -> String? {
        #if os(macOS)
        if names.contains("h264_videotoolbox") { return "h264_videotoolbox" }
        #endif
        if names.contains("h264_nvenc"), FileManager.default.fileExists(atPath: "/dev/nvidia0") { return "h264_nvenc" }
        return ["libx264", "libopenh264"].first { names.contains($0) }
    }

    func arguments(path: String, container: MediaFacts.Container) -> FFmpegArguments {
        FFmpegArguments(
            path: path,
            hasIndex: container != .transportStream,
            videoEncoder: videoEncoder ?? "libx264",
            convertsDynamicRange: convertsDynamicRange
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
