// SPDX-License-Identifier: Apache-2.0

package import CastMediaProbe
package import CastWire

extension MediaServer {
    /// A shared file in the form that a device plays.
    package struct PreparedMedia: Sendable {
        /// The item to load: the file itself, or its conversion.
        package var media: SharedMedia
        /// What is known about the tracks of the file; `nil` if they were not read.
        package var facts: MediaFacts?
        /// What is known about a picture; `nil` for other files.
        package var picture: PictureFacts?
        /// How the file is delivered; `nil` if its tracks are not known, in which case it is served unchanged.
        package var plan: MediaPlan?
        /// Whether the media is made while it plays, without a known end.
        package var isLive = false

        /// Completes the description of the item for a load request: declares the format of the segments of a
        /// conversion, and adds the subtitles.
        package func describe(_ information: inout MediaInformation, subtitles: [MediaTrack]) {
            if !subtitles.isEmpty { information.tracks = subtitles }
            var isSegmented = isLive
            if case .conversion? = plan?.delivery { isSegmented = true }
            guard isSegmented else { return }
            information.hlsSegmentFormat = .fmp4
            information.hlsVideoSegmentFormat = .fmp4
        }
    }

    /// Decides how a device receives a shared file, and starts to share its conversion if it needs one.
    ///
    /// - Parameters:
    ///   - media: The shared file.
    ///   - path: The path of the file.
    ///   - device: The capabilities of the device.
    ///   - options: The choices of the user.
    ///   - searchPath: The folders of `ffprobe` and `ffmpeg`, separated by colons; `nil` for `PATH`.
    ///   - inspection: The result of an inspection of the file; `nil` to inspect it.
    /// - Throws: ``MediaPreparationError`` if the device does not play the file and it cannot be converted.
    package func prepare(
        _ media: SharedMedia,
        at path: String,
        for device: PlaybackCapabilities,
        options: MediaPlan.Options = MediaPlan.Options(),
        searchPath: String? = nil,
        inspection: Result<MediaFacts, MediaInspectionError>? = nil
    ) async throws(MediaPreparationError) -> PreparedMedia {
        if ContentType.isImage(media.contentType) {
            return try await prepare(picture: media, at: path, for: device, options: options, searchPath: searchPath)
        }
        guard Self.canHaveTracks(media.contentType) else { return PreparedMedia(media: media) }
        // A file that the user wants to be served unchanged is inspected for its subtitles only.
        guard media.size > 0 || options.isOriginal else {
            throw MediaPreparationError(reasons: [], problem: "the file is empty")
        }
        let facts: MediaFacts
        do throws(MediaInspectionError) {
            if let inspection {
                facts = try inspection.get()
            } else {
                facts = try await MediaInspection.inspect(file: path, searchPath: searchPath)
            }
        } catch {
            if case .notMedia = error, !options.isOriginal {
                throw MediaPreparationError(reasons: [], problem: "\(error)")
            }
            return PreparedMedia(media: media)
        }
        guard !facts.tracks.isEmpty else { return PreparedMedia(media: media) }
        var reasons: [String] = []
        do {
            if options.isOriginal {
                let plan = try? MediaPlan.make(for: facts, on: device, options: options)
                return PreparedMedia(media: media, facts: facts, plan: plan)
            }
            let plan = try MediaPlan.make(for: facts, on: device, options: options)
            guard case .conversion(let conversion) = plan.delivery else {
                return PreparedMedia(media: media, facts: facts, plan: plan)
            }
            reasons = plan.reasons
            let converter = try await MediaConverter.find(
                encodesVideo: conversion.video?.treatment == .encode,
                searchPath: searchPath
            )
            let converted = try await share(converting: path, conversion, facts: facts, converter: converter)
            return PreparedMedia(media: converted, facts: facts, plan: plan)
        } catch {
            throw MediaPreparationError(reasons: reasons, problem: "\(error)")
        }
    }

    /// Whether `ffprobe` can find tracks in content of a type: not in pictures, playlists and text.
    static func canHaveTracks(_ contentType: String) -> Bool {
        let others = [
            "image/", "text/", "application/vnd.apple", "application/dash", "application/json", "audio/x-mpegurl",
        ]
        return !others.contains { contentType.hasPrefix($0) }
    }
}

/// The reason that a file cannot be played on a device.
package struct MediaPreparationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why the device does not play the file unchanged.
    package var reasons: [String]
    /// Why it cannot be converted.
    package var problem: String

    package var description: String { (reasons + [problem]).joined(separator: "; ") }
}
