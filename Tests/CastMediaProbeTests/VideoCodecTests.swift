// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import Testing

@Suite("Codec of the video track")
struct VideoCodecTests {
    private static func track(_ handler: String, _ codec: String) -> [UInt8] {
        let zero = Bytes.big(0, 4)
        let entry = Bytes.box(codec, zero)
        return Bytes.box(
            "trak",
            Bytes.box("tkhd", zero)
                + Bytes.box(
                    "mdia",
                    Bytes.box("hdlr", zero + zero + Array(handler.utf8) + zero)
                        + Bytes.box(
                            "minf",
                            Bytes.box("stbl", Bytes.box("stsd", zero + Bytes.big(1, 4) + entry))
                        )
                )
        )
    }

    private static func file(_ tracks: [UInt8]) -> [UInt8] {
        Bytes.fileType + Bytes.box("mdat", [UInt8](repeating: 7, count: 100_000))
            + Bytes.box("moov", Bytes.movieHeader(timescale: 600, duration: 7500) + tracks)
    }

    private static func codec(_ content: [UInt8]) async throws -> String? {
        let file = CountedFile(content)
        return try await MediaProbe.videoCodec { await file.read($0) }
    }

    @Test(
        "the codec of the first video track is returned, wherever the track is",
        arguments: [
            (track("soun", "mp4a") + track("vide", "hvc1"), "hvc1"),
            (track("vide", "avc1") + track("vide", "hvc1"), "avc1"),
            (track("vide", "jpeg") + track("soun", "mp4a"), nil), (track("soun", "mp4a"), nil), ([], nil),
            (Bytes.box("trak", []) + track("vide", "av01"), "av01"),
        ] as [([UInt8], String?)]
    )
    func codec(tracks: [UInt8], expected: String?) async throws {
        #expect(try await Self.codec(Self.file(tracks)) == expected)
    }

    @Test("files of other formats and truncated files have no video codec")
    func others() async throws {
        #expect(try await Self.codec(Bytes.matroskaHeader) == nil)
        #expect(try await Self.codec(Bytes.fileType) == nil)
        let whole = Self.file(Self.track("vide", "hvc1"))
        for length in stride(from: whole.count - 1, to: 100_000, by: -7) {
            _ = try? await Self.codec(Array(whole.prefix(length)))
        }
    }
}
