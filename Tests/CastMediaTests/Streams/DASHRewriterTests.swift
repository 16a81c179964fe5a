// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Testing

@Suite struct DASHRewriterTests {
    private func rewrite(_ text: String) -> String {
        StreamRewriter.rewriteDASH(text, url: "https://host/a/m.mpd?t=1") { "[\($1) \($0)]" }
    }

    @Test func `a base URL is inserted if there is none`() {
        let head = "<?xml version=\"1.0\"?>\n<!-- a --><d:MPD xmlns:d=\"urn:mpeg:dash:schema:mpd:2011\" type='static'>"
        let information = "\n<d:ProgramInformation><d:Title>BaseURL</d:Title></d:ProgramInformation>"
        let rest = "<d:Period><d:SegmentTemplate media=\"$Number%05d$.m4s\" initialization='i.mp4'/></d:Period></d:MPD>"
        #expect(rewrite(head + rest) == head + "<d:BaseURL>[base https://host/a/]</d:BaseURL>" + rest)
        let inserted = head + information + "<d:BaseURL>[base https://host/a/]</d:BaseURL>" + rest
        #expect(rewrite(head + information + rest) == inserted)
    }

    @Test func `base URLs are resolved against those of the enclosing elements`() {
        let text = """
            <MPD><BaseURL>v1/</BaseURL><BaseURL>v2/</BaseURL><Location>m2.mpd?a&amp;b</Location>
            <PatchLocation ttl="1"> <![CDATA[p.mpp?a&b]]> </PatchLocation>
            <Period><BaseURL>p/</BaseURL><AdaptationSet><SegmentTemplate media="../$Time$.m4s" index="/x"/>
            <Representation><BaseURL>https://cdn/r/</BaseURL><SegmentList><Initialization sourceURL="//c/i"/>
            <RepresentationIndex sourceURL='http://d/i'/><SegmentURL media="/1" index="2"/>\
            </SegmentList></Representation>
            <Representation><SegmentURL media="/../$RepresentationID$"/></Representation></AdaptationSet></Period></MPD>
            """
        let expected = """
            <MPD><BaseURL>[base https://host/a/v1/]</BaseURL><BaseURL>[base https://host/a/v2/]</BaseURL>\
            <Location>[playlist https://host/a/m2.mpd?a&amp;b]</Location>
            <PatchLocation ttl="1">[playlist https://host/a/p.mpp?a&amp;b]</PatchLocation>
            <Period><BaseURL>[base https://host/a/v1/p/]</BaseURL><AdaptationSet>\
            <SegmentTemplate media="[segment https://host/a/v1/$Time$.m4s]" index="[segment https://host/x]"/>
            <Representation><BaseURL>[base https://cdn/r/]</BaseURL><SegmentList>\
            <Initialization sourceURL="[map https://c/i]"/>
            <RepresentationIndex sourceURL='[segment http://d/i]'/>\
            <SegmentURL media="[segment https://cdn/1]" index="2"/></SegmentList></Representation>
            <Representation><SegmentURL media="[segment https://host/$RepresentationID$]"/></Representation>\
            </AdaptationSet></Period></MPD>
            """
        #expect(rewrite(text) == expected)
    }

    @Test func `the relay's paths keep templates`() throws {
        let relay = RelayPath(token: "t")
        let text =
            "<MPD><Period><SegmentTemplate "
            + "media=\"/v/$RepresentationID$/$Number%05d$.m4s?a=1&amp;b=2\"/></Period></MPD>"
        let rewritten = StreamRewriter.rewriteDASH(text, url: "https://host/a/m.mpd") { url, _ in
            relay.encode(url) ?? url
        }
        let expected =
            "<MPD><BaseURL>/t/r/https/host/a/</BaseURL><Period><SegmentTemplate "
            + "media=\"/t/r/https/host/v/$RepresentationID$/$Number%05d$.m4s?a=1&amp;b=2\"/></Period></MPD>"
        #expect(rewritten == expected)
    }

    @Test(arguments: [
        "", "hello", "<MPD", "<MPD/>", "<html></html>", "<!DOCTYPE a><MPD></MPD>", "<", "<MPD a=>", "</MPD>",
        "<MPD a='<'>",
        "<a:>", "<MPD><BaseURL>data:,a</BaseURL></MPD>", "<MPD><BaseURL>file:///a</BaseURL></MPD>",
        "<MPD><BaseURL/></MPD>", "<MPD><BaseURL>a", "<?", "<!--", "<![CDATA[", "<MPD><BaseURL>a</BaseUR></MPD>",
    ])
    func `other text is kept`(text: String) {
        #expect(rewrite(text) == text)
    }

    @Test func `text after a syntax error is kept`() {
        let text = "<MPD><BaseURL>a/</BaseURL><Period><SegmentURL media='/1'/><SegmentURL media='/2"
        let expected =
            "<MPD><BaseURL>[base https://host/a/a/]</BaseURL><Period>"
            + "<SegmentURL media='[segment https://host/1]'/><SegmentURL media='/2"
        #expect(rewrite(text) == expected)
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            "<a>", "<a/>", "<BaseURL>a/</BaseURL>", "<BaseURL>a/", "<!--", "<![CDATA[", "&amp;", "&", "<a b='c' ",
            "<S>", "]]",
            "<SegmentURL media='/a'/>", "<BaseURL/>", "<?a?>",
        ]
    )
    func `repeated text takes linear time and limited memory`(unit: String) {
        let text = "<MPD>" + String(repeating: unit, count: (1 << 18) / unit.utf8.count)
        #expect(rewrite(text).utf8.count <= 33 << 20)
        #expect(rewrite("<MPD><BaseURL>" + text + "</BaseURL></MPD>").utf8.count <= 33 << 20)
    }
}
