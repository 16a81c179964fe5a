// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe

/// Functions that build files from bytes.
enum Bytes {
    static func big(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64(count - 1 - $0))) }
    }

    static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
        big(value, count).reversed()
    }

    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        big(UInt64(content.count + 8), 4) + Array(type.utf8) + content
    }

    static func longBox(_ type: String, size: UInt64) -> [UInt8] {
        big(1, 4) + Array(type.utf8) + big(size, 8)
    }

    static func movieHeader(timescale: UInt64, duration: UInt64, version: UInt8 = 0) -> [UInt8] {
        let wide = version == 1 ? 8 : 4
        return box(
            "mvhd",
            [version, 0, 0, 0] + [UInt8](repeating: 0, count: 2 * wide) + big(timescale, 4) + big(duration, wide)
                + [UInt8](repeating: 0, count: 80)
        )
    }

    /// A segment index with references of these durations, in hundredths of a second.
    static func segmentIndex(_ durations: [UInt64]) -> [UInt8] {
        let references = durations.flatMap { big(1, 4) + big($0, 4) + big(0, 4) }
        return box("sidx", big(0, 8) + big(100, 4) + big(0, 8) + big(UInt64(durations.count), 4) + references)
    }

    static let fileType = box("ftyp", Array("isom".utf8) + big(512, 4))

    static func element(_ id: UInt64, _ content: [UInt8]) -> [UInt8] {
        elementHead(id, size: UInt64(content.count)) + content
    }

    static func elementHead(_ id: UInt64, size: UInt64) -> [UInt8] {
        let idLength = (64 - id.leadingZeroBitCount + 7) / 8
        return big(id, idLength) + big(size | 1 << 56, 8)
    }

    static let matroskaHeader = element(0x1A45_DFA3, element(0x4282, Array("matroska".utf8)))

    static func information(scale: UInt64 = 1_000_000, ticks: Double) -> [UInt8] {
        element(0x1549_A966, element(0x2A_D7B1, big(scale, 4)) + element(0x4489, big(ticks.bitPattern, 8)))
    }
}

/// A file in memory that counts its reads. A read ends at the end of the file.
final actor CountedFile {
    private let content: [UInt8]
    private(set) var reads = 0
    private(set) var bytesRead = 0

    init(_ content: [UInt8]) {
        self.content = content
    }

    func read(_ range: Range<UInt64>) -> [UInt8] {
        reads += 1
        guard range.lowerBound < content.count else { return [] }
        let end = min(range.upperBound, UInt64(content.count))
        bytesRead += Int(end - range.lowerBound)
        return Array(content[Int(range.lowerBound)..<Int(end)])
    }
}

func probe(_ content: [UInt8], knowsSize: Bool = true) async throws -> MediaFacts {
    let file = CountedFile(content)
    return try await MediaProbe.probe(size: knowsSize ? UInt64(content.count) : nil) { await file.read($0) }
}
