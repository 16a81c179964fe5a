// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Testing

@Suite struct HLSRewriterTests {
    private func rewrite(_ text: String) -> String {
        StreamRewriter.rewriteHLS(text, url: "https://host/a/list.m3u8?t=1") { "[\($1) \($0)]" }
    }

    @Test func `every reference is replaced and other bytes are kept`() {
        let text = """
            #EXTM3U\r
            # comment URI="x"\r
            #EXT-X-KEY:METHOD=AES-128, URI="k?a,b",IV=0x1\r
            #EXT-X-MAP:BYTERANGE="1@0",URI="init.mp4"\r
            #EXTINF:1,URI="x"\r
              1.ts \r
            \r
            #EXT-X-PART:DURATION=1,URI="/p.ts"
            #EXT-X-PRELOAD-HINT:TYPE=MAP,URI="h.mp4"
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="h.ts"
            #EXT-X-RENDITION-REPORT:URI="../r.m3u8"
            #EXT-X-SESSION-DATA:DATA-ID="a",URI="d.json"
            https://other/2.ts?x#y
            """
        let expected = """
            #EXTM3U\r
            # comment URI="x"\r
            #EXT-X-KEY:METHOD=AES-128, URI="[key https://host/a/k?a,b]",IV=0x1\r
            #EXT-X-MAP:BYTERANGE="1@0",URI="[map https://host/a/init.mp4]"\r
            #EXTINF:1,URI="x"\r
              [segment https://host/a/1.ts] \r
            \r
            #EXT-X-PART:DURATION=1,URI="[segment https://host/p.ts]"
            #EXT-X-PRELOAD-HINT:TYPE=MAP,URI="[map https://host/a/h.mp4]"
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="[segment https://host/a/h.ts]"
            #EXT-X-RENDITION-REPORT:URI="[playlist https://host/r.m3u8]"
            #EXT-X-SESSION-DATA:DATA-ID="a",URI="[segment https://host/a/d.json]"
            [segment https://other/2.ts?x#y]
            """
        #expect(rewrite(text) == expected)
    }

    @Test func `variants and renditions are playlists`() {
        let text =
            "#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-MEDIA:TYPE=AUDIO,URI=\"m\"\n"
            + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\nv\n"
        let expected =
            "#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"[key https://host/a/k]\"\n"
            + "#EXT-X-MEDIA:TYPE=AUDIO,URI=\"[playlist https://host/a/m]\"\n"
            + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"[playlist https://host/a/i]\"\n"
            + "#EXT-X-STREAM-INF:BANDWIDTH=1\n\n[playlist https://host/a/v]\n"
        #expect(rewrite(text) == expected)
    }

    @Test(arguments: [
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://key\"", "#EXT-X-KEY:METHOD=AES-128,URI=\"data:;base64,AA==\"",
        "file:///etc/passwd", "data:,a", "a\u{1}b", "{$unknown}/a.ts", "#EXT-X-KEY:URI=\"a", "#EXT-X-KEY:URI=a",
        "#EXT-X-KEY:URI=\"\"", "#EXT-X-DEFINE:QUERYPARAM=\"t\"\n{$t}.ts", "#", "#EXT", "#EXT-X-MAP", "#EXT-X-MAP:", "",
    ])
    func `other references are kept`(text: String) {
        #expect(rewrite(text) == text)
    }

    @Test func `variables are substituted in references`() {
        let define = "#EXT-X-DEFINE:NAME=\"h\",VALUE=\"https://cdn/x\"\n"
        #expect(rewrite(define + "{$h}/1.ts") == define + "[segment https://cdn/x/1.ts]")
        let key = "#EXT-X-KEY:METHOD=AES-128,URI=\""
        #expect(rewrite(define + key + "{$h}/k\"") == define + key + "[key https://cdn/x/k]\"")
    }

    @Test(.timeLimit(.minutes(5))) func `variables cannot enlarge a playlist without limit`() {
        let value = String(repeating: "a", count: 15_000)
        let text = "#EXT-X-DEFINE:NAME=\"v\",VALUE=\"\(value)\"\n" + String(repeating: "{$v}\n", count: 150_000)
        #expect(rewrite(text).utf8.count < 16 << 20)
        let long = "#EXT-X-DEFINE:NAME=\"v\",VALUE=\"\(value)\"\n" + String(repeating: "{$v}", count: 100_000)
        #expect(rewrite(long) == long)
        #expect(rewrite(String(repeating: "{$", count: 1_000_000)).utf8.count == 2_000_000)
    }

    @Test(.timeLimit(.minutes(5))) func `a million lines are limited`() {
        let text = String(repeating: "a\n", count: 1_000_000)
        let rewritten = rewrite(text)
        #expect(rewritten.hasSuffix("a\na\n"))
        #expect(rewritten.utf8.count < 32 << 20)
        let large = String(repeating: "a\n", count: 3_000_000)
        #expect(rewrite(large) == large)
    }
}
