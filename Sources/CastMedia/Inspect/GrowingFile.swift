// SPDX-License-Identifier: Apache-2.0

import CastFiles
import CastMediaProbe
import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Recognizes files that another program is still writing.
enum GrowingFile {
    /// The size and the time of the last change of a file.
    struct Look: Equatable {
        var size: Int
        /// The time in seconds since 1970.
        var modified: Double

        /// Looks at a file; nil if it cannot be found.
        init?(_ path: String) {
            guard let status = try? Stat(path) else { return nil }
            (size, modified) = (Int(status.size), status.modificationTime)
        }

        init(size: Int, modified: Double) { (self.size, self.modified) = (size, modified) }
    }

    /// What a look at a file says.
    enum Verdict: Equatable {
        case complete
        case growing
        /// A second look a moment later decides: the file is growing if it has changed.
        case uncertain
    }

    /// The age in seconds of the last change from which on a file is complete, whatever it contains.
    static let settled = 30.0
    /// The age of the last change from which on a file is complete that can have any length.
    static let recent = 3.0
    /// The time between two looks.
    static let interval = Duration.seconds(1)

    /// Decides by one look, and by what the file contains.
    ///
    /// - Parameters:
    ///   - now: The time in seconds since 1970.
    ///   - facts: The facts about the file; nil if they are not known.
    ///   - isFragmented: Whether an MP4 file consists of fragments.
    static func verdict(_ look: Look, now: Double, _ facts: MediaFacts?, isFragmented: Bool) -> Verdict {
        let age = now - look.modified
        guard age >= 0, age < settled, look.size > 0, let facts else { return .complete }
        switch facts.container {
        // Writers add the duration when they are done.
        case .matroska, .webm: return facts.duration == nil ? .growing : .complete
        case .transportStream, .mpegAudio, .adts: return age < recent ? .uncertain : .complete
        // The index of an MP4 file is written last, so a file with one is complete unless fragments follow it.
        case .mp4, .quickTime: return age < recent && isFragmented ? .uncertain : .complete
        case .wave, .flac, .ogg, .other: return .complete
        }
    }

    /// Whether a file was changed so recently that it may be growing.
    static func mayGrow(_ path: String) -> Bool {
        guard let look = Look(path) else { return false }
        let age = now - look.modified
        return age >= 0 && age < settled
    }

    /// Whether another program is writing a file. Takes a second if one look does not decide.
    static func isGrowing(_ path: String, _ facts: MediaFacts?) async -> Bool {
        guard let look = Look(path) else { return false }
        switch verdict(look, now: now, facts, isFragmented: isFragmented(path)) {
        case .complete: return false
        case .growing: return true
        case .uncertain:
            try? await Task.sleep(for: interval)
            return Look(path) != look
        }
    }

    /// Whether the file is MP4 and has a fragment among its first boxes.
    static func isFragmented(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var offset: off_t = 0
        for _ in 0..<6 {
            var header = [UInt8](repeating: 0, count: 8)
            guard pread(descriptor, &header, header.count, offset) == header.count else { return false }
            if header[4...].elementsEqual("moof".utf8) { return true }
            let size = header[..<4].reduce(0) { $0 << 8 | off_t($1) }
            guard size >= 8 else { return false }
            offset += size
        }
        return false
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
