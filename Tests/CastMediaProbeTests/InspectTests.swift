// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import Testing

/// Tests of the tracks and tags of small files.
@Suite struct InspectTests {
    static func inspect(_ content: [UInt8]) async throws -> MediaFacts {
        let file = CountedFile(content)
        return try await MediaProbe.inspect(size: UInt64(content.count)) { await file.read($0) }
    }

    static let mp4 = MediaBytes.mp4(
        MediaBytes.track(
            id: 1,
            handler: "vide",
            entry: MediaBytes.videoEntry(
                "dvh1",
                width: 3840,
                height: 2160,
                Bytes.box("hvcC", MediaBytes.hevcRecord) + Bytes.box("dvcC", MediaBytes.zeros(24))
            ),
            tables: MediaBytes.table("stts", [[48, 40], [1, 80]])
                + MediaBytes.fullBox("stsz", Bytes.big(0, 4) + Bytes.big(50, 4))
        )
            + MediaBytes.track(
                id: 2,
                handler: "soun",
                entry: MediaBytes.audioEntry(
                    "mp4a",
                    channels: 1,
                    rate: 22_050,
                    // HE-AAC v2 with explicit signaling: object type 29, 22.05 kHz, mono, 44.1 kHz.
                    MediaBytes.descriptor(0x40, [0xEB, 0x8A, 0x08])
                ),
                language: "ger",
                flags: 0,
                after: Bytes.box("udta", Bytes.box("name", Array("Commentary".utf8)))
            )
            + MediaBytes.track(
                id: 3,
                handler: "sbtl",
                entry: Bytes.box("tx3g", MediaBytes.zeros(30)),
                language: "por"
            ) + MediaBytes.track(id: 4, handler: "tmcd", entry: Bytes.box("tmcd", MediaBytes.zeros(20)))
            + MediaBytes.track(
                id: 5,
                handler: "vide",
                entry: MediaBytes.videoEntry("jpeg", width: 64, height: 64, []),
                tables: MediaBytes.table("stts", [[1, 2000]])
            )
    )

    @Test func `the tracks of MP4 are found`() async throws {
        let facts = try await Self.inspect(Self.mp4)
        #expect(facts.container == .mp4)
        #expect(facts.duration == 2)
        try #require(facts.tracks.count == 5)
        #expect(facts.tracks.map(\.index) == [0, 1, 2, 3, 4])
        #expect(facts.tracks.map(\.kind) == [.video, .audio, .subtitles, .data, .video])
        #expect(facts.tracks.map(\.codec) == [.hevc, .aac, .movText, .unknown, .motionJPEG])
        #expect(facts.tracks.map(\.language) == [nil, "de", "pt", nil, nil])
        #expect(facts.tracks.map(\.isDefault) == [true, false, true, true, true])
        #expect(facts.tracks.map(\.isCover) == [false, false, false, false, true])
        let video = facts.tracks[0]
        #expect(video.profile == "Main 10")
        #expect(video.level == 5.1)
        #expect(video.bitDepth == 10)
        #expect(video.chroma == "4:2:0")
        #expect(video.width == 3840)
        #expect(video.frameRate == 25)
        #expect(video.dynamicRange == .dolbyVision)
        let audio = facts.tracks[1]
        #expect(audio.profile == "HE-AACv2")
        #expect(audio.sampleRate == 44_100)
        #expect(audio.channels == 2)
        #expect(audio.title == "Commentary")
    }

    @Test(arguments: [(16, .hdr10), (18, .hlg), (1, .standard), (2, nil)] as [(UInt64, TrackFacts.DynamicRange?)])
    func `the dynamic range follows from the transfer characteristics`(
        code: UInt64,
        range: TrackFacts.DynamicRange?
    ) async throws {
        let color = Bytes.box("colr", Array("nclx".utf8) + Bytes.big(9, 2) + Bytes.big(code, 2) + Bytes.big(9, 3))
        let entry = MediaBytes.videoEntry(
            "avc1",
            width: 16,
            height: 16,
            Bytes.box("avcC", MediaBytes.avcRecord) + color
        )
        let mp4 = try await Self.inspect(MediaBytes.mp4(MediaBytes.track(id: 1, handler: "vide", entry: entry)))
        #expect(mp4.video?.dynamicRange == range)
        #expect(mp4.video?.profile == "High")
        #expect(mp4.video?.level == 3.1)
        let matroskaColor = Bytes.element(0xE0, Bytes.element(0x55B0, Bytes.element(0x55BA, [UInt8(code)])))
        let matroska = MediaBytes.matroska([MediaBytes.entry(1, type: 1, codec: "V_AV1", matroskaColor)])
        #expect(try await Self.inspect(matroska).video?.dynamicRange == range)
    }

    @Test func `QuickTime and WebM are containers of their own`() async throws {
        let movie = MediaBytes.mp4([], brand: "qt  ")
        #expect(try await Self.inspect(movie).container == .quickTime)
        #expect(try await probe(movie).container == .mp4)
        let webm = MediaBytes.matroska([], type: "webm")
        #expect(try await Self.inspect(webm).container == .webm)
        #expect(try await probe(webm).container == .matroska)
    }

    @Test func `the tags of MP4 are found`() async throws {
        let items: [[UInt8]] = [("nam", "Song"), ("ART", "Ada"), ("alb", "Works")].map { name, text in
            let data = Bytes.box("data", Bytes.big(1, 4) + Bytes.big(0, 4) + Array(text.utf8))
            return Bytes.big(UInt64(data.count + 8), 4) + [0xA9] + Array(name.utf8) + data
        }
        let metadata = MediaBytes.fullBox("meta", Bytes.box("ilst", items.flatMap { $0 }))
        let facts = try await Self.inspect(MediaBytes.mp4(Bytes.box("udta", metadata)))
        #expect([facts.title, facts.artist, facts.album] == ["Song", "Ada", "Works"])
    }

    static let matroska = MediaBytes.matroska([
        MediaBytes.entry(
            1,
            type: 1,
            codec: "V_MPEG4/ISO/AVC",
            Bytes.element(0x63A2, MediaBytes.avcRecord)
                + Bytes.element(0xE0, Bytes.element(0xB0, Bytes.big(1280, 2)) + Bytes.element(0xBA, Bytes.big(720, 2)))
                + Bytes.element(0x23_E383, Bytes.big(40_000_000, 4))
        ),
        MediaBytes.entry(
            2,
            type: 2,
            codec: "A_PCM/INT/LIT",
            Bytes.element(0xE1, Bytes.element(0x6264, [24]) + Bytes.element(0xB5, Bytes.big(48_000.0.bitPattern, 8)))
                + Bytes.element(0x22_B59C, Array("ger".utf8)) + Bytes.element(0x22_B59D, Array("de-ch".utf8))
        ),
        MediaBytes.entry(
            3,
            type: 17,
            codec: "S_HDMV/PGS",
            Bytes.element(0x88, [0]) + Bytes.element(0x55AA, [1]) + Bytes.element(0x536E, Array("Signs".utf8))
        ),
        MediaBytes.entry(4, type: 33, codec: "D_OTHER"),
    ])

    @Test func `the tracks of Matroska are found`() async throws {
        let facts = try await Self.inspect(Self.matroska)
        #expect(facts.duration == 2)
        try #require(facts.tracks.count == 4)
        #expect(facts.tracks.map(\.kind) == [.video, .audio, .subtitles, .data])
        #expect(facts.tracks.map(\.codec) == [.h264, "pcm_s24le", .pgs, .unknown])
        #expect(facts.tracks.map(\.language) == ["en", "de-CH", "en", "en"])
        #expect(facts.tracks.map(\.isDefault) == [true, true, false, true])
        #expect(facts.tracks[0].frameRate == 25)
        #expect(facts.tracks[0].level == 3.1)
        #expect(facts.tracks[1].channels == 1)
        #expect(facts.tracks[1].sampleRate == 48_000)
        #expect(facts.tracks[2].isForced)
        #expect(facts.tracks[2].title == "Signs")
    }

    @Test func `the tracks of a transport stream are found`() async throws {
        let facts = try await Self.inspect(MediaBytes.transportStream)
        #expect(facts.container == .transportStream)
        #expect(facts.duration == 3)
        try #require(facts.tracks.count == 4)
        #expect(facts.tracks.map(\.codec) == [.h264, .aac, .ac3, .dvbSubtitle])
        #expect(facts.tracks.map(\.language) == [nil, "de", nil, "fr"])
        #expect(facts.tracks[0].width == 1280)
        #expect(facts.tracks[0].height == 720)
        #expect(facts.tracks[0].profile == "High")
        #expect(facts.tracks[1].sampleRate == 44_100)
        #expect(facts.tracks[1].profile == "LC")
        #expect(facts.tracks[2].channels == 6)
        #expect(try await probe(MediaBytes.transportStream).duration == 3)
    }

    @Test func `the tags of Ogg and FLAC are found`() async throws {
        let comment = MediaBytes.vorbisComment(["title=Song", "ARTIST=Ada", "album=Works"])
        let information =
            MediaBytes.zeros(10) + Bytes.big(44_100 << 44 | 1 << 41 | 15 << 36 | 441_000, 8) + MediaBytes.zeros(16)
        let flac =
            Array("fLaC".utf8) + Bytes.big(34, 4) + information + Bytes.big(0x8400_0000 | UInt64(comment.count), 4)
            + comment
        for (content, codec, duration) in [(MediaBytes.opus, MediaCodec.opus, 2.0), (flac, .flac, 10)] {
            let facts = try await Self.inspect(content)
            #expect([facts.title, facts.artist, facts.album] == ["Song", "Ada", "Works"])
            #expect(facts.tracks.map(\.codec) == [codec])
            #expect(facts.tracks.map(\.channels) == [2])
            #expect(facts.duration == duration)
        }
    }

    /// An ID3 tag with this version, in which sizes have seven bits in each byte.
    private static func tag(version: UInt8, _ frames: [UInt8]) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, 0, 0, 0, UInt8(frames.count >> 7), UInt8(frames.count & 0x7F)] + frames
    }

    @Test(
        arguments: [
            (2, Array("TT2".utf8) + [0, 0, 5, 0] + Array("Song".utf8), "Song"),
            (3, Array("TIT2".utf8) + [0, 0, 0, 5, 0, 0, 0, 0xC4, 0xD6, 0xDC, 0xDF], "ÄÖÜß"),
            (3, Array("TIT2".utf8) + [0, 0, 0, 7, 0, 0, 1, 0xFF, 0xFE, 0x41, 0, 0x42, 0], "AB"),
            (4, Array("TIT2".utf8) + [0, 0, 0, 5, 0, 0, 2, 0, 0x41, 0, 0x42], "AB"),
            (4, Array("TIT2".utf8) + [0, 0, 0, 6, 0, 0, 3] + Array("a\0b c".utf8), "a"),
            (4, Array("TIT2".utf8) + [0x7F, 0x7F, 0x7F, 0x7F, 0, 0, 3, 65], nil),
            (3, Array("TIT2".utf8) + [0, 0, 0, 1, 0, 0, 0], nil),
        ] as [(UInt8, [UInt8], String?)]
    )
    func `the title of an ID3 tag is found`(version: UInt8, frame: [UInt8], title: String?) async throws {
        let audio = [[UInt8]](repeating: MediaBytes.adtsFrame, count: 43).flatMap { $0 }
        let facts = try await Self.inspect(Self.tag(version: version, frame) + audio)
        #expect(facts.container == .adts)
        #expect(facts.title == title)
        #expect(facts.tracks.map(\.sampleRate) == [44_100])
        let duration = try #require(facts.duration)
        #expect(abs(duration - 43 * 1024 / 44_100.0) < 0.001)
    }
}
