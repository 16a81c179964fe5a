// SPDX-License-Identifier: Apache-2.0

public import CastMediaProbe

extension MediaPlan {
    /// Decides how a file is delivered to a device.
    ///
    /// - Parameters:
    ///   - facts: The facts about the file, with its tracks.
    ///   - device: The capabilities of the device.
    ///   - options: The choices of the user.
    /// - Throws: ``MediaPlanError`` if the file has nothing that the device can play.
    public static func make(
        for facts: MediaFacts,
        on device: PlaybackCapabilities,
        options: Options = Options()
    ) throws(MediaPlanError) -> MediaPlan {
        let audio = selectedAudio(facts, options)
        let video = facts.video
        guard video != nil || audio != nil else { throw .nothingToPlay }
        guard device.hasScreen || audio != nil else { throw .noAudioForSpeaker(model: device.model) }

        var plan = MediaPlan(delivery: .direct, reasons: [], notes: [])
        let options = plan.withPictureSubtitles(options, facts)
        if device.hasScreen { plan.addNotes(about: facts.subtitles, options) }
        guard !options.isOriginal else {
            plan.notes.append("the file is served unchanged, as requested")
            return plan
        }
        let device = options.attempt == .first ? device : device.reduced
        if options.attempt == .encoding { plan.reasons.append("\(device.model) did not play the tracks of the file") }
        plan.addReasons(facts, video: device.hasScreen ? video : nil, audio: audio, device, options)
        if !device.hasScreen, video != nil {
            plan.reasons.append("\(device.model) has no screen and receives only the audio")
        }
        guard !plan.reasons.isEmpty else { return plan }
        plan.delivery = .conversion(
            conversion(
                video: device.hasScreen ? video : nil,
                audio: audio,
                device: device,
                options: options
            )
        )
        return plan
    }

    private static func selectedAudio(_ facts: MediaFacts, _ options: Options) -> TrackFacts? {
        guard let language = options.audioLanguage else { return facts.audio }
        let matching = facts.tracks.first { track in
            track.kind == .audio && track.language.map { LanguageRange.matches($0, language) } == true
        }
        return matching ?? facts.audio
    }

    private mutating func addReasons(
        _ facts: MediaFacts,
        video: TrackFacts?,
        audio: TrackFacts?,
        _ device: PlaybackCapabilities,
        _ options: Options
    ) {
        if let video, let obstacle = device.obstacle(toVideo: video) { reasons.append(obstacle) }
        if let audio, let obstacle = device.obstacle(toAudio: audio) { reasons.append(obstacle) }
        if let limit = options.maximumHeight, let height = video?.height, height > limit {
            reasons.append("a height of at most \(limit) pixels was requested")
        }
        if let index = options.burnsIn, facts.tracks.contains(where: { $0.index == index }) {
            reasons.append("subtitles that are pictures are drawn into the video")
        }
        if let obstacle = Self.obstacle(toContainer: facts, video: video, audio: audio, device) {
            reasons.append(obstacle)
        }
        if let audio, audio.index != facts.audio?.index || !Self.isFirst(audio, in: facts) {
            reasons.append("Cast devices play the first audio track of a file, and another one was selected")
        }
    }

    /// Whether an audio track is the first one of the file, which a device plays.
    private static func isFirst(_ audio: TrackFacts, in facts: MediaFacts) -> Bool {
        facts.tracks.first { $0.kind == .audio }?.index == audio.index
    }

    /// Returns why a device does not play the container with these tracks; nil if it does.
    private static func obstacle(
        toContainer facts: MediaFacts,
        video: TrackFacts?,
        audio: TrackFacts?,
        _ device: PlaybackCapabilities
    ) -> String? {
        let allowed: (video: Set<MediaCodec>, audio: Set<MediaCodec>)
        switch facts.container {
        case .mp4: allowed = ([.h264, .hevc, .vp9, .av1], [.aac, .mp3, .flac, .opus])
        case .webm: allowed = ([.vp8, .vp9, .av1], [.vorbis, .opus])
        case .ogg: allowed = ([], [.vorbis, .opus, .flac])
        case .wave: allowed = ([], ["pcm_s16le", "pcm_u8", "pcm_s24le", "pcm_f32le"])
        case .mpegAudio: allowed = ([], [.mp3])
        case .adts: allowed = ([], [.aac])
        case .flac: allowed = ([], [.flac])
        case .quickTime where device.containers.contains(.quickTime):
            allowed = ([.h264, .hevc], [.aac, .mp3, "pcm_s16le", "pcm_s16be"])
        case .matroska where device.containers.contains(.matroska):
            allowed = ([.h264, .hevc, .vp8, .vp9, .av1], [.aac, .mp3, .flac, .opus, .vorbis])
        case .quickTime: return "Cast devices do not play QuickTime files"
        case .matroska: return "Cast devices do not play Matroska files"
        case .transportStream: return "Cast devices play transport streams only as part of HLS"
        case .other: return "Cast devices do not play this container"
        }
        if let codec = video?.codec, !allowed.video.contains(codec) {
            return "\(codec) video in this container is not supported"
        }
        if let codec = audio?.codec, !allowed.audio.contains(codec) {
            return "\(codec) audio in this container is not supported"
        }
        return nil
    }

    private static func conversion(
        video: TrackFacts?,
        audio: TrackFacts?,
        device: PlaybackCapabilities,
        options: Options
    ) -> Conversion {
        var result = Conversion(channels: max(device.channels, 2), convertsDynamicRange: false)
        if let video {
            let target = device.largestMode(.h264)
            let isTooTall = options.maximumHeight.map { ($0, video.height ?? 0) }.map { $1 > $0 } ?? false
            // The codecs that fragmented MP4 holds and that the media pipeline of devices accepts in it.
            let canCopy = [.h264, .hevc, .vp9, .av1].contains(video.codec) && device.obstacle(toVideo: video) == nil
            let copies = canCopy && !isTooTall && options.burnsIn == nil && options.attempt != .encoding
            result.video = .init(index: video.index, codec: video.codec, treatment: copies ? .copy : .encode)
            if !copies {
                let height = [target?.shortSide, options.maximumHeight].compactMap { $0 }.min() ?? 720
                if let actual = video.height, actual > height { result.height = height }
                let rate = target?.frameRate ?? 30
                if let actual = video.frameRate, actual > rate * 1.02 { result.frameRate = rate }
                result.level = device.video.first { $0.codec == .h264 }?.level
                result.convertsDynamicRange = video.dynamicRange.map { $0 != .standard } ?? false
                result.burnsIn = options.burnsIn
            }
        }
        if let audio {
            // The codecs other than AAC are allowed in fragmented MP4, but not all devices accept them there.
            let copies = audio.codec == .aac && device.obstacle(toAudio: audio) == nil && options.attempt != .encoding
            result.audio = .init(index: audio.index, codec: audio.codec, treatment: copies ? .copy : .encode)
        }
        return result
    }

    /// Returns the options without a track to draw into the video that is not made of pictures, and notes it.
    private mutating func withPictureSubtitles(_ options: Options, _ facts: MediaFacts) -> Options {
        guard let index = options.burnsIn else { return options }
        let track = facts.tracks.first { $0.index == index }
        if let track, track.kind == .subtitles, track.codec.isPictureSubtitles { return options }
        let reason =
            switch track {
            case nil: "the file has no track \(index)"
            case let track? where track.kind == .subtitles: "the \(track.codec) subtitles of track \(index) are text"
            case let track?: "track \(index) is \(track.kind.rawValue)"
            }
        notes.append("nothing is drawn into the video, because \(reason)")
        var options = options
        options.burnsIn = nil
        return options
    }

    /// Notes subtitles inside the file that devices cannot show. Text is extracted when a device requests it.
    private mutating func addNotes(about subtitles: [TrackFacts], _ options: Options) {
        for track in subtitles where track.index != options.burnsIn && !track.codec.isTextSubtitles {
            let language = track.language.map { " (\($0))" } ?? ""
            notes.append(
                track.codec.isPictureSubtitles
                    ? "the \(track.codec) subtitles\(language) inside the file are pictures and not shown; "
                        + "--burn-in \(track.index) draws them into the video"
                    : "the \(track.codec) subtitles\(language) inside the file are not shown, because their format is "
                        + "not supported"
            )
        }
    }
}

/// Comparison of language tags as RFC 4647 does in basic filtering.
enum LanguageRange {
    /// Returns whether a tag is the range or a more specific tag. Case is ignored.
    static func matches(_ tag: String, _ range: String) -> Bool {
        let (tag, range) = (tag.lowercased(), range.lowercased())
        return tag == range || tag.hasPrefix(range + "-")
    }
}
