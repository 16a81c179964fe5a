// SPDX-License-Identifier: Apache-2.0

package import CastMediaProbe

extension MediaInspection {
    /// Determines the tracks of a single file at a URL with `ffprobe`.
    ///
    /// - Parameters:
    ///   - inspection: The facts about the URL.
    ///   - searchPath: The folders in which `ffprobe` is looked for, separated by colons; `nil` for `PATH`.
    ///   - timeLimit: The time after which `ffprobe` is ended. Default 10 seconds.
    /// - Returns: `nil` for streams, pictures and URLs that cannot be fetched, and if `ffprobe` is not installed or finds
    ///   no tracks.
    package static func inspect(
        _ inspection: WebInspection,
        searchPath: String? = nil,
        timeLimit: Duration = .seconds(10)
    ) async -> MediaFacts? {
        guard inspection.stream == nil, let status = inspection.status, (200..<300).contains(status),
            ["video/", "audio/"].contains(where: inspection.contentType.hasPrefix),
            !inspection.problems.contains(where: \.preventsPlayback),
            let program = ExternalProgram.find("ffprobe", searchPath: searchPath),
            let json = try? await program.output(
                FFprobeReport.arguments(url: inspection.url),
                limit: 4 << 20,
                timeLimit: timeLimit
            ), let facts = FFprobeReport(json: json)?.facts, !facts.tracks.isEmpty
        else { return nil }
        return facts
    }
}
