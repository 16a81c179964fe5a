// SPDX-License-Identifier: Apache-2.0

import CastWire

extension WebStream {
    /// Adds the facts of the playlist with the segments.
    mutating func describe(_ playlist: HLSManifest) {
        isLive = playlist.isLive
        duration = playlist.isLive ? nil : playlist.duration
    }

    mutating func add(_ keys: [HLSManifest.Key]) {
        for key in keys {
            if !encryption.contains(key.method) { encryption.append(key.method) }
            if key.isDRM { isDRM = true }
        }
    }
}

extension HLSManifest {
    func renditions(ofType type: String) -> [WebStream.Rendition] {
        renditions.filter { $0.type == type }.map { WebStream.Rendition(name: $0.name, language: $0.language) }
    }

    /// The first variant with video, or the first one of an audio stream.
    var firstVariant: Variant? { variants.first(where: \.hasVideo) ?? variants.first }

    /// Returns the playlist of the audio that is played with a variant; `nil` if the variant contains the audio.
    func audio(of variant: Variant) -> String? {
        let group = renditions.filter { $0.type == "AUDIO" && $0.groupID == variant.audioGroup }
        return (group.first(where: \.isDefault) ?? group.first)?.uri
    }
}

extension HLSManifest.Variant {
    private static let audioCodecs = ["mp4a", "ac-3", "ec-3", "ac-4", "opus", "Opus", "flac", "fLaC", "alac"]

    /// Whether the variant contains video. Variants whose codecs are not declared contain video.
    var hasVideo: Bool {
        if width != nil || codecs.isEmpty { return true }
        return !codecs.allSatisfy { codec in Self.audioCodecs.contains { codec.hasPrefix($0) } }
    }
}

extension HLSSegmentFormats {
    /// Creates the formats of segments that contain audio and video. Formats of audio alone have no video.
    init(muxed format: HLSSegmentDetection.Format?) {
        self = format.map { HLSSegmentFormats(HLSSegmentFormat(rawValue: $0.rawValue)) } ?? HLSSegmentFormats()
    }

    /// Creates the formats of segments that contain only audio.
    ///
    /// - Parameter codecs: The codecs of the stream. Transport streams with AAC have a format of their own.
    init(audio format: HLSSegmentDetection.Format?, codecs: [String]) {
        let sound = codecs.filter { ["mp4a", "ac-3", "ec-3"].contains($0.prefix(4)) }
        let isAAC = !sound.isEmpty && sound.allSatisfy { $0.hasPrefix("mp4a.40") && $0 != "mp4a.40.34" }
        let exact: HLSSegmentDetection.Format? = format == .ts && isAAC ? .tsAAC : format
        self.init(audio: exact.map { HLSSegmentFormat(rawValue: $0.rawValue) })
    }
}
