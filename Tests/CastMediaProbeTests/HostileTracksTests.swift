// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import Testing

/// Tests of files with tracks that are crafted to cause work, memory use or a crash.
@Suite struct HostileTracksTests {
    static let files: [[UInt8]] = [
        InspectTests.mp4, InspectTests.matroska, MediaBytes.opus, MediaBytes.transportStream,
        MediaBytes.adtsFrame + MediaBytes.adtsFrame,
        KeyFrameTests.movie(keyFrames: MediaBytes.table("stss", [[1], [6], [16]])),
    ]

    private static func run(_ content: [UInt8]) async {
        _ = try? await InspectTests.inspect(content)
        _ = try? await KeyFrameTests.keyFrames(content)
    }

    @Test(arguments: files.indices) func `files that end at any byte never trap`(index: Int) async {
        for length in Self.files[index].indices { await Self.run(Array(Self.files[index].prefix(length))) }
    }

    @Test(arguments: files.indices) func `files with a damaged byte never trap`(index: Int) async {
        for place in Self.files[index].indices {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var damaged = Self.files[index]
                damaged[place] = value
                await Self.run(damaged)
            }
        }
    }

    @Test func `an Ogg file of empty pages is not read to the end`() async throws {
        let start = MediaBytes.opus.prefix(27 + 1 + 19)
        let empty = Array("OggS".utf8) + MediaBytes.zeros(23)
        let file = CountedFile(start + Array([[UInt8]](repeating: empty, count: 100_000).joined()))
        let facts = try await MediaProbe.inspect(size: 2_800_000) { await file.read($0) }
        #expect(facts.tracks.map(\.codec) == [.opus])
        #expect(await file.bytesRead < 200_000)
    }

    @Test func `a transport stream without tables is not read to the end`() async throws {
        let packet = MediaBytes.packet(0x1FFF, isStart: false, MediaBytes.zeros(184))
        let content = Array([[UInt8]](repeating: packet, count: 30_000).joined())
        let file = CountedFile(content)
        let facts = try await MediaProbe.inspect(size: UInt64(content.count)) { await file.read($0) }
        #expect(facts.tracks.isEmpty)
        #expect(facts.duration == nil)
        #expect(await file.bytesRead < 1_500_000)
    }

    @Test func `a stream of start codes does not cause much work`() async throws {
        let codes = [[UInt8]](repeating: [0, 0, 1, 0x67], count: 46).flatMap { $0 }
        let tables = Array(MediaBytes.transportStream.prefix(2 * 188))
        let packets = [[UInt8]](repeating: MediaBytes.packet(0x101, isStart: false, codes), count: 5000).flatMap { $0 }
        let start = MediaBytes.elementary(0x101, time: 0, [])
        let facts = try await InspectTests.inspect(tables + start + packets)
        #expect(facts.video?.width == nil)
    }

    @Test func `a position that refers to its own list does not cause a loop`() async throws {
        let seek = Bytes.element(
            0x114D_9B74,
            Bytes.element(0x4DBB, Bytes.element(0x53AB, Bytes.big(0x1654_AE6B, 4)) + Bytes.element(0x53AC, [0]))
        )
        let content = Bytes.matroskaHeader + Bytes.element(0x1853_8067, seek + seek)
        #expect(try await InspectTests.inspect(content).tracks.isEmpty)
    }

    @Test func `nested and repeated tracks are limited`() async {
        let track = MediaBytes.track(
            id: 1,
            handler: "vide",
            entry: MediaBytes.videoEntry("avc1", width: 1, height: 1, [])
        )
        let content = MediaBytes.mp4([[UInt8]](repeating: track, count: 5000).flatMap { $0 })
        await #expect(throws: MediaProbeError.limitExceeded(.mp4)) { try await InspectTests.inspect(content) }
    }
}
