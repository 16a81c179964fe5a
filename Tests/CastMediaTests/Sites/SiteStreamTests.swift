// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import Testing

@testable import CastMedia

/// The choice among the formats of a site.
@Suite struct SiteStreamTests {
    private static func format(
        _ name: String,
        _ transport: String = "https",
        _ ext: String = "mp4",
        video: String? = "avc1.640028",
        audio: String? = "mp4a.40.2",
        height: Int? = nil,
        manifest: String? = nil
    ) -> SiteMedia.Format {
        SiteMedia.Format(
            url: "https://v.example/\(name)",
            manifestURL: manifest.map { "https://v.example/\($0)" },
            fileExtension: ext,
            transport: transport,
            videoCodec: video,
            audioCodec: audio,
            width: height.map { $0 * 16 / 9 },
            height: height
        )
    }

    private static func media(_ formats: [SiteMedia.Format]) -> SiteMedia {
        SiteMedia(isLive: false, formats: formats, subtitles: [])
    }

    private static func hls(_ height: Int, video: String = "avc1.640028") -> SiteMedia.Format {
        format("v\(height).m3u8", "m3u8_native", video: video, height: height, manifest: "master.m3u8")
    }

    private static func name(
        _ formats: [SiteMedia.Format],
        _ device: PlaybackCapabilities = .unknown,
        limit: Int? = nil
    ) throws -> String {
        let stream = try SiteStream.choose(from: media(formats), for: device, maximumHeight: limit)
        return String(stream.url.dropFirst("https://v.example/".count))
    }

    static let ultra = PlaybackCapabilities.forModel("Chromecast Ultra")
    static let speaker = PlaybackCapabilities.forModel("Google Home Mini", hasScreen: false)

    @Test func `the largest file that the device decodes is chosen`() throws {
        let formats = [
            Self.format("360.mp4", height: 360), Self.format("1080.mp4", height: 1080),
            Self.format("2160.webm", "https", "webm", video: "vp09.00.51.08", audio: "opus", height: 2160),
        ]
        #expect(try Self.name(formats) == "1080.mp4")
        #expect(try Self.name(formats, Self.ultra) == "2160.webm")
        #expect(try Self.name(formats, Self.ultra, limit: 720) == "360.mp4")
        let stream = try SiteStream.choose(from: Self.media(formats), for: .unknown)
        #expect(stream.height == 1080)
        #expect(stream.reasons.contains { $0.contains("does not decode VP9") }, "\(stream.reasons)")
    }

    @Test func `a manifest is preferred over a small file, and a file of 720 lines over an equal manifest`() throws {
        let streams = [Self.hls(480), Self.hls(720)]
        let stream = try SiteStream.choose(
            from: Self.media([Self.format("360.mp4", height: 360)] + streams),
            for: .unknown
        )
        #expect(stream.url.hasSuffix("/master.m3u8"))
        #expect(stream.delivery == .hls)
        #expect(stream.contentType == "application/vnd.apple.mpegurl")
        #expect(stream.height == 720)
        #expect(stream.reasons == ["the largest file has 360 lines"])
        #expect(try Self.name([Self.format("720.mp4", height: 720)] + streams) == "720.mp4")
        #expect(try Self.name([Self.format("720.mp4", height: 720), Self.hls(1080)]) == "master.m3u8")
    }

    @Test func `the height of a manifest is that of a variant that the device decodes`() throws {
        let variants = [Self.hls(1080), Self.hls(2160, video: "vp09.00.51.08")]
        let stream = try SiteStream.choose(from: Self.media(variants), for: .unknown)
        #expect(stream.height == 1080)
        #expect(throws: VideoSiteError.self) { try Self.name([variants[1]]) }
    }

    @Test func `with a limit, one variant is chosen instead of the manifest`() throws {
        #expect(try Self.name([Self.hls(480), Self.hls(1080)], limit: 720) == "v480.m3u8")
        #expect(try Self.name([Self.hls(480), Self.hls(720)], limit: 720) == "master.m3u8")
        let separate = [
            Self.format("v1", "m3u8_native", audio: "none", height: 480, manifest: "m"),
            Self.format("v2", "m3u8_native", audio: "none", height: 1080, manifest: "m"),
            Self.format("a", "m3u8_native", video: "none", manifest: "m"),
        ]
        #expect(try Self.name(separate) == "m")
        #expect(throws: VideoSiteError.self) { try Self.name(separate, limit: 720) }
        #expect(try Self.name(separate + [Self.format("360.mp4", height: 360)], limit: 720) == "360.mp4")
    }

    @Test func `separate files of picture and sound are not playable, and the reason says so`() {
        let formats = [
            Self.format("v.mp4", audio: "none", height: 1080),
            Self.format("a.m4a", "https", "m4a", video: "none"),
        ]
        #expect {
            try Self.name(formats)
        } throws: { error in
            "\(error)".contains("the video with 1080 lines has no sound")
        }
    }

    @Test func `a speaker gets the audio file with the highest bit rate`() throws {
        var low = Self.format("low.m4a", "https", "m4a", video: "none")
        low.bitRate = 48
        var high = Self.format("high.webm", "https", "webm", video: "none", audio: "opus")
        high.bitRate = 128
        let formats = [Self.format("v.mp4", height: 720), low, high]
        let stream = try SiteStream.choose(from: Self.media(formats), for: Self.speaker)
        #expect(stream.url.hasSuffix("/high.webm"))
        #expect(stream.contentType == "audio/webm")
        #expect(try Self.name([low, high]) == "high.webm", "a site of music on a device with a screen")
        #expect(throws: VideoSiteError.self) { try Self.name([formats[0]], Self.speaker) }
    }

    @Test func `unknown codecs and sizes are tried, protected media is not`() throws {
        let unknown = Self.format("film.mp4", "http", video: nil, audio: nil)
        #expect(try Self.name([unknown]) == "film.mp4")
        var protected = unknown
        protected.isProtected = true
        #expect {
            try Self.name([protected])
        } throws: { error in
            "\(error)".contains("digital rights management")
        }
        let previews = Self.format("sheet.jpg", "mhtml", "mhtml", video: "none", audio: "none")
        #expect(throws: VideoSiteError.self) { try Self.name([previews]) }
        #expect(throws: VideoSiteError.self) { try Self.name([Self.format("film.mov", "https", "mov")]) }
    }

    @Test func `DASH is used if it is larger than HLS`() throws {
        let dash = Self.format("d", "http_dash_segments", audio: "none", height: 1080, manifest: "a.mpd")
        let sound = Self.format("e", "http_dash_segments", "m4a", video: "none", manifest: "a.mpd")
        #expect(try Self.name([dash, sound, Self.hls(1080)]) == "master.m3u8")
        #expect(try Self.name([dash, sound, Self.hls(480)]) == "a.mpd")
        let fragments = Self.format("d", "http_dash_segments", height: 1080)
        #expect(throws: VideoSiteError.self) { try Self.name([fragments]) }
    }

    @Test(
        arguments: [
            ("avc1.640028", MediaCodec.h264, 4.0, nil), ("avc1.6E0033", .h264, 5.1, 10), ("h264", .h264, nil, nil),
            ("vp09.02.51.10.01", .vp9, 5.1, 10), ("vp9.2", .vp9, nil, 10), ("vp9", .vp9, nil, nil),
            ("av01.0.08M.08", .av1, 4.0, 8), ("hvc1.2.4.L153.B0", .hevc, 5.1, 10),
            ("av01.0.99999999999999999999.1", .av1, nil, 1),
            ("", .unknown, nil, nil),
        ] as [(String, MediaCodec, Double?, Int?)]
    )
    func `codecs of sites are understood`(text: String, codec: MediaCodec, level: Double?, depth: Int?) {
        let track = SiteCodec.video(text)
        #expect(track.codec == codec)
        #expect(track.level == level)
        #expect(track.bitDepth == depth)
    }

    @Test func `the request headers of the chosen form are reported`() throws {
        var format = Self.format("film.mp4", height: 720)
        format.requestHeaders = ["Referer": "https://site.example/"]
        let stream = try SiteStream.choose(from: Self.media([format]), for: .unknown)
        #expect(stream.requestHeaders == ["Referer": "https://site.example/"])
    }
}
