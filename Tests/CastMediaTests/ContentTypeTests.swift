// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Testing

@Suite struct ContentTypeTests {
    @Test(arguments: [
        ("film.mp4", "video/mp4"), ("FILM.MKV", "video/x-matroska"), ("a.b.webm", "video/webm"),
        ("song.mp3", "audio/mpeg"), ("song.flac", "audio/flac"), ("song.m4a", "audio/mp4"), ("a.opus", "audio/ogg"),
        ("cover.jpg", "image/jpeg"), ("cover.PNG", "image/png"), ("lines.vtt", "text/vtt"),
        ("lines.srt", "application/x-subrip"), ("list.m3u8", "application/vnd.apple.mpegurl"),
        ("list.mpd", "application/dash+xml"), ("/films/old.ism/list.mpd", "application/dash+xml"),
        ("film", "application/octet-stream"), (".mp4", "application/octet-stream"), ("", "application/octet-stream"),
        ("film.", "application/octet-stream"), ("film.xyz", "application/octet-stream"),
    ])
    func `the extension of a name determines the type`(name: String, type: String) {
        #expect(ContentType.guess(fileName: name) == type)
    }

    static let beginnings: [(String, [UInt8])] = [
        ("video/mp4", [0, 0, 0, 24] + Array("ftypisom".utf8)),
        ("audio/mp4", [0, 0, 0, 24] + Array("ftypM4A ".utf8)),
        ("video/quicktime", [0, 0, 0, 24] + Array("ftypqt  ".utf8)),
        ("image/heic", [0, 0, 0, 24] + Array("ftypheix".utf8)),
        ("image/heic", [0, 0, 0, 24] + Array("ftypmif1\0\0\0\0mif1heic".utf8)),
        ("image/avif", [0, 0, 0, 24] + Array("ftypmif1\0\0\0\0miafavif".utf8)),
        ("image/tiff", [0x49, 0x49, 42, 0]), ("image/tiff", [0x4D, 0x4D, 0, 42]),
        ("video/webm", [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x84] + Array("webm".utf8)),
        ("video/x-matroska", [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x88] + Array("matroska".utf8)),
        ("audio/wav", Array("RIFF1234WAVE".utf8)),
        ("image/webp", Array("RIFF1234WEBP".utf8)),
        ("audio/mpeg", Array("ID3".utf8) + [4, 0]),
        ("audio/mpeg", [0xFF, 0xFB, 0x90, 0x00]),
        ("audio/aac", [0xFF, 0xF1, 0x50, 0x80]),
        ("audio/flac", Array("fLaC".utf8)),
        ("image/png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        ("image/jpeg", [0xFF, 0xD8, 0xFF, 0xE0]),
        ("text/vtt", Array("WEBVTT\n".utf8)),
        ("text/vtt", [0xEF, 0xBB, 0xBF] + Array("WEBVTT\n".utf8)),
        ("application/vnd.apple.mpegurl", Array("#EXTM3U\n#EXT-X-VERSION:3\n".utf8)),
        ("video/mp2t", [0x47] + [UInt8](repeating: 0, count: 187) + [0x47]),
        ("application/octet-stream", Array("hello".utf8)),
        ("application/octet-stream", []),
    ]

    private static func filler(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: "x"), count: count) }

    @Test(arguments: beginnings)
    func `the first bytes determine the type of a name without a known extension`(type: String, bytes: [UInt8]) {
        #expect(ContentType.guess(fileName: "download", firstBytes: bytes) == type)
    }

    @Test(arguments: [
        ("film.txt", Array("\0\0\0\u{18}ftypisom".utf8), "video/mp4"),
        ("film.json", [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x84] + Array("webm".utf8), "video/webm"),
        ("a.mp3", Array("RIFF1234WAVE".utf8), "audio/wav"),
        ("picture.png", [0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"),
        ("list.m3u", Array("#EXTM3U\n#EXT-X-VERSION:3\n".utf8), "application/vnd.apple.mpegurl"),
    ])
    func `the content takes precedence over a wrong extension`(name: String, bytes: [UInt8], type: String) {
        #expect(ContentType.guess(fileName: name, firstBytes: bytes) == type)
    }

    @Test(arguments: [
        ("song.m4a", Array("\0\0\0\u{18}ftypisom".utf8), "audio/mp4"),
        ("song.mka", [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x88] + Array("matroska".utf8), "audio/x-matroska"),
        ("song.flac", Array("ID3".utf8) + [4, 0], "audio/flac"),
        ("list.m3u8", Array("#EXTM3U\nsong.mp3\n".utf8), "application/vnd.apple.mpegurl"),
        ("notes.txt", Array("hello".utf8), "text/plain"),
        ("greeting.srt", Array("G".utf8) + filler(187) + Array("G".utf8) + filler(300), "application/x-subrip"),
    ])
    func `the extension selects among types that match the content`(name: String, bytes: [UInt8], type: String) {
        #expect(ContentType.guess(fileName: name, firstBytes: bytes) == type)
    }

    @Test func `an Ogg file with a video stream is video`() {
        let page = Array("OggS".utf8) + [UInt8](repeating: 0, count: 24) + [0x80] + Array("theora".utf8)
        #expect(ContentType.guess(fileName: "a.ogg", firstBytes: page) == "video/ogg")
        #expect(ContentType.guess(fileName: "a.ogg") == "audio/ogg")
    }
}
