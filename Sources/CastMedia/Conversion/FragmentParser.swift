import NIOCore

/// A parser for the stream of a fragmented MP4 file (ISO/IEC 14496-12) that a converter writes.
///
/// It divides the stream into the initialization section and fragments, and reads the time of each fragment.
struct FragmentParser {
    /// A part of the stream.
    enum Part: Equatable {
        /// The file type and movie boxes.
        case initialization(ByteBuffer)
        /// A movie fragment with its data. `time` is that of its first picture or, without video, of its first sound,
        /// in seconds. `isIndependent` is whether the picture can be decoded without earlier ones.
        case fragment(ByteBuffer, time: Double, isIndependent: Bool)
    }

    /// The stream is not fragmented MP4, or a part exceeds its limit.
    struct Invalid: Error, CustomStringConvertible {
        var description: String
    }

    /// The largest size of a box in bytes.
    static let maximumBoxSize = 128 << 20

    /// The beginning of a fragment.
    private struct Start {
        var time: Double
        var isIndependent: Bool
    }

    private struct Track {
        var timescale: Double
        var isVideo: Bool
    }

    private var input = ByteBuffer()
    /// The boxes of the part in progress.
    private var pending = ByteBuffer()
    private var tracks: [UInt32: Track] = [:]
    private var start: Start?

    /// Adds bytes of the stream and returns the parts that are complete.
    mutating func parse(_ bytes: [UInt8]) throws(Invalid) -> [Part] {
        input.discardReadBytes()
        input.writeBytes(bytes)
        var parts: [Part] = []
        while let (type, box) = try nextBox() {
            switch type {
            case "moov":
                pending.writeImmutableBuffer(box)
                tracks = Self.tracks(box)
                parts.append(.initialization(pending))
                pending = ByteBuffer()
            case "ftyp": pending = box
            case "moof":
                start = Self.start(of: box, tracks)
                pending = box
            case "mdat":
                guard let start else { throw Invalid(description: "data without a movie fragment") }
                pending.writeImmutableBuffer(box)
                parts.append(.fragment(pending, time: start.time, isIndependent: start.isIndependent))
                pending = ByteBuffer()
                self.start = nil
            default: break
            }
        }
        return parts
    }

    /// Removes the next complete box from the input; nil if more bytes are needed.
    private mutating func nextBox() throws(Invalid) -> (type: String, box: ByteBuffer)? {
        let start = input.readerIndex
        guard let size32 = input.getInteger(at: start, as: UInt32.self),
            let type = input.getString(at: start + 4, length: 4)
        else { return nil }
        var size = UInt64(size32)
        if size32 == 1 {
            guard let size64 = input.getInteger(at: start + 8, as: UInt64.self) else { return nil }
            size = size64
        }
        guard size >= 8, size <= UInt64(Self.maximumBoxSize) else {
            throw Invalid(description: "a box of type \(type.debugDescription) has the size \(size)")
        }
        guard let box = input.readSlice(length: Int(size)) else { return nil }
        return (type, box)
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

    /// Returns the beginning of the video track or, without one, of the first track.
    private static func start(of fragment: ByteBuffer, _ tracks: [UInt32: Track]) -> Start? {
        var first: Double?
        for (type, run) in children(fragment, headerSize: 8) where type == "traf" {
            guard let header = child(["tfhd"], of: run), let id: UInt32 = integer(header, at: 4),
                let track = tracks[id], let decodeTime = child(["tfdt"], of: run)
            else { continue }
            let ticks: Double?
            if version(decodeTime) == 1 {
                ticks = integer(decodeTime, at: 4).map { (value: UInt64) in Double(value) }
            } else {
                ticks = integer(decodeTime, at: 4).map { (value: UInt32) in Double(value) }
            }
            guard let ticks else { continue }
            let samples = child(["trun"], of: run)
            let offset = samples.map(firstCompositionOffset) ?? 0
            let time = (ticks + offset) / track.timescale
            if track.isVideo {
                let flags = samples.flatMap(firstSampleFlags) ?? defaultSampleFlags(header)
                return Start(time: time, isIndependent: flags.map { $0 & isDependent == 0 } ?? false)
            }
            first = min(first ?? time, time)
        }
        return first.map { Start(time: $0, isIndependent: true) }
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
