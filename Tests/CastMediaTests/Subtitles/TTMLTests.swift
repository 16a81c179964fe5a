// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Testing

@Suite struct TTMLTests {
    private func cues(_ body: String, root: String = "") throws -> [Subtitles.Cue] {
        try subtitles(
            """
            <tt xmlns:tts="s" xmlns:ttp="p" \(root)><head><styling>
            <style xml:id="i" tts:fontStyle="italic"/><style xml:id="bi" style="i" tts:fontWeight="bold"/>
            </styling></head><body>\(body)</body></tt>
            """
        ).cues
    }

    private func text(_ content: String) throws -> String? {
        try cues("<p begin='1s' end='2s'>\(content)</p>").first?.text
    }

    @Test func `a file is converted to WebVTT`() throws {
        let subtitles = try subtitles(SubtitleSamples.ttml)
        #expect(subtitles.format == .ttml)
        #expect(
            subtitles.webVTT() == """
                WEBVTT

                00:00:01.000 --> 00:00:02.500
                <i>Hello
                world &amp; all</i>

                00:00:03.000 --> 00:00:04.000
                <b>Bold</b> text

                """
        )
    }

    @Test(arguments: [
        ("00:00:01.500", "", 1.5), ("00:00:01:12", "ttp:frameRate='24'", 1.5), ("00:00:01:15", "", 1.5),
        ("1.5s", "", 1.5), ("1500ms", "", 1.5), ("0.5m", "", 30), ("1h", "", 3600), ("90t", "ttp:tickRate='60'", 1.5),
        ("36f", "ttp:frameRate='24'", 1.5), ("3t", "ttp:frameRate='2'", 1.5),
        ("24f", "frameRate='24' frameRateMultiplier='1000 1001'", 1.001),
        ("30f", "ttp:frameRate='0'", 1), ("30f", "ttp:frameRate='nan'", 1),
    ])
    func `times can have all forms`(time: String, root: String, seconds: Double) throws {
        let cue = try #require(cues("<p begin='\(time)' dur='1h'>a</p>", root: root).first)
        #expect(abs(cue.start - seconds) < 0.0001)
    }

    @Test(arguments: ["", "x", "1", "-1s", "1e9h", "nans", "infs", "99999999999999999999s", "1x", "00:00:01:xx"])
    func `an invalid time is ignored`(time: String) throws {
        #expect(try cues("<p begin='\(time)' end='9s'>a</p>").first?.start == 0)
    }

    @Test func `times are relative to those of the parent`() throws {
        let cues = try cues(
            """
            <div begin="10s" end="20s"><div begin="1s"><p begin="2s" dur="3s">A</p><p begin="5s" end="90s">B</p></div>
            <p>C</p><p begin="11s" dur="1s">D</p></div><p>E</p>
            <p><span begin="30s" end="31s">F</span> <span begin="31s" end="32s">G</span></p><p begin="40s">H</p>
            """
        )
        #expect(cues.map(\.text) == ["A", "B", "C", "F", "G"])
        #expect(cues.map(\.start) == [13, 16, 10, 30, 31])
        #expect(cues.map(\.end) == [16, 20, 20, 31, 32])
    }

    @Test(arguments: [
        ("a<br/>b", "a\nb"), ("a<br></br>b", "a\nb"), ("a<br>b", "a\nb"), ("\n  a\n  b\n", "a b"),
        ("<span style='i'>a</span>b", "<i>a</i>b"), ("<span style='bi'>a</span>", "<i><b>a</b></i>"),
        ("<span style='i'>a<span tts:fontStyle='normal'>b</span>c</span>", "<i>a</i>b<i>c</i>"),
        ("<span tts:textDecoration='underline'>a</span>", "<u>a</u>"), ("<span style='none'>a</span>", "a"),
        ("<metadata><desc>x</desc></metadata>a", "a"), ("<![CDATA[<b> & ]]>a", "&lt;b&gt; &amp; a"),
        ("<!-- <p> -->a", "a"),
        ("&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("<script>x</script>a", "a"),
        ("&#x1F600;&#65;&#0;&#xFFFFFFFFFF;", "😀A&amp;#0;&amp;#xFFFFFFFFFF;"), ("&other;", "&amp;other;"),
        ("a < b", "a b"),
        ("a --&gt; b", "a --&gt; b"), ("a&#10;&#10;b", "a\nb"),
    ])
    func `text is converted`(content: String, expected: String) throws {
        #expect(try text(content) == expected)
    }

    @Test func `a document cannot define entities`() throws {
        let lines = (1..<20).map { "<!ENTITY e\($0) \"&e\($0 - 1);&e\($0 - 1);\">" }.joined()
        let file = """
            <!DOCTYPE tt [<!ENTITY e0 "lol"><!ENTITY x SYSTEM "file:///etc/passwd">\(lines)]>
            <tt><body><p begin="1s" end="2s">&e19;&x;</p></body></tt>
            """
        #expect(try subtitles(file).cues.map(\.text) == ["&amp;e19;&amp;x;"])
    }

    @Test(arguments: ["<span>", "<div>", "<a b='c'>", "<", "<!", "<!--", "<![CDATA[", "<p a='", "&", "<!DOCTYPE ["])
    func `deep nesting and unclosed parts take linear time`(part: String) throws {
        let deep = String(repeating: part, count: 200_000)
        var first: String?
        let duration = try ContinuousClock().measure {
            first = try cues("<p begin='1s' end='2s'>a</p><p begin='3s' end='4s'>b\(deep)c</p>").first?.text
        }
        #expect(first == "a")
        #expect(duration < .seconds(20))
    }

    @Test func `prefixes of names do not matter`() throws {
        let file = "<tt:tt xmlns:tt='x'><tt:body><tt:p begin='1s' end='2s'>a<tt:br/>b</tt:p></tt:body></tt:tt>"
        #expect(try subtitles(file).cues.map(\.text) == ["a\nb"])
    }

    @Test func `other XML is not a subtitle file`() {
        #expect(throws: SubtitleError.unknownFormat) { try subtitles("<html><body><p>00:01</p></body></html>") }
    }
}
