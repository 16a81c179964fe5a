// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

/// The content of the seek bar. It runs from left to right in every layout direction.
public struct SeekBarView: Sendable, Equatable {
    /// The form of the seek bar.
    public enum Kind: Sendable, Hashable {
        /// No seek bar is shown.
        case hidden
        case recorded
        /// A live stream with a seekable range.
        case liveWindow
        /// A live stream that is not seekable.
        case live
    }

    /// The form of the bar.
    public var kind: Kind
    /// The range of the bar, in seconds.
    public var range: ClosedRange<Double>
    /// The position of the thumb in seconds: the drag position, or else the playback position or the target of a
    /// pending seek.
    public var position: Double
    /// Whether the user is dragging the thumb. Status updates do not move it then.
    public var isDragging: Bool
    /// The marks of the ad breaks.
    public var markers: [AdMarker]
    /// The state of the bar.
    public var control: ControlState
    /// The time of day at the thumb, in seconds since 1970, for a live stream that reports its start time.
    public var timeOfDay: Double?

    /// The distance by which arrow keys move the thumb, in seconds.
    public static var smallStep: Double { 10 }
    /// The distance by which page keys move the thumb, in seconds.
    public static var largeStep: Double { 60 }
}

extension CastUIState {
    func seekBar(_ panel: MediaPanel) -> SeekBarView {
        let drag = openExpanded?.drag
        var control = panel.control(.seek)
        var bar = SeekBarView(
            kind: .hidden,
            range: 0...0,
            position: 0,
            isDragging: false,
            markers: [],
            control: control
        )
        guard !panel.isStillImage else { return bar }
        if panel.isLive {
            guard !options.hidesPositionForLive else { return bar }
            bar.kind = .live
            if let range = panel.liveRange {
                bar.kind = .liveWindow
                bar.range = range
            }
        } else if let duration = panel.duration, duration > 0 {
            bar.kind = .recorded
            bar.range = 0...duration
            bar.markers = AdMarker.markers(for: panel.controls?.snapshot?.breaks ?? [], duration: duration)
        }
        bar.isDragging = drag != nil && bar.kind != .hidden
        guard let position = drag ?? panel.position else { return bar }
        bar.position = min(max(position, bar.range.lowerBound), bar.range.upperBound)
        switch bar.kind {
        case .recorded:
            control.value = ControlLabel(.positionValue, .spokenTime(bar.position), .spokenTime(bar.range.upperBound))
        case .liveWindow:
            let behind = bar.range.upperBound - bar.position
            control.value =
                drag == nil && panel.isAtLiveEdge
                ? ControlLabel(.live) : ControlLabel(.positionLiveValue, .spokenTime(behind))
            bar.timeOfDay = panel.controls?.snapshot?.absoluteTime(of: bar.position)
        case .live: control.value = ControlLabel(.live)
        case .hidden: break
        }
        bar.control = control
        return bar
    }
}

/// A label at one end of the seek bar.
public enum TimeLabel: Sendable, Equatable {
    case none
    /// A time in seconds; nil shows the placeholder for no time.
    case time(Double?)
    /// The badge of a live stream, and whether it is highlighted. It contains text, so that it does not rely on color
    /// alone.
    case live(isAtEdge: Bool)

    /// The text of the label; nil for none.
    public var label: ControlLabel? {
        switch self {
        case .none: nil
        case .time(let seconds): .value(.time(seconds))
        case .live: ControlLabel(.live)
        }
    }
}

/// A marker on the seek bar at the position of an ad break.
public struct AdMarker: Sendable, Hashable {
    /// The position in seconds, within the range of the bar.
    public var position: Double
    /// Whether the break was watched.
    public var isPlayed: Bool

    /// The maximum number of markers on a bar.
    static var limit: Int { 200 }

    /// Returns the markers for the breaks of media with a duration. Breaks with a negative position (postrolls), or
    /// with one after the end, are placed at the end.
    static func markers(for breaks: [Break], duration: Double) -> [AdMarker] {
        breaks.prefix(limit).compactMap { adBreak in
            guard let position = adBreak.position, position.isFinite else { return nil }
            let isAtEnd = position < 0 || position >= duration
            return AdMarker(position: isAtEnd ? duration : position, isPlayed: adBreak.isWatched == true)
        }
    }
}
