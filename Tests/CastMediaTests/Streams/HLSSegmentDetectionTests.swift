// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Testing

@Suite struct HLSSegmentDetectionTests {
    typealias Format = HLSSegmentDetection.Format

    @Test(arguments: [
        ("a.ts", Format.ts), ("https://host/a.M2TS?b=c.mp4", .ts), ("a.aac#x", .aac), ("a.ac3", .ac3), ("a.ec3", .eac3),
        ("a.mp3", .mp3), ("a.m4s", .fmp4), ("a.mp4", .fmp4), ("a.cmfv", .fmp4), ("a.cmfa", .fmp4), ("a.m4a", .fmp4),
        ("a", nil), ("", nil), ("a.ts/b", nil), ("a?b.ts", nil), ("a.vtt", nil),
    ])
    func `an extension shows the format`(uri: String, format: Format?) {
        #expect(HLSSegmentDetection.byExtension(uri) == format)
    }

    private static let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 3, 9, 9, 9]
    private static let packet: [UInt8] = [0x47] + [UInt8](repeating: 0, count: 187)

    static let beginnings: [([UInt8], Format?)] = [
        (packet + packet, .ts), (packet, nil), (packet + [0], nil), ([], nil), ([0xFF], nil),
        ([0, 0, 0, 24] + Array("ftypiso5".utf8), .fmp4), ([0, 0, 0, 24] + Array("styp".utf8), .fmp4),
        ([0, 0, 0, 24] + Array("moof".utf8), .fmp4), ([0, 0, 0, 24] + Array("sidx".utf8), .fmp4),
        ([0, 0, 0, 24] + Array("moov".utf8), .fmp4), ([0, 0, 0, 24] + Array("emsg".utf8), .fmp4),
        ([0, 0, 0, 24] + Array("mo".utf8), nil),
        ([0xFF, 0xF1, 0x50, 0x80, 0, 0], .aac), ([0xFF, 0xFB, 0x90, 0, 0, 0], .mp3),
        ([0x0B, 0x77, 0, 0, 0, 0x40], .ac3), ([0x0B, 0x77, 0, 0, 0, 0x80], .eac3),
        ([0x0B, 0x77, 0, 0, 0, 0xFF], nil), ([0x0B, 0x77], nil),
        (tag + [0xFF, 0xF1, 0x50, 0x80, 0, 0], .aac), (tag + tag + [0xFF, 0xFB, 0x90, 0, 0, 0], .mp3),
        (tag + [0x0B, 0x77, 0, 0, 0, 0x80], .eac3), (tag, nil), (Array(tag.prefix(9)), nil),
        (Array("ID3".utf8) + [4, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xF1, 0, 0, 0, 0], nil),
    ]

    @Test(arguments: beginnings)
    func `the first bytes show the format`(bytes: [UInt8], format: Format?) {
        #expect(HLSSegmentDetection.byFirstBytes(bytes) == format)
    }

    @Test(.timeLimit(.minutes(5))) func `many tags take linear time`() {
        let empty = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0]
        let bytes = Array(repeating: empty, count: 100_000).joined() + [0xFF, 0xF1, 0x50, 0x80, 0, 0]
        #expect(HLSSegmentDetection.byFirstBytes(Array(bytes)) == .aac)
    }

    @Test func `an initialization section shows fragmented MP4`() throws {
        func format(_ lines: String) throws -> Format? {
            let playlist = try HLSManifest(parsing: "#EXTM3U\n\(lines)", url: "http://host/a.m3u8")
            return HLSSegmentDetection.byPlaylist(playlist)
        }
        #expect(try format("#EXT-X-MAP:URI=\"init\"\na") == .fmp4)
        #expect(try format("#EXT-X-MAP:URI=\"init.ts\"\na.ts") == .ts)
        #expect(try format("a\nb.ts") == .ts)
        #expect(try format("a") == nil)
    }

    @Test func `the raw values are those of the protocol`() {
        #expect(Format.allCases.map(\.rawValue) == ["ts", "ts_aac", "fmp4", "aac", "ac3", "mp3", "e_ac3"])
    }
}
