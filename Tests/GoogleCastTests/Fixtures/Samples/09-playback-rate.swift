import GoogleCast

/// A segmented control that shows and sets the playback rate.
class PlaybackRateSegments: GCKUIPlaybackRateController {
    /// The rate of each segment.
    static let rates: [Float] = [1, 0.5, 2]

    var control: UISegmentedControl?

    convenience init(_ control: UISegmentedControl) {
        self.init()
        self.control = control
        control.addAction(UIAction { [weak self] _ in self?.segmentSelected() }, for: UIControl.Event.valueChanged)
    }

    override var playbackRate: Float {
        didSet {
            var segment = 0
            if playbackRate < 1 { segment = 1 }
            if playbackRate > 1 { segment = 2 }
            control?.selectedSegmentIndex = segment
        }
    }

    override var inputEnabled: Bool {
        didSet { control?.isEnabled = inputEnabled }
    }

    func segmentSelected() {
        guard let segment = control?.selectedSegmentIndex, Self.rates.indices.contains(segment) else { return }
        playbackRate = Self.rates[segment]
    }
}

@MainActor
func attach(_ control: UISegmentedControl) -> GCKUIMediaController {
    let controller = GCKUIMediaController()
    controller.playbackRateController = PlaybackRateSegments(control)
    return controller
}
