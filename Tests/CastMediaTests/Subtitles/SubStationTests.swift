// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Testing

@Suite struct SubStationTests {
    private func events(_ lines: String...) throws -> [Subtitles.Cue] {
        try subtitles(
            """
            [Script Info]
            WrapStyle: 0
            [V4+ Styles]
            Format: Name, Alignment, Italic, Bold, Underline
            Style: Default,2,0,0,0
            Style: Sign,8,-1,0,0
            [Events]
            Format: Layer, Start, End, Style, Name, Text
            \(lines.joined(separator: "\n"))
            """
        ).cues
    }

    private func cue(_ text: String, style: String = "Default") throws -> Subtitles.Cue {
        try #require(events("Dialogue: 0,0:00:01.00,0:00:02.50,\(style),,\(text)").first)
    }

    @Test func `a file is converted to WebVTT`() throws {
        let subtitles = try subtitles(SubtitleSamples.subStation)
        #expect(subtitles.format == .subStation)
        #expect(
            subtitles.webVTT() == """
                WEBVTT

                00:00:01.000 --> 00:00:02.500
                <i>Hello</i>,
                world

                00:00:03.000 --> 00:00:04.000 line:0
                <i><b>Title</b></i>

                """
        )
    }

    @Test(arguments: [
        ("{\\i1}a{\\i0}b", "<i>a</i>b"), ("{\\b1}a{\\b}b", "<b>a</b>b"), ("{\\b700}a{\\b400}b", "<b>a</b>b"),
        ("{\\u1}a", "<u>a</u>"), ("{\\i1\\b1}a{\\i0}b", "<i><b>a</b></i><b>b</b>"), ("{\\i1}a{\\r}b", "<i>a</i>b"),
        ("{\\rSign}a", "<i>a</i>"), ("{\\blur2\\bord1\\iclip(1,2,3,4)\\pos(1,2)\\1c&HFF&}a", "a"),
        ("{\\t(0,100,\\i1)}a", "a"), ("{\\p1}m 0 0 l 1 1{\\p0}a", "a"), ("{a comment}a", "a"), ("a, b, c", "a, b, c"),
        ("a\\Nb\\nc\\hd", "a\nb c\u{A0}d"), ("a\\Nb\\N\\Nc", "a\nb\nc"), ("a\\b", "a\\b"), ("{a", "{a"),
        ("<i>a</i> & b", "&lt;i&gt;a&lt;/i&gt; &amp; b"), ("<script>", "&lt;script&gt;"), ("a --> b", "a --&gt; b"),
        ("a\\", "a\\"), ("a}b{", "a}b{"),
    ])
    func `overrides become tags or are removed`(text: String, expected: String) throws {
        #expect(try cue(text).text == expected)
    }

    @Test(arguments: [
        ("{\\an7}a", "line:0 align:left"), ("{\\a6}a", "line:0"), ("{\\a11}a", "line:50% align:right"),
        ("{\\a1}a", "align:left"),
        ("{\\an8}a{\\an2}", "line:0"), ("{\\an0}a", ""), ("{\\an99999999999999999999}a", ""), ("{\\alpha&H00&}a", ""),
    ])
    func `a position becomes settings`(text: String, settings: String) throws {
        #expect(try cue(text).settings == settings)
    }

    @Test func `styles determine the characters and the position`() throws {
        let sign = try cue("a{\\i0}b{\\i}c", style: "Sign")
        #expect(sign.text == "<i>a</i>b<i>c</i>")
        #expect(sign.settings == "line:0")
        #expect(try cue("{\\an2}a", style: "*Sign").settings == "")
        #expect(try cue("a", style: "Unknown").text == "a")
    }

    @Test func `version 4 numbers positions differently`() throws {
        let file = """
            [Script Info]
            [V4 Styles]
            Format: Name, Bold, Italic, Alignment
            Style: Default,0,-1,6
            [Events]
            Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
            Dialogue: Marked=0,0:00:01.00,0:00:02.00,*Default,,0000,0000,0000,,Hello, you
            """
        #expect(
            try subtitles(file).cues == [Subtitles.Cue(start: 1, end: 2, text: "<i>Hello, you</i>", settings: "line:0")]
        )
    }

    @Test func `only dialogue is used, and only once`() throws {
        let cues = try events(
            "Comment: 0,0:00:01.00,0:00:02.00,Default,,hidden",
            "Dialogue: 1,0:00:01.00,0:00:02.00,Default,,front",
            "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,back",
            "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,{\\bord3}front",
            "Dialogue: 0,0:00:02.00,0:00:01.00,Default,,reversed",
            "Dialogue: 0,x,y,Default,,invalid",
            "Dialogue: 0,0:00:01.00"
        )
        #expect(cues.map(\.text) == ["back", "front"])
    }

    @Test func `a file without formats uses the usual fields`() throws {
        let cues = try subtitles("[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,A, b").cues
        #expect(cues.map(\.text) == ["A, b"])
    }

    @Test func `soft breaks are line ends if the script says so`() throws {
        let file = "[Script Info]\nWrapStyle: 2\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,A\\nb"
        #expect(try subtitles(file).cues.map(\.text) == ["A\nb"])
    }
}
