// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Testing

/// Tests of the locations that a list may contain.
@Suite struct MediaLocationTests {
    private func parse(_ line: String, _ base: MediaList.Base) throws -> MediaList {
        try MediaList(parsing: Array("#EXTM3U\n\(line)".utf8), fileName: "a.m3u", base: base)
    }

    @Test(arguments: [
        ("a/../b.mp3", "/lists/b.mp3"), ("../../../../b.mp3", "/b.mp3"), ("/a//b.mp3", "/a/b.mp3"),
        ("100%.mp3", "/lists/100%.mp3"), ("a#1?.mp3", "/lists/a#1?.mp3"), ("a/b:c.mp3", "/lists/a/b:c.mp3"),
        ("Mission: Two.mkv", "/lists/Mission: Two.mkv"), ("file:///a%20%231.mp3", "/a #1.mp3"),
        ("FILE://LocalHost/a.mp3", "/a.mp3"), ("file:/a/../b.mp3", "/b.mp3"),
        ("HTTPS://Example.com/\u{E9}", "https://Example.com/%C3%A9"), ("http://[::1]:80/a", "http://[::1]:80/a"),
    ])
    func `a list in a folder may name files and URLs`(line: String, location: String) throws {
        #expect(try parse(line, .folder("/lists")).entries.map(\.location) == [location])
    }

    @Test(arguments: [
        "concat:a.mp3|b.mp3", "data:audio/mp3,abc", "smb://nas/a.mp3",
        "javascript:alert(1)", "file://nas/a.mp3", "file://", "file:a.mp3", "file:///a%00b", "file:///a%0Ab",
        "file:///%zz", "file:///%FF", "C:\\Music\\a.mp3", "c:/a.mp3", "\\\\nas\\a.mp3", "a\u{1}.mp3",
        "http://", "http:///a", "http:a", "http://a:99999/", "https://a:b/", "ftp://a/b", "a\u{7F}b", "a\u{9B}b",
        String(repeating: "a", count: 10_000),
    ])
    func `another location is skipped with a reason`(line: String) throws {
        let list = try parse(line, .folder("/lists"))
        #expect(list.entries.isEmpty)
        #expect(list.skipped.count == 1)
        #expect(list.skipped.first?.reason.isEmpty == false)
        #expect((list.skipped.first?.location.count ?? 0) <= 300)
    }

    @Test func `a name with a comma before its colon is a file, not a protocol`() throws {
        let line = "subfile,,start,0,end,0,,:/etc/passwd"
        #expect(try parse(line, .folder("/lists")).entries.map(\.location) == ["/lists/" + line])
    }

    @Test(arguments: [
        ("a b.mp3", "http://host/x/a%20b.mp3"), ("../a.mp3", "http://host/a.mp3"), ("/a.mp3", "http://host/a.mp3"),
        ("/etc/passwd", "http://host/etc/passwd"), ("//other/a.mp3", "http://other/a.mp3"),
        ("https://other/a.mp3", "https://other/a.mp3"), ("Mission: Two.mkv", "http://host/x/Mission:%20Two.mkv"),
        ("../../../../a.mp3", "http://host/a.mp3"), ("?a=1", "http://host/x/list.m3u?a=1"),
    ])
    func `the entries of a list from the network are URLs`(line: String, location: String) throws {
        let list = try parse(line, .url("http://host/x/list.m3u?token=1"))
        #expect(list.entries.map(\.location) == [location])
    }

    @Test(arguments: [
        "file:///etc/passwd", "FILE:/etc/passwd", "file://localhost/etc/passwd", "C:\\a.mp3", "\\\\nas\\a.mp3",
        "concat:/etc/passwd", "data:,a", "//", "///etc/passwd",
    ])
    func `a list from the network may not name files of this machine`(line: String) throws {
        let list = try parse(line, .url("http://host/x/list.m3u"))
        #expect(list.entries.isEmpty)
        #expect(list.skipped.count == 1)
    }

    @Test func `an XSPF list from the network may not name files of this machine`() throws {
        let text = "<playlist><trackList><track><location>file:///etc/passwd</location></track></trackList></playlist>"
        let list = try MediaList(parsing: Array(text.utf8), fileName: "a.xspf", base: .url("https://host/"))
        #expect(list.entries.isEmpty)
        #expect(list.skipped.first?.reason.contains("may not name files of this machine") == true)
    }

    @Test(arguments: [MediaList.Base.folder("lists"), .folder(""), .url("/lists"), .url("file:///a"), .url("")])
    func `a relative base is an error`(base: MediaList.Base) {
        #expect(throws: MediaListError.self) { try parse("a.mp3", base) }
    }

    @Test(.timeLimit(.minutes(5))) func `a list with a million lines is limited`() throws {
        let text = Array("#EXTM3U\n".utf8) + Array(repeating: Array("a\n".utf8), count: 1_000_000).joined()
        let list = try MediaList(parsing: text, fileName: "a.m3u", base: .folder("/"))
        #expect(list.entries.count == 10_000)
        #expect(list.skipped.count == 1)
        let bad = Array("#EXTM3U\n".utf8) + Array(repeating: Array("x:y\n".utf8), count: 1_000_000).joined()
        let other = try MediaList(parsing: bad, fileName: "a.m3u", base: .folder("/"))
        #expect(other.skipped.count == 1_000)
        let large = [UInt8](repeating: UInt8(ascii: "a"), count: 4 << 20 + 1)
        #expect(throws: MediaListError(.tooLarge, subject: "a.m3u")) {
            try MediaList(parsing: large + [10], fileName: "a.m3u", base: .folder("/"))
        }
    }
}
