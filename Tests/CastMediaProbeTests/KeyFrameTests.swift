// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import Testing

@Suite struct KeyFrameTests {
    static func keyFrames(_ content: [UInt8]) async throws -> [Double] {
        let file = CountedFile(content)
        return try await MediaProbe.keyFrames(size: UInt64(content.count)) { await file.read($0) }
    }

    /// A track with an edit list, so that the first picture is shown at the beginning.
    static func movie(keyFrames: [UInt8]) -> [UInt8] {
        let edits = Bytes.box("edts", MediaBytes.table("elst", [[500, 0xFFFF_FFFF, 1 << 16], [1500, 80, 1 << 16]]))
        let entry = MediaBytes.videoEntry("avc1", width: 16, height: 16, [])
        let tables =
            MediaBytes.table("stts", [[10, 40], [10, 50]]) + MediaBytes.table("ctts", [[10, 80], [10, 100]]) + keyFrames
        return MediaBytes.mp4(
            MediaBytes.track(id: 1, handler: "soun", entry: MediaBytes.audioEntry("mp4a", channels: 2, rate: 8000, []))
                + MediaBytes.track(id: 2, handler: "vide", entry: entry, tables: tables, before: edits)
        )
    }

    @Test func `the key frames of MP4 have the times of their presentation`() async throws {
        let times = try await Self.keyFrames(Self.movie(keyFrames: MediaBytes.table("stss", [[1], [6], [16], [99]])))
        // The decoding time of the last one is 10 × 40 + 5 × 50 = 650 ms; its offset is 100 ms.
        #expect(times.map { ($0 * 1000).rounded() } == [500, 700, 1170])
    }

    @Test func `every picture is a key frame without a table of them`() async throws {
        #expect(try await Self.keyFrames(Self.movie(keyFrames: [])).count == 20)
    }

    @Test func `tables that declare more entries than they contain are read to their end`() async throws {
        let table = MediaBytes.fullBox("stss", Bytes.big(0xFFFF_FFFF, 4) + Bytes.big(1, 4) + Bytes.big(11, 4))
        #expect(try await Self.keyFrames(Self.movie(keyFrames: table)).count == 2)
    }

    @Test func `the number of key frames is limited`() async throws {
        let entry = MediaBytes.videoEntry("avc1", width: 16, height: 16, [])
        let tables = MediaBytes.table("stts", [[0xFFFF_FFFF, 1]])
        let file = MediaBytes.mp4(MediaBytes.track(id: 1, handler: "vide", entry: entry, tables: tables))
        #expect(try await Self.keyFrames(file).count == 100_000)
    }

    @Test func `the key frames of Matroska are its cue points`() async throws {
        func cue(_ time: UInt64, track: UInt8) -> [UInt8] {
            Bytes.element(
                0xBB,
                Bytes.element(0xB3, Bytes.big(time, 2)) + Bytes.element(0xB7, Bytes.element(0xF7, [track]))
            )
        }
        let cues = Bytes.element(
            0x1C53_BB6B,
            cue(0, track: 2) + cue(500, track: 1) + cue(1500, track: 2) + cue(1500, track: 2)
        )
        let tracks = [MediaBytes.entry(1, type: 2, codec: "A_OPUS"), MediaBytes.entry(2, type: 1, codec: "V_VP9")]
        #expect(try await Self.keyFrames(MediaBytes.matroska(tracks, after: cues)) == [0, 1.5])
    }

    @Test func `files without a table have no key frames`() async throws {
        for content in [MediaBytes.opus, MediaBytes.matroska([]), MediaBytes.mp4([]), InspectTests.mp4] {
            _ = try await Self.keyFrames(content)
        }
        #expect(try await Self.keyFrames(MediaBytes.opus).isEmpty)
        #expect(try await Self.keyFrames(MediaBytes.matroska([])).isEmpty)
    }
}
