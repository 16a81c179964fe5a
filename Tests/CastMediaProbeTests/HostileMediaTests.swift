// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import Testing

/// Tests of files that are crafted to cause work, memory use or a crash.
@Suite struct HostileMediaTests {
    @Test(
        arguments: [
            [], [0], Array("hello, world".utf8), Array("<html><body>404".utf8), Array("RIFF0000AVI ".utf8),
            [UInt8](repeating: 0, count: 5000), [UInt8](repeating: 0xFF, count: 5000), Array("{\"error\": 404}".utf8),
        ] as [[UInt8]]
    )
    func `content without a known format is reported`(content: [UInt8]) async {
        await #expect(throws: MediaProbeError.unknownFormat) { try await probe(content) }
    }

    static let damaged: [(MediaFacts.Container, [UInt8])] = [
        (.mp4, Bytes.fileType + Bytes.big(7, 4) + Array("moov".utf8)),
        (.mp4, Bytes.fileType + Bytes.longBox("moov", size: 3)),
        (.mp4, Bytes.fileType + Bytes.longBox("mdat", size: .max)),
        (.mp4, Bytes.fileType + Bytes.box("moov", Bytes.big(12, 4) + Array("mvhd".utf8) + [0, 0, 0, 0])),
        (.matroska, [0x1A, 0x45, 0xDF, 0xA3, 0x00]),
        (.matroska, Bytes.matroskaHeader + [0, 0, 0, 0, 0, 0]),
        (
            .matroska,
            Bytes.matroskaHeader + Bytes.element(0x1853_8067, Bytes.element(0x1549_A966, Bytes.element(0x4489, [1])))
        ),
        (.wave, Array("RIFF0000WAVEdata".utf8) + [1, 0, 0, 0, 0]),
        (.flac, Array("fLaC".utf8) + [9, 0, 0, 0]),
        (.mpegAudio, Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3]),
    ]

    @Test(arguments: damaged)
    func `an invalid structure is reported`(container: MediaFacts.Container, content: [UInt8]) async {
        let error = await #expect(throws: MediaProbeError.self) { try await probe(content) }
        guard case .damaged(container, _) = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
    }

    @Test(
        arguments: [
            Bytes.box("moov", Bytes.movieHeader(timescale: 0, duration: 5)),
            Bytes.box("moov", Bytes.movieHeader(timescale: 1, duration: 0xFFFF_FFFF)),
            Bytes.box("moov", Bytes.movieHeader(timescale: 1, duration: .max - 1, version: 1)),
            Bytes.box("moov", []), [],
        ] as [[UInt8]]
    )
    func `an impossible duration is ignored`(movie: [UInt8]) async throws {
        #expect(try await probe(Bytes.fileType + movie).duration == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -1, 1e300])
    func `a duration that is not a positive finite number is ignored`(ticks: Double) async throws {
        let file = Bytes.matroskaHeader + Bytes.element(0x1853_8067, Bytes.information(ticks: ticks))
        #expect(try await probe(file).duration == nil)
    }

    @Test func `a file with too many small boxes is not parsed to the end`() async {
        let boxes = (0..<100_000).flatMap { _ in Bytes.box("free", []) }
        await #expect(throws: MediaProbeError.limitExceeded(.mp4)) { try await probe(Bytes.fileType + boxes) }
    }

    @Test func `bytes after a segment index are not parsed as its references`() async throws {
        // Each index declares two references and contains none.
        let index = Bytes.box("sidx", Bytes.big(0, 8) + Bytes.big(100, 4) + Bytes.big(0, 8) + Bytes.big(2, 4))
        #expect(try await probe(Bytes.fileType + index + index + index).duration == nil)
    }

    @Test func `many segment indexes with too large counts cause few reads`() async {
        let index = Bytes.box("sidx", Bytes.big(0, 8) + Bytes.big(100, 4) + Bytes.big(0, 8) + Bytes.big(0xFFFF, 4))
        let file = CountedFile(Bytes.fileType + Array([[UInt8]](repeating: index, count: 30_000).joined()))
        await #expect(throws: MediaProbeError.limitExceeded(.mp4)) {
            try await MediaProbe.probe { await file.read($0) }
        }
        // 4096 boxes of 32 bytes, in reads of 64 KiB.
        #expect(await file.reads <= 4)
    }

    @Test func `boxes far apart cause a bounded number of reads`() async {
        let counter = CountedFile([])
        await #expect(throws: MediaProbeError.limitExceeded(.mp4)) {
            try await MediaProbe.probe { range in
                _ = await counter.read(range)
                // A box of 1 MiB starts at every offset.
                let one = Bytes.big(1 << 20, 4) + Array("mdat".utf8)
                return one + [UInt8](repeating: 0, count: range.count - 8)
            }
        }
        #expect(await counter.reads <= 32)
    }

    @Test func `bytes beyond the requested range are ignored`() async throws {
        let file = Bytes.fileType + Bytes.box("moov", Bytes.movieHeader(timescale: 1, duration: 9))
        let facts = try await MediaProbe.probe { range in
            Array(file.dropFirst(Int(range.lowerBound))) + [UInt8](repeating: 0, count: 10_000_000)
        }
        #expect(facts.duration == 9)
    }

    @Test func `truncated files never trap`() async throws {
        for (_, _, _, content) in MediaProbeTests.files {
            for length in 0..<min(content.count, 160) {
                _ = try? await probe(Array(content.prefix(length)))
            }
        }
    }

    @Test func `files with a damaged byte never trap`() async throws {
        for (_, _, _, content) in MediaProbeTests.files where content.count < 70_000 {
            for place in 0..<min(content.count, 160) {
                for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                    var damaged = content
                    damaged[place] = value
                    let facts = try? await probe(damaged)
                    if let duration = facts?.duration {
                        #expect(duration > 0 && duration < 1e9)
                    }
                }
            }
        }
    }

    struct Unplugged: Error {}

    @Test func `an error of the reader is rethrown`() async {
        await #expect(throws: Unplugged.self) { try await MediaProbe.probe { _ in throw Unplugged() } }
    }

    @Test(arguments: ["/nonexistent/film.mp4", "/dev/null", "/tmp"])
    func `the error for a file that cannot be read contains its path`(path: String) async {
        let error = await #expect(throws: MediaProbeError.self) { try await MediaProbe.probe(file: path) }
        #expect(error?.description.contains(path) == true)
    }
}
