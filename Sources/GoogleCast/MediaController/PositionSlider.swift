import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// A slider for the position: while a person holds it nothing else moves it, and it seeks once, when it is let go.
@MainActor
final class PositionSlider {
    weak var slider: UISlider? {
        didSet {
            held = nil
            touches.bind(
                slider,
                as: "position",
                (.touchDown, { [weak self] in self?.begin() }),
                (.valueChanged, { [weak self] in self?.moved() }),
                (.touchUpInside, { [weak self] in self?.letGo() }),
                (.touchUpOutside, { [weak self] in self?.letGo() }),
                (.touchCancel, { [weak self] in self?.giveUp() })
            )
        }
    }
    /// Where it is held; nil while it is not.
    private(set) var held: TimeInterval?
    private let touches = ControlTouches()
    private let canSeek: () -> Bool
    private let changed: () -> Void
    private let seek: (TimeInterval) -> Void

    init(canSeek: @escaping () -> Bool, changed: @escaping () -> Void, seek: @escaping (TimeInterval) -> Void) {
        self.canSeek = canSeek
        self.changed = changed
        self.seek = seek
    }

    private var value: TimeInterval { TimeInterval(slider?.value ?? 0) }

    private func begin() {
        guard canSeek() else { return }
        held = value
        changed()
    }

    private func moved() {
        if held != nil {
            held = value
            changed()
        } else {
            // Set without a finger, as by a screen reader or a keyboard.
            seek(value)
        }
    }

    private func letGo() {
        guard held != nil else { return }
        held = nil
        seek(value)
    }

    /// Forgets where it is held, without a seek.
    func giveUp() {
        guard held != nil else { return }
        held = nil
        changed()
    }

    /// Shows a range and a position.
    ///
    /// - Parameters:
    ///   - range: What it spans, in seconds; nil for nothing.
    ///   - position: Where it stands.
    ///   - isFree: Whether it can be moved and nothing is on its way.
    func show(_ range: ClosedRange<TimeInterval>?, _ position: TimeInterval?, isFree: Bool) {
        guard let slider else {
            held = nil
            return
        }
        if held != nil, !canSeek() { held = nil }
        slider.isEnabled = isFree || held != nil
        guard held == nil else { return }
        let (low, high) = (Float(range?.lowerBound ?? 0), Float(range?.upperBound ?? 1))
        if slider.maximumValue < low { slider.maximumValue = high }
        if slider.minimumValue != low { slider.minimumValue = low }
        if slider.maximumValue != high { slider.maximumValue = high }
        let value = range == nil ? low : min(max(Float(position ?? 0), low), high)
        if slider.value != value { slider.value = value }
    }
}
