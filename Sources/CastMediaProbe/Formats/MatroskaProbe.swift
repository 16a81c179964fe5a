/// A parser for Matroska and WebM (RFC 9559), which consist of EBML elements (RFC 8794).
///
/// The duration is in the Info element of the segment.
enum MatroskaProbe {
    private struct Element {
        var id: UInt64
        var content: UInt64
        /// The size of the content; `nil` if it is unknown, as in a live stream.
        var size: UInt64?

        var end: UInt64 { size.flatMap { content.adding($0) } ?? .max }
    }

    private enum ID {
        static let segment: UInt64 = 0x1853_8067
        static let seekHead: UInt64 = 0x114D_9B74
        static let seek: UInt64 = 0x4DBB
        static let seekID: UInt64 = 0x53AB
        static let seekPosition: UInt64 = 0x53AC
        static let info: UInt64 = 0x1549_A966
        static let timestampScale: UInt64 = 0x2A_D7B1
        static let duration: UInt64 = 0x4489
        static let cluster: UInt64 = 0x1F43_B675
    }

    static func duration(_ window: inout ProbeWindow) async throws -> Double? {
        guard let header = try await element(at: 0, limit: .max, &window), header.size != nil else {
            throw window.damaged(at: 0)
        }
        guard let segment = try await element(at: header.end, limit: .max, &window), segment.id == ID.segment else {
            throw window.damaged(at: header.end)
        }
        var offset = segment.content
        var infoStart: UInt64?
        while let element = try await element(at: offset, limit: segment.end, &window) {
            switch element.id {
            case ID.info:
                return try await information(element, &window)
            case ID.seekHead:
                infoStart = try await position(of: ID.info, in: element, segment: segment, &window) ?? infoStart
            default:
                break
            }
            if element.id == ID.cluster || element.size == nil {
                break
            }
            offset = element.end
        }
        // Info follows the media data. The SeekHead contains its position.
        guard let infoStart, let info = try await element(at: infoStart, limit: segment.end, &window),
            info.id == ID.info
        else { return nil }
        return try await information(info, &window)
    }

    private static func information(_ info: Element, _ window: inout ProbeWindow) async throws -> Double? {
        var offset = info.content
        var scale: UInt64 = 1_000_000
        var ticks: Double?
        while let element = try await element(at: offset, limit: info.end, &window) {
            if element.id == ID.timestampScale {
                scale = try await number(element, &window) ?? scale
            } else if element.id == ID.duration {
                var value = ByteCursor(try await window.bytes(at: element.content, count: 8))
                switch element.size {
                case 4: ticks = value.number(bytes: 4).map { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
                case 8: ticks = value.number(bytes: 8).map { Double(bitPattern: $0) }
                default: throw window.damaged(at: element.content)
                }
            }
            offset = element.end
        }
        return ticks.map { $0 * Double(scale) / 1e9 }
    }

    private static func position(
        of id: UInt64,
        in seekHead: Element,
        segment: Element,
        _ window: inout ProbeWindow
    ) async throws -> UInt64? {
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
            if found == id, let position {
                return segment.content.adding(position)
            }
            offset = seek.end
        }
        return nil
    }

    private static func number(_ element: Element, _ window: inout ProbeWindow) async throws -> UInt64? {
        guard let size = element.size, (1...8).contains(size) else { return nil }
        var value = ByteCursor(try await window.bytes(at: element.content, count: Int(size)))
        return value.number(bytes: Int(size))
    }

    private static func element(at offset: UInt64, limit: UInt64, _ window: inout ProbeWindow) async throws -> Element?
    {
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
