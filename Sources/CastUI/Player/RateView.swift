/// The choice of a speed.
public struct RateView: Sendable, Equatable {
    /// As wished; 1 is the ordinary speed.
    public var rate: Double
    public var options: [Double]
    public var control: ControlState

    /// The speeds that receivers take.
    public static var limits: ClosedRange<Double> { 0.5...2 }
}

extension CastUIState {
    /// Nil where the speed cannot be changed.
    func rate(_ panel: MediaPanel) -> RateView? {
        guard !panel.isStillImage, let rate = panel.rate else { return nil }
        let control = panel.control(.rate)
        guard control.reason != .unsupported else { return nil }
        return RateView(rate: rate, options: options.playbackRates, control: control)
    }
}
