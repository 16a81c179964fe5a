// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import Testing

@Suite struct MediaProbeTests {
    static let movie = Bytes.box("moov", Bytes.movieHeader(timescale: 600, duration: 7500))
    static let files: [(String, MediaFacts.Container, Double?, [UInt8])] = [
        ("MP4, index first", .mp4, 12.5, Bytes.fileType + movie + Bytes.box("mdat", [1, 2, 3])),
        (
            "MP4, index last", .mp4, 12.5,
            Bytes.fileType + Bytes.box("mdat", [UInt8](repeating: 7, count: 200_000)) + movie
        ),
        (
            "MP4, long numbers", .mp4, 100_000,
            Bytes.fileType + Bytes.longBox("free", size: 20) + [0, 0, 0, 0]
                + Bytes.box("moov", Bytes.movieHeader(timescale: 1_000_000, duration: 100_000_000_000, version: 1))
        ),
        (
            "MP4, index to the end of the file", .mp4, 12.5,
            Bytes.fileType + Bytes.big(0, 4) + Array("moov".utf8) + Bytes.movieHeader(timescale: 2, duration: 25)
        ),
        (
            "MP4 in fragments, length in the index", .mp4, 4,
            Bytes.fileType
                + Bytes.box(
                    "moov",
                    Bytes.movieHeader(timescale: 1000, duration: 0)
                        + Bytes.box("mvex", Bytes.box("mehd", Bytes.big(0, 4) + Bytes.big(4000, 4)))
                )
        ),
        (
            "MP4 in fragments, length in the list of fragments", .mp4, 5,
            Bytes.fileType + Bytes.box("moov", Bytes.movieHeader(timescale: 1000, duration: 0))
                + Bytes.box(
                    "sidx",
                    Bytes.big(0, 8) + Bytes.big(100, 4) + Bytes.big(0, 8) + Bytes.big(2, 4)
                        + Bytes.big(1, 4) + Bytes.big(200, 4) + Bytes.big(0, 4)
                        + Bytes.big(1, 4) + Bytes.big(300, 4) + Bytes.big(0, 4)
                ) + Bytes.box("moof", [])
        ),
        (
            "MP4 in fragments, a hierarchy of indexes, of which the first covers all", .mp4, 10,
            Bytes.fileType + Bytes.box("moov", Bytes.movieHeader(timescale: 1000, duration: 0))
                + Bytes.segmentIndex([500, 500]) + Bytes.segmentIndex([500]) + Bytes.segmentIndex([500])
                + Bytes.box("moof", [])
        ),
        (
            "MP4 in fragments, an index larger than one read", .mp4, 12_000,
            Bytes.fileType + Bytes.box("moov", Bytes.movieHeader(timescale: 1000, duration: 0))
                + Bytes.segmentIndex([UInt64](repeating: 200, count: 6000)) + Bytes.box("moof", [])
        ),
        (
            "MP4 in fragments, length not first in the list of extensions", .mp4, 4,
            Bytes.fileType
                + Bytes.box(
                    "moov",
                    Bytes.movieHeader(timescale: 1000, duration: 0)
                        + Bytes.box(
                            "mvex",
                            Bytes.box("trex", [UInt8](repeating: 0, count: 24))
                                + Bytes.box("mehd", Bytes.big(0, 4) + Bytes.big(4000, 4))
                        )
                )
        ),
        (
            "MP4 in fragments, a placeholder for the length, and an index", .mp4, 5,
            Bytes.fileType
                + Bytes.box(
                    "moov",
                    Bytes.movieHeader(timescale: 1000, duration: 0)
                        + Bytes.box("mvex", Bytes.box("mehd", Bytes.big(0, 8)))
                ) + Bytes.segmentIndex([500]) + Bytes.box("moof", [])
        ),
        (
            "MP4 in fragments without a length", .mp4, nil,
            Bytes.fileType + Bytes.box("moov", Bytes.movieHeader(timescale: 1000, duration: 0))
                + Bytes.box("moof", []) + Bytes.box("mdat", [1])
        ),
        ("QuickTime without a file type", .mp4, 12.5, Bytes.box("wide", []) + movie),
        (
            "Matroska", .matroska, 61.5,
            Bytes.matroskaHeader + Bytes.element(0x1853_8067, Bytes.information(ticks: 61_500))
        ),
        (
            "Matroska of unknown size, other scale", .matroska, 2,
            Bytes.matroskaHeader + Bytes.elementHead(0x1853_8067, size: (1 << 56) - 1)
                + Bytes.element(0xEC, [0, 0]) + Bytes.information(scale: 1000, ticks: 2_000_000)
        ),
        ("Matroska with Info at the end", .matroska, 3, matroskaWithInformationLast),
        (
            "Matroska that is being recorded", .matroska, nil,
            Bytes.matroskaHeader
                + Bytes.element(0x1853_8067, Bytes.element(0x1549_A966, []) + Bytes.element(0x1F43_B675, [1]))
        ),
        ("WAVE", .wave, 2, wave(dataSize: 16_000, content: 16_000)),
        ("WAVE that was never closed", .wave, 2, wave(dataSize: 0, content: 16_000)),
        ("RF64", .wave, 2, wave(dataSize: 0xFFFF_FFFF, content: 16_000, longSize: 16_000)),
        ("MP3, constant rate", .mpegAudio, 10 * 417 * 8 / 128_000.0, mp3(frames: 10)),
        ("MP3, tagged and counted", .mpegAudio, 1000 * 1152 / 44_100.0, mp3(frames: 4, counted: 1000, tag: 70_000)),
        (
            "FLAC", .flac, 10,
            Array("fLaC".utf8) + Bytes.big(34, 4) + [UInt8](repeating: 0, count: 10)
                + Bytes.big(44_100 << 44 | 441_000, 8) + [UInt8](repeating: 0, count: 16)
        ),
    ]

    @Test(arguments: files)
    func `the duration of a file is found`(
        name: String,
        container: MediaFacts.Container,
        duration: Double?,
        content: [UInt8]
    ) async throws {
        let facts = try await probe(content)
        #expect(facts.container == container)
        #expect(facts.duration.map { ($0 * 1000).rounded() } == duration.map { ($0 * 1000).rounded() })
    }

    @Test(arguments: files.filter { !["MP3, constant rate", "WAVE that was never closed"].contains($0.0) })
    func `the duration of a file of unknown size is found`(
        name: String,
        container: MediaFacts.Container,
        duration: Double?,
        content: [UInt8]
    ) async throws {
        let facts = try await probe(content, knowsSize: false)
        #expect(facts.duration.map { ($0 * 1000).rounded() } == duration.map { ($0 * 1000).rounded() })
    }

    @Test func `a file with its index at the end takes two reads`() async throws {
        let file = CountedFile(Bytes.fileType + Bytes.box("mdat", [UInt8](repeating: 7, count: 3_000_000)) + Self.movie)
        let facts = try await MediaProbe.probe { await file.read($0) }
        #expect(facts.duration == 12.5)
        #expect(await file.reads == 2)
        #expect(await file.bytesRead < 70_000)
    }

    private static let matroskaWithInformationLast: [UInt8] = {
        let cluster = Bytes.element(0x1F43_B675, [UInt8](repeating: 1, count: 100_000))
        func seekHead(_ position: UInt64) -> [UInt8] {
            Bytes.element(
                0x114D_9B74,
                Bytes.element(
                    0x4DBB,
                    Bytes.element(0x53AB, Bytes.big(0x1549_A966, 4)) + Bytes.element(0x53AC, Bytes.big(position, 4))
                )
            )
        }
        let position = UInt64(seekHead(0).count + cluster.count)
        return Bytes.matroskaHeader
            + Bytes.element(0x1853_8067, seekHead(position) + cluster + Bytes.information(ticks: 3000))
    }()

    private static func wave(dataSize: UInt64, content: Int, longSize: UInt64? = nil) -> [UInt8] {
        var file = Array((longSize == nil ? "RIFF" : "RF64").utf8) + Bytes.little(0, 4) + Array("WAVE".utf8)
        if let longSize {
            file += Array("ds64".utf8) + Bytes.little(28, 4) + Bytes.little(0, 8) + Bytes.little(longSize, 8)
            file += [UInt8](repeating: 0, count: 12)
        }
        file += Array("LIST".utf8) + Bytes.little(3, 4) + [1, 2, 3, 0]
        file += Array("fmt ".utf8) + Bytes.little(16, 4) + Bytes.little(1, 2) + Bytes.little(1, 2)
        file += Bytes.little(8000, 4) + Bytes.little(8000, 4) + Bytes.little(1, 2) + Bytes.little(8, 2)
        return file + Array("data".utf8) + Bytes.little(dataSize, 4) + [UInt8](repeating: 0, count: content)
    }

    /// Frames of layer III at 128 kbit/s and 44.1 kHz, 417 bytes each.
    private static func mp3(frames: Int, counted: UInt64? = nil, tag: Int? = nil) -> [UInt8] {
        var file: [UInt8] = []
        if let tag {
            let size = (0..<4).reversed().map { UInt8(tag >> (7 * $0) & 0x7F) }
            file = Array("ID3".utf8) + [4, 0, 0] + size + [UInt8](repeating: 0, count: tag)
        }
        for number in 0..<frames {
            var frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413)
            if number == 0, let counted {
                frame.replaceSubrange(36..<48, with: Array("Xing".utf8) + Bytes.big(1, 4) + Bytes.big(counted, 4))
            }
            file += frame
        }
        return file
    }
}
