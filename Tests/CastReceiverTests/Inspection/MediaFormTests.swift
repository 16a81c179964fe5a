// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastReceiver

@Suite("Recognizing the form of media")
struct MediaFormTests {
    @Test(
        "the form is recognized by the content type, or else by the path",
        arguments: [
            ("application/x-mpegURL", "http://a/b", MediaForm.playlist(.hls)),
            ("Application/VND.Apple.MpegURL; charset=utf-8", "http://a/b", .playlist(.hls)),
            ("application/dash+xml", "http://a/b", .playlist(.dash)),
            ("", "http://a/B.M3U8?token=1", .playlist(.hls)),
            ("", "http://a/b.mpd#t=1", .playlist(.dash)),
            ("image/jpeg", "http://a/b", .image),
            ("video/mp4", "http://a/b", .container(.video)),
            ("audio/mpeg", "http://a/b", .container(.audio)),
            ("music", "http://a/b.mp3", .unknown),
            ("", "http://a/b?c=.m3u8", .unknown),
        ]
    )
    func names(contentType: String, url: String, form: MediaForm) {
        #expect(MediaForm(contentType: contentType, url: url) == form)
    }

    @Test(
        "the form is recognized by the first bytes",
        arguments: [
            (Array("#EXTM3U\n".utf8), MediaForm.playlist(.hls)),
            ([0xEF, 0xBB, 0xBF] + Array("#EXTM3U".utf8), .playlist(.hls)),
            (Array("<?xml version='1.0'?><MPD xmlns='urn'>".utf8), .playlist(.dash)),
            ([0xFF, 0xD8, 0xFF, 0xE0], .image),
            (Array("RIFF\0\0\0\0WEBP".utf8), .image),
            (Array("OggS\0".utf8), .other),
            ([0xFF, 0xF1, 0x50, 0x80], .other),
            ([0xFF, 0xFB, 0x90, 0x00], .unknown),
            (Array("RIFF\0\0\0\0WAVE".utf8), .unknown),
            (Array("<!doctype html>".utf8), .unknown),
            ([], .unknown),
        ]
    )
    func bytes(bytes: [UInt8], form: MediaForm) {
        #expect(MediaForm(firstBytes: bytes) == form)
    }

    @Test("a transport stream is recognized by its packet length, not by its first byte")
    func transportStream() {
        var packets = [UInt8](repeating: 0, count: 188 * 3)
        packets[0] = 0x47
        #expect(MediaForm(firstBytes: packets) == .unknown)
        packets[188] = 0x47
        packets[376] = 0x47
        #expect(MediaForm(firstBytes: packets) == .other)
        #expect(MediaForm(firstBytes: Array(packets.prefix(377))) == .other)
        #expect(MediaForm(firstBytes: Array(packets.prefix(376))) == .unknown)
    }
}
