// SPDX-License-Identifier: Apache-2.0

public import CastMediaProbe

/// The formats that a Cast device plays.
///
/// ``forModel(_:hasScreen:)`` contains Google's published list of supported media for each model
/// (https://developers.google.com/cast/docs/media). All properties can be changed, for devices that the list does not
/// contain.
public struct PlaybackCapabilities: Sendable, Hashable {
    /// The largest video of one codec that a device decodes.
    public struct Video: Sendable, Hashable {
        /// A combination of picture size and frame rate.
        public struct Mode: Sendable, Hashable {
            /// The longer side of the picture in pixels.
            public var longSide: Int
            /// The shorter side of the picture in pixels.
            public var shortSide: Int
            /// The number of pictures per second.
            public var frameRate: Double

            /// Creates a mode.
            public init(longSide: Int, shortSide: Int, frameRate: Double) {
                self.longSide = longSide
                self.shortSide = shortSide
                self.frameRate = frameRate
            }

            /// 1280 × 720 pixels at 30 pictures per second.
            public static let hd30 = Mode(longSide: 1280, shortSide: 720, frameRate: 30)
            /// 1280 × 720 pixels at 60 pictures per second.
            public static let hd60 = Mode(longSide: 1280, shortSide: 720, frameRate: 60)
            /// 1920 × 1080 pixels at 30 pictures per second.
            public static let fullHD30 = Mode(longSide: 1920, shortSide: 1080, frameRate: 30)
            /// 1920 × 1080 pixels at 60 pictures per second.
            public static let fullHD60 = Mode(longSide: 1920, shortSide: 1080, frameRate: 60)
            /// 4096 × 2160 pixels at 30 pictures per second.
            public static let ultraHD30 = Mode(longSide: 4096, shortSide: 2160, frameRate: 30)
            /// 4096 × 2160 pixels at 60 pictures per second.
            public static let ultraHD60 = Mode(longSide: 4096, shortSide: 2160, frameRate: 60)
        }

        /// The codec.
        public var codec: MediaCodec
        /// The highest level; `nil` if only the modes limit the video.
        public var level: Double?
        /// The largest number of bits of a color component.
        public var bitDepth: Int
        /// The modes. A video must fit into one of them.
        public var modes: [Mode]

        /// Creates limits for a codec.
        public init(_ codec: MediaCodec, level: Double? = nil, bitDepth: Int = 8, modes: [Mode]) {
            self.codec = codec
            self.level = level
            self.bitDepth = bitDepth
            self.modes = modes
        }
    }

    /// The model for users, such as `Chromecast Ultra`.
    public var model: String
    /// The video codecs; empty for a device without a screen.
    public var video: [Video]
    /// The audio codecs. Uncompressed audio is `MediaCodec.pcm`.
    public var audio: Set<MediaCodec>
    /// The largest number of audio channels.
    public var channels: Int
    /// Whether the device shows high dynamic range.
    public var showsHighDynamicRange: Bool
    /// The containers that the device plays besides those that all devices play: QuickTime and Matroska. Default: none.
    public var containers: Set<MediaFacts.Container> = []

    /// Creates capabilities.
    public init(
        model: String,
        video: [Video],
        audio: Set<MediaCodec> = Self.audioCodecs,
        channels: Int = 6,
        showsHighDynamicRange: Bool = false
    ) {
        self.model = model
        self.video = video
        self.audio = audio
        self.channels = channels
        self.showsHighDynamicRange = showsHighDynamicRange
    }

    /// The audio codecs that all Cast devices play.
    public static let audioCodecs: Set<MediaCodec> = [.aac, .mp3, .opus, .vorbis, .flac, .pcm]

    /// Whether the device has a screen.
    public var hasScreen: Bool { !video.isEmpty }
}

extension PlaybackCapabilities {
    /// Returns the capabilities of a model.
    ///
    /// - Parameters:
    ///   - name: The model name that the device advertises (`md` in its TXT record), such as `Chromecast Ultra`. Models
    ///     that are not in the list have the capabilities of the first Chromecast, which all devices with a screen
    ///     have.
    ///   - hasScreen: Whether the device plays video, if that is known (`ca` in its TXT record).
    public static func forModel(_ name: String, hasScreen: Bool? = nil) -> PlaybackCapabilities {
        let key = name.lowercased()
        let model = hasScreen == false ? speaker : models.first { key.contains($0.key) }?.value ?? unknown
        var capabilities = hasScreen == true && !model.hasScreen ? unknown : model
        if !name.isEmpty { capabilities.model = name }
        return capabilities
    }

    /// The capabilities of a device whose model is not known: those of the first Chromecast.
    public static let unknown = PlaybackCapabilities(
        model: "unknown model",
        video: [Video(.h264, level: 4.1, modes: [.hd60, .fullHD30]), Video(.vp8, modes: [.hd60, .fullHD30])]
    )

    /// The capabilities that all devices have, with the name of this model.
    var reduced: PlaybackCapabilities {
        var capabilities = hasScreen ? Self.unknown : Self.speaker
        capabilities.model = model
        return capabilities
    }

    private static let speaker = PlaybackCapabilities(model: "speaker", video: [], channels: 2)

    /// The models in the order in which their names are looked for. A name that contains another one precedes it.
    private static let models: [(key: String, value: PlaybackCapabilities)] = [
        // The page of a virtual device: what Chromium decodes on any machine. Other browsers, or Safari without the
        // hardware for AV1, reject some of it, which is then converted.
        ("swift-cast", virtualDevice),
        ("chromecast audio", speaker),
        (
            "chromecast ultra",
            PlaybackCapabilities(
                model: "Chromecast Ultra",
                video: [
                    Video(.h264, level: 4.2, modes: [.fullHD60]),
                    Video(.vp8, modes: [.ultraHD30]),
                    Video(.hevc, level: 5.1, bitDepth: 10, modes: [.ultraHD60]),
                    Video(.vp9, level: 5.1, bitDepth: 10, modes: [.ultraHD60]),
                ],
                showsHighDynamicRange: true
            )
        ),
        ("google tv streamer", googleTVStreamer),
        // The model with 4K advertises "Chromecast", "Chromecast with Google TV" or "Google TV", the smaller one has
        // "HD" in its name. Both decode the same codecs, but the smaller one only up to 1080p.
        (
            "chromecast hd",
            PlaybackCapabilities(
                model: "Chromecast with Google TV (HD)",
                video: [
                    Video(.h264, level: 4.2, modes: [.fullHD60]),
                    Video(.hevc, level: 4.1, bitDepth: 10, modes: [.fullHD60]),
                    Video(.vp9, bitDepth: 10, modes: [.fullHD60]),
                    Video(.av1, bitDepth: 10, modes: [.fullHD60]),
                ],
                showsHighDynamicRange: true
            )
        ),
        ("google tv", googleTV),
        ("nest hub max", PlaybackCapabilities(model: "Nest Hub Max", video: hub(.hd30), channels: 2)),
        ("nest hub", PlaybackCapabilities(model: "Nest Hub", video: hub(.hd60), channels: 2)),
        ("home hub", PlaybackCapabilities(model: "Nest Hub", video: hub(.hd60), channels: 2)),
        ("nest audio", speaker), ("nest mini", speaker), ("google home", speaker), ("nest wifi", speaker),
        ("google cast group", speaker),
    ]

    private static let virtualDevice: PlaybackCapabilities = {
        var device = PlaybackCapabilities(
            model: "virtual device",
            video: [
                Video(.h264, bitDepth: 10, modes: [.ultraHD60]), Video(.vp8, modes: [.ultraHD60]),
                Video(.vp9, bitDepth: 10, modes: [.ultraHD60]), Video(.av1, bitDepth: 10, modes: [.ultraHD60]),
            ]
        )
        device.containers = [.quickTime, .matroska]
        return device
    }()

    private static let googleTV = PlaybackCapabilities(
        model: "Chromecast with Google TV",
        video: [
            Video(.h264, level: 5.1, modes: [.fullHD60, .ultraHD30]),
            Video(.vp8, modes: [.fullHD60]),
            Video(.hevc, level: 5.1, bitDepth: 10, modes: [.ultraHD60]),
            Video(.vp9, level: 5.1, bitDepth: 10, modes: [.ultraHD60]),
        ],
        showsHighDynamicRange: true
    )

    private static let googleTVStreamer: PlaybackCapabilities = {
        var streamer = googleTV
        streamer.model = "Google TV Streamer"
        streamer.video[0] = Video(.h264, level: 5.2, modes: [.ultraHD60])
        streamer.video.append(Video(.av1, level: 5.1, bitDepth: 10, modes: [.ultraHD60]))
        return streamer
    }()

    private static func hub(_ mode: Video.Mode) -> [Video] {
        [Video(.h264, level: 4.1, modes: [mode]), Video(.vp9, level: 4.0, modes: [mode])]
    }
}

extension PlaybackCapabilities {
    /// Returns why a device with these capabilities does not decode a video track; `nil` if it does.
    func obstacle(toVideo track: TrackFacts) -> String? {
        guard let limits = video.first(where: { $0.codec == track.codec }) else {
            return "\(model) does not decode \(track.codec) video"
        }
        if let chroma = track.chroma, chroma != "4:2:0" {
            return "\(model) does not decode \(track.codec) with \(chroma) chroma subsampling"
        }
        if let depth = track.bitDepth, depth > limits.bitDepth {
            return "\(model) does not decode \(track.codec) with \(depth) bits per color"
        }
        if let level = track.level, let highest = limits.level, level > highest {
            return "\(model) decodes \(track.codec) up to level \(highest), and the video has level \(level)"
        }
        if let range = track.dynamicRange, range != .standard, !showsHighDynamicRange {
            return "\(model) does not show high dynamic range"
        }
        guard let width = track.width, let height = track.height else { return nil }
        let rate = track.frameRate ?? 0
        // A rate of 60000/1001 or a slightly wrong one is meant to be 60.
        let fits = limits.modes.contains { mode in
            max(width, height) <= mode.longSide && min(width, height) <= mode.shortSide && rate <= mode.frameRate * 1.02
        }
        return fits ? nil : "the video (\(size(track))) is larger than \(model) decodes"
    }

    /// Returns why a device with these capabilities does not decode an audio track; `nil` if it does.
    func obstacle(toAudio track: TrackFacts) -> String? {
        guard audio.contains(track.codec.isPCM ? .pcm : track.codec) else {
            return "\(model) does not decode \(track.codec) audio"
        }
        if let channels = track.channels, channels > max(self.channels, 2), track.codec != .flac {
            return "\(model) plays up to \(self.channels) audio channels, and the track has \(channels)"
        }
        return nil
    }

    /// The mode of a codec with the largest picture and, of these, the highest rate.
    func largestMode(_ codec: MediaCodec) -> Video.Mode? {
        video.first { $0.codec == codec }?.modes.max { ($0.shortSide, $0.frameRate) < ($1.shortSide, $1.frameRate) }
    }

    private func size(_ track: TrackFacts) -> String {
        let size = "\(track.width ?? 0) × \(track.height ?? 0)"
        guard let rate = track.frameRate else { return size }
        return size + ", \((rate * 100).rounded() / 100) pictures per second"
    }
}
