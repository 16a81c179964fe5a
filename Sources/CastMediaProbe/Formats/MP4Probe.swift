// SPDX-License-Identifier: Apache-2.0

/// A parser for the box structure of MP4 and QuickTime files (ISO/IEC 14496-12).
enum MP4Probe {
    struct Box {
        var type: String
        /// The offset of the content.
        var content: UInt64
        /// The offset after the content, at most the end of the parent. A box with size 0 extends to the end of its
        /// parent; at the top level this is `UInt64.max`.
        var end: UInt64

        /// The size of the content; 0 if the parent ends within the header of the box.
        var size: UInt64 { end - min(content, end) }

        /// The size of the content, at most `limit`.
        func size(limit: Int) -> Int { Int(min(size, UInt64(limit))) }
    }

    /// Returns the duration in seconds from the movie header. If it contains none, as in a fragmented file, returns
    /// that of the movie extends header or of the segment index.
    static func duration(_ window: inout ProbeWindow) async throws -> Double? {
        try await movie(&window).duration
    }

    /// Returns the movie box and the duration in seconds.
    static func movie(_ window: inout ProbeWindow) async throws -> (box: Box?, duration: Double?) {
        var offset: UInt64 = 0
        var movie: Box?
        var indexedDuration: Double?
        while let box = try await box(at: offset, limit: .max, &window) {
            switch box.type {
            case "moov":
                movie = movie ?? box
                if let duration = try await movieDuration(box, &window) {
                    return (box, duration)
                }
            case "sidx":
                // The first index of a hierarchy covers the whole file; later ones cover parts.
                if let duration = try await segmentIndexDuration(box, &window) {
                    indexedDuration = max(indexedDuration ?? 0, duration)
                }
            case "moof":
                // The boxes after the first fragment do not contain the total duration.
                return (movie, indexedDuration)
            default:
                break
            }
            offset = box.end
        }
        return (movie, indexedDuration)
    }

    private static func movieDuration(_ movie: Box, _ window: inout ProbeWindow) async throws -> Double? {
        var offset = movie.content
        var timescale: UInt64 = 0
        while let box = try await box(at: offset, limit: movie.end, &window) {
            if box.type == "mvhd" {
                var fields = ByteCursor(try await window.bytes(at: box.content, count: 32))
                let isVersion1 = isVersion1(&fields)
                fields.skip(isVersion1 ? 16 : 8)
                guard let scale = fields.number(bytes: 4), let ticks = fields.number(bytes: isVersion1 ? 8 : 4) else {
                    throw window.damaged(at: box.content)
                }
                timescale = scale
                if let duration = seconds(ticks, isVersion1, timescale: scale) { return duration }
            } else if box.type == "mvex" {
                return try await movieExtendsDuration(box, timescale: timescale, &window)
            }
            offset = box.end
        }
        return nil
    }

    /// Returns the duration from the movie extends header, which a fragmented file can have.
    private static func movieExtendsDuration(
        _ extends: Box,
        timescale: UInt64,
        _ window: inout ProbeWindow
    ) async throws -> Double? {
        guard let box = try await child("mehd", of: extends, &window) else { return nil }
        var fields = ByteCursor(try await window.bytes(at: box.content, count: 12))
        let isVersion1 = isVersion1(&fields)
        return fields.number(bytes: isVersion1 ? 8 : 4).flatMap { seconds($0, isVersion1, timescale: timescale) }
    }

    private static func segmentIndexDuration(_ index: Box, _ window: inout ProbeWindow) async throws -> Double? {
        var fields = ByteCursor(try await window.bytes(at: index.content, count: 32))
        let isVersion1 = isVersion1(&fields)
        fields.skip(4)
        guard let timescale = fields.number(bytes: 4), timescale > 0 else { return nil }
        fields.skip(isVersion1 ? 16 : 8)
        fields.skip(2)
        guard let count = fields.number(bytes: 2) else { return nil }
        var reference = index.content + (isVersion1 ? 32 : 24)
        var ticks: UInt64 = 0
        // An index can be larger than one read.
        for _ in 0..<count {
            // The count of a damaged index can exceed the box. References beyond it would be parsed for every index.
            guard let next = reference.adding(12), next <= index.end else { return nil }
            var fields = ByteCursor(try await window.bytes(at: reference, count: 12))
            fields.skip(4)
            guard let duration = fields.number(bytes: 4) else { return nil }
            ticks += duration
            reference = next
        }
        return Double(ticks) / Double(timescale)
    }

    /// Reads the version and the flags of a full box. In version 1, times have 64 bits; in version 0, 32 bits.
    static func isVersion1(_ fields: inout ByteCursor) -> Bool {
        fields.number(bytes: 4).map { $0 >> 24 == 1 } ?? false
    }

    /// Returns a duration in seconds; nil if the number of ticks stands for an unknown duration.
    private static func seconds(_ ticks: UInt64, _ isVersion1: Bool, timescale: UInt64) -> Double? {
        let isUnknown = ticks == 0 || ticks == (isVersion1 ? UInt64.max : UInt64(UInt32.max))
        return isUnknown || timescale == 0 ? nil : Double(ticks) / Double(timescale)
    }

    /// Reads the header of the box at an offset. Returns `nil` at the end of the file or at `limit`, the end of the
    /// parent box. Counts one parsing step.
    static func box(at offset: UInt64, limit: UInt64, _ window: inout ProbeWindow) async throws -> Box? {
        guard offset < limit else { return nil }
        try window.step()
        var fields = ByteCursor(try await window.bytes(at: offset, count: 16))
        guard let size32 = fields.number(bytes: 4), let type = fields.code() else { return nil }
        var headerSize: UInt64 = 8
        var size = size32
        if size32 == 1 {
            guard let size64 = fields.number(bytes: 8) else { throw window.damaged(at: offset) }
            size = size64
            headerSize = 16
        }
        guard let content = offset.adding(headerSize) else { throw window.damaged(at: offset) }
        if size32 == 0 {
            return Box(type: type, content: content, end: limit)
        }
        guard size >= headerSize, let end = offset.adding(size) else { throw window.damaged(at: offset) }
        return Box(type: type, content: content, end: min(end, limit))
    }
}

extension MP4Probe {
    /// The sample entry types of still images, such as chapter artwork of an audio file.
    static let stillPictures: Set<String> = ["jpeg", "png ", "mjpa", "mjpb"]

    /// Returns the sample entry type of the first video track that is not a still image, for example `hvc1`; `nil` if
    /// there is none.
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

    static func isVideo(_ media: Box, _ window: inout ProbeWindow) async throws -> Bool {
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

    static func child(_ type: String, of parent: Box, _ window: inout ProbeWindow) async throws -> Box? {
        var offset = parent.content
        while let box = try await box(at: offset, limit: parent.end, &window) {
            if box.type == type { return box }
            offset = box.end
        }
        return nil
    }
}
