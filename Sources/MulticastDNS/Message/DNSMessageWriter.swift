// SPDX-License-Identifier: Apache-2.0

/// Encodes one datagram with compressed names, up to a size limit.
///
/// Questions and records are appended section by section, in message order. An item that does not fit leaves the
/// datagram unchanged, and the caller starts another one.
struct DNSMessageWriter {
    enum Section: Int {
        case question
        case answer
        case authority
        case additional
    }

    static let headerSize = 12

    private(set) var bytes: [UInt8]
    private let limit: Int
    /// False in responses to resolvers that do not implement multicast DNS: only names in the record types of RFC 1035
    /// may be compressed there (RFC 6762 section 18.14).
    private let compressesEveryName: Bool
    private var counts = [0, 0, 0, 0]
    private var offsets = NameOffsetTable()

    init(id: UInt16 = 0, flags: DNSFlags, limit: Int = DNSMessage.sendLimit, compressesEveryName: Bool = true) {
        self.limit = limit
        self.compressesEveryName = compressesEveryName
        bytes = []
        bytes.reserveCapacity(min(limit, DNSMessage.sendLimit))
        append(id)
        append(flags.rawValue)
        bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, 0, 0])
    }

    /// Returns the datagram.
    func finish() -> [UInt8] {
        var result = bytes
        for (section, count) in counts.enumerated() {
            result[4 + 2 * section] = UInt8(truncatingIfNeeded: count >> 8)
            result[5 + 2 * section] = UInt8(truncatingIfNeeded: count)
        }
        return result
    }

    mutating func setFlags(_ flags: DNSFlags) {
        bytes[2] = UInt8(flags.rawValue >> 8)
        bytes[3] = UInt8(truncatingIfNeeded: flags.rawValue)
    }

    /// Appends a question. If it does not fit, returns false and changes nothing.
    mutating func append(_ question: DNSQuestion) -> Bool {
        let start = begin()
        append(question.name, compressing: true)
        append(question.type.rawValue)
        append(question.recordClass | (question.acceptsUnicast ? 0x8000 : 0))
        return end(start, .question)
    }

    /// Appends a record. If it does not fit, returns false and changes nothing.
    mutating func append(_ record: DNSRecord, _ section: Section) -> Bool {
        let start = begin()
        append(record.name, compressing: true)
        append(record.type.rawValue)
        append(record.recordClass | (record.flushesCache ? 0x8000 : 0))
        append(UInt16(truncatingIfNeeded: record.timeToLive >> 16))
        append(UInt16(truncatingIfNeeded: record.timeToLive))
        let lengthPosition = bytes.count
        append(UInt16(0))
        append(record.data)
        let length = bytes.count - lengthPosition - 2
        guard length <= 0xFFFF else {
            rollBack(to: start)
            return false
        }
        bytes[lengthPosition] = UInt8(length >> 8)
        bytes[lengthPosition + 1] = UInt8(truncatingIfNeeded: length)
        return end(start, section)
    }

    // MARK: - Parts

    private mutating func begin() -> Int {
        offsets.begin()
        return bytes.count
    }

    private mutating func end(_ start: Int, _ section: Section) -> Bool {
        guard bytes.count <= limit, counts[section.rawValue] < 0xFFFF else {
            rollBack(to: start)
            return false
        }
        counts[section.rawValue] += 1
        return true
    }

    private mutating func rollBack(to start: Int) {
        bytes.removeSubrange(start...)
        offsets.rollBack()
    }

    private mutating func append(_ value: UInt16) {
        bytes.append(UInt8(value >> 8))
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    private mutating func append(_ data: DNSRecordData) {
        switch data {
        case .a(let address), .aaaa(let address):
            bytes.append(contentsOf: address)
        case .ptr(let name):
            append(name, compressing: true)
        case .srv(let location):
            append(location.priority)
            append(location.weight)
            append(location.port)
            append(location.target, compressing: compressesEveryName)
        case .txt(let text):
            bytes.append(contentsOf: text.recordContent)
        case .nsec(let next, let types):
            append(next, compressing: compressesEveryName)
            appendBitmap(types)
        case .unknown(_, let content):
            bytes.append(contentsOf: content)
        }
    }

    private mutating func appendBitmap(_ types: [DNSRecordType]) {
        var windows: [UInt16: [UInt8]] = [:]
        for type in types {
            let index = Int(type.rawValue & 0xFF) >> 3
            var bitmap = windows[type.rawValue >> 8] ?? []
            while bitmap.count <= index {
                bitmap.append(0)
            }
            bitmap[index] |= 0x80 >> UInt8(type.rawValue & 7)
            windows[type.rawValue >> 8] = bitmap
        }
        for (window, bitmap) in windows.sorted(by: { $0.key < $1.key }) {
            bytes.append(UInt8(window))
            bytes.append(UInt8(bitmap.count))
            bytes.append(contentsOf: bitmap)
        }
    }

    /// Appends a name, or its first labels and a pointer to an earlier occurrence of the rest.
    private mutating func append(_ name: DNSName, compressing: Bool) {
        withUnsafeTemporaryAllocation(of: Tail.self, capacity: DNSName.byteLimit) { buffer in
            let tails = Self.tails(of: name, in: buffer)
            var literalEnd = name.wireBytes.count
            var pointer: UInt16?
            if compressing {
                for tail in tails {
                    guard let offset = offsets[tail.hash], matches(name.foldedBytes, from: tail.start, at: Int(offset))
                    else { continue }
                    literalEnd = tail.start
                    pointer = offset
                    break
                }
            }
            let base = bytes.count
            bytes.append(contentsOf: name.wireBytes[..<literalEnd])
            if let pointer {
                append(0xC000 | pointer)
            } else {
                bytes.append(0)
            }
            for tail in tails where tail.start < literalEnd && base + tail.start < 0x4000 {
                offsets.insert(tail.hash, at: UInt16(base + tail.start))
            }
        }
    }

    /// A suffix of a name, starting at one of its labels.
    private struct Tail {
        var start: Int
        var hash: UInt64
    }

    /// Returns the suffixes of a name, longest first, each with a hash.
    private static func tails(
        of name: DNSName,
        in buffer: UnsafeMutableBufferPointer<Tail>
    ) -> UnsafeMutableBufferPointer<Tail>.SubSequence {
        var count = 0
        var position = 0
        while position < name.foldedBytes.count, count < buffer.count {
            buffer[count] = Tail(start: position, hash: 0)
            count += 1
            position += 1 + Int(name.foldedBytes[position])
        }
        // FNV-1a from the end toward the start computes the hash of every suffix in one pass.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var index = name.foldedBytes.count
        for tail in (0..<count).reversed() {
            while index > buffer[tail].start {
                index -= 1
                hash = (hash ^ UInt64(name.foldedBytes[index])) &* 0x100_0000_01B3
            }
            buffer[tail].hash = hash
        }
        return buffer[..<count]
    }

    /// Whether the name written at `offset` equals the suffix of another name, which is in lowercase.
    private func matches(_ tail: [UInt8], from start: Int, at offset: Int) -> Bool {
        var cursor = offset
        var index = start
        while cursor < bytes.count {
            let length = Int(bytes[cursor])
            if length & 0xC0 == 0xC0 {
                guard cursor + 1 < bytes.count else { return false }
                cursor = (length & 0x3F) << 8 | Int(bytes[cursor + 1])
                continue
            }
            if length == 0 { return index == tail.endIndex }
            guard index + length < tail.endIndex, cursor + length < bytes.count else { return false }
            for step in 0...length where DNSName.folded(bytes[cursor + step]) != tail[index + step] {
                return false
            }
            cursor += 1 + length
            index += 1 + length
        }
        return false
    }
}

/// The offsets of names and name suffixes in a datagram: a small hash table that can only remove its latest entries.
///
/// The caller verifies matches, so a hash collision only reduces compression.
struct NameOffsetTable {
    private struct Slot {
        var hash: UInt64
        var offset: UInt16
    }

    private static let slotCount = 512
    /// The maximum number of entries. Names beyond it are written in full; typical datagrams have far fewer.
    private static let limit = 384

    /// Offset 0 marks a free slot, because the header is at this offset.
    private var slots = Array(repeating: Slot(hash: 0, offset: 0), count: slotCount)
    private var count = 0
    /// The slots filled since ``begin()``.
    private var latest: [Int] = []

    /// Starts a part that may be rolled back.
    mutating func begin() {
        latest.removeAll(keepingCapacity: true)
    }

    /// Removes the entries inserted since ``begin()``. They are the newest, so no probe sequence of an older entry
    /// crosses them.
    mutating func rollBack() {
        for index in latest {
            slots[index].offset = 0
        }
        count -= latest.count
        latest.removeAll(keepingCapacity: true)
    }

    subscript(hash: UInt64) -> UInt16? {
        var index = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
        while slots[index].offset != 0 {
            if slots[index].hash == hash { return slots[index].offset }
            index = (index + 1) & (Self.slotCount - 1)
        }
        return nil
    }

    /// Inserts an offset, unless the hash already has one.
    mutating func insert(_ hash: UInt64, at offset: UInt16) {
        guard count < Self.limit else { return }
        var index = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
        while slots[index].offset != 0 {
            if slots[index].hash == hash { return }
            index = (index + 1) & (Self.slotCount - 1)
        }
        slots[index] = Slot(hash: hash, offset: offset)
        latest.append(index)
        count += 1
    }
}
