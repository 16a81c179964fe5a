/// A parser for the box structure of MP4 and QuickTime files (ISO/IEC 14496-12).
enum MP4Probe {
    struct Box {
        var type: String
        /// The offset of the content.
        var content: UInt64
        /// The offset after the content. The content of a box without a size extends to the end of its parent or file.
        var end: UInt64
    }

    /// Returns the duration in seconds from the movie header. If it contains none, as in a fragmented file, returns
    /// that of the movie extends header or of the segment index.
    static func duration(_ window: inout ProbeWindow) async throws -> Double? {
        var offset: UInt64 = 0
        var indexed: Double?
        while let box = try await box(at: offset, limit: .max, &window) {
            switch box.type {
            case "moov":
                if let duration = try await movie(box, &window) {
                    return duration
                }
            case "sidx":
                indexed = try await segmentIndex(box, &window)
            case "moof":
                // The boxes after the first fragment do not contain the total duration.
                return indexed
            default:
                break
            }
            offset = box.end
        }
        return indexed
    }

    private static func movie(_ movie: Box, _ window: inout ProbeWindow) async throws -> Double? {
        var offset = movie.content
        var timescale: UInt64 = 0
        while let box = try await box(at: offset, limit: movie.end, &window) {
            if box.type == "mvhd" {
                var fields = ByteCursor(try await window.bytes(at: box.content, count: 32))
                let isLong = fields.number(bytes: 4).map { $0 >> 24 == 1 } ?? false
                fields.skip(isLong ? 16 : 8)
                guard let scale = fields.number(bytes: 4), let ticks = fields.number(bytes: isLong ? 8 : 4) else {
                    throw window.damaged(at: box.content)
                }
                timescale = scale
                let isUnknown = ticks == 0 || ticks == (isLong ? UInt64.max : UInt64(UInt32.max))
                if !isUnknown, scale > 0 {
                    return Double(ticks) / Double(scale)
                }
            } else if box.type == "mvex" {
                return try await fragments(box, timescale: timescale, &window)
            }
            offset = box.end
        }
        return nil
    }

    /// Returns the duration from the movie extends header, which a fragmented file can have.
    private static func fragments(
        _ extends: Box,
        timescale: UInt64,
        _ window: inout ProbeWindow
    ) async throws -> Double? {
        guard let box = try await box(at: extends.content, limit: extends.end, &window), box.type == "mehd",
            timescale > 0
        else { return nil }
        var fields = ByteCursor(try await window.bytes(at: box.content, count: 12))
        let isLong = fields.number(bytes: 4).map { $0 >> 24 == 1 } ?? false
        return fields.number(bytes: isLong ? 8 : 4).map { Double($0) / Double(timescale) }
    }

    private static func segmentIndex(_ index: Box, _ window: inout ProbeWindow) async throws -> Double? {
        var fields = ByteCursor(try await window.bytes(at: index.content, count: 32 + 12 * Int(UInt16.max)))
        let isLong = fields.number(bytes: 4).map { $0 >> 24 == 1 } ?? false
        fields.skip(4)
        guard let timescale = fields.number(bytes: 4), timescale > 0 else { return nil }
        fields.skip(isLong ? 16 : 8)
        fields.skip(2)
        guard let count = fields.number(bytes: 2) else { return nil }
        var ticks: UInt64 = 0
        for _ in 0..<count {
            fields.skip(4)
            guard let duration = fields.number(bytes: 4) else { return nil }
            fields.skip(4)
            ticks += duration
        }
        return Double(ticks) / Double(timescale)
    }

    /// Reads the box at an offset. Returns `nil` at the end of the file or of the parent box.
    static func box(at offset: UInt64, limit: UInt64, _ window: inout ProbeWindow) async throws -> Box? {
        guard offset < limit else { return nil }
        try window.step()
        var fields = ByteCursor(try await window.bytes(at: offset, count: 16))
        guard let short = fields.number(bytes: 4), let type = fields.code() else { return nil }
        var headerSize: UInt64 = 8
        var size = short
        if short == 1 {
            guard let long = fields.number(bytes: 8) else { throw window.damaged(at: offset) }
            size = long
            headerSize = 16
        }
        guard let content = offset.adding(headerSize) else { throw window.damaged(at: offset) }
        if short == 0 {
            return Box(type: type, content: content, end: limit)
        }
        guard size >= headerSize, let end = offset.adding(size) else { throw window.damaged(at: offset) }
        return Box(type: type, content: content, end: min(end, limit))
    }
}

extension MP4Probe {
    /// Sample entries of still images, such as chapter artwork of an audio file.
    private static let stillPictures: Set<String> = ["jpeg", "png ", "mjpa", "mjpb"]

    /// Returns the sample entry of the first video track, for example `hvc1`, or `nil` if there is no video track.
    static func videoCodec(_ window: inout ProbeWindow) async throws -> String? {
        var offset: UInt64 = 0
        while let box = try await box(at: offset, limit: .max, &window) {
            if box.type == "moov" { return try await videoCodec(inMovie: box, &window) }
            offset = box.end
        }
        return nil
    }

    private static func videoCodec(inMovie movie: Box, _ window: inout ProbeWindow) async throws -> String? {
        var offset = movie.content
        while let track = try await box(at: offset, limit: movie.end, &window) {
            if track.type == "trak", let media = try await child("mdia", of: track, &window),
                try await isVideo(media, &window), let codec = try await sampleEntry(of: media, &window),
                !stillPictures.contains(codec)
            {
                return codec
            }
            offset = track.end
        }
        return nil
    }

    private static func isVideo(_ media: Box, _ window: inout ProbeWindow) async throws -> Bool {
        guard let handler = try await child("hdlr", of: media, &window) else { return false }
        var fields = ByteCursor(try await window.bytes(at: handler.content, count: 12))
        fields.skip(8)
        return fields.code() == "vide"
    }

    /// Returns the type of the first entry of the sample description.
    private static func sampleEntry(of media: Box, _ window: inout ProbeWindow) async throws -> String? {
        guard let information = try await child("minf", of: media, &window),
            let table = try await child("stbl", of: information, &window),
            let description = try await child("stsd", of: table, &window)
        else { return nil }
        var fields = ByteCursor(try await window.bytes(at: description.content, count: 16))
        fields.skip(12)
        return fields.code()
    }

    private static func child(_ type: String, of parent: Box, _ window: inout ProbeWindow) async throws -> Box? {
        var offset = parent.content
        while let box = try await box(at: offset, limit: parent.end, &window) {
            if box.type == type { return box }
            offset = box.end
        }
        return nil
    }
}
