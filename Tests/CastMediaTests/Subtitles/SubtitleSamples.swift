// SPDX-License-Identifier: Apache-2.0

import CastMedia

/// A small file of each format, for tests with damaged input.
enum SubtitleSamples {
    static let subRip = """
        1
        00:00:01,000 --> 00:00:02,500
        <i>Hello</i> & {\\an8}welcome

        2
        00:00:03,000 --> 00:00:04,000
        Größe

        """
    static let webVTT = """
        WEBVTT - title
        X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000

        STYLE
        ::cue { color: red }

        NOTE a comment

        intro
        00:01.000 --> 00:02.500 line:0 align:left
        <v.loud Ann &amp; Bob>Hello <c.yellow>there</c>

        """
    static let subStation = """
        [Script Info]
        ScriptType: v4.00+

        [V4+ Styles]
        Format: Name, Fontname, Bold, Italic, Underline, Alignment
        Style: Default,Arial,0,0,0,2
        Style: Top,Arial,-1,-1,0,8

        [Events]
        Format: Layer, Start, End, Style, Text
        Dialogue: 0,0:00:01.00,0:00:02.50,Default,{\\i1}Hello{\\i0}, \\Nworld
        Dialogue: 0,0:00:03.00,0:00:04.00,Top,Title

        """
    static let ttml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling">
        <head><styling><style xml:id="s1" tts:fontStyle="italic"/></styling></head>
        <body><div>
        <p begin="00:00:01.000" end="00:00:02.500" style="s1">Hello<br/>world &amp; all</p>
        <p begin="3s" dur="1s"><span tts:fontWeight="bold">Bold</span> text</p>
        </div></body></tt>
        """
    static let all = [subRip, webVTT, subStation, ttml]
}

/// Reads subtitles from text.
func subtitles(_ text: String, limits: Subtitles.Limits = .init()) throws(SubtitleError) -> Subtitles {
    try Subtitles(Array(text.utf8), limits: limits)
}
