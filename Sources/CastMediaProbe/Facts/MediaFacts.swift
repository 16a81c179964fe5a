// SPDX-License-Identifier: Apache-2.0

/// The properties of a media file: its container, duration, tracks and tags.
///
/// ``MediaProbe/probe(size:limits:read:)`` determines only the container and the duration;
/// ``MediaProbe/inspect(size:limits:read:)`` determines also the tracks and the tags.
public struct MediaFacts: Sendable, Hashable {
    /// A container format.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Container: String, Sendable, Hashable, CaseIterable {
        /// MP4, M4A or 3GP (ISO/IEC 14496-12).
        case mp4
        /// QuickTime, whose first brand is `qt`.
        case quickTime
        /// Matroska (RFC 9559).
        case matroska
        /// WebM: Matroska with the document type `webm`.
        case webm
        /// WAVE in RIFF, or in RF64 for large files.
        case wave
        /// MPEG audio, layers I to III.
        case mpegAudio
        /// AAC with ADTS headers (ISO/IEC 14496-3).
        case adts
        /// FLAC (RFC 9639).
        case flac
        /// Ogg (RFC 3533).
        case ogg
        /// MPEG transport stream (ISO/IEC 13818-1).
        case transportStream
        /// A container that only `ffprobe` recognizes, such as AVI.
        case other
    }

    /// The container format.
    public var container: Container
    /// The duration in seconds; `nil` if the file does not contain it, as in a recording that is still growing.
    public var duration: Double?
    /// The tracks in the order of the file; empty if only the container was determined.
    public var tracks: [TrackFacts]
    /// The title in the tags of the file.
    public var title: String?
    /// The artist in the tags of the file.
    public var artist: String?
    /// The album in the tags of the file.
    public var album: String?

    /// Creates facts. Everything but the container is optional.
    public init(
        container: Container,
        duration: Double?,
        tracks: [TrackFacts] = [],
        title: String? = nil,
        artist: String? = nil,
        album: String? = nil
    ) {
        self.container = container
        self.duration = duration
        self.tracks = tracks
        self.title = title
        self.artist = artist
        self.album = album
    }

    /// The first video track that is not a cover picture.
    public var video: TrackFacts? { tracks.first { $0.kind == .video && !$0.isCover } }

    /// The default audio track, or the first one.
    public var audio: TrackFacts? {
        let audio = tracks.filter { $0.kind == .audio }
        return audio.first(where: \.isDefault) ?? audio.first
    }

    /// The subtitle tracks.
    public var subtitles: [TrackFacts] { tracks.filter { $0.kind == .subtitles } }
}
