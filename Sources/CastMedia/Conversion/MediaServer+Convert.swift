// SPDX-License-Identifier: Apache-2.0

package import CastMediaProbe
import NIOCore

extension MediaServer {
    /// Shares a file that `ffmpeg` converts while a device plays it, as HLS with fragmented MP4 segments.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - conversion: The treatment of the tracks.
    ///   - facts: The facts about the file, whose duration must be known.
    ///   - converter: The installed `ffmpeg`.
    /// - Throws: ``MediaConversionError``, or ``MediaServerError`` if the file cannot be read.
    package func share(
        converting path: String,
        _ conversion: MediaPlan.Conversion,
        facts: MediaFacts,
        converter: MediaConverter
    ) async throws -> SharedMedia {
        guard let duration = facts.duration, duration > 0 else { throw MediaConversionError.durationUnknown }
        guard conversion.video?.treatment != .encode || converter.abilities?.videoEncoder != nil else {
            throw MediaConversionError.encoderMissing
        }
        // Reports a file that is missing or not readable before the device requests it.
        _ = try MediaFileLocation(sharing: path).open()
        let isCopied = conversion.video?.treatment == .copy
        let keyFrames = isCopied ? SegmentSchedule.KeyFrames.at(await keyFrames(of: path)) : .everySegment
        let schedule = SegmentSchedule(duration: duration, keyFrames: keyFrames)
        let arguments = converter.arguments(path: path, container: facts.container)
        let media = MediaConversion(schedule: schedule) { start, receive in
            try await converter.program.run(
                arguments.conversion(conversion, from: start, in: schedule),
                receive: receive
            )
        }
        return share(segments: media, name: path.split(separator: "/").last.map(String.init) ?? "media")
    }

    /// Returns the times of the key frames in the file's index; empty without one.
    private func keyFrames(of path: String) async -> [Double] {
        (try? await MediaProbe.keyFrames(file: path)) ?? []
    }

    func share(segments conversion: MediaConversion, name: String) -> SharedMedia {
        insert(.conversion(conversion), name: "\(name).m3u8", contentType: "application/x-mpegurl", size: 0)
    }
}
