// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Testing

@Suite struct HLSManifestTests {
    private func parse(_ text: String, url: String = "https://host/a/list.m3u8?t=1") throws -> HLSManifest {
        try HLSManifest(parsing: text, url: url)
    }

    @Test func `a multivariant playlist has variants and renditions`() throws {
        let playlist = try parse(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English, stereo",LANGUAGE="en",DEFAULT=YES,URI="en/a.m3u8"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="CC",INSTREAM-ID="CC1"
            #EXT-X-STREAM-INF:BANDWIDTH=1280000,CODECS="avc1.64001f, mp4a.40.2",RESOLUTION=1280x720,AUDIO="aac"
            # comment
            720/v.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=99999999999999999999,RESOLUTION=x
            /abs.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=1
            file:///etc/passwd
            """
        )
        #expect(playlist.isMaster)
        #expect(!playlist.isLive)
        #expect(playlist.variants.map(\.uri) == ["https://host/a/720/v.m3u8", "https://host/abs.m3u8"])
        let first = try #require(playlist.variants.first)
        #expect(first.bandwidth == 1_280_000)
        #expect(first.codecs == ["avc1.64001f", "mp4a.40.2"])
        #expect(first.width == 1280 && first.height == 720)
        #expect(first.audioGroup == "aac")
        #expect(playlist.variants.last?.bandwidth == nil)
        #expect(playlist.renditions.map(\.name) == ["English, stereo", "CC"])
        #expect(playlist.renditions.map(\.uri) == ["https://host/a/en/a.m3u8", nil])
        #expect(playlist.renditions.first?.isDefault == true)
        #expect(playlist.segmentCount == 0)
    }

    @Test func `a media playlist has segments and a duration`() throws {
        let playlist = try parse(
            "\u{FEFF}#EXTM3U\r\n#EXT-X-TARGETDURATION:6\r\n#EXT-X-MAP:URI=\"init.mp4\"\r\n"
                + "#EXTINF:5.5,Title\r\n1.m4s\r\n"
                + "#EXTINF:nan,\r\n2.m4s\r\n#EXTINF:-1\r\n3.m4s\r\n#EXTINF:1e400,\r\n4.m4s\r\n#EXTINF:4.5,\r\n5.m4s\r\n"
        )
        #expect(!playlist.isMaster)
        #expect(playlist.isLive)
        #expect(playlist.segmentCount == 5)
        #expect(playlist.firstSegments == (1...3).map { "https://host/a/\($0).m4s" })
        #expect(playlist.mapURI == "https://host/a/init.mp4")
        #expect(playlist.targetDuration == 6)
        #expect(playlist.duration == 10)
        #expect(!playlist.isEncrypted)
    }

    @Test(arguments: ["#EXT-X-ENDLIST", "#EXT-X-PLAYLIST-TYPE:VOD"])
    func `a complete playlist is not live`(tag: String) throws {
        #expect(try !parse("#EXTM3U\n#EXTINF:1,\na.ts\n\(tag)").isLive)
        #expect(try parse("#EXTM3U\n#EXT-X-PLAYLIST-TYPE:EVENT\n#EXTINF:1,\na.ts").isLive)
    }

    @Test(arguments: [
        ("METHOD=NONE", false, false), ("METHOD=AES-128,URI=\"k\"", true, false),
        ("METHOD=SAMPLE-AES,URI=\"k\"", true, true), ("METHOD=SAMPLE-AES-CTR,URI=\"data:,a\"", true, true),
        ("METHOD=AES-128,URI=\"skd://a\"", true, true),
        ("METHOD=AES-128,URI=\"k\",KEYFORMAT=\"com.widevine\"", true, true),
        ("URI=\"k\"", false, false), ("METHOD=\"AES-128", false, false),
    ])
    func `keys show encryption and rights management`(attributes: String, isEncrypted: Bool, isDRM: Bool) throws {
        let playlist = try parse("#EXTM3U\n#EXT-X-KEY:\(attributes)\na.ts")
        #expect(playlist.isEncrypted == isEncrypted)
        #expect(playlist.isDRM == isDRM)
    }

    @Test func `many keys are limited and rights management is still found`() throws {
        let keys = (0..<50_000).map { "#EXT-X-KEY:METHOD=AES-128,URI=\"k\($0)\"" }.joined(separator: "\n")
        let playlist = try parse("#EXTM3U\n\(keys)\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://a\"\na.ts")
        #expect(playlist.keys.count == 100)
        #expect(playlist.isDRM)
    }

    @Test func `variables are substituted`() throws {
        let playlist = try parse(
            "#EXTM3U\n#EXT-X-DEFINE:NAME=\"p\",VALUE=\"x/y\"\n{$p}/1.ts\n{$unknown}/2.ts\n{p}{$p}.ts\n"
        )
        #expect(playlist.firstSegments == ["https://host/a/x/y/1.ts", "https://host/a/%7Bp%7Dx/y.ts"])
    }

    @Test(arguments: ["", "<html>", "#EXTM3U8\n", "\n#EXTM3U"])
    func `other text is not a playlist`(text: String) {
        let error = #expect(throws: HLSManifestError.self) { try parse(text) }
        #expect(error?.code == .notAPlaylist)
    }

    @Test func `a large text is an error`() {
        for unit in ["\n", String(repeating: "a", count: 100)] {
            let text = "#EXTM3U\n" + String(repeating: unit, count: 300_000)
            let error = #expect(throws: HLSManifestError.self) { try parse(text) }
            #expect(error?.code == .tooLarge)
        }
    }

    @Test func `the URL must be a web URL`() {
        let error = #expect(throws: HLSManifestError.self) { try parse("#EXTM3U\n", url: "file:///a") }
        #expect(error?.code == .invalidURL)
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["=", ",", "\"", "A=\"\",", "A=", "=\"", "A=\"\""])
    func `a line of hostile attributes takes linear time`(unit: String) throws {
        let line = String(repeating: unit, count: (1 << 20) / unit.utf8.count)
        #expect(try parse("#EXTM3U\n#EXT-X-KEY:\(line)\na.ts").segmentCount == 1)
    }
}
