// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// A slider for the position. While the user drags it, position updates are not applied. It seeks once, when the user
/// releases it.
@MainActor
final class PositionSlider {
    weak var slider: Slider? {
        didSet {
            draggedPosition = nil
            bindings.bind(
                slider,
                as: "position",
                (.touchDown, { [weak self] in self?.beginDrag() }),
                (.valueChanged, { [weak self] in self?.moved() }),
                (.touchUpInside, { [weak self] in self?.endDrag() }),
                (.touchUpOutside, { [weak self] in self?.endDrag() }),
                (.touchCancel, { [weak self] in self?.cancelDrag() })
            )
        }
    }
    /// The position to which the user drags the slider, or nil if the user isn't dragging it.
    private(set) var draggedPosition: TimeInterval?
    private let bindings = ControlBindings()
    private let canSeek: () -> Bool
    private let changed: () -> Void
    private let seek: (TimeInterval) -> Void

    init(canSeek: @escaping () -> Bool, changed: @escaping () -> Void, seek: @escaping (TimeInterval) -> Void) {
        self.canSeek = canSeek
        self.changed = changed
        self.seek = seek
    }

    private var value: TimeInterval { TimeInterval(slider?.value ?? 0) }

    private func beginDrag() {
        guard canSeek() else { return }
        draggedPosition = value
        changed()
    }

    private func moved() {
        if draggedPosition != nil {
            draggedPosition = value
            changed()
        } else {
            // The value was changed without a touch, for example by a screen reader or keyboard.
            seek(value)
        }
    }

    private func endDrag() {
        guard draggedPosition != nil else { return }
        draggedPosition = nil
        seek(value)
    }

    /// Ends the drag without seeking.
    func cancelDrag() {
        guard draggedPosition != nil else { return }
        draggedPosition = nil
        changed()
    }

    /// Shows a range and a position.
    ///
    /// - Parameters:
    ///   - range: The range in seconds, or nil if there is none.
    ///   - position: The position in seconds.
    ///   - isFree: Whether seeking is possible and no request is pending.
    func show(_ range: ClosedRange<TimeInterval>?, _ position: TimeInterval?, isFree: Bool) {
        guard let slider else {
            draggedPosition = nil
            return
        }
        if draggedPosition != nil, !canSeek() { draggedPosition = nil }
        slider.isEnabled = isFree || draggedPosition != nil
        guard draggedPosition == nil else { return }
        let (low, high) = (Float(range?.lowerBound ?? 0), Float(range?.upperBound ?? 1))
        if slider.maximumValue < low { slider.maximumValue = high }
        if slider.minimumValue != low { slider.minimumValue = low }
        if slider.maximumValue != high { slider.maximumValue = high }
        let value = range == nil ? low : min(max(Float(position ?? 0), low), high)
        if slider.value != value { slider.value = value }
    }
}

/// A requested value that is shown until the engine reports it. The request reaches the engine after a turn of the main
/// queue.
struct PendingControlValue<Value: Equatable> {
    let value: Value
    /// The value that was shown when the request was made.
    private let former: Value?
    private let until: ContinuousClock.Instant

    init(_ value: Value, insteadOf former: Value?, from instant: ContinuousClock.Instant) {
        self.value = value
        self.former = former
        until = instant.advanced(by: .seconds(1))
    }

    /// Returns whether the requested value is still to be shown. False when the engine reports another value, or after
    /// the timeout of 1 s.
    func holds(against present: Value?, at instant: ContinuousClock.Instant) -> Bool {
        present == former && instant < until
    }
}
