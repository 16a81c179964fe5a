/// Boxes within boxes (ISO/IEC 14496-12, and QuickTime before it).
enum MP4Probe {
    struct Box {
        var type: String
        /// Where its content is. An open end is the end of the file.
        var content: UInt64
        var end: UInt64
    }

    /// From the movie header; in a fragmented file whose header says nothing, from the fragments' header, or from the
    /// index of the fragments.
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
                // Nothing that follows describes the whole.
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

    /// The movie extends header, which fragmented files have whose length was known when they were written.
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

    /// The box at a place, or nothing at the end of the file or of the box around it.
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
