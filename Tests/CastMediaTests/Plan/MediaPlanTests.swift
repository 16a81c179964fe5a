// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastMediaProbe
import Testing

/// The table of models is the specification: Google's list of supported media, as of 2026-11, and the browsers that show a
/// virtual device.
@Suite struct PlaybackCapabilitiesTests {
    /// The model, whether it has a screen, and the largest video by codec: level and the short side of its modes.
    static let models: [(String, Bool, [MediaCodec: (level: Double?, lines: Int, rate: Double)])] = [
        ("Chromecast", true, [.h264: (4.1, 1080, 30), .vp8: (nil, 1080, 30)]),
        (
            "Chromecast Ultra", true,
            [.h264: (4.2, 1080, 60), .vp8: (nil, 2160, 30), .hevc: (5.1, 2160, 60), .vp9: (5.1, 2160, 60)]
        ),
        (
            "Chromecast with Google TV", true,
            [.h264: (5.1, 2160, 30), .vp8: (nil, 1080, 60), .hevc: (5.1, 2160, 60), .vp9: (5.1, 2160, 60)]
        ),
        (
            "Chromecast HD", true,
            [.h264: (4.2, 1080, 60), .hevc: (4.1, 1080, 60), .vp9: (nil, 1080, 60), .av1: (nil, 1080, 60)]
        ),
        (
            "Google TV Streamer", true,
            [
                .h264: (5.2, 2160, 60), .vp8: (nil, 1080, 60), .hevc: (5.1, 2160, 60), .vp9: (5.1, 2160, 60),
                .av1: (5.1, 2160, 60),
            ]
        ),
        ("Google Nest Hub", true, [.h264: (4.1, 720, 60), .vp9: (4.0, 720, 60)]),
        ("Google Home Hub", true, [.h264: (4.1, 720, 60), .vp9: (4.0, 720, 60)]),
        ("Google Nest Hub Max", true, [.h264: (4.1, 720, 30), .vp9: (4.0, 720, 30)]),
        ("Google Nest Mini", false, [:]), ("Google Home Mini", false, [:]), ("Nest Audio", false, [:]),
        ("Chromecast Audio", false, [:]), ("Google Cast Group", false, [:]),
        (
            "swift-cast", true,
            [.h264: (nil, 2160, 60), .vp8: (nil, 2160, 60), .vp9: (nil, 2160, 60), .av1: (nil, 2160, 60)]
        ),
        ("BRAVIA 4K VH2", true, [.h264: (4.1, 1080, 30), .vp8: (nil, 1080, 30)]),
        ("", true, [.h264: (4.1, 1080, 30), .vp8: (nil, 1080, 30)]),
    ]

    @Test(arguments: models)
    func `a model decodes what Google's list says`(
        model: String,
        hasScreen: Bool,
        video: [MediaCodec: (level: Double?, lines: Int, rate: Double)]
    ) {
        let capabilities = PlaybackCapabilities.forModel(model)
        #expect(capabilities.hasScreen == hasScreen)
        #expect(Set(capabilities.video.map(\.codec)) == Set(video.keys))
        for limits in capabilities.video {
            let expected = video[limits.codec]
            #expect(limits.level == expected?.level)
            let largest = limits.modes.max { ($0.shortSide, $0.frameRate) < ($1.shortSide, $1.frameRate) }
            #expect(largest?.shortSide == expected?.lines)
            #expect(largest?.frameRate == expected?.rate)
        }
        #expect(capabilities.audio == [.aac, .mp3, .opus, .vorbis, .flac, .pcm])
    }

    @Test func `the advertised abilities prevail over the name of the model`() {
        #expect(!PlaybackCapabilities.forModel("Chromecast", hasScreen: false).hasScreen)
        #expect(PlaybackCapabilities.forModel("Nest Audio", hasScreen: true).hasScreen)
    }
}

@Suite struct MediaPlanTests {
    private static func track(
        _ index: Int,
        _ kind: TrackFacts.Kind,
        _ codec: MediaCodec,
        _ change: (inout TrackFacts) -> Void = { _ in }
    ) -> TrackFacts {
        var track = TrackFacts(index: index, kind: kind, codec: codec)
        change(&track)
        return track
    }

    private static func film(
        _ container: MediaFacts.Container,
        _ video: MediaCodec,
        _ audio: MediaCodec,
        lines: Int = 1080,
        rate: Double = 24,
        level: Double? = nil,
        depth: Int = 8
    ) -> MediaFacts {
        MediaFacts(
            container: container,
            duration: 60,
            tracks: [
                track(0, .video, video) {
                    ($0.height, $0.width, $0.frameRate, $0.level, $0.bitDepth) = (
                        lines, lines * 16 / 9, rate, level, depth
                    )
                },
                track(1, .audio, audio) { ($0.channels, $0.isDefault) = (2, true) },
            ]
        )
    }

    /// The file, the model of the device and the plan.
    static let plans: [(MediaFacts, String, String)] = [
        (film(.mp4, .h264, .aac, level: 4.0), "Chromecast", "serve the file unchanged"),
        (film(.webm, .vp8, .vorbis), "Chromecast", "serve the file unchanged"),
        (film(.webm, .vp9, .opus), "Chromecast Ultra", "serve the file unchanged"),
        (
            film(.mp4, .hevc, .aac, lines: 2160, rate: 60, level: 5.1, depth: 10), "Chromecast Ultra",
            "serve the file unchanged"
        ),
        (film(.matroska, .h264, .aac), "Chromecast", "copy H.264 video, copy AAC audio"),
        (film(.quickTime, .h264, .aac), "Chromecast", "copy H.264 video, copy AAC audio"),
        (film(.quickTime, .h264, "pcm_s16le"), "Chromecast", "copy H.264 video, convert PCM_S16LE audio to AAC"),
        (film(.quickTime, .h264, "pcm_s16le"), "swift-cast", "serve the file unchanged"),
        (film(.mp4, .av1, .aac, depth: 10), "swift-cast", "serve the file unchanged"),
        (film(.matroska, .h264, .aac, depth: 10), "swift-cast", "serve the file unchanged"),
        (film(.matroska, .h264, .ac3), "swift-cast", "copy H.264 video, convert AC-3 audio to AAC"),
        (film(.transportStream, .h264, .aac), "Chromecast", "copy H.264 video, copy AAC audio"),
        (film(.matroska, .h264, .ac3), "Chromecast", "copy H.264 video, convert AC-3 audio to AAC"),
        (film(.mp4, .h264, .eac3), "Chromecast", "copy H.264 video, convert E-AC-3 audio to AAC"),
        (film(.matroska, .hevc, .dts), "Chromecast", "convert HEVC video to H.264, convert DTS audio to AAC"),
        (film(.matroska, .hevc, .dts), "Chromecast Ultra", "copy HEVC video, convert DTS audio to AAC"),
        (film(.other, .mpeg4, .mp3), "Chromecast", "convert MPEG-4 Visual video to H.264, convert MP3 audio to AAC"),
        (
            film(.mp4, .h264, .aac, lines: 2160, level: 5.1), "Chromecast",
            "convert H.264 video to H.264 with 1080 lines, copy AAC audio"
        ),
        (
            film(.mp4, .h264, .aac, lines: 1080, level: 4.0), "Google Nest Hub",
            "convert H.264 video to H.264 with 720 lines, copy AAC audio"
        ),
        (film(.mp4, .h264, .aac, rate: 60, level: 4.2), "Chromecast", "convert H.264 video to H.264, copy AAC audio"),
        (film(.mp4, .h264, .aac, depth: 10), "Chromecast", "convert H.264 video to H.264, copy AAC audio"),
        (film(.mp4, .h264, .aac), "Nest Audio", "copy AAC audio"),
        (film(.matroska, .h264, .ac3), "Nest Audio", "convert AC-3 audio to AAC"),
        (
            MediaFacts(container: .flac, duration: 9, tracks: [track(0, .audio, .flac)]), "Nest Audio",
            "serve the file unchanged"
        ),
        (
            MediaFacts(container: .wave, duration: 9, tracks: [track(0, .audio, .pcm)]), "Chromecast",
            "serve the file unchanged"
        ),
        (
            MediaFacts(container: .mp4, duration: 9, tracks: [track(0, .audio, .alac)]), "Chromecast",
            "convert ALAC audio to AAC"
        ),
    ]

    @Test(arguments: plans)
    func `a file is delivered in the form that the model plays`(facts: MediaFacts, model: String, plan: String) throws {
        let made = try MediaPlan.make(for: facts, on: .forModel(model))
        #expect(made.description == plan)
        #expect(made.reasons.isEmpty == (made.delivery == .direct))
    }

    @Test func `the reasons name the device, the codec and the limit`() throws {
        let facts = Self.film(.matroska, .hevc, .ac3)
        let plan = try MediaPlan.make(for: facts, on: .forModel("Chromecast"))
        #expect(
            plan.reasons == [
                "Chromecast does not decode HEVC video", "Chromecast does not decode AC-3 audio",
                "Cast devices do not play Matroska files",
            ]
        )
        let sharp = try MediaPlan.make(for: Self.film(.mp4, .h264, .aac, level: 5.1), on: .forModel("Chromecast"))
        #expect(sharp.reasons == ["Chromecast decodes H.264 up to level 4.1, and the video has level 5.1"])
    }

    @Test(arguments: [
        (film(.mp4, .av1, .aac), "swift-cast", "convert AV1 video to H.264, convert AAC audio to AAC"),
        (
            film(.mp4, .h264, .aac, lines: 2160), "Chromecast Ultra",
            "convert H.264 video to H.264 with 1080 lines, convert AAC audio to AAC"
        ),
        (film(.mp4, .h264, .aac), "Nest Audio", "convert AAC audio to AAC"),
    ])
    func `a file that the device did not play is converted to what all devices play`(
        facts: MediaFacts,
        model: String,
        description: String
    ) throws {
        var options = MediaPlan.Options()
        options.attempt = .encoding
        let plan = try MediaPlan.make(for: facts, on: .forModel(model), options: options)
        #expect(plan.description == description)
        #expect(plan.reasons.first == "\(model) did not play the tracks of the file")
        #expect(!plan.copiesTracks)
    }

    @Test(arguments: [
        (film(.matroska, .h264, .aac), "copy H.264 video, copy AAC audio"),
        (film(.mp4, .av1, .aac), "convert AV1 video to H.264, copy AAC audio"),
        (film(.mp4, .h264, .aac), "serve the file unchanged"),
    ])
    func `the second attempt is what all devices play`(facts: MediaFacts, description: String) throws {
        var options = MediaPlan.Options()
        options.attempt = .reduced
        #expect(
            try MediaPlan.make(for: facts, on: .forModel("swift-cast"), options: options).description == description
        )
    }

    @Test func `the original is served on request`() throws {
        var options = MediaPlan.Options()
        options.isOriginal = true
        let plan = try MediaPlan.make(for: Self.film(.matroska, .hevc, .dts), on: .unknown, options: options)
        #expect(plan.delivery == .direct)
    }

    @Test func `a lower height can be requested`() throws {
        var options = MediaPlan.Options()
        options.maximumHeight = 480
        let plan = try MediaPlan.make(for: Self.film(.mp4, .h264, .aac), on: .unknown, options: options)
        #expect(plan.description == "convert H.264 video to H.264 with 480 lines, copy AAC audio")
    }

    @Test func `another audio language is selected`() throws {
        var facts = Self.film(.mp4, .h264, .aac)
        facts.tracks.append(Self.track(2, .audio, .aac) { $0.language = "de-AT" })
        var options = MediaPlan.Options()
        options.audioLanguage = "de"
        let plan = try MediaPlan.make(for: facts, on: .unknown, options: options)
        guard case .conversion(let conversion) = plan.delivery else {
            Issue.record("the file is served unchanged")
            return
        }
        #expect(conversion.audio?.index == 2)
    }

    @Test func `subtitles inside the file that cannot be shown are noted`() throws {
        var facts = Self.film(.matroska, .h264, .aac)
        facts.tracks.append(Self.track(2, .subtitles, .subRip) { $0.language = "en" })
        facts.tracks.append(Self.track(3, .subtitles, .pgs))
        facts.tracks.append(Self.track(4, .subtitles, "dvb_teletext"))
        let plan = try MediaPlan.make(for: facts, on: .unknown)
        #expect(
            plan.notes == [
                "the PGS subtitles inside the file are pictures and not shown; --burn-in 3 draws them into the video",
                "the DVB_TELETEXT subtitles inside the file are not shown, because their format is not supported",
            ]
        )
        #expect(try MediaPlan.make(for: facts, on: .forModel("Nest Audio")).notes.isEmpty)
    }

    @Test(
        arguments: [
            (1, "nothing is drawn into the video, because track 1 is audio"),
            (2, "nothing is drawn into the video, because the SubRip subtitles of track 2 are text"),
            (7, "nothing is drawn into the video, because the file has no track 7"),
        ]
    )
    func `only pictures are drawn into the video`(track: Int, note: String) throws {
        var facts = Self.film(.matroska, .h264, .ac3)
        facts.tracks.append(Self.track(2, .subtitles, .subRip))
        var options = MediaPlan.Options()
        options.burnsIn = track
        let plan = try MediaPlan.make(for: facts, on: .unknown, options: options)
        #expect(plan.notes == [note])
        guard case .conversion(let conversion) = plan.delivery else {
            Issue.record("the file is served unchanged")
            return
        }
        #expect(conversion.burnsIn == nil)
        #expect(conversion.video?.treatment == .copy)
    }

    @Test func `a cover is not a video`() throws {
        var facts = MediaFacts(container: .mp4, duration: 9, tracks: [Self.track(0, .audio, .aac)])
        facts.tracks.append(Self.track(1, .video, .motionJPEG) { $0.isCover = true })
        #expect(try MediaPlan.make(for: facts, on: .unknown).delivery == .direct)
    }

    @Test func `a file without media has no plan`() {
        let facts = MediaFacts(container: .other, duration: nil, tracks: [Self.track(0, .subtitles, .subRip)])
        #expect(throws: MediaPlanError.nothingToPlay) { try MediaPlan.make(for: facts, on: .unknown) }
        let silent = MediaFacts(container: .mp4, duration: 9, tracks: [Self.track(0, .video, .h264)])
        #expect(throws: MediaPlanError.noAudioForSpeaker(model: "Nest Audio")) {
            try MediaPlan.make(for: silent, on: .forModel("Nest Audio"))
        }
    }
}
