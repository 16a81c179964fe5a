// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastMedia

/// The descriptions of pages by `yt-dlp`.
@Suite struct SitePageTests {
    private static func media(_ json: String) throws -> SiteMedia {
        guard case .media(let media) = try SitePage(json: Array(json.utf8)) else {
            throw VideoSiteError.unreadable("a list")
        }
        return media
    }

    @Test func `title, uploader, picture, duration, formats and subtitles are read`() throws {
        let media = try Self.media(
            """
            {"_type": "video", "title": "A film", "channel": "Studio", "duration": 61.5, "is_live": false,
             "thumbnail": null, "thumbnails": [{"url": "https://i.example/1.jpg"}, {"url": "https://i.example/2.jpg"}],
             "formats": [
              {"url": "https://v.example/a.mp4", "ext": "mp4", "protocol": "https", "vcodec": "avc1.42001E",
               "acodec": "mp4a.40.2", "width": 640, "height": 360, "fps": 25, "tbr": 500.5, "dynamic_range": "SDR",
               "http_headers": {"User-Agent": "x", "Accept": "*/*", "Sec-Fetch-Mode": "navigate",
                                "Referer": "https://site.example/", "X-Bad": "a\\r\\nSet: b", "X: y": "z"},
               "cookies": "id=7; Domain=.site.example; Path=/; Expires=123; Secure; lang=\\"de\\"; Path=/"},
              {"url": "rtmp://v.example/live", "ext": "flv"}, 7, null, {"ext": "mp4"}],
             "subtitles": {"en": [{"ext": "json3", "url": "https://s.example/a"},
                                  {"ext": "vtt", "url": "https://s.example/en.vtt", "name": "English"}],
                           "de": [{"ext": "vtt", "url": "https://s.example/de.m3u8", "protocol": "m3u8_native"}],
                           "live_chat": [{"ext": "json", "url": "https://s.example/chat"}], "fr": "no"}}
            """
        )
        #expect(media.title == "A film")
        #expect(media.uploader == "Studio")
        #expect(media.thumbnail == "https://i.example/2.jpg", "the last one is the largest")
        #expect(media.duration == 61.5)
        #expect(!media.isLive)
        let format = try #require(media.formats.first)
        #expect(media.formats.count == 1)
        #expect((format.width, format.height, format.frameRate) == (640, 360, 25))
        #expect(format.requestHeaders == ["Referer": "https://site.example/", "Cookie": "id=7; lang=\"de\""])
        #expect(media.subtitles == [.init(language: "en", name: "English", url: "https://s.example/en.vtt")])
    }

    @Test func `a live stream has no duration`() throws {
        for member in [#""is_live": true"#, #""live_status": "is_live""#] {
            let media = try Self.media(#"{"url": "https://v.example/l.m3u8", "duration": 5, \#(member)}"#)
            #expect(media.isLive)
            #expect(media.duration == nil)
        }
    }

    @Test func `the only video of a page has the title of the page`() throws {
        let video = #""url": "https://v.example/a.mp4", "ext": "mp4""#
        #expect(try Self.media(#"{"extractor": "html5", "title": "A page (1)", \#(video)}"#).title == "A page")
        #expect(try Self.media(#"{"extractor": "site", "title": "Part (1)", \#(video)}"#).title == "Part (1)")
    }

    @Test func `escape sequences and control characters are removed from titles`() throws {
        let media = try Self.media(
            #"{"url": "https://v.example/a.mp4", "title": "\u001b[31mRed\u001b[0m\n\u001b]0;title\u0007 film \u0007"}"#
        )
        #expect(media.title == "Red film")
        #expect(PrintableText.line("a\u{1B}]0;never ended", limit: 9) == "a")
        #expect(PrintableText.line("a\u{202E}b\u{2066} c", limit: 9) == "ab c")
        #expect(PrintableText.line("\u{9B}1;31mred\u{1B}", limit: 9) == "red")
    }

    @Test func `a list has its entries, at most as many as the limit`() throws {
        let entries = (1...600).map { #"{"_type": "url", "url": "https://site.example/\#($0)", "title": "\#($0)"}"# }
        let json = #"{"_type": "playlist", "title": "All", "entries": [null, \#(entries.joined(separator: ","))]}"#
        guard case .list(let list) = try SitePage(json: Array(json.utf8)) else {
            Issue.record("not a list")
            return
        }
        #expect(list.title == "All")
        #expect(list.entries.count == 500)
        #expect(list.entries.last?.url == "https://site.example/500")
    }

    @Test func `lists in lists are flattened, and a list with one video is that video`() throws {
        let inner = #"{"_type": "playlist", "entries": [{"_type": "url", "url": "https://site.example/2"}]}"#
        let json = #"{"entries": [{"_type": "url", "url": "https://site.example/1"}, \#(inner)]}"#
        guard case .list(let list) = try SitePage(json: Array(json.utf8)) else {
            Issue.record("not a list")
            return
        }
        #expect(list.entries.map(\.url) == ["https://site.example/1", "https://site.example/2"])
        let video = #"{"webpage_url": "https://site.example/", "url": "https://v.example/a.mp4", "ext": "mp4"}"#
        #expect(try Self.media(#"{"entries": [\#(video)]}"#).formats.count == 1)
        // Deep lists end at a depth, and the parser limits the depth of the text.
        let deep = String(repeating: #"{"entries":["#, count: 20) + "1" + String(repeating: "]}", count: 20)
        #expect(throws: VideoSiteError.noMedia) { try SitePage(json: Array(deep.utf8)) }
    }

    @Test(
        arguments: [
            "", "<!DOCTYPE html><html>", "{", "[1]", "7", String(repeating: "[", count: 100_000), #"{"entries": []"#,
        ]
    )
    func `output that is not a description is an error`(text: String) {
        #expect {
            try SitePage(json: Array(text.utf8))
        } throws: { error in
            guard case .unreadable = error as? VideoSiteError else { return false }
            return true
        }
    }

    @Test(
        arguments: [
            "null", "{}", #"{"entries": []}"#, #"{"entries": [7, {"title": "x"}]}"#, #"{"formats": "x", "url": 7}"#,
            #"{"formats": [{"url": "javascript:alert(1)"}], "title": 5}"#, #"{"url": "file:///etc/passwd"}"#,
            #"{"entries": [{"_type": "url", "url": "file:///etc/passwd"}]}"#,
        ]
    )
    func `a description without media is an error`(text: String) {
        #expect(throws: VideoSiteError.noMedia) { try SitePage(json: Array(text.utf8)) }
    }
}
