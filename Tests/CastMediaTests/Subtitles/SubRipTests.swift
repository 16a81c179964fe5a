// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Testing

@Suite struct SubRipTests {
    private func texts(_ file: String) throws -> [String] { try subtitles(file).cues.map(\.text) }

    private func cue(_ text: String) throws -> Subtitles.Cue {
        try #require(subtitles("1\n00:00:01,000 --> 00:00:02,000\n\(text)\n").cues.first)
    }

    @Test func `a file is converted to WebVTT`() throws {
        let subtitles = try subtitles(SubtitleSamples.subRip)
        #expect(subtitles.format == .subRip)
        #expect(
            subtitles.webVTT() == """
                WEBVTT

                00:00:01.000 --> 00:00:02.500 line:0
                <i>Hello</i> &amp; welcome

                00:00:03.000 --> 00:00:04.000
                Größe

                """
        )
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `all line ends are accepted`(end: String) throws {
        let file = SubtitleSamples.subRip.split(separator: "\n", omittingEmptySubsequences: false).joined(
            separator: end
        )
        #expect(try subtitles("\u{FEFF}" + file) == subtitles(SubtitleSamples.subRip))
    }

    @Test(arguments: [
        ("00:00:01,500 --> 00:00:02,000", 1.5), ("0:00:01.5-->0:00:02", 1.5), ("00:01,5 --> 00:02,0", 1.5),
        ("100:00:00,000 --> 100:00:01,000 X1:10 X2:20 Y1:1 Y2:2", 360_000), ("  00:00:01,25 --> 00:00:02,00  ", 1.25),
    ])
    func `times can have other forms`(line: String, start: Double) throws {
        let cue = try #require(subtitles("\(line)\nText").cues.first)
        #expect(cue.start == start)
        #expect(cue.text == "Text")
        #expect(cue.settings == "")
    }

    @Test(arguments: [
        "-00:00:01,000 --> 00:00:02,000", "00:00:02,000 --> 00:00:01,000", "00:00:01,000 --> 00:00:01,000",
        "00:00:01,000 --> -00:00:02,000", "99999999:00:00,000 --> 99999999:00:01,000", "00:1 --> ",
    ])
    func `a cue with invalid times is skipped`(line: String) throws {
        let file =
            "1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n\(line)\nTwo\n\n3\n00:00:05,000 --> 00:00:06,000\nThree\n"
        #expect(try texts(file) == ["One", "Three"])
    }

    @Test(arguments: [
        "00:01 --> 00:02\nA\n\n00:03 --> 00:04\nB", "1\n00:01 --> 00:02\nA\n2\n00:03 --> 00:04\nB",
        "00:01 --> 00:02\nA\n00:03 --> 00:04\nB", "\n\n7\n\n00:01 --> 00:02\n\nA\n\n\n\n2\n00:03 --> 00:04\n\nB\n\n",
    ])
    func `missing numbers and empty lines do not matter`(file: String) throws {
        #expect(try texts(file) == ["A", "B"])
    }

    @Test func `a number is text unless it precedes times`() throws {
        #expect(try texts("1\n00:01 --> 00:02\n42\n\n2\n00:03 --> 00:04\n7\n43\n") == ["42", "7\n43"])
        #expect(try texts("00:01 --> 00:02\n42\n00:03 --> 00:04\nB") == ["42", "B"])
        #expect(try texts("1\n00:01 --> 00:02\n\n2\n00:03 --> 00:04\nB") == ["B"])
    }

    @Test func `text after an empty line belongs to the cue`() throws {
        #expect(try texts("1\n00:01 --> 00:02\nA\n\nB\n\n2\n00:03 --> 00:04\nC") == ["A\nB", "C"])
    }

    @Test(arguments: [
        (1, "align:left"), (2, ""), (3, "align:right"), (4, "line:50% align:left"), (5, "line:50%"),
        (6, "line:50% align:right"), (7, "line:0 align:left"), (8, "line:0"), (9, "line:0 align:right"),
    ])
    func `a position becomes settings`(position: Int, settings: String) throws {
        let cue = try cue("{\\an\(position)}Text")
        #expect(cue.settings == settings)
        #expect(cue.text == "Text")
    }

    @Test(arguments: [
        ("<i>a</i>", "<i>a</i>"), ("<I>a</I>", "<i>a</i>"), ("<i>a\nb</i>", "<i>a\nb</i>"), ("<i>a", "<i>a</i>"),
        ("a</i>", "a"), ("<i><b>a</i>b</b>", "<i><b>a</b></i><b>b</b>"), ("<i></i>a", "a"), ("<u>a</u>", "<u>a</u>"),
        ("<font color=\"#ff0000\">a</font>", "a"), ("<script>alert(1)</script>", "alert(1)"),
        ("<img src=x onerror=alert(1)>a", "a"), ("<i onclick=alert(1)>a</i>", "<i>a</i>"), ("<!-- x -->a", "a"),
        ("a < b > c & d", "a &lt; b &gt; c &amp; d"), ("I <3 you", "I &lt;3 you"), ("go --> there", "go --&gt; there"),
        ("Tom &amp; Jerry &lt;3", "Tom &amp; Jerry &lt;3"), ("&bogus; &#233;", "&amp;bogus; é"),
        ("&#60;script&#62;", "&lt;script&gt;"), ("<<i>a", "&lt;<i>a</i>"), ("<i", "&lt;i"),
        ("{\\pos(1,2)\\fs20}a{y:i}b", "ab"), ("{laughs} {", "{laughs} {"), ("a  \t b", "a b"), ("a\u{0}b", "a b"),
    ])
    func `markup is reduced to what WebVTT allows`(text: String, expected: String) throws {
        #expect(try cue(text).text == expected)
    }

    @Test func `long text is cut between characters, with balanced tags`() throws {
        var limits = Subtitles.Limits()
        for limit in 8..<40 {
            limits.cueText = limit
            let file = "00:01 --> 00:02\n<i>a é 日本 <b>& 😀 end</b></i> and more"
            guard let text = try? subtitles(file, limits: limits).cues.first?.text else { continue }
            #expect(text.utf8.count <= limit)
            #expect(!text.contains("\u{FFFD}"))
            #expect(text.hasPrefix("<i>a") && text.contains("</i>"))
            #expect(text.contains("<b>") == text.contains("</b>"))
        }
    }

    @Test func `a delay shifts the cues and cuts them at zero`() throws {
        let subtitles = try subtitles(SubtitleSamples.subRip)
        #expect(subtitles.webVTT(delay: 3600).contains("01:00:01.000 --> 01:00:02.500"))
        #expect(subtitles.webVTT(delay: -2).contains("00:00:00.000 --> 00:00:00.500"))
        #expect(subtitles.webVTT(delay: -2.5).hasPrefix("WEBVTT\n\n00:00:00.500 --> 00:00:01.500\nGröße"))
        #expect(subtitles.webVTT(delay: -100) == "WEBVTT\n")
        #expect(subtitles.webVTT(delay: .nan) == subtitles.webVTT())
        #expect(subtitles.webVTT(delay: 1e300) == "WEBVTT\n")
    }

    @Test func `cues are sorted by their start`() throws {
        var subtitles = try subtitles("00:03 --> 00:04\nB\n\n00:01 --> 00:02\nA\n\n00:03 --> 00:05\nC")
        #expect(subtitles.webVTT().split(separator: "\n").filter { $0.count == 1 } == ["A", "B", "C"])
        subtitles.cues = [Subtitles.Cue(start: .nan, end: .infinity, text: "x")]
        #expect(subtitles.webVTT() == "WEBVTT\n")
    }
}
