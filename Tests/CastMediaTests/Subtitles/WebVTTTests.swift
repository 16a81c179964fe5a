// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Testing

@Suite struct WebVTTTests {
    private func cue(_ text: String, settings: String = "") throws -> Subtitles.Cue {
        try #require(subtitles("WEBVTT\n\n00:01.000 --> 00:02.000 \(settings)\n\(text)\n").cues.first)
    }

    @Test func `a file is read without its styles and comments`() throws {
        let subtitles = try subtitles(SubtitleSamples.webVTT)
        #expect(subtitles.format == .webVTT)
        #expect(
            subtitles.webVTT() == """
                WEBVTT

                00:00:01.000 --> 00:00:02.500 line:0 align:left
                <v.loud Ann &amp; Bob>Hello <c.yellow>there</c></v>

                """
        )
        #expect(try self.subtitles(subtitles.webVTT()).cues == subtitles.cues)
    }

    private func subtitles(_ text: String) throws -> Subtitles { try Subtitles(Array(text.utf8)) }

    @Test(arguments: [
        ("line:0", "line:0"), ("line:-1", "line:-1"), ("line:50%,center", "line:50%,center"), ("line:x", ""),
        ("position:10.5%,line-left", "position:10.5%,line-left"), ("position:101%", ""), ("position:5", ""),
        ("size:80%", "size:80%"), ("size:80%,start", ""), ("align:middle", "align:center"), ("align:up", ""),
        ("vertical:rl", "vertical:rl"), ("region:fred", ""), ("align:left align:right", "align:left"),
        ("onclick:alert(1) align:end", "align:end"), ("line:", ""), (":", ""), ("line:99999", ""), ("size:nan%", ""),
    ])
    func `only valid settings are kept`(settings: String, expected: String) throws {
        #expect(try cue("a", settings: settings).settings == expected)
    }

    @Test(arguments: [
        ("<i>a</i> <b>b</b> <u>c</u>", "<i>a</i> <b>b</b> <u>c</u>"), ("<lang en>a</lang>", "<lang en>a</lang>"),
        ("<ruby>a<rt>b</rt></ruby>c", "<ruby>a<rt>b</rt></ruby>c"),
        ("<ruby>a<rt>b</ruby>c", "<ruby>a<rt>b</rt></ruby>c"),
        ("<rt>a</rt>", "a"), ("<00:00:01.500>a <00:00:01.700>b", "a b"), ("<v A>a\n<v B>b", "<v A>a</v>\n<v B>b</v>"),
        ("<c.a.b>x", "<c.a.b>x</c>"), ("<c.\"onx>a", "<c.>a</c>"), ("<script>a</script>", "a"), ("<img src=x>a", "a"),
        ("<v A\nB>a", "<v A B>a</v>"), ("&lt;b&gt; &nbsp; & x", "&lt;b&gt; \u{A0} &amp; x"), ("1 < 2", "1 &lt; 2"),
        ("<v <script>>a", "&lt;v &gt;a"), ("<b><b><b>a", "<b><b><b>a</b></b></b>"), ("{\\an8}a", "{\\an8}a"),
        ("<v \"><script>\">a", "<v \">\"&gt;a</v>"),
    ])
    func `tags are kept if WebVTT defines them, and balanced`(text: String, expected: String) throws {
        #expect(try cue(text).text == expected)
    }

    @Test func `times without an empty line before them begin a cue`() throws {
        let file =
            "WEBVTT\n00:01.000 --> 00:02.000\nA\n00:03.000 --> 00:04.000\nB\n\n"
            + "x\ny\nz\n\n100:00:01.000 --> 100:00:02.000\nC"
        let cues = try subtitles(file).cues
        #expect(cues.map(\.text) == ["A", "B", "C"])
        #expect(cues.map(\.start) == [1, 3, 360_001])
    }

    @Test func `cues with invalid times are skipped`() throws {
        let file =
            "WEBVTT\n\nx --> y\nA\n\n00:05.000 --> 00:04.000\nB\n\n"
            + "00:05.000 --> 00:06.000\nC\n\nNOTES\n00:07.000 --> 00:08.000\nD"
        #expect(try subtitles(file).cues.map(\.text) == ["C", "D"])
    }

    @Test func `a file without its header is read as SubRip`() throws {
        #expect(try subtitles("00:01.000 --> 00:02.000 line:0\nA").format == .subRip)
    }
}
