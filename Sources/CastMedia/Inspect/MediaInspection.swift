// SPDX-License-Identifier: Apache-2.0

public import CastMediaProbe

/// Inspection of local media files.
public enum MediaInspection {
    /// Determines the container, duration, tracks and tags of a file.
    ///
    /// `ffprobe` is used if it is installed, because it knows more formats and details, else `MediaProbe`. The built-in
    /// probe knows MP4, QuickTime, Matroska, WebM, WAVE, MPEG audio, ADTS, FLAC, Ogg and transport streams.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - searchPath: The folders in which `ffprobe` is looked for, separated by colons; `nil` for `PATH`.
    /// - Throws: ``MediaInspectionError``.
    public static func inspect(
        file path: String,
        searchPath: String? = nil
    ) async throws(MediaInspectionError) -> MediaFacts {
        try await inspect(file: path, searchPath: searchPath, timeLimit: .seconds(20))
    }

    /// Inspects a file as ``inspect(file:searchPath:)`` does, and ends `ffprobe` after a time.
    static func inspect(
        file path: String,
        searchPath: String?,
        timeLimit: Duration
    ) async throws(MediaInspectionError) -> MediaFacts {
        let builtIn: Result<MediaFacts, MediaProbeError>
        do throws(MediaProbeError) {
            builtIn = .success(try await MediaProbe.inspect(file: path))
        } catch {
            if case .unreadable = error { throw .unknown(error) }
            builtIn = .failure(error)
        }
        var rejection: String?
        if let program = ExternalProgram.find("ffprobe", searchPath: searchPath) {
            do throws(ExternalProgramError) {
                let arguments = FFprobeReport.arguments(path: path)
                let json = try await program.output(arguments, limit: 4 << 20, timeLimit: timeLimit)
                if let facts = FFprobeReport(json: json)?.facts, !facts.tracks.isEmpty { return facts }
            } catch {
                // A program that crashed or was ended says nothing about the file.
                if case .failed(_, _, let message) = error, !message.isEmpty {
                    rejection = Self.reason(message, path: path)
                }
            }
        }
        switch builtIn {
        case .success(let facts):
            // The built-in probe recognizes the container of a file that lacks its index.
            if facts.tracks.isEmpty, let rejection { throw .notMedia(reason: rejection) }
            return facts
        case .failure(let error): throw rejection.map { .notMedia(reason: $0) } ?? .unknown(error)
        }
    }
}

extension MediaInspection {
    /// Returns the messages of `ffprobe` without the path and without the addresses of its components.
    static func reason(_ message: String, path: String) -> String {
        message.replacing("file:\(path): ", with: "").split(separator: "; ").map { line in
            guard line.hasPrefix("["), let end = line.firstRange(of: "] ")?.upperBound else { return String(line) }
            return String(line[end...])
        }
        .joined(separator: "; ")
    }
}

/// The reason that nothing is known about a media file.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum MediaInspectionError: Error, Sendable, Hashable {
    /// The file is damaged, incomplete or not media, according to `ffprobe`.
    case notMedia(reason: String)
    /// The built-in probe does not know the format or cannot read the file, and `ffprobe` is not installed.
    case unknown(MediaProbeError)
}

extension MediaInspectionError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notMedia(let reason): "the file is damaged, incomplete or not media (ffprobe: \(reason))"
        case .unknown(let error): "\(error)"
        }
    }
}
