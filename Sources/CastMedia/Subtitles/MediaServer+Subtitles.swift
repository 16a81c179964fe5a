// SPDX-License-Identifier: Apache-2.0

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
        package var media: SharedMedia
        /// Where they come from, with their language and purpose.
        package var track: SubtitleTrack
        /// The subtitles, if they are not in a file of this machine; `nil` otherwise.
        var content: Subtitles?

        /// Returns the track for a load request.
        ///
        /// - Parameter url: The URL of the shared WebVTT for the device.
        fileprivate func mediaTrack(url: String) -> MediaTrack {
            MediaTrack(
                trackID: track.id,
                type: .text,
                subtype: track.isForHearingImpaired ? .captions : .subtitles,
                name: track.name,
                // Devices require a language for subtitles.
                language: track.language ?? "und",
                trackContentID: url,
                trackContentType: media.contentType,
                roles: track.isForced ? ["forced_subtitle"] : nil
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
    package func share(
        subtitles file: SidecarSubtitle,
        encoding: String?,
        delay: Double,
        isSelected: Bool = false
    ) throws -> SharedSubtitles {
        let text = try Subtitles(file: file.path, encoding: encoding).webVTT(delay: delay)
        return SharedSubtitles(
            media: share(data: Array(text.utf8), contentType: "text/vtt", name: "subtitles.vtt"),
            track: SubtitleTrack(file, origin: isSelected ? .selected(path: file.path) : .sidecar(path: file.path))
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

    /// Shares subtitles that are not in a file of this machine.
    func share(_ subtitles: Subtitles, as track: SubtitleTrack, delay: Double) -> SharedSubtitles {
        let text = subtitles.webVTT(delay: delay)
        return SharedSubtitles(
            media: share(data: Array(text.utf8), contentType: "text/vtt", name: "subtitles.vtt"),
            track: track,
            content: subtitles
        )
    }

    /// Shares a subtitle track inside a file, whose text is extracted when a device requests it.
    func share(_ subtitles: EmbeddedSubtitles) -> SharedSubtitles {
        SharedSubtitles(
            media: insert(.subtitles(subtitles), name: "subtitles.vtt", contentType: "text/vtt", size: 0),
            track: SubtitleTrack(subtitles.track)
        )
    }

    /// Returns the tracks of shared subtitles for a load request.
    package func tracks(_ subtitles: [SharedSubtitles], reachableFrom localAddress: String) -> [MediaTrack] {
        subtitles.map { $0.mediaTrack(url: url(for: $0.media, reachableFrom: localAddress)) }
    }
}
