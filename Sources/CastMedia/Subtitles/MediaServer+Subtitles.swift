package import CastWire
import NIOCore
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension Subtitles {
    /// Reads a subtitle file of this machine. Reads block the calling thread.
    ///
    /// - Parameters:
    ///   - path: The path of the file. Its last component must not be a symbolic link.
    ///   - encoding: The name of the character encoding; `nil` to detect it.
    ///   - limits: The limits on the size.
    /// - Throws: ``MediaServerError`` if the file cannot be read, ``SubtitleError`` if it has no subtitles.
    public init(file path: String, encoding: String? = nil, limits: Limits = Limits()) throws {
        let file = try MediaFileLocation(sharing: path).open()
        guard file.identity.size <= limits.bytes else { throw SubtitleError.tooLarge(bytes: limits.bytes) }
        let content: ByteBuffer
        do {
            content = try file.read(0..<file.identity.size)
        } catch {
            let reason = if case .system(let number) = error { String(cString: strerror(number)) } else { "it changed" }
            throw MediaServerError(.failed, subject: path, detail: reason)
        }
        try self.init(Array(content.readableBytesView), fileName: path, encoding: encoding, limits: limits)
    }
}

extension MediaServer {
    /// Subtitles that a device fetches as WebVTT.
    package struct SharedSubtitles: Sendable {
        /// The shared WebVTT.
        var media: SharedMedia
        /// The file from which they were converted, with what its name says.
        var file: SidecarSubtitle

        /// Returns the track for a load request.
        ///
        /// - Parameters:
        ///   - id: The ID of the track, unique within the media.
        ///   - url: The URL of the shared WebVTT for the device.
        fileprivate func track(id: Int, url: String) -> MediaTrack {
            let words = [file.title ?? file.language, file.isForced ? "forced" : nil].compactMap { $0 }
            return MediaTrack(
                trackID: id,
                type: .text,
                subtype: file.isForHearingImpaired ? .captions : .subtitles,
                name: words.isEmpty ? "Subtitles" : words.joined(separator: ", "),
                // Devices require a language for subtitles.
                language: file.language ?? "und",
                trackContentID: url,
                trackContentType: media.contentType,
                roles: file.isForced ? ["forced_subtitle"] : nil
            )
        }
    }

    /// Shares a subtitle file as WebVTT.
    ///
    /// - Parameters:
    ///   - file: The file and what its name says.
    ///   - encoding: The name of the character encoding; `nil` to detect it.
    ///   - delay: The number of seconds by which the subtitles are shown later; negative to show them earlier.
    /// - Throws: ``MediaServerError`` if the file cannot be read, ``SubtitleError`` if it has no subtitles.
    package func share(subtitles file: SidecarSubtitle, encoding: String?, delay: Double) throws -> SharedSubtitles {
        let text = try Subtitles(file: file.path, encoding: encoding).webVTT(delay: delay)
        return SharedSubtitles(
            media: share(data: Array(text.utf8), contentType: "text/vtt", name: "subtitles.vtt"),
            file: file
        )
    }

    /// Shares the subtitle files that belong to a media file by their names. Files without subtitles are skipped.
    package func shareSidecars(
        of path: String,
        encoding: String? = nil,
        delay: Double = 0
    ) async -> [SharedSubtitles] {
        let shared = try? await NIOThreadPool.singleton.runIfActive { [self] in
            SidecarSubtitle.find(for: path).compactMap { try? share(subtitles: $0, encoding: encoding, delay: delay) }
        }
        return shared ?? []
    }

    /// Returns the tracks of shared subtitles for a load request. Their IDs begin with 1.
    package func tracks(_ subtitles: [SharedSubtitles], reachableFrom localAddress: String) -> [MediaTrack] {
        subtitles.enumerated().map { index, subtitles in
            subtitles.track(id: index + 1, url: url(for: subtitles.media, reachableFrom: localAddress))
        }
    }
}

extension MediaInformation {
    /// The IDs of the tracks to show from the start: the first text track; `nil` without one.
    package var preselectedTrackIDs: [Int]? {
        tracks?.first { $0.type == .text }?.trackID.map { [$0] }
    }
}
