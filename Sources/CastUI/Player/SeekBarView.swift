import CastSender

/// The seek bar. Its time runs from left to right in every language.
public struct SeekBarView: Sendable, Equatable {
    public enum Kind: Sendable, Hashable {
        /// Nothing to show.
        case hidden
        case recorded
        /// A live stream in which one can go back.
        case liveWindow
        /// A live stream that can only be watched.
        case live
    }

    public var kind: Kind
    /// What the bar spans, in seconds.
    public var range: ClosedRange<Double>
    /// Where the thumb stands: where it is held, else where playback is or is going to.
    public var position: Double
    /// Whether a person holds the thumb. Then no status moves it.
    public var isDragging: Bool
    public var markers: [AdMarker]
    public var control: ControlState
    /// The time of day under the thumb, in seconds since 1970, for a live stream that says so.
    public var timeOfDay: Double?

    /// Arrow keys move the thumb by so many seconds.
    public static var smallStep: Double { 10 }
    /// Page keys move it by so many.
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
            isDragging: drag != nil,
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
        guard let position = drag ?? panel.position else { return bar }
        bar.position = min(max(position, bar.range.lowerBound), bar.range.upperBound)
        switch bar.kind {
        case .recorded:
            control.value = Label(.positionValue, .spokenTime(bar.position), .spokenTime(bar.range.upperBound))
        case .liveWindow:
            let behind = bar.range.upperBound - bar.position
            control.value =
                drag == nil && panel.isAtLiveEdge ? Label(.live) : Label(.positionLiveValue, .spokenTime(behind))
            bar.timeOfDay = panel.controls?.snapshot?.absoluteTime(of: bar.position)
        case .live: control.value = Label(.live)
        case .hidden: break
        }
        bar.control = control
        return bar
    }
}
