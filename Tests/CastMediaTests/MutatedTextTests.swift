// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import CastTesting
import Testing

@testable import CastMedia

/// Tests with thousands of subtitle files, lists, manifests and reports that are damaged at several places.
@Suite(.timeLimit(.minutes(2))) struct MutatedTextTests {
    @Test(arguments: SubtitleSamples.all.indices)
    func `damaged subtitles have valid times and are WebVTT without scripts`(index: Int) {
        var accepted = 0
        for variant in Mutations(of: Array(SubtitleSamples.all[index].utf8), count: 1500, seed: UInt64(index)) {
            guard let subtitles = try? CastMedia.Subtitles(variant) else { continue }
            accepted += 1
            for cue in subtitles.cues {
                #expect(cue.start >= 0 && cue.start < cue.end && cue.end.isFinite && !cue.text.contains("-->"))
            }
            #expect(subtitles.webVTT(delay: 1.5).hasPrefix("WEBVTT\n"))
        }
        #expect(accepted > 300)
    }

    private static let lists = [
        ("a.m3u", "#EXTM3U\n#PLAYLIST:List\n#EXTINF:12,Artist - Title\na.mp3\n#EXTINF:-1 x=\"y\",B\nhttp://h/b.mp3\n"),
        ("a.pls", "[playlist]\nFile1=a.mp3\nTitle1=A\nLength1=12\nFile2=http://h/b.mp3\nNumberOfEntries=2\n"),
        (
            "a.xspf",
            "<?xml version=\"1.0\"?><playlist><title>L</title><trackList><track><location>file:///a%20b.mp3</location>"
                + "<title>A &amp; <![CDATA[B]]></title><duration>1200</duration></track></trackList></playlist>"
        ),
    ]

    @Test(arguments: lists.indices)
    func `a damaged list names only files and web URLs`(index: Int) {
        let (name, text) = Self.lists[index]
        for variant in Mutations(of: Array(text.utf8), count: 1500, seed: UInt64(index)) {
            for base in [MediaList.Base.folder("/lists"), .url("http://host/lists/a")] {
                guard let list = try? MediaList(parsing: variant, fileName: name, base: base) else { continue }
                for entry in list.entries {
                    let isWeb = entry.location.hasPrefix("http://") || entry.location.hasPrefix("https://")
                    #expect(isWeb || (base == .folder("/lists") && entry.location.hasPrefix("/")), "\(entry.location)")
                    #expect(!entry.location.unicodeScalars.contains { $0.value < 0x20 })
                    #expect(entry.duration.map { $0.isFinite && $0 >= 0 } ?? true)
                }
            }
        }
    }

    private static let hls = [
        "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-DEFINE:NAME=\"v\",VALUE=\"w\"\n"
            + "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x1\n#EXT-X-MAP:URI=\"i.mp4\",BYTERANGE=\"9@0\"\n"
            + "#EXTINF:4.000,\n#EXT-X-BYTERANGE:99@9\n{$v}.m4s\n#EXT-X-ENDLIST\n",
        "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"A\",LANGUAGE=\"de\",DEFAULT=YES,URI=\"a.m3u8\"\n"
            + "#EXT-X-STREAM-INF:BANDWIDTH=1280000,RESOLUTION=1280x720,CODECS=\"avc1.4d401f,mp4a.40.2\",AUDIO=\"a\"\nv.m3u8\n",
    ]

    @Test(arguments: hls.indices)
    func `the references of a damaged HLS playlist are web URLs`(index: Int) {
        for variant in Mutations(of: Array(Self.hls[index].utf8), count: 1500, seed: UInt64(index)) {
            let text = String(decoding: variant, as: UTF8.self)
            _ = try? HLSManifest(parsing: text, url: "https://host/a/m.m3u8")
            let rewritten = StreamRewriter.rewriteHLS(text, url: "https://host/a/m.m3u8") { url, _ in
                #expect(url.hasPrefix("http"), "\(url)")
                return "R"
            }
            #expect(rewritten.utf8.count <= text.utf8.count + 64)
        }
    }

    private static let dash =
        "<?xml version=\"1.0\"?><MPD type=\"static\" mediaPresentationDuration=\"PT1H2M3.5S\"><BaseURL>v/</BaseURL>"
        + "<Period><AdaptationSet mimeType=\"video/mp4\" lang=\"de\"><ContentProtection schemeIdUri=\"urn:uuid:x\"/>"
        + "<SegmentTemplate media=\"$Number%05d$.m4s\" initialization=\"../i.mp4\"/><Representation id=\"1\" "
        + "bandwidth=\"1000\" width=\"16\" height=\"9\" codecs=\"avc1\"/></AdaptationSet></Period></MPD>"

    @Test func `a damaged DASH manifest has a plausible duration, and its references are web URLs`() {
        for variant in Mutations(of: Array(Self.dash.utf8), count: 2000) {
            if let manifest = DASHManifest(parsing: variant) {
                #expect(manifest.stream.duration.map { $0.isFinite && $0 >= 0 } ?? true)
            }
            _ = StreamRewriter.rewriteDASH(String(decoding: variant, as: UTF8.self), url: "https://host/m.mpd") {
                url,
                _ in
                #expect(url.hasPrefix("http"), "\(url)")
                return "R"
            }
        }
    }

    @Test func `the damaged output of a converter is divided or refused`() {
        let stream = TestStream.initialization + TestStream.fragment(at: 0) + TestStream.fragment(at: 4)
        for variant in Mutations(of: stream, count: 2000) {
            var parser = FragmentParser()
            _ = try? parser.parse(variant)
        }
        let conversion = SegmentSchedule(duration: 8, keyFrames: .everySegment)
        for time in [-1e300, -1, 0, 1e18, 1e300, .infinity] {
            #expect((0..<conversion.count).contains(conversion.index(at: time)))
        }
    }

    @Test func `the damaged reports of programs are read or refused`() {
        let probe = """
            {"streams": [{"index": 0, "codec_name": "h264", "codec_type": "video", "profile": "High", "level": 41,
            "width": 1920, "height": 1080, "avg_frame_rate": "25/1", "pix_fmt": "yuv420p", "channels": 2,
            "sample_rate": "48000", "tags": {"language": "ger", "title": "T"}, "disposition": {"default": 1}}],
            "format": {"format_name": "matroska,webm", "duration": "12.5", "tags": {"TITLE": "F"}}}
            """
        let site = """
            {"id": "1", "title": "T", "duration": 12.5, "webpage_url": "https://h/1", "formats": [{"format_id": "1",
            "url": "https://h/v.mp4", "ext": "mp4", "width": 1280, "height": 720, "tbr": 1e3, "fps": 25, "vcodec": "avc1"}]}
            """
        for variant in Mutations(of: Array(probe.utf8), count: 1500) {
            guard let facts = FFprobeReport(json: variant)?.facts else { continue }
            #expect(facts.duration.map { $0 > 0 && $0 < 1e9 } ?? true)
            if let plan = try? MediaPlan.make(for: facts, on: .unknown) { #expect(!plan.description.isEmpty) }
        }
        for variant in Mutations(of: Array(site.utf8), count: 1000) { _ = try? SitePage(json: variant) }
    }
}
