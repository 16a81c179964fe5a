// SPDX-License-Identifier: Apache-2.0

/// A parser for Matroska and WebM (RFC 9559), which consist of EBML elements (RFC 8794).
///
/// The duration is in the Info element of the segment.
enum MatroskaProbe {
    struct Element {
        var id: UInt64
        var content: UInt64
        /// The size of the content; `nil` if it is unknown, as in a live stream.
        var size: UInt64?

        var end: UInt64 { size.flatMap { content.adding($0) } ?? .max }
    }

    enum ID {
        static let segment: UInt64 = 0x1853_8067
        static let seekHead: UInt64 = 0x114D_9B74
        static let seek: UInt64 = 0x4DBB
        static let seekID: UInt64 = 0x53AB
        static let seekPosition: UInt64 = 0x53AC
        static let info: UInt64 = 0x1549_A966
        static let timestampScale: UInt64 = 0x2A_D7B1
        static let duration: UInt64 = 0x4489
        static let cluster: UInt64 = 0x1F43_B675
        static let title: UInt64 = 0x7BA9
        static let tracks: UInt64 = 0x1654_AE6B
        static let cues: UInt64 = 0x1C53_BB6B
        static let documentType: UInt64 = 0x4282
    }

    /// The content of an Info element.
    struct Information {
        /// The number of nanoseconds of a tick.
        var scale: UInt64 = 1_000_000
        var ticks: Double?
        var title: String?

        var duration: Double? { ticks.map { $0 * Double(scale) / 1e9 } }
    }

    static func duration(_ window: inout ProbeWindow) async throws -> Double? {
        let sections = try await sections([ID.info], &window)
        guard let info = sections[ID.info] else { return nil }
        return try await information(info, &window).duration
    }

    /// Returns the first elements with these identifiers in the segment.
    ///
    /// Elements after the media data are found by the positions in the SeekHead.
    static func sections(_ wanted: Set<UInt64>, _ window: inout ProbeWindow) async throws -> [UInt64: Element] {
        guard let header = try await element(at: 0, limit: .max, &window), header.size != nil else {
            throw window.damaged(at: 0)
        }
        guard let segment = try await element(at: header.end, limit: .max, &window), segment.id == ID.segment else {
            throw window.damaged(at: header.end)
        }
        var offset = segment.content
        var found: [UInt64: Element] = [:]
        var positions: [UInt64: UInt64] = [:]
        while found.count < wanted.count, let element = try await element(at: offset, limit: segment.end, &window) {
            if wanted.contains(element.id), found[element.id] == nil {
                found[element.id] = element
            } else if element.id == ID.seekHead {
                try await readPositions(in: element, segment: segment, &positions, &window)
            }
            if element.id == ID.cluster || element.size == nil {
                break
            }
            offset = element.end
        }
        let missing = positions.filter { wanted.contains($0.key) && found[$0.key] == nil }
        for (id, position) in missing.sorted(by: { $0.value < $1.value }) {
            if let element = try await element(at: position, limit: segment.end, &window), element.id == id {
                found[id] = element
            }
        }
        return found
    }

    /// Returns the document type, such as `webm`.
    static func documentType(_ window: inout ProbeWindow) async throws -> String? {
        guard let header = try await element(at: 0, limit: .max, &window) else { return nil }
        var offset = header.content
        while let element = try await element(at: offset, limit: header.end, &window) {
            if element.id == ID.documentType { return try await text(element, &window) }
            offset = element.end
        }
        return nil
    }

    static func information(_ info: Element, _ window: inout ProbeWindow) async throws -> Information {
        var offset = info.content
        var result = Information()
        while let element = try await element(at: offset, limit: info.end, &window) {
            switch element.id {
            case ID.timestampScale: result.scale = try await number(element, &window) ?? result.scale
            case ID.duration: result.ticks = try await floatingPoint(element, &window)
            case ID.title: result.title = try await text(element, &window)
            default: break
            }
            offset = element.end
        }
        return result
    }

    private static func readPositions(
        in seekHead: Element,
        segment: Element,
        _ positions: inout [UInt64: UInt64],
        _ window: inout ProbeWindow
    ) async throws {
        var offset = seekHead.content
        while let seek = try await element(at: offset, limit: seekHead.end, &window) {
            var inner = seek.content
            var found: UInt64?
            var position: UInt64?
            while seek.id == ID.seek, let field = try await element(at: inner, limit: seek.end, &window) {
                if field.id == ID.seekID {
                    found = try await number(field, &window)
                } else if field.id == ID.seekPosition {
                    position = try await number(field, &window)
                }
                inner = field.end
            }
            if let found, positions[found] == nil, let position {
                positions[found] = segment.content.adding(position)
            }
            offset = seek.end
        }
    }

    static func floatingPoint(_ element: Element, _ window: inout ProbeWindow) async throws -> Double? {
        var value = ByteCursor(try await window.bytes(at: element.content, count: 8))
        switch element.size {
        case 4: return value.number(bytes: 4).map { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
        case 8: return value.number(bytes: 8).map { Double(bitPattern: $0) }
        default: throw window.damaged(at: element.content)
        }
    }

    static func text(_ element: Element, _ window: inout ProbeWindow) async throws -> String? {
        MediaTags.text(try await binary(element, limit: MediaTags.maximumTextSize, &window))
    }

    /// Returns at most `limit` bytes of the content of an element.
    static func binary(_ element: Element, limit: Int, _ window: inout ProbeWindow) async throws -> [UInt8] {
        guard let size = element.size else { return [] }
        return try await window.bytes(at: element.content, count: Int(min(size, UInt64(limit))))
    }

    static func number(_ element: Element, _ window: inout ProbeWindow) async throws -> UInt64? {
        guard let size = element.size, (1...8).contains(size) else { return nil }
        var value = ByteCursor(try await window.bytes(at: element.content, count: Int(size)))
        return value.number(bytes: Int(size))
    }

    static func element(at offset: UInt64, limit: UInt64, _ window: inout ProbeWindow) async throws -> Element? {
        guard offset < limit else { return nil }
        try window.step()
        let bytes = try await window.bytes(at: offset, count: 12)
        guard let first = bytes.first else { return nil }
        let idLength = first.leadingZeroBitCount + 1
        guard idLength <= 4, bytes.count > idLength else { throw window.damaged(at: offset) }
        let sizeLength = bytes[idLength].leadingZeroBitCount + 1
        var fields = ByteCursor(bytes)
        guard sizeLength <= 8, let id = fields.number(bytes: idLength), let raw = fields.number(bytes: sizeLength),
            let content = offset.adding(UInt64(idLength + sizeLength))
        else { throw window.damaged(at: offset) }
        let mask: UInt64 = (1 << (7 * UInt64(sizeLength))) - 1
        let size = raw & mask
        return Element(id: id, content: content, size: size == mask ? nil : size)
    }
}
