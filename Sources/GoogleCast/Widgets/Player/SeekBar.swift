// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// A seek bar with the playback position, the seekable range, ad markers, and a tooltip with the time while the user
/// drags the thumb. Time runs from left to right in every language.
final class SeekBar: UIView {
    private final class Marker: UIView {}

    private let send: @MainActor (Intent) -> Void
    let slider = Slider(frame: .zero)
    let tooltip = UILabel(lines: 1)
    private(set) var markers: [UIView] = []
    private var shown: SeekBarView?
    private var isDragging = false

    init(_ send: @escaping @MainActor (Intent) -> Void) {
        self.send = send
        super.init(frame: .zero)
        semanticContentAttribute = .forceLeftToRight
        slider.semanticContentAttribute = .forceLeftToRight
        #if os(tvOS)
        slider.step = 10
        #endif
        tooltip.textAlignment = .center
        tooltip.clipsToBounds = true
        tooltip.layer.cornerRadius = 4
        tooltip.isHidden = true
        tooltip.isAccessibilityElement = false
        addSubview(slider)
        addSubview(tooltip)
        slider.addAction(UIAction { [weak self] _ in self?.began() }, for: .touchDown)
        slider.addAction(UIAction { [weak self] _ in self?.moved() }, for: .valueChanged)
        slider.addAction(UIAction { [weak self] _ in self?.ended() }, for: .touchUpInside)
        slider.addAction(UIAction { [weak self] _ in self?.ended() }, for: .touchUpOutside)
        slider.addAction(UIAction { [weak self] _ in self?.cancelled() }, for: .touchCancel)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    private func began() {
        isDragging = true
        send(.beginDrag)
    }

    private func moved() {
        // Without a touch, the value is changed by a screen reader or keyboard, and each step seeks.
        send(isDragging ? .drag(Double(slider.value)) : .seek(to: Double(slider.value)))
    }

    private func cancelled() {
        isDragging = false
        send(.cancelDrag)
    }

    private func ended() {
        isDragging = false
        send(.endDrag)
    }

    func show(_ bar: SeekBarView, _ look: Look, _ localizer: Localizer) {
        shown = bar
        isHidden = bar.kind == .hidden
        slider.isHidden = bar.kind == .live
        let progress = look.color(.sliderProgressColor)
        slider.minimumTrackTintColor = bar.control.isEnabled ? progress : look.color(.sliderUnseekableProgressColor)
        slider.thumbTintColor = bar.control.isEnabled ? progress : look.color(.sliderUnseekableProgressColor)
        slider.maximumTrackTintColor = look.color(
            bar.control.isEnabled ? .sliderSecondaryProgressColor : .sliderUnseekableProgressColor
        )
        slider.show(bar.position, in: bar.range)
        slider.show(bar.control, localizer)
        look.applyStyle(tooltip, .caption)
        tooltip.textColor = look.color(.backgroundColor)
        tooltip.backgroundColor = look.color(.sliderTooltipBackgroundColor)
        tooltip.isHidden = !bar.isDragging
        tooltip.text = bar.timeOfDay.map { localizer.timeOfDay($0) } ?? localizer.time(bar.position)
        while markers.count > bar.markers.count { markers.removeLast().removeFromSuperview() }
        while markers.count < bar.markers.count {
            let marker = Marker(frame: .zero)
            marker.isUserInteractionEnabled = false
            marker.layer.cornerRadius = 3
            markers.append(marker)
            insertSubview(marker, aboveSubview: slider)
        }
        for (view, marker) in zip(markers, bar.markers) {
            view.backgroundColor = look.color(
                marker.isPlayed ? .playedAdMarkerFillColor : .unplayedAdMarkerFillColor
            )
        }
        setNeedsLayout()
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: ColumnView.touchSize) }

    override func layoutSubviews() {
        super.layoutSubviews()
        slider.frame = bounds
        guard let shown else { return }
        for (view, marker) in zip(markers, shown.markers) {
            view.frame = CGRect(x: x(of: marker.position, in: shown) - 3, y: bounds.midY - 3, width: 6, height: 6)
        }
        let size = tooltip.sizeThatFits(CGSize(width: bounds.width, height: 24))
        let width = size.width + 12
        let x = min(max(0, x(of: shown.position, in: shown) - width / 2), max(0, bounds.width - width))
        tooltip.frame = CGRect(x: x, y: -size.height - 8, width: width, height: size.height + 4)
    }

    /// Returns the x coordinate of a time. The center of the thumb doesn't reach the ends of the bar.
    private func x(of seconds: Double, in bar: SeekBarView) -> CGFloat {
        let length = bar.range.upperBound - bar.range.lowerBound
        let share = length > 0 ? (seconds - bar.range.lowerBound) / length : 0
        let half: CGFloat = 14
        return half + CGFloat(min(max(share, 0), 1)) * max(0, bounds.width - 2 * half)
    }
}
