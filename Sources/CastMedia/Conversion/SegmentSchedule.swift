/// The segments into which a conversion divides media, known before any of them exists.
///
/// HLS needs the whole list at the start, so that a device can seek to a segment that is then made on request.
struct SegmentSchedule: Sendable, Equatable {
    /// The start times in seconds, ascending from 0.
    let starts: [Double]
    /// The duration of the media in seconds.
    let duration: Double
    /// Whether every segment begins with a key frame, as the converter creates them. The key frames of a copied video
    /// are where the file has them: only the first segment after a start of the converter begins with one.
    let hasKeyFrames: Bool

    /// The duration of a segment in seconds, except for the last one and in very long media.
    static let target = 4.0
    /// The largest number of segments. Longer media has longer segments.
    static let maximumCount = 20_000

    /// - Parameters:
    ///   - duration: The duration in seconds, greater than 0.
    ///   - hasKeyFrames: Whether every segment begins with a key frame.
    init(duration: Double, hasKeyFrames: Bool) {
        let duration = min(max(duration, 0.1), 1e9)
        let target = max(Self.target, duration / Double(Self.maximumCount))
        var starts = [0.0]
        while let last = starts.last, last + target < duration - 0.5 {
            starts.append(Double(starts.count) * target)
        }
        self.starts = starts
        self.duration = duration
        self.hasKeyFrames = hasKeyFrames
    }

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
