// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

/// Real devices expect transport streams unless the sender declares fragmented MP4.
@Suite("Containers of HLS segments", .timeLimit(.minutes(1)))
struct HLSSegmentContainerTests {
    private static let fragmented = "#EXTM3U\n#EXT-X-MAP:URI=\"init.mp4\"\n#EXTINF:4,\n0.m4s\n#EXT-X-ENDLIST\n"
    private static let transport = "#EXTM3U\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST\n"

    private func play(_ playlist: String, declared: HLSSegmentContainer) async throws -> MediaInspection {
        let reply = ScriptedServer.Reply.file(Array(playlist.utf8), type: "application/x-mpegurl", hasRanges: true)
        return try await ScriptedServer.with(reply) { server in
            var item = PlayerItem(generation: 1, url: "http://127.0.0.1:\(server.port)/film.m3u8")
            item.segments = declared
            return await HTTPMediaInspector(timeLimit: .seconds(2)).inspect(item)
        }
    }

    @Test(
        "a stream plays if its segments have the container that the sender declared",
        arguments: [(fragmented, HLSSegmentContainer.fragmentedMP4), (transport, .transportStream)]
    )
    func declared(playlist: String, container: HLSSegmentContainer) async throws {
        #expect(
            try await play(playlist, declared: container) == .playable(MediaMetadataFacts(duration: 4), kind: .video)
        )
    }

    @Test(
        "otherwise it never plays, as on a real device, and the message names the missing declaration",
        arguments: [(fragmented, HLSSegmentContainer.transportStream), (transport, .fragmentedMP4)]
    )
    func mismatch(playlist: String, container: HLSSegmentContainer) async throws {
        guard case .stalled(let message) = try await play(playlist, declared: container) else {
            Issue.record("the stream plays")
            return
        }
        #expect(message.contains("hlsSegmentFormat"))
    }

    @Test("without a declaration, a device expects transport streams")
    func declaration() {
        #expect(HLSSegmentContainer(audio: nil, video: nil) == .transportStream)
        #expect(HLSSegmentContainer(audio: .fmp4, video: nil) == .fragmentedMP4)
        #expect(HLSSegmentContainer(audio: .fmp4, video: .mpeg2TS) == .transportStream)
        #expect(HLSSegmentContainer(audio: .aac, video: .fmp4) == .fragmentedMP4)
    }

    @Test(
        "a playlist shows the container, unless the segments are audio or have unknown names",
        arguments: [
            (fragmented, HLSSegmentContainer.fragmentedMP4), (transport, .transportStream),
            ("#EXTM3U\n#EXT-X-MAP:URI=\"i.ts\"\n#EXTINF:4,\ns\n", .transportStream),
            ("#EXTM3U\n#EXTINF:4,\ns.TS?x=1\n", .transportStream), ("#EXTM3U\n#EXTINF:4,\ns.aac\n", nil),
            ("#EXTM3U\n#EXTINF:4,\ns\n", nil), ("#EXTM3U\n", nil),
        ]
    )
    func playlist(text: String, container: HLSSegmentContainer?) {
        #expect(HLSSegmentContainer(playlist: text) == container)
    }
}
