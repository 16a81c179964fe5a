// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import CastTesting
import Testing

/// Tests with thousands of files that are damaged at several places.
@Suite(.timeLimit(.minutes(2))) struct MutatedMediaTests {
    private static let files: [(name: String, content: [UInt8])] = [
        ("MP4", InspectTests.mp4),
        ("MP4 with tables", KeyFrameTests.movie(keyFrames: MediaBytes.table("stss", [[1], [6], [16]]))),
        ("MP4 with a cover", CoverTests.mp4), ("Matroska", InspectTests.matroska),
        ("Matroska with a cover", CoverTests.matroska), ("Ogg", MediaBytes.opus),
        ("transport stream", MediaBytes.transportStream), ("ADTS", MediaBytes.adtsFrame + MediaBytes.adtsFrame),
        ("FLAC with covers", CoverTests.flac), ("MP3 with covers", CoverTests.mp3),
    ]

    @Test(arguments: files.indices)
    func `a damaged file causes an error or facts, and a limited number of reads`(index: Int) async {
        let limits = MediaProbeLimits()
        var (accepted, refused, mostReads) = (0, 0, 0)
        for variant in Mutations(of: Self.files[index].content, count: 400, seed: UInt64(index)) {
            let size = UInt64(variant.count)
            let file = CountedFile(variant)
            do {
                let facts = try await MediaProbe.inspect(size: size) { await file.read($0) }
                #expect(facts.duration.map { $0.isFinite && $0 > 0 } ?? true)
                accepted += 1
            } catch {
                #expect(error is MediaProbeError)
                refused += 1
            }
            mostReads = max(mostReads, await file.reads)
            _ = try? await MediaProbe.probe(size: nil) { await file.read($0) }
            _ = try? await MediaProbe.keyFrames(size: size) { await file.read($0) }
            if let cover = try? await MediaProbe.cover(size: size, maximumSize: 1 << 16, read: { await file.read($0) })
            {
                #expect(cover.bytes.count <= variant.count)
            }
        }
        // Otherwise the variants would be too damaged, or not damaged enough, to test anything.
        #expect(accepted > 10 && refused > 5, "\(Self.files[index].name): \(accepted) accepted, \(refused) refused")
        #expect(mostReads <= 2 * limits.reads)
    }

    @Test func `the header of a damaged picture does not trap`() {
        let png: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]
        let jpeg: [UInt8] = [
            0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 1, 2, 3, 4, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 2, 1, 1, 0x11, 0, 0xFF, 0xD9,
        ]
        let webP =
            Array("RIFF".utf8) + [30, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 9, 0, 0]
        let gif = Array("GIF89a".utf8) + [2, 0, 1, 0, 0, 0, 0]
        for (index, picture) in [png, jpeg, webP, gif].enumerated() {
            for variant in Mutations(of: picture, count: 1000, seed: UInt64(index)) {
                if case .found(let header) = ImageHeader.read(variant) {
                    #expect(header.width >= 0 && header.height >= 0)
                }
                _ = ImageHeader.startOfScan(variant)
            }
        }
    }
}
