// SPDX-License-Identifier: Apache-2.0

/// The segments into which a conversion divides media, known before any of them exists.
///
/// HLS needs the whole list at the start, so that a device can seek to a segment that is then made on request.
struct SegmentSchedule: Sendable, Equatable {
    /// Where the key frames of the converted video are.
    enum KeyFrames {
        /// The converter creates one at the start of each segment.
        case everySegment
        /// Where the file has them, by their times in seconds in ascending order; empty if they are not known.
        case at([Double])
    }

    /// The start times in seconds, ascending from 0.
    let starts: [Double]
    /// The duration of the media in seconds.
    let duration: Double
    /// The distance in seconds of the starts, where the key frames do not determine them.
    let period: Double
    /// Whether a segment begins with a key frame.
    private let keyFrames: [Bool]
    /// Whether the converter creates the key frames.
    let hasRegularKeyFrames: Bool

    /// The duration in seconds to which segments are divided. They are longer in very long media, and where a copied
    /// video has no key frame.
    static let target = 4.0
    /// The duration of the first segment in seconds. A short one lets playback begin early.
    static let firstTarget = 2.0
    /// The duration in seconds to which a segment is extended to end at a key frame. A segment that begins with one can be
    /// played on its own.
    static let maximum = 12.0
    /// The largest number of segments. Longer media has longer segments.
    static let maximumCount = 20_000
    /// The inaccuracy of times in seconds.
    static let timeTolerance = 0.1

    /// - Parameters:
    ///   - duration: The duration in seconds, greater than 0.
    ///   - keyFrames: Where the key frames are.
    init(duration: Double, keyFrames: KeyFrames) {
        let duration = min(max(duration, 0.1), 1e9)
        let period = max(Self.target, duration / Double(Self.maximumCount))
        var known: [Double] = []
        if case .at(let times) = keyFrames { known = times }
        // A file whose first picture is late has another origin of time than its index.
        if let first = known.first, first > Self.timeTolerance { known = [] }
        var starts = [0.0]
        var flags = [true]
        var next = 0
        while let last = starts.last {
            let target = last + (starts.count == 1 ? min(Self.firstTarget, period) : period)
            guard target < duration - 0.5 else { break }
            // The first key frame at or after the target, else the last one before it.
            while next < known.count, known[next] < target { next += 1 }
            let limit = starts.count == 1 ? target * 2 : last + max(Self.maximum, period * 2)
            if next < known.count, known[next] <= limit, known[next] < duration - 0.5 {
                starts.append(known[next])
                flags.append(true)
            } else if next > 0, next <= known.count, known[next - 1] > last + 1 {
                starts.append(known[next - 1])
                flags.append(true)
            } else {
                starts.append(target)
                if case .everySegment = keyFrames { flags.append(true) } else { flags.append(false) }
            }
        }
        self.starts = starts
        self.duration = duration
        self.period = period
        self.keyFrames = flags
        if case .everySegment = keyFrames { hasRegularKeyFrames = true } else { hasRegularKeyFrames = false }
    }

    /// Returns whether a segment begins with a key frame. The segments of a copied video whose key frames are not known
    /// begin with one only after a start of the converter.
    func beginsWithKeyFrame(_ index: Int) -> Bool { keyFrames.indices.contains(index) && keyFrames[index] }

    var count: Int { starts.count }

    /// Returns the index of the segment to which media at a time belongs.
    func index(at time: Double) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= time { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns the start of the segment after the one that begins at a time.
    func start(after time: Double) -> Double {
        let next = index(at: time + 1e-6) + 1
        return next < count ? starts[next] : duration
    }

    /// The duration of a segment in seconds.
    func duration(of index: Int) -> Double {
        (index + 1 < starts.count ? starts[index + 1] : duration) - starts[index]
    }

    /// The media playlist (RFC 8216) with fragmented MP4 segments.
    var playlist: String {
        let durations = starts.indices.map { duration(of: $0) }
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(Int((durations.max() ?? 1).rounded(.up)))",
            "#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-MAP:URI=\"\(Self.initializationName)\"",
        ]
        for (index, duration) in durations.enumerated() {
            lines.append("#EXTINF:\(Self.decimal(duration)),")
            lines.append(Self.name(of: index))
        }
        lines.append("#EXT-X-ENDLIST")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The name of the initialization section in the playlist.
    static let initializationName = "init.mp4"

    /// The name of a segment in the playlist.
    static func name(of index: Int) -> String { "\(index).m4s" }

    /// Returns the index of the segment with a name; nil if the name is not one of this schedule.
    func index(named name: String) -> Int? {
        guard name.hasSuffix(".m4s"), let index = Int(name.dropLast(4)), starts.indices.contains(index),
            name == Self.name(of: index)
        else { return nil }
        return index
    }

    /// Returns seconds with six digits after the point.
    static func decimal(_ seconds: Double) -> String {
        let micros = Int((seconds * 1e6).rounded())
        let fraction = String(micros % 1_000_000)
        return "\(micros / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)"
    }
}
