// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// A parser for the stream of a fragmented MP4 file (ISO/IEC 14496-12) that a converter writes.
///
/// It divides the stream into the initialization section and fragments, and reads the times of each fragment. Media data
/// is passed on as it arrives.
struct FragmentParser {
    /// A part of the stream.
    enum Part: Equatable {
        /// The file type and movie boxes.
        case initialization(ByteBuffer)
        /// A movie fragment begins; its bytes follow.
        case fragment(Fragment)
        /// Bytes of the fragment that began last.
        case data(ByteBuffer)
        /// The fragment that began last is complete.
        case end
    }

    /// The times of a movie fragment in seconds: those of its video or, without video, of its first track.
    struct Fragment: Equatable {
        /// The time of the first picture or sound.
        var time: Double
        /// The time at which the next fragment begins; nil if the durations of the samples are not known.
        var end: Double?
        /// Whether the first picture can be decoded without earlier ones.
        var isIndependent: Bool
    }

    /// The stream is not fragmented MP4, or a part exceeds its limit.
    struct Invalid: Error, CustomStringConvertible {
        var description: String
    }

    /// The largest size of a box in bytes, except for media data.
    static let maximumBoxSize = 16 << 20

    private struct Track {
        var timescale: Double
        var isVideo: Bool
    }

    private enum State {
        /// The beginning of a box is expected.
        case header
        /// A box is collected until it has its size.
        case box(type: String, size: Int)
        /// Media data is passed on.
        case media(remaining: UInt64)
        /// A box without significance is skipped.
        case skipped(remaining: UInt64)
    }

    private var state = State.header
    /// The bytes of the header or box in progress.
    private var collected = ByteBuffer()
    private var fileType = ByteBuffer()
    private var tracks: [UInt32: Track] = [:]
    private var isInFragment = false

    /// Adds bytes of the stream and returns the parts that they contain.
    mutating func parse(_ bytes: [UInt8]) throws(Invalid) -> [Part] {
        var input = ByteBuffer(bytes: bytes)
        var parts: [Part] = []
        while input.readableBytes > 0 {
            switch state {
            case .header: try readHeader(&input, &parts)
            case .box(let type, let size):
                collect(&input, until: size)
                if collected.readableBytes == size { try finish(type, &parts) }
            case .media(let remaining):
                let part = Self.read(&input, remaining)
                parts.append(.data(part))
                try skip(remaining - UInt64(part.readableBytes), isMedia: true, &parts)
            case .skipped(let remaining):
                let part = Self.read(&input, remaining)
                try skip(remaining - UInt64(part.readableBytes), isMedia: false, &parts)
            }
        }
        return parts
    }

    private static func read(_ input: inout ByteBuffer, _ limit: UInt64) -> ByteBuffer {
        input.readSlice(length: Int(min(limit, UInt64(input.readableBytes)))) ?? ByteBuffer()
    }

    private mutating func collect(_ input: inout ByteBuffer, until size: Int) {
        let missing = max(0, size - collected.readableBytes)
        if let part = input.readSlice(length: min(missing, input.readableBytes)) {
            collected.writeImmutableBuffer(part)
        }
    }

    /// Reads the size and the type of a box, which may be divided among chunks.
    private mutating func readHeader(_ input: inout ByteBuffer, _ parts: inout [Part]) throws(Invalid) {
        collect(&input, until: 8)
        guard let size32: UInt32 = Self.integer(collected, at: 0), let type = collected.getString(at: 4, length: 4)
        else { return }
        var size = UInt64(size32)
        if size32 == 1 {
            collect(&input, until: 16)
            guard let size64: UInt64 = Self.integer(collected, at: 8) else { return }
            size = size64
        }
        let isCollected = ["ftyp", "moov", "moof"].contains(type)
        guard size >= collected.readableBytes, type == "mdat" || size <= UInt64(Self.maximumBoxSize) else {
            throw Invalid(description: "a box of type \(type.debugDescription) has the size \(size)")
        }
        if isCollected {
            state = .box(type: type, size: Int(size))
            if collected.readableBytes == Int(size) { try finish(type, &parts) }
            return
        }
        let isMedia = type == "mdat"
        if isMedia {
            guard isInFragment else { throw Invalid(description: "data without a movie fragment") }
            parts.append(.data(collected))
        }
        let remaining = size - UInt64(collected.readableBytes)
        collected = ByteBuffer()
        try skip(remaining, isMedia: isMedia, &parts)
    }

    /// Continues after a part of a box of which bytes remain.
    private mutating func skip(_ remaining: UInt64, isMedia: Bool, _ parts: inout [Part]) throws(Invalid) {
        guard remaining == 0 else {
            state = isMedia ? .media(remaining: remaining) : .skipped(remaining: remaining)
            return
        }
        state = .header
        if isMedia {
            isInFragment = false
            parts.append(.end)
        }
    }

    /// Handles a box that is collected.
    private mutating func finish(_ type: String, _ parts: inout [Part]) throws(Invalid) {
        let box = collected
        collected = ByteBuffer()
        state = .header
        switch type {
        case "ftyp": fileType = box
        case "moov":
            tracks = Self.tracks(box)
            var section = fileType
            section.writeImmutableBuffer(box)
            parts.append(.initialization(section))
        default:
            guard let fragment = Self.fragment(box, tracks) else { return }
            isInFragment = true
            parts += [.fragment(fragment), .data(box)]
        }
    }

    // MARK: - Boxes

    /// Returns the contents of the child boxes with their types.
    private static func children(_ buffer: ByteBuffer, headerSize: Int) -> [(type: String, content: ByteBuffer)] {
        var rest = buffer
        rest.moveReaderIndex(forwardBy: min(headerSize, rest.readableBytes))
        var children: [(String, ByteBuffer)] = []
        while let size = rest.readInteger(as: UInt32.self), let type = rest.readString(length: 4), size >= 8,
            let content = rest.readSlice(length: Int(size) - 8)
        {
            children.append((type, content))
        }
        return children
    }

    private static func child(_ path: [String], of content: ByteBuffer) -> ByteBuffer? {
        var current = content
        for type in path {
            guard let next = children(current, headerSize: 0).first(where: { $0.type == type }) else { return nil }
            current = next.content
        }
        return current
    }

    private static func tracks(_ movie: ByteBuffer) -> [UInt32: Track] {
        var tracks: [UInt32: Track] = [:]
        for (type, track) in children(movie, headerSize: 8) where type == "trak" {
            guard let header = child(["tkhd"], of: track), let media = child(["mdia", "mdhd"], of: track),
                let handler = child(["mdia", "hdlr"], of: track),
                let id: UInt32 = integer(header, at: version(header) == 1 ? 20 : 12),
                let timescale: UInt32 = integer(media, at: version(media) == 1 ? 20 : 12), timescale > 0
            else { continue }
            let kind = handler.getString(at: handler.readerIndex + 8, length: 4)
            tracks[id] = Track(timescale: Double(timescale), isVideo: kind == "vide")
        }
        return tracks
    }

    /// Returns the times of the video track or, without one, of the first track.
    private static func fragment(_ fragment: ByteBuffer, _ tracks: [UInt32: Track]) -> Fragment? {
        var first: Fragment?
        for (type, run) in children(fragment, headerSize: 8) where type == "traf" {
            guard let header = child(["tfhd"], of: run), let id: UInt32 = integer(header, at: 4),
                let track = tracks[id], let decodeTime = child(["tfdt"], of: run)
            else { continue }
            let ticks: Double?
            if version(decodeTime) == 1 {
                ticks = integer(decodeTime, at: 4).map { (value: Int64) in Double(value) }
            } else {
                ticks = integer(decodeTime, at: 4).map { (value: UInt32) in Double(value) }
            }
            guard let ticks else { continue }
            let runs = children(run, headerSize: 0).filter { $0.type == "trun" }.map(\.content)
            let offset = runs.first.map(firstCompositionOffset) ?? 0
            let time = (ticks + offset) / track.timescale
            var durations: [Double] = []
            for run in runs {
                if let duration = duration(of: run, header) { durations.append(duration) }
            }
            let isKnown = !runs.isEmpty && durations.count == runs.count
            let end = isKnown ? time + durations.reduce(0, +) / track.timescale : nil
            if track.isVideo {
                let flags = runs.first.flatMap(firstSampleFlags) ?? defaultSampleFlags(header)
                return Fragment(time: time, end: end, isIndependent: flags.map { $0 & isDependent == 0 } ?? false)
            }
            if time < first?.time ?? .infinity { first = Fragment(time: time, end: end, isIndependent: true) }
        }
        return first
    }

    /// Returns the duration of a track run in ticks; nil if the track fragment does not have it.
    private static func duration(of run: ByteBuffer, _ header: ByteBuffer) -> Double? {
        guard let flags: UInt32 = integer(run, at: 0), let count: UInt32 = integer(run, at: 4) else { return nil }
        guard flags & 0x100 != 0 else {
            guard let flags: UInt32 = integer(header, at: 0), flags & 0x8 != 0 else { return nil }
            var offset = flags & 0x1 != 0 ? 16 : 8
            if flags & 0x2 != 0 { offset += 4 }
            return integer(header, at: offset).map { (value: UInt32) in Double(value) * Double(count) }
        }
        var offset = 8
        for flag: UInt32 in [0x1, 0x4] where flags & flag != 0 { offset += 4 }
        let size = [UInt32(0x100), 0x200, 0x400, 0x800].count { flags & $0 != 0 } * 4
        var duration = 0.0
        for _ in 0..<count {
            guard let value: UInt32 = integer(run, at: offset) else { return nil }
            duration += Double(value)
            offset += size
        }
        return duration
    }

    /// The flag `sample_is_non_sync_sample`.
    private static let isDependent: UInt32 = 0x10000

    /// Returns the flags of the first sample of a track run; nil if it has those of the track fragment.
    private static func firstSampleFlags(_ run: ByteBuffer) -> UInt32? {
        guard let flags: UInt32 = integer(run, at: 0) else { return nil }
        var offset = flags & 0x1 != 0 ? 12 : 8
        if flags & 0x4 != 0 { return integer(run, at: offset) }
        guard flags & 0x400 != 0 else { return nil }
        for flag: UInt32 in [0x100, 0x200] where flags & flag != 0 { offset += 4 }
        return integer(run, at: offset)
    }

    /// Returns the default sample flags of a track fragment; nil if it has those of the track.
    private static func defaultSampleFlags(_ header: ByteBuffer) -> UInt32? {
        guard let flags: UInt32 = integer(header, at: 0), flags & 0x20 != 0 else { return nil }
        var offset = flags & 0x1 != 0 ? 16 : 8
        for flag: UInt32 in [0x2, 0x8, 0x10] where flags & flag != 0 { offset += 4 }
        return integer(header, at: offset)
    }

    /// Returns the composition time offset of the first sample of a track run.
    private static func firstCompositionOffset(_ run: ByteBuffer) -> Double {
        guard let flags: UInt32 = integer(run, at: 0), flags & 0x800 != 0 else { return 0 }
        // The sample count, then the optional data offset and first sample flags, then the fields of the samples.
        var offset = 8
        if flags & 0x1 != 0 { offset += 4 }
        if flags & 0x4 != 0 { offset += 4 }
        for flag: UInt32 in [0x100, 0x200, 0x400] where flags & flag != 0 { offset += 4 }
        return integer(run, at: offset).map { (value: Int32) in Double(value) } ?? 0
    }

    private static func version(_ box: ByteBuffer) -> UInt8 { integer(box, at: 0) ?? 0 }

    private static func integer<Value: FixedWidthInteger>(_ box: ByteBuffer, at offset: Int) -> Value? {
        box.getInteger(at: box.readerIndex + offset)
    }
}
