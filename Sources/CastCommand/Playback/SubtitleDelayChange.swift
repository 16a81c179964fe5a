// SPDX-License-Identifier: Apache-2.0

/// A change of the delay of subtitles by keys.
///
/// Devices do not fetch a track a second time, so the media is loaded again at its position. This takes effect a moment
/// after the last key, because several keys in a row are one change.
struct SubtitleDelayChange: Sendable {
    /// The step of a key, in seconds.
    static let step = 0.25
    /// The time from the last key until the change takes effect.
    static let patience = Duration.milliseconds(700)
    /// The largest delay in either direction that keys set, in seconds. They change a larger one, but do not increase it.
    static let limit = 600.0

    /// The requested delay in seconds; nil without a change.
    private(set) var pending: Double?
    /// The index of the item whose delay changes.
    private var item = 0
    private var revision = 0

    /// Records a key, and returns the revision with which the change takes effect, unless another key follows.
    ///
    /// - Parameters:
    ///   - isLater: Whether subtitles are shown later.
    ///   - current: The delay in effect, in seconds.
    ///   - item: The index of the current item. A change of another item, which no longer plays, is dropped.
    mutating func press(isLater: Bool, current: Double, item: Int) -> Int {
        if item != self.item { pending = nil }
        self.item = item
        let delay = (pending ?? current) + (isLater ? Self.step : -Self.step)
        let limit = max(Self.limit, abs(current))
        pending = min(max(delay, -limit), limit)
        revision += 1
        return revision
    }

    /// Whether no key followed the one with a revision.
    func isDue(_ revision: Int) -> Bool { revision == self.revision && pending != nil }

    /// Returns the requested delay of an item; nil without a change.
    func pending(of item: Int) -> Double? { item == self.item ? pending : nil }

    /// Ends the change, and returns the requested delay.
    ///
    /// - Parameter item: The index of the current item.
    /// - Returns: The delay in seconds; nil if the change is of another item, which no longer plays.
    mutating func take(for item: Int) -> Double? {
        defer { pending = nil }
        return pending(of: item)
    }

    /// Returns a delay with its sign, such as `+0.25`.
    static func text(_ delay: Double) -> String {
        let hundredths = (delay * 100).rounded()
        let number = hundredths / 100
        let text = number == number.rounded() ? "\(Int(number))" : "\(number)"
        return number > 0 ? "+\(text)" : text
    }
}
