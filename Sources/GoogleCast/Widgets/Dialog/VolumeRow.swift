import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// A volume: a button that mutes, and a slider.
@MainActor
final class VolumeRow {
    let mute: UIButton
    let slider = UISlider(frame: .zero)
    let view: RowView

    init(set: @escaping @MainActor (Double) -> Void, toggleMute: @escaping @MainActor () -> Void) {
        let mute = UIButton(toggleMute)
        let slider = slider
        slider.addAction(UIAction { [weak slider] _ in set(Double(slider?.value ?? 0)) }, for: .valueChanged)
        self.mute = mute
        view = RowView([(mute, ColumnView.touchable), (slider, nil)])
    }

    func show(
        _ level: Double?,
        in range: ClosedRange<Double> = 0...1,
        icon: Icon,
        slider control: ControlState,
        mute muteControl: ControlState,
        _ look: Look,
        _ localizer: Localizer
    ) {
        look.dress(volume: slider)
        slider.show(level, in: range)
        slider.show(control, localizer)
        mute.tintColor = look.color(.iconTintColor)
        let isAudible = icon != .volumeMuted
        mute.show(muteControl, image: look.image(icon, or: isAudible ? .volumeImage : nil), localizer)
    }
}
