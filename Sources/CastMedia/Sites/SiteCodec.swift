// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe

/// Codecs in the words of media types (RFC 6381) and of sites, such as `avc1.640028` or `vp9`.
enum SiteCodec {
    /// Returns the facts of a video track.
    ///
    /// - Parameter text: The codec, such as `avc1.640028`.
    static func video(_ text: String) -> TrackFacts {
        let parts = text.lowercased().split(separator: ".").map(String.init)
        let name = parts.first ?? ""
        let codec = videoCodecs[name] ?? MediaCodec(rawValue: name.isEmpty ? "unknown" : name)
        var track = TrackFacts(index: 0, kind: .video, codec: codec)
        switch codec {
        case .h264:
            // The profile, its constraints and the level in hexadecimal digits.
            guard parts.count > 1, parts[1].utf8.count == 6 else { break }
            track.level = Int(parts[1].suffix(2), radix: 16).map { Double($0) / 10 }
            if parts[1].hasPrefix("6e") { track.bitDepth = 10 }
        case .hevc:
            guard parts.count > 3 else { break }
            if parts[1] == "2" { track.bitDepth = 10 }
            track.level = Double(parts[3].drop { !$0.isNumber }).map { ($0 / 3).rounded() / 10 }
        case .vp9:
            guard parts.count > 1 else { break }
            if parts.count > 3 {
                track.level = Double(parts[2]).map { $0 / 10 }
                track.bitDepth = Int(parts[3])
            } else if parts[1] == "2" {
                track.bitDepth = 10
            }
        case .av1:
            guard parts.count > 3 else { break }
            track.level = Int(parts[2].prefix { $0.isNumber }).map { Double(2 + $0 >> 2) + Double($0 & 3) / 10 }
            track.bitDepth = Int(parts[3])
        default: break
        }
        return track
    }

    /// Returns the facts of an audio track.
    static func audio(_ text: String) -> TrackFacts {
        let name = text.lowercased()
        let base = name.split(separator: ".").first.map(String.init) ?? ""
        let codec: MediaCodec
        switch base {
        case "mp4a": codec = name == "mp4a.69" || name == "mp4a.6b" ? .mp3 : .aac
        default: codec = audioCodecs[base] ?? MediaCodec(rawValue: base.isEmpty ? "unknown" : base)
        }
        return TrackFacts(index: 0, kind: .audio, codec: codec)
    }

    private static let videoCodecs: [String: MediaCodec] = [
        "avc1": .h264, "avc3": .h264, "avc": .h264, "h264": .h264, "hev1": .hevc, "hvc1": .hevc, "hevc": .hevc,
        "h265": .hevc, "vp8": .vp8, "vp08": .vp8, "vp9": .vp9, "vp09": .vp9, "av01": .av1, "av1": .av1,
        "mp4v": .mpeg4, "theora": .theora,
    ]

    private static let audioCodecs: [String: MediaCodec] = [
        "aac": .aac, "mp3": .mp3, "opus": .opus, "vorbis": .vorbis, "flac": .flac, "ac-3": .ac3, "ac3": .ac3,
        "ec-3": .eac3, "eac3": .eac3, "alac": .alac, "wav": .pcm, "pcm": .pcm,
    ]
}
