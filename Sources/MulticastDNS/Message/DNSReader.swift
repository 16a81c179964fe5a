// SPDX-License-Identifier: Apache-2.0

/// Decodes the parts of a message, with bounds checks on every length.
struct DNSReader {
    let bytes: [UInt8]
    private(set) var position = 0
    /// The first names, with the positions at which they start. Most names of a response are a pointer to one of them.
    private var names: [(start: Int, name: DNSName)] = []

    private static let nameLimit = 64

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func readUInt8() throws(DNSFormatError) -> UInt8 {
        guard position < bytes.count else { throw DNSFormatError(.truncated, at: position) }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func readUInt16() throws(DNSFormatError) -> UInt16 {
        guard position + 2 <= bytes.count else { throw DNSFormatError(.truncated, at: position) }
        defer { position += 2 }
        return UInt16(bytes[position]) << 8 | UInt16(bytes[position + 1])
    }

    mutating func readUInt32() throws(DNSFormatError) -> UInt32 {
        UInt32(try readUInt16()) << 16 | UInt32(try readUInt16())
    }

    mutating func readBytes(_ count: Int) throws(DNSFormatError) -> [UInt8] {
        guard position + count <= bytes.count else { throw DNSFormatError(.truncated, at: position) }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    /// Decodes a name and follows its compression pointers.
    ///
    /// A pointer must point before the start of the name and before the targets of all earlier pointers of the name,
    /// and not into the header. Loops are therefore impossible.
    mutating func readName() throws(DNSFormatError) -> DNSName {
        let start = position
        if let known = knownName() { return known }
        var name: [UInt8] = []
        name.reserveCapacity(64)
        var cursor = position
        var lowest = position
        var end: Int?
        while true {
            guard cursor < bytes.count else { throw DNSFormatError(.truncated, at: cursor) }
            let length = Int(bytes[cursor])
            if length == 0 {
                cursor += 1
                break
            }
            switch length & 0xC0 {
            case 0:
                let next = cursor + 1 + length
                guard next <= bytes.count else { throw DNSFormatError(.truncated, at: cursor) }
                guard name.count + 1 + length <= DNSName.byteLimit else {
                    throw DNSFormatError(.nameTooLong, at: cursor)
                }
                name.append(contentsOf: bytes[cursor..<next])
                cursor = next
            case 0xC0:
                guard cursor + 1 < bytes.count else { throw DNSFormatError(.truncated, at: cursor) }
                let target = (length & 0x3F) << 8 | Int(bytes[cursor + 1])
                guard target < lowest, target >= DNSMessageWriter.headerSize else {
                    throw DNSFormatError(.pointerNotBackward, at: cursor)
                }
                if end == nil { end = cursor + 2 }
                lowest = target
                cursor = target
            default:
                throw DNSFormatError(.labelTypeReserved, at: cursor)
            }
        }
        position = end ?? cursor
        let result = DNSName(validWireBytes: name)
        if names.count < Self.nameLimit { names.append((start, result)) }
        return result
    }

    /// Reads a name that is only a pointer to the start of an earlier one. What follows there was checked already.
    private mutating func knownName() -> DNSName? {
        guard position + 1 < bytes.count, bytes[position] & 0xC0 == 0xC0 else { return nil }
        let target = Int(bytes[position] & 0x3F) << 8 | Int(bytes[position + 1])
        guard let known = names.last(where: { $0.start == target }) else { return nil }
        position += 2
        return known.name
    }

    mutating func readQuestion() throws(DNSFormatError) -> DNSQuestion {
        let name = try readName()
        let type = DNSRecordType(rawValue: try readUInt16())
        let recordClass = try readUInt16()
        return DNSQuestion(
            name: name,
            type: type,
            recordClass: recordClass & 0x7FFF,
            acceptsUnicast: recordClass & 0x8000 != 0
        )
    }

    mutating func readRecord() throws(DNSFormatError) -> DNSRecord {
        let name = try readName()
        let type = DNSRecordType(rawValue: try readUInt16())
        let recordClass = try readUInt16()
        let timeToLive = try readUInt32()
        let length = Int(try readUInt16())
        let end = position + length
        guard end <= bytes.count else { throw DNSFormatError(.truncated, at: position) }
        let data = try readData(type, length: length, end: end)
        guard position == end else { throw DNSFormatError(.dataLengthMismatch, at: position) }
        return DNSRecord(
            name: name,
            recordClass: recordClass & 0x7FFF,
            flushesCache: recordClass & 0x8000 != 0,
            // A time to live with the top bit set counts as zero (RFC 2181 section 8).
            timeToLive: timeToLive > 0x7FFF_FFFF ? 0 : timeToLive,
            data: data
        )
    }

    private mutating func readData(
        _ type: DNSRecordType,
        length: Int,
        end: Int
    ) throws(DNSFormatError) -> DNSRecordData {
        switch type {
        case .a:
            guard length == 4 else { throw DNSFormatError(.addressLength, at: position) }
            return .a(try readBytes(4))
        case .aaaa:
            guard length == 16 else { throw DNSFormatError(.addressLength, at: position) }
            return .aaaa(try readBytes(16))
        case .ptr:
            return .ptr(try readName())
        case .srv:
            let priority = try readUInt16()
            let weight = try readUInt16()
            let port = try readUInt16()
            return .srv(
                DNSServiceLocation(priority: priority, weight: weight, port: port, target: try readName())
            )
        case .txt:
            let start = position
            let content = try readBytes(length)
            guard let text = ServiceText(recordContent: content) else { throw DNSFormatError(.textOverrun, at: start) }
            return .txt(text)
        case .nsec:
            let next = try readName()
            guard position <= end else { throw DNSFormatError(.dataLengthMismatch, at: position) }
            return .nsec(next, types: try readTypeBitmap(end: end))
        default:
            return .unknown(type, try readBytes(length))
        }
    }

    /// Decodes the type bitmap of an NSEC record (RFC 4034 section 4.1.2).
    private mutating func readTypeBitmap(end: Int) throws(DNSFormatError) -> [DNSRecordType] {
        var types: [DNSRecordType] = []
        var previousWindow = -1
        while position < end {
            let start = position
            let window = Int(try readUInt8())
            let count = Int(try readUInt8())
            guard window > previousWindow, (1...32).contains(count), position + count <= end else {
                throw DNSFormatError(.typeBitmap, at: start)
            }
            previousWindow = window
            for index in 0..<count {
                let byte = try readUInt8()
                for bit in 0..<8 where byte & (0x80 >> bit) != 0 {
                    types.append(DNSRecordType(rawValue: UInt16(window << 8 | index << 3 | bit)))
                }
            }
        }
        return types
    }
}
