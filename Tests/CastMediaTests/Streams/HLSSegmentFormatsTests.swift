// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOHTTP1
import Testing

@testable import CastMedia

/// Tests of the declarations without which a device does not play fragmented MP4.
@Suite("Formats of HLS segments", .timeLimit(.minutes(1)))
struct HLSSegmentFormatsTests {
    private static let packet: [UInt8] = [0x47] + [UInt8](repeating: 0, count: 187)
    private static let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 3, 9, 9, 9]

    /// Returns the formats of a playlist whose segments have no extension and this content.
    private func formats(_ playlist: String, segment: [UInt8] = []) async throws -> HLSSegmentFormats {
        let server = try await OddWebServer { head in
            let body = head.uri == "/main.m3u8" ? Array("#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(playlist)".utf8) : segment
            return .init(allowedOrigin: "*", body: body, hasRanges: true)
        }
        let found = await HLSSegmentFormats.detect(url: server.url("/main.m3u8"), contentType: "")
        await server.close()
        return found
    }

    private static let muxedMP4 = HLSSegmentFormats(audio: .fmp4, video: .fmp4)
    private static let muxedTS = HLSSegmentFormats(audio: .ts, video: .mpeg2TS)

    private static let beginnings: [([UInt8], HLSSegmentFormats)] = [
        (packet + packet, muxedTS),
        ([0, 0, 0, 24] + Array("styp".utf8) + [0, 0, 0, 0], muxedMP4),
        ([0, 0, 0, 24] + Array("moof".utf8) + [0, 0, 0, 0], muxedMP4),
        ([0xFF, 0xF1, 0x50, 0x80, 0, 0], HLSSegmentFormats(audio: .aac)),
        (tag + [0xFF, 0xF1, 0x50, 0x80, 0, 0], HLSSegmentFormats(audio: .aac)),
        (tag + [0xFF, 0xFB, 0x90, 0, 0, 0], HLSSegmentFormats(audio: .mp3)),
        ([0x0B, 0x77, 0, 0, 0, 0x40], HLSSegmentFormats(audio: .ac3)),
        ([0x0B, 0x77, 0, 0, 0, 0x80], HLSSegmentFormats(audio: .eac3)),
        (Array("unknown".utf8), HLSSegmentFormats()),
    ]

    @Test("An initialization section and the names of segments show the format without a request for a segment")
    func playlist() async throws {
        #expect(try await formats("#EXT-X-MAP:URI=\"i\"\n#EXTINF:1,\ns\n") == Self.muxedMP4)
        #expect(try await formats("#EXTINF:1,\ns.m4s\n") == Self.muxedMP4)
        #expect(try await formats("#EXTINF:1,\ns.ts\n") == Self.muxedTS)
        #expect(try await formats("#EXTINF:1,\ns.aac\n") == HLSSegmentFormats(audio: .aac))
        #expect(try await formats("#EXTINF:1,\ns.mp3\n") == HLSSegmentFormats(audio: .mp3))
    }

    @Test(
        "Otherwise, the first bytes of the first segment show the format",
        arguments: beginnings
    )
    func firstBytes(segment: [UInt8], expected: HLSSegmentFormats) async throws {
        #expect(try await formats("#EXTINF:1,\ns\n", segment: segment) == expected)
    }

    @Test("Audio in transport streams of its own has a format of its own, if it is AAC")
    func audioOnly() async throws {
        func stream(_ codecs: String) async throws -> HLSSegmentFormats {
            let server = try await OddWebServer([
                "/main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"\(codecs)\"\n/audio\n",
                "/audio": "#EXTM3U\n#EXTINF:1,\ns.ts\n",
            ])
            let found = await HLSSegmentFormats.detect(url: server.url("/main.m3u8"), contentType: "")
            await server.close()
            return found
        }
        #expect(try await stream("mp4a.40.2") == HLSSegmentFormats(audio: .tsAAC))
        #expect(try await stream("ac-3") == HLSSegmentFormats(audio: .ts))
    }

    @Test("A stream is requested once, and a file that is not an HLS stream is never requested")
    func cache() async throws {
        let server = try await OddWebServer(["/main.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\ns.ts\n"])
        let url = server.url("/main.m3u8")
        for _ in 0..<2 { #expect(await HLSSegmentFormats.detect(url: url, contentType: "") == Self.muxedTS) }
        #expect(server.requests.count == 1)
        #expect(await HLSSegmentFormats.detect(url: server.url("/film.mp4"), contentType: "video/mp4").isEmpty)
        #expect(server.requests.count == 1)
        await server.close()
    }

    @Test("A format that the caller declares is never replaced")
    func declared() {
        var information = MediaInformation(contentID: "a", contentType: "b", streamType: .buffered)
        information.hlsSegmentFormat = .aac
        Self.muxedMP4.describe(&information)
        #expect(information.hlsSegmentFormat == .aac)
        #expect(information.hlsVideoSegmentFormat == nil)
        var open = MediaInformation(contentID: "a", contentType: "b", streamType: .buffered)
        Self.muxedMP4.describe(&open)
        #expect(open.hlsSegmentFormat == .fmp4)
        #expect(open.hlsVideoSegmentFormat == .fmp4)
    }
}
