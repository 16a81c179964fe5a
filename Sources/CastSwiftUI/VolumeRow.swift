// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import CastUI
import SwiftUI

/// A volume with its mute button. Systems without sliders have buttons instead.
struct VolumeRow: View {
    let level: Double?
    let range: ClosedRange<Double>
    let slider: ControlState
    let mute: ControlState
    let icon: Icon
    let model: CastModel
    let set: (Double) -> Void
    let toggleMute: () -> Void

    /// The change of the level by a button.
    private static let step = 0.05

    var body: some View {
        HStack {
            ControlButton(control: mute, icon: icon, action: toggleMute)
            #if os(tvOS)
            ControlButton(control: slider, icon: .minus) { set(moved(by: -Self.step)) }
            ControlButton(control: slider, icon: .add) { set(moved(by: Self.step)) }
            #else
            Slider(
                value: Binding {
                    level ?? range.lowerBound
                } set: {
                    set($0)
                },
                in: range
            )
            .disabled(!slider.isEnabled)
            .accessibilityLabel(model.text(slider.label))
            .accessibilityValue(slider.value.map { model.text($0) } ?? "")
            #endif
        }
    }

    private func moved(by step: Double) -> Double {
        min(max((level ?? range.lowerBound) + step, range.lowerBound), range.upperBound)
    }
}
#endif
