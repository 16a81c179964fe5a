// SPDX-License-Identifier: Apache-2.0

/// The properties of one track of a media file. Properties that the file does not contain are `nil`.
public struct TrackFacts: Sendable, Hashable {
    /// The kind of a track.
    public enum Kind: String, Sendable, Hashable {
        case video
        case audio
        case subtitles
        /// Chapters, attachments, time codes and other data.
        case data
    }

    /// How a video represents brightness beyond the standard range.
    public enum DynamicRange: String, Sendable, Hashable {
        case standard
        /// The perceptual quantizer (SMPTE ST 2084), as in HDR10.
        case hdr10
        /// Hybrid log-gamma (ITU-R BT.2100).
        case hlg
        case dolbyVision
    }

    /// The position of the track in the file, from 0. `ffmpeg` counts tracks in the same way.
    public var index: Int
    /// The kind of the track.
    public var kind: Kind
    /// The codec.
    public var codec: MediaCodec
    /// The profile in the words of `ffprobe`, such as `High`, `Main 10`, `LC` or `HE-AAC`.
    public var profile: String?
    /// The level, with one decimal: 4.1 is level 4.1 of H.264 or HEVC.
    public var level: Double?
    /// The width of the picture in pixels.
    public var width: Int?
    /// The height of the picture in pixels.
    public var height: Int?
    /// The number of pictures per second.
    public var frameRate: Double?
    /// The number of bits of a color component.
    public var bitDepth: Int?
    /// The chroma subsampling: `4:2:0`, `4:2:2` or `4:4:4`.
    public var chroma: String?
    /// The dynamic range of a video.
    public var dynamicRange: DynamicRange?
    /// The number of audio channels.
    public var channels: Int?
    /// The number of audio samples per second.
    public var sampleRate: Int?
    /// The language as a BCP 47 tag, such as `en` or `pt-BR`; `nil` if it is undetermined.
    public var language: String?
    /// The title of the track.
    public var title: String?
    /// Whether the file marks the track as the default one.
    public var isDefault: Bool
    /// Whether the subtitles must be shown even if the user selected none.
    public var isForced: Bool
    /// Whether the track is for viewers with impaired hearing.
    public var isForHearingImpaired = false
    /// Whether the track is a still picture, such as a cover.
    public var isCover: Bool

    /// Creates a track. The other properties are set afterward.
    public init(index: Int, kind: Kind, codec: MediaCodec) {
        self.index = index
        self.kind = kind
        self.codec = codec
        isDefault = false
        isForced = false
        isCover = false
    }
}

/// A codec, with the name that `ffprobe` uses.
public struct MediaCodec: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name in lower case, such as `h264`.
    public var rawValue: String

    /// Creates a codec from the name that `ffprobe` uses.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a codec from the name that `ffprobe` uses.
    public init(stringLiteral name: String) { rawValue = name }

    /// The name for users, such as `H.264`.
    public var description: String { Self.names[rawValue] ?? rawValue.uppercased() }

    public static let h264: MediaCodec = "h264"
    public static let hevc: MediaCodec = "hevc"
    public static let av1: MediaCodec = "av1"
    public static let vp8: MediaCodec = "vp8"
    public static let vp9: MediaCodec = "vp9"
    public static let mpeg2Video: MediaCodec = "mpeg2video"
    public static let mpeg4: MediaCodec = "mpeg4"
    public static let vc1: MediaCodec = "vc1"
    public static let theora: MediaCodec = "theora"
    public static let motionJPEG: MediaCodec = "mjpeg"
    public static let aac: MediaCodec = "aac"
    public static let mp3: MediaCodec = "mp3"
    public static let mp2: MediaCodec = "mp2"
    public static let ac3: MediaCodec = "ac3"
    public static let eac3: MediaCodec = "eac3"
    public static let dts: MediaCodec = "dts"
    public static let trueHD: MediaCodec = "truehd"
    public static let opus: MediaCodec = "opus"
    public static let vorbis: MediaCodec = "vorbis"
    public static let flac: MediaCodec = "flac"
    public static let alac: MediaCodec = "alac"
    /// Uncompressed audio of 16 bits. Other forms have other names that begin with `pcm_`.
    public static let pcm: MediaCodec = "pcm_s16le"
    public static let subRip: MediaCodec = "subrip"
    public static let subStation: MediaCodec = "ass"
    public static let webVTT: MediaCodec = "webvtt"
    public static let ttml: MediaCodec = "ttml"
    /// Timed text of MP4 (3GPP TS 26.245).
    public static let movText: MediaCodec = "mov_text"
    public static let pgs: MediaCodec = "hdmv_pgs_subtitle"
    public static let vobSub: MediaCodec = "dvd_subtitle"
    public static let dvbSubtitle: MediaCodec = "dvb_subtitle"
    public static let unknown: MediaCodec = "unknown"

    /// Whether the audio is uncompressed.
    public var isPCM: Bool { rawValue.hasPrefix("pcm_") }

    private static let names = [
        "h264": "H.264", "hevc": "HEVC", "av1": "AV1", "vp8": "VP8", "vp9": "VP9", "mpeg2video": "MPEG-2",
        "mpeg4": "MPEG-4 Visual", "vc1": "VC-1", "theora": "Theora", "mjpeg": "Motion JPEG", "aac": "AAC",
        "mp3": "MP3", "mp2": "MP2", "ac3": "AC-3", "eac3": "E-AC-3", "dts": "DTS", "truehd": "TrueHD",
        "opus": "Opus", "vorbis": "Vorbis", "flac": "FLAC", "alac": "ALAC", "subrip": "SubRip", "ass": "ASS",
        "webvtt": "WebVTT", "ttml": "TTML", "mov_text": "MP4 timed text", "hdmv_pgs_subtitle": "PGS",
        "dvd_subtitle": "VobSub", "dvb_subtitle": "DVB subtitles", "unknown": "unknown codec",
    ]
}
