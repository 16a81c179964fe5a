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
    /// - Throws: `MediaProbeError` if the file cannot be read or has no known format.
    public static func inspect(
        file path: String,
        searchPath: String? = nil
    ) async throws(MediaProbeError) -> MediaFacts {
        let builtIn: Result<MediaFacts, MediaProbeError>
        do throws(MediaProbeError) {
            builtIn = .success(try await MediaProbe.inspect(file: path))
        } catch {
            if case .unreadable = error { throw error }
            builtIn = .failure(error)
        }
        guard let program = ExternalProgram.find("ffprobe", searchPath: searchPath),
            let json = try? await program.output(
                FFprobeReport.arguments(path: path),
                limit: 4 << 20,
                timeLimit: .seconds(20)
            ), let facts = FFprobeReport(json: json)?.facts, !facts.tracks.isEmpty
        else { return try builtIn.get() }
        return facts
    }
}
