// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The newest segments of a live stream, and their playlist.
///
/// Fragments go in, segments come out. The window is bounded in time and in bytes, in one of two ways:
///
/// - Of an input that waits, such as a pipe, no segment is removed before a device has requested it. The window is full
///   until then (``isFull``), and its owner stops reading.
/// - Of an input that does not wait, such as a screen, the oldest segments are removed.
struct LiveWindow {
    /// The sizes of a window. Times are in seconds.
    struct Limits: Sendable, Equatable {
        /// The duration from which on a segment ends at the next key frame.
        var segment: Double
        /// The largest duration of a segment, which ends without a key frame if there is none.
        var targetDuration: Int
        /// The duration to keep: before the newest request of an input that waits, else of all segments.
        var kept = 60.0
        /// The size to keep, in bytes.
        var keptSize = 48 << 20
        /// The duration to make ahead of the newest request; nil for an input that does not wait.
        ///
        /// A device that begins three target durations before the end of the playlist, as HLS demands, begins with the
        /// first segment. It requests the playlist again after one target duration.
        var lead: Double?
        /// The number of segments with which a device can start. A device that begins with the newest ones needs more.
        var startCount = 2
        /// The size to make ahead, in bytes.
        var leadSize = 24 << 20

        /// The limits for an input that waits.
        static let waiting = Limits(segment: 2, targetDuration: 4, lead: 12)
        /// The limits for a picture that is captured, with little delay.
        static let capture = Limits(segment: 1, targetDuration: 1, startCount: 4)
    }

    struct Segment {
        var duration: Double
        var content: ByteBuffer
        /// Whether its times do not continue those of the segment before.
        var isDiscontinuous: Bool
    }

    /// The segment in progress.
    private struct Pending {
        var start: Double
        var content: ByteBuffer
        var isDiscontinuous: Bool
    }

    private let limits: Limits
    /// The segments from the index ``first`` on.
    private(set) var segments: [Segment] = []
    /// The index of the oldest segment: the media sequence number of the playlist.
    private(set) var first = 0
    /// The number of removed segments with a discontinuity.
    private var removedDiscontinuities = 0
    private var pending: Pending?
    private var lastTime: Double?
    private var lastStep = 0.0
    private var newestRequest = -1
    private(set) var isEnded = false
    /// Changes with every change of the playlist.
    private(set) var version = 0

    /// A difference between the times of fragments, in seconds, that is a jump.
    private static let jump = (back: 0.5, ahead: 10.0)
    /// The inaccuracy of the times of key frames, in seconds.
    private static let tolerance = 0.1
    /// The number of segments that a window keeps and makes whatever their size.
    private static let minimumCount = 2

    init(_ limits: Limits) { self.limits = limits }

    // MARK: - Input

    /// Adds a movie fragment.
    ///
    /// - Parameters:
    ///   - time: The time of the fragment in seconds.
    ///   - isIndependent: Whether it begins with a key frame.
    mutating func add(_ fragment: ByteBuffer, time: Double, isIndependent: Bool) {
        guard var current = pending, let lastTime else {
            begin(fragment, time, isDiscontinuous: false)
            return
        }
        if time < lastTime - Self.jump.back || time > lastTime + Self.jump.ahead {
            finish(current, duration: lastTime - current.start + lastStep)
            begin(fragment, time, isDiscontinuous: true)
            return
        }
        let length = time - current.start
        let isLong = length >= limits.segment - Self.tolerance
        // A fragment lasts at most a second, so the next one could exceed the target duration, which is rounded.
        let isTooLong = length >= Double(limits.targetDuration) - (limits.targetDuration > 1 ? 0.5 : 0)
        if isLong && isIndependent || isTooLong || current.content.readableBytes > limits.leadSize {
            finish(current, duration: length)
            begin(fragment, time, isDiscontinuous: false)
        } else {
            current.content.writeImmutableBuffer(fragment)
            pending = current
            if time > lastTime { lastStep = time - lastTime }
            self.lastTime = time
        }
    }

    /// Ends the stream.
    mutating func end() {
        guard !isEnded else { return }
        if let pending, let lastTime { finish(pending, duration: lastTime - pending.start + lastStep) }
        pending = nil
        isEnded = true
        version += 1
    }

    private mutating func begin(_ fragment: ByteBuffer, _ time: Double, isDiscontinuous: Bool) {
        if let lastTime, !isDiscontinuous, time > lastTime { lastStep = time - lastTime }
        lastTime = time
        pending = Pending(start: time, content: fragment, isDiscontinuous: isDiscontinuous)
    }

    private mutating func finish(_ segment: Pending, duration: Double) {
        segments.append(
            Segment(
                duration: max(duration, 0.02),
                content: segment.content,
                isDiscontinuous: segment.isDiscontinuous
            )
        )
        version += 1
        removeOld()
    }

    // MARK: - Output

    /// Whether the playlist has enough for a device to start.
    var isReady: Bool { isEnded || first > 0 || segments.count >= limits.startCount }

    /// Whether no more input should be read until a device requests a segment.
    var isFull: Bool {
        guard let lead = limits.lead else { return false }
        let ahead = segments.dropFirst(max(0, newestRequest + 1 - first))
        guard ahead.count >= Self.minimumCount else { return false }
        return ahead.duration >= lead || ahead.size >= limits.leadSize
    }

    /// Returns a segment, and records that a device requested it; nil if it is not in the window.
    mutating func segment(_ index: Int) -> ByteBuffer? {
        guard index >= first, index - first < segments.count else { return nil }
        let content = segments[index - first].content
        newestRequest = max(newestRequest, index)
        removeOld()
        return content
    }

    /// The media playlist (RFC 8216).
    var playlist: String {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(limits.targetDuration)",
            "#EXT-X-MEDIA-SEQUENCE:\(first)",
        ]
        if removedDiscontinuities > 0 { lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(removedDiscontinuities)") }
        // Nothing of an input that waits is skipped, whichever distance from the end a device prefers.
        if limits.lead != nil, first == 0 { lines.append("#EXT-X-START:TIME-OFFSET=0,PRECISE=YES") }
        lines.append("#EXT-X-MAP:URI=\"\(SegmentSchedule.initializationName)\"")
        for (offset, segment) in segments.enumerated() {
            if segment.isDiscontinuous { lines.append("#EXT-X-DISCONTINUITY") }
            lines.append("#EXTINF:\(SegmentSchedule.decimal(segment.duration)),")
            lines.append(SegmentSchedule.name(of: first + offset))
        }
        if isEnded { lines.append("#EXT-X-ENDLIST") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the index of the segment with a name; nil if it is not the name of one.
    static func index(named name: String) -> Int? {
        guard name.hasSuffix(".m4s"), let index = Int(name.dropLast(4)), index >= 0,
            name == SegmentSchedule.name(of: index)
        else { return nil }
        return index
    }

    private mutating func removeOld() {
        while let oldest = segments.first, segments.count > Self.minimumCount, mayRemoveOldest {
            if oldest.isDiscontinuous { removedDiscontinuities += 1 }
            segments.removeFirst()
            first += 1
            version += 1
        }
    }

    private var mayRemoveOldest: Bool {
        guard limits.lead != nil else {
            return segments.dropFirst().duration >= limits.kept || segments[...].size > limits.keptSize
        }
        let requested = segments.prefix(max(0, newestRequest - first))
        guard !requested.isEmpty else { return false }
        return requested.dropFirst().duration >= limits.kept || requested.size > limits.keptSize
    }
}

extension ArraySlice<LiveWindow.Segment> {
    fileprivate var duration: Double { reduce(0) { $0 + $1.duration } }
    fileprivate var size: Int { reduce(0) { $0 + $1.content.readableBytes } }
}
