// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Foundation
import Testing

@testable import CastSender
@testable import GoogleCast

@MainActor
@Suite("Device volume controller", .serialized)
struct DeviceVolumeControllerTests {
    @MainActor
    private final class Bound {
        let controller = GCKUIDeviceVolumeController()
        let up = UIButton()
        let down = UIButton()
        let slider = UISlider()
        let mute = UISwitch()
        let toggle = GCKUIMultistateButton()

        init() {
            controller.volumeUpButton = up
            controller.volumeDownButton = down
            controller.volumeSlider = slider
            controller.muteSwitch = mute
            controller.muteToggleButton = toggle
        }

        var all: [UIControl] { [up, down, slider, mute, toggle] }
    }

    private func level(
        _ level: Double,
        muted: Bool = false,
        control: VolumeControlType = .attenuation,
        step: Double? = nil
    ) -> CastUIEvent {
        let volume = CastVolume(level: level, muted: muted, controlType: control, stepInterval: step)
        var pendingValues = PendingVolume()
        pendingValues.reported(volume)
        return .volume(VolumeControls(volume, pendingValues))
    }

    @Test("UC42 Without a session, or with a fixed volume, all controls are disabled")
    func disabled() async throws {
        try await PanelBench.perform(isConnected: false) { bench in
            let bound = Bound()
            #expect(bound.all.allSatisfy { !$0.isEnabled })
            bound.controller.setVolume(0.4)
            bound.controller.setMuted(true)
            bound.controller.toggleMuted()
            bound.controller.volumeUp()
            #expect(bench.take() == [])
            bench.connect()
            bench.send(level(0.5))
            #expect(bound.all.allSatisfy { $0.isEnabled })
            bench.send(level(0.5, control: .fixed))
            #expect(bound.all.allSatisfy { !$0.isEnabled })
            bound.slider.value = 0.9
            bound.slider.sendActions(for: .valueChanged)
            #expect(bench.take() == [])
            await GCKCastContext.reset()
            let lost = Bound()
            #expect(lost.all.allSatisfy { !$0.isEnabled })
        }
    }

    @Test("UC43 Volume up and down change the volume by the device's step, or by 0.05")
    func steps() async throws {
        try await PanelBench.perform { bench in
            let bound = Bound()
            bench.send(level(0.5))
            bench.tap(bound.up)
            bench.tap(bound.down)
            #expect(bench.take() == [.setVolume(0.55), .setVolume(0.5)])
            bench.send(level(0.5, step: 0.02))
            bound.controller.volumeUp()
            #expect(bench.take() == [.setVolume(0.52)])
        }
    }

    @Test("UC44 UC45 A volume change by the device moves slider, switch and button, and sends nothing")
    func follows() async throws {
        try await PanelBench.perform { bench in
            let bound = Bound()
            bench.send(level(0.5))
            #expect(bound.toggle.buttonState == GCKUIButtonStateMuteOff)
            bench.send(level(0.75, muted: true))
            #expect(bound.slider.value == 0.75)
            #expect(bound.mute.isOn)
            #expect(bound.toggle.buttonState == GCKUIButtonStateMuteOn)
            #expect(bench.take() == [])
            bench.tap(bound.toggle)
            bound.mute.isOn = false
            bound.mute.sendActions(for: .valueChanged)
            bound.controller.setMuted(true)
            #expect(bench.take() == [.setMuted(false), .setMuted(false)])
        }
    }

    @Test("A dragged slider is not moved by the device; values out of range are clamped")
    func held() async throws {
        try await PanelBench.perform { bench in
            let bound = Bound()
            bench.send(level(0.5))
            bound.slider.sendActions(for: .touchDown)
            bound.slider.value = 0.8
            bound.slider.sendActions(for: .valueChanged)
            bench.send(level(0.6))
            #expect(abs(bound.slider.value - 0.8) < 0.001)
            bound.slider.sendActions(for: .touchUpOutside)
            #expect(abs(bound.slider.value - 0.6) < 0.001)
            _ = bench.take()
            bound.controller.setVolume(7)
            bound.controller.setVolume(-.infinity)
            bound.controller.setVolume(.nan)
            #expect(bench.take() == [.setVolume(1), .setVolume(0)])
        }
    }
}
