// SPDX-License-Identifier: Apache-2.0

public import CastMediaProbe

/// How a media file is delivered to a device, with the reasons.
///
/// ``make(for:on:options:)`` decides by the facts about the file, the capabilities of the device and the options of
/// the user alone, without access to the file or the network.
public struct MediaPlan: Sendable, Hashable {
    /// The way in which the device receives the media.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Delivery: Sendable, Hashable {
        /// The file is served unchanged.
        case direct
        /// `ffmpeg` repackages or converts the file while it plays.
        case conversion(Conversion)
        /// The picture is converted to JPEG when the device requests it.
        case picture(Picture)
    }

    /// What happens to a picture in a conversion.
    public struct Picture: Sendable, Hashable {
        /// The width of the converted, upright picture in pixels.
        public var width: Int
        /// The height of the converted, upright picture in pixels.
        public var height: Int
        /// Whether the device cannot show the file unchanged. Otherwise, it shows it turned, or after a long time.
        public var isNecessary: Bool
    }

    /// What happens to the tracks in a conversion.
    public struct Conversion: Sendable, Hashable {
        /// The treatment of a track.
        public enum Treatment: Sendable, Hashable {
            /// The content is copied into another container.
            case copy
            /// The content is decoded and encoded again, as H.264 or AAC.
            case encode
        }

        /// A track of the file and its treatment.
        public struct Track: Sendable, Hashable {
            /// The index of the track in the file.
            public var index: Int
            /// The codec in the file.
            public var codec: MediaCodec
            /// The treatment.
            public var treatment: Treatment
        }

        /// The video track; `nil` for audio alone.
        public var video: Track?
        /// The audio track; `nil` for a video without sound.
        public var audio: Track?
        /// The height to which the video is reduced; `nil` to keep its size.
        public var height: Int?
        /// The highest number of pictures per second; `nil` to keep the rate.
        public var frameRate: Double?
        /// The highest level of the encoded H.264 video; `nil` for the lowest one that the video needs.
        public var level: Double?
        /// The largest number of audio channels.
        public var channels: Int
        /// Whether high dynamic range is converted to the standard range.
        public var convertsDynamicRange: Bool
        /// The index of the subtitle track whose pictures are drawn into the video; `nil` for none.
        public var burnsIn: Int?
    }

    /// An attempt to deliver a file to a device. Devices differ from what their model names say.
    package enum Attempt: Sendable, Hashable {
        /// For what the model plays.
        case first
        /// For what all devices play.
        case reduced
        /// For what all devices play, with every track encoded again.
        case encoding
    }

    /// The choices of a user.
    public struct Options: Sendable, Hashable {
        /// Whether the file is served unchanged in any case. Default false.
        public var isOriginal = false
        /// The largest height of the video in pixels; `nil` for the largest that the device decodes.
        public var maximumHeight: Int?
        /// The audio language as a BCP 47 tag; `nil` for the default track.
        public var audioLanguage: String?
        /// The index of a subtitle track of pictures to be drawn into the video; `nil` for none.
        public var burnsIn: Int?
        /// How the file is delivered after the device did not play it. Default: the first attempt.
        package var attempt = Attempt.first

        /// Creates options with their defaults.
        public init() {}
    }

    /// The way in which the device receives the media.
    public var delivery: Delivery
    /// The reasons for the delivery, in sentences without a period; empty for direct delivery.
    public var reasons: [String]
    /// Consequences that the user should know, such as subtitles that cannot be shown.
    public var notes: [String]

    /// Whether another program is needed for playback.
    public var needsConverter: Bool { delivery != .direct }

    /// Whether the device receives a track as it is in the file.
    package var copiesTracks: Bool {
        switch delivery {
        case .direct: true
        case .conversion(let conversion): [conversion.video, conversion.audio].contains { $0?.treatment == .copy }
        case .picture: false
        }
    }

    /// Whether the file is a picture that is converted.
    package var isPicture: Bool {
        if case .picture = delivery { return true }
        return false
    }
}

extension MediaPlan: CustomStringConvertible {
    /// One line for users, such as `copy H.264 video, convert E-AC-3 audio to AAC`.
    public var description: String {
        let conversion: Conversion
        switch delivery {
        case .direct: return "serve the file unchanged"
        case .picture(let picture):
            return "convert the picture to JPEG with \(picture.width) × \(picture.height) pixels"
        case .conversion(let value): conversion = value
        }
        var parts: [String] = []
        if let video = conversion.video {
            switch video.treatment {
            case .copy: parts.append("copy \(video.codec) video")
            case .encode:
                let height = conversion.height.map { " with \($0) lines" } ?? ""
                parts.append("convert \(video.codec) video to H.264\(height)")
            }
        }
        if let audio = conversion.audio {
            switch audio.treatment {
            case .copy: parts.append("copy \(audio.codec) audio")
            case .encode: parts.append("convert \(audio.codec) audio to AAC")
            }
        }
        return parts.isEmpty ? "nothing to play" : parts.joined(separator: ", ")
    }
}

/// The reason that no plan exists for a file.
public enum MediaPlanError: Error, Sendable, Hashable {
    /// The file contains neither audio nor video.
    case nothingToPlay
    /// The device has no screen, and the file has no audio.
    case noAudioForSpeaker(model: String)
}

extension MediaPlanError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .nothingToPlay: "the file contains neither audio nor video"
        case .noAudioForSpeaker(let model): "\(model) has no screen, and the file has no audio"
        }
    }
}
