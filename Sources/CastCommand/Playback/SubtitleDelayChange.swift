/// A change of the delay of subtitles by keys.
///
/// Devices do not fetch a track a second time, so the media is loaded again at its position. This takes effect a moment
/// after the last key, because several keys in a row are one change.
struct SubtitleDelayChange: Sendable {
    /// The step of a key, in seconds.
    static let step = 0.25
    /// The time from the last key until the change takes effect.
    static let patience = Duration.milliseconds(700)
    /// The largest delay in either direction, in seconds.
    static let limit = 600.0

    /// The requested delay in seconds; nil without a change.
    private(set) var pending: Double?
    private var revision = 0

    /// Records a key, and returns the revision with which the change takes effect, unless another key follows.
    ///
    /// - Parameters:
    ///   - isLater: Whether subtitles are shown later.
    ///   - current: The delay in effect, in seconds.
    mutating func press(isLater: Bool, current: Double) -> Int {
        let delay = (pending ?? current) + (isLater ? Self.step : -Self.step)
        pending = min(max(delay, -Self.limit), Self.limit)
        revision += 1
        return revision
    }

    /// Whether no key followed the one with a revision.
    func isDue(_ revision: Int) -> Bool { revision == self.revision && pending != nil }

    /// Ends the change, and returns the requested delay.
    mutating func take() -> Double? {
        defer { pending = nil }
        return pending
    }

    /// Returns a delay with its sign, such as `+0.25`.
    static func text(_ delay: Double) -> String {
        let hundredths = (delay * 100).rounded()
        let number = hundredths / 100
        let text = number == number.rounded() ? "\(Int(number))" : "\(number)"
        return number > 0 ? "+\(text)" : text
    }
}
