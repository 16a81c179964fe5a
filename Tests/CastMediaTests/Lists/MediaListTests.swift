// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Testing

@Suite struct MediaListTests {
    private func parse(
        _ text: String,
        _ name: String = "list.m3u",
        base: MediaList.Base = .folder("/music/lists")
    ) throws -> MediaList {
        try MediaList(parsing: Array(text.utf8), fileName: name, base: base)
    }

    @Test func `an M3U list has titles, durations and a title of its own`() throws {
        let list = try parse(
            "\u{FEFF}#EXTM3U\r\n#PLAYLIST: Road trip\r\n#EXTINF:123 tvg-name=\"a,b\",One, two\r\n../one.mp3\r\n"
                + "# comment\r\n\r\n#EXTINF:-1,Radio\rhttp://radio.example/a b\n/abs/./three.mp3"
        )
        #expect(list.title == "Road trip")
        #expect(
            list.entries == [
                .init(location: "/music/one.mp3", title: "One, two", duration: 123),
                .init(location: "http://radio.example/a%20b", title: "Radio"),
                .init(location: "/abs/three.mp3"),
            ]
        )
        #expect(list.skipped.isEmpty)
    }

    @Test func `a PLS list is ordered by the numbers of its files`() throws {
        let list = try parse(
            "[Playlist]\nFile10=c.mp3\nfile2=b.mp3\nTitle2=Two\nLength2=61\nFile1=file:///a%20b.mp3\nLength1=-1\n"
                + "NumberOfEntries=3\nFile99999999999999999999=z.mp3\nVersion=2\n[other]\nFile3=x.mp3",
            "list.pls"
        )
        #expect(
            list.entries == [
                .init(location: "/a b.mp3"), .init(location: "/music/lists/b.mp3", title: "Two", duration: 61),
                .init(location: "/music/lists/c.mp3"),
            ]
        )
    }

    @Test func `an XSPF list has escaped locations and durations in milliseconds`() throws {
        let list = try parse(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- <track> -->
            <x:playlist version="1" xmlns:x="http://xspf.org/ns/0/"><x:title>A &amp; B</x:title><x:trackList>
            <x:track><x:location>my%20song.mp3?a=1&amp;b=2</x:location><x:title><![CDATA[<One>]]></x:title>
            <x:creator>Sam &#38; &#x4D;ax</x:creator><x:duration>1500</x:duration></x:track>
            <x:track><x:location>smb://nas/x.mp3</x:location><x:location> file:///two.mp3 </x:location></x:track>
            <x:track/><x:track><x:extension><x:location>no.mp3</x:location></x:extension></x:track>
            </x:trackList></x:playlist>
            """,
            "list.xspf"
        )
        #expect(list.title == "A & B")
        #expect(
            list.entries == [
                .init(location: "/music/lists/my song.mp3", title: "Sam & Max - <One>", duration: 1.5),
                .init(location: "/two.mp3"),
            ]
        )
        #expect(list.skipped.map(\.location) == ["smb://nas/x.mp3"])
    }

    @Test(arguments: [
        "<playlist><trackList><track><location>a.mp3</location></track>", "<playlist", "<playlist a='",
        "<?xml version='1.0'", "<playlist><!-- ", "<playlist><![CDATA[", "<playlist></trackList>",
        "<!DOCTYPE a [<!ENTITY b \"c\">]><playlist/>", "<playlist a=b/>", "<playlist><title>a",
        "<playlist>" + String(repeating: "<a>", count: 100),
    ])
    func `damaged XML is an error`(text: String) {
        #expect(throws: MediaListError.self) { try parse(text, "list.xspf") }
    }

    @Test func `deeply nested XML is an error`() {
        let text = "<playlist>" + String(repeating: "<a>", count: 100_000)
        #expect(throws: MediaListError(.malformed, subject: "list.xspf")) { try parse(text, "list.xspf") }
    }

    @Test(arguments: [
        ("", "list.txt"), ("hello", "list.txt"), ("\0\0\0\u{18}ftyp", "list.m3u"), ("<html></html>", "list.xspf"),
    ])
    func `other content is not a list`(text: String, name: String) {
        #expect(throws: MediaListError(.notAList, subject: name)) { try parse(text, name) }
    }

    @Test func `the content takes precedence over the extension`() throws {
        #expect(try parse("[playlist]\nFile1=a.mp3", "list.m3u").entries.count == 1)
        #expect(try parse("#EXTM3U\na.mp3", "list").entries.count == 1)
        #expect(try parse("a.mp3\nb.mp3", "LIST.M3U8").entries.count == 2)
    }

    @Test func `text that is not UTF-8 is Windows-1252`() throws {
        let bytes: [UInt8] = Array("caf".utf8) + [0xE9, 0x20, 0x80] + Array(".mp3".utf8)
        let list = try MediaList(parsing: bytes, fileName: "a.m3u", base: .folder("/"))
        #expect(list.entries.map(\.location) == ["/caf\u{E9} \u{20AC}.mp3"])
    }

    @Test(arguments: ["#EXT-X-TARGETDURATION:6", "#EXT-X-STREAM-INF:BANDWIDTH=1", "#EXT-X-MEDIA-SEQUENCE:0"])
    func `an HLS playlist is a stream`(tag: String) {
        let text = "#EXTM3U\r\n\(tag)\r\na.ts"
        #expect(MediaList.isHLS(Array(text.utf8)))
        #expect(!MediaList.isHLS(Array("#EXTM3U\na \(tag)".utf8)))
        #expect(throws: MediaListError(.isStream, subject: "list.m3u")) { try parse(text) }
    }
}
