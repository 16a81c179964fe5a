// SPDX-License-Identifier: Apache-2.0

extension MP4Probe {
    /// The tables of the first video track that contain the times of its key frames.
    private struct Tables {
        var timescale: UInt64 = 0
        var isVideo = false
        var edits: Box?
        var durations: Box?
        var offsets: Box?
        var keyFrames: Box?
    }

    /// Returns the times in seconds of the key frames of the first video track.
    static func keyFrames(_ window: inout ProbeWindow) async throws -> [Double] {
        guard let movie = try await movie(&window).box else { return [] }
        var movieTimescale: UInt64 = 0
        var offset = movie.content
        while let box = try await box(at: offset, limit: movie.end, &window) {
            if box.type == "mvhd" {
                movieTimescale = try await timescale(box, &window)
            } else if box.type == "trak" {
                let tables = try await tables(box, &window)
                if tables.isVideo { return try await keyFrames(tables, movieTimescale: movieTimescale, &window) }
            }
            offset = box.end
        }
        return []
    }

    private static func timescale(_ header: Box, _ window: inout ProbeWindow) async throws -> UInt64 {
        var fields = ByteCursor(try await window.bytes(at: header.content, count: header.size(limit: 24)))
        fields.skip(isVersion1(&fields) ? 16 : 8)
        return fields.number(bytes: 4) ?? 0
    }

    private static func tables(_ track: Box, _ window: inout ProbeWindow) async throws -> Tables {
        var tables = Tables()
        if let edits = try await child("edts", of: track, &window) {
            tables.edits = try await child("elst", of: edits, &window)
        }
        guard let media = try await child("mdia", of: track, &window), try await isVideo(media, &window) else {
            return tables
        }
        if let header = try await child("mdhd", of: media, &window) {
            tables.timescale = try await timescale(header, &window)
        }
        guard let information = try await child("minf", of: media, &window),
            let list = try await child("stbl", of: information, &window)
        else { return tables }
        var offset = list.content
        while let box = try await box(at: offset, limit: list.end, &window) {
            switch box.type {
            case "stsd":
                var fields = ByteCursor(try await window.bytes(at: box.content, count: box.size(limit: 16)))
                fields.skip(12)
                tables.isVideo = fields.code().map { !stillPictures.contains($0) } ?? false
            case "stts": tables.durations = box
            case "ctts": tables.offsets = box
            case "stss": tables.keyFrames = box
            default: break
            }
            offset = box.end
        }
        return tables
    }

    private static func keyFrames(
        _ tables: Tables,
        movieTimescale: UInt64,
        _ window: inout ProbeWindow
    ) async throws -> [Double] {
        guard tables.timescale > 0, let durations = tables.durations else { return [] }
        var numbers: [UInt64]?
        if let list = tables.keyFrames { numbers = try await keyFrameNumbers(list, &window) }
        var ticks = try await decodingTimes(numbers, durations, &window)
        if let offsets = tables.offsets { try await addOffsets(offsets, numbers, to: &ticks, &window) }
        let shift = try await editShift(tables, movieTimescale: movieTimescale, &window)
        return ticks.map { Double($0) / Double(tables.timescale) + shift }
    }

    /// Reads the entries of a table after its version, flags and count, in parts of at most one read.
    ///
    /// - Parameter use: A function that uses an entry. It returns whether more entries are needed.
    private static func forEachEntry(
        of table: Box,
        size: Int,
        _ window: inout ProbeWindow,
        use: (inout ByteCursor) -> Bool
    ) async throws {
        var header = ByteCursor(try await window.bytes(at: table.content, count: table.size(limit: 8)))
        header.skip(4)
        guard var remaining = header.number(bytes: 4), var offset = table.content.adding(8) else { return }
        while remaining > 0, offset < table.end {
            let rest = min(table.end - offset, remaining * UInt64(size), UInt64(window.readSize))
            let bytes = try await window.bytes(at: offset, count: Int(rest) / size * size)
            let count = bytes.count / size
            guard count > 0 else { return }
            var cursor = ByteCursor(bytes)
            for _ in 0..<count {
                try window.step()
                guard use(&cursor) else { return }
            }
            remaining -= min(remaining, UInt64(count))
            offset += UInt64(count * size)
        }
    }

    /// Returns the numbers of the key frames from 1, in ascending order.
    private static func keyFrameNumbers(_ table: Box, _ window: inout ProbeWindow) async throws -> [UInt64] {
        var numbers: [UInt64] = []
        try await forEachEntry(of: table, size: 4, &window) { cursor in
            if let number = cursor.number(bytes: 4), number > numbers.last ?? 0 { numbers.append(number) }
            return numbers.count < MediaProbe.maximumKeyFrames
        }
        return numbers
    }

    /// Returns the decoding times of samples in ticks; those of all samples if `numbers` is `nil`.
    private static func decodingTimes(
        _ numbers: [UInt64]?,
        _ table: Box,
        _ window: inout ProbeWindow
    ) async throws -> [Int64] {
        var ticks: [Int64] = []
        var first: UInt64 = 1
        var start: UInt64 = 0
        let needed = numbers?.count ?? MediaProbe.maximumKeyFrames
        try await forEachEntry(of: table, size: 8, &window) { cursor in
            guard let count = cursor.number(bytes: 4), let duration = cursor.number(bytes: 4) else { return false }
            while ticks.count < needed {
                let number = numbers.map { $0[ticks.count] } ?? UInt64(ticks.count) + 1
                guard number < first + count else { break }
                ticks.append(Int64(clamping: start &+ (number - first) * duration))
            }
            // A table of 2³² entries of 2³² samples would be needed for the number to overflow.
            first += count
            let (sum, overflow) = start.addingReportingOverflow(count * duration)
            start = sum
            return !overflow && ticks.count < needed
        }
        return ticks
    }

    /// Adds the composition offsets, which order the pictures for presentation.
    private static func addOffsets(
        _ table: Box,
        _ numbers: [UInt64]?,
        to ticks: inout [Int64],
        _ window: inout ProbeWindow
    ) async throws {
        var times = ticks
        var first: UInt64 = 1
        var index = 0
        try await forEachEntry(of: table, size: 8, &window) { cursor in
            guard let count = cursor.number(bytes: 4), let raw = cursor.number(bytes: 4) else { return false }
            // Offsets of version 0 are unsigned, but encoders also write negative ones.
            let offset = Int64(Int32(truncatingIfNeeded: raw))
            while index < times.count {
                let number = numbers.map { $0[index] } ?? UInt64(index) + 1
                guard number < first + count else { break }
                times[index] = times[index].addingReportingOverflow(offset).partialValue
                index += 1
            }
            first += count
            return index < times.count
        }
        ticks = times
    }

    /// Returns the seconds that the edit list adds to the times of a track: the empty edits before the first part of
    /// the media, minus the start of that part.
    private static func editShift(
        _ tables: Tables,
        movieTimescale: UInt64,
        _ window: inout ProbeWindow
    ) async throws -> Double {
        guard let list = tables.edits else { return 0 }
        var header = ByteCursor(try await window.bytes(at: list.content, count: list.size(limit: 4)))
        let isVersion1 = isVersion1(&header)
        let fieldSize = isVersion1 ? 8 : 4
        var shift = 0.0
        try await forEachEntry(of: list, size: isVersion1 ? 20 : 12, &window) { cursor in
            guard let duration = cursor.number(bytes: fieldSize), let raw = cursor.number(bytes: fieldSize) else {
                return false
            }
            cursor.skip(4)
            let start = isVersion1 ? Int64(bitPattern: raw) : Int64(Int32(truncatingIfNeeded: raw))
            if start >= 0 {
                shift -= Double(start) / Double(tables.timescale)
            } else if movieTimescale > 0 {
                shift += Double(duration) / Double(movieTimescale)
            }
            return start < 0
        }
        return shift
    }
}
