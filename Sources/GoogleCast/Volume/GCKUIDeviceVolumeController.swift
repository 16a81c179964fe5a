// SPDX-License-Identifier: Apache-2.0

import CastUI
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// Binds an app's own controls to the volume of the session's device.
///
/// The controller follows the context's current session. The context must exist. Controls are held weakly. They are
/// disabled without a session, and if the device doesn't support the operation. A volume is only sent when the user or
/// the app changes it. While a slider moves, only one request is pending at a time, and its last value is always sent.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIDeviceVolumeController)@objcMembers
#endif
open class GCKUIDeviceVolumeController: NSObject {
    private let widgets: ContextWidgets?
    private let bindings = ControlBindings()
    #if !os(tvOS)
    /// Whether the user is dragging the slider. Volume updates don't move it meanwhile.
    private var isDragging = false
    #endif

    /// Creates a controller without controls, which follows the context's sessions.
    public override init() {
        requireMainThread(of: GCKUIDeviceVolumeController.self)
        widgets = GCKCastContext.isSharedInstanceInitialized() ? GCKCastContext.sharedInstance().widgets : nil
        super.init()
        if widgets == nil {
            Log(of: "GCKUIDeviceVolumeController").error("there is no Cast context, so the controls stay disabled")
        }
        widgets?.observe(self) { controller, _ in controller.update() }
    }

    // MARK: Controls

    /// Increases the volume by the session's volume increment.
    weak open var volumeUpButton: UIButton? {
        didSet { bind(volumeUpButton, "up") { $0.volumeUp() } }
    }
    /// Decreases the volume by the session's volume increment.
    weak open var volumeDownButton: UIButton? {
        didSet { bind(volumeDownButton, "down") { $0.volumeDown() } }
    }
    // tvOS has neither sliders nor switches.
    #if !os(tvOS)
    /// Shows and sets the volume. Its range is set to that of the session.
    weak open var volumeSlider: UISlider? {
        didSet {
            isDragging = false
            bindings.bind(
                volumeSlider,
                as: "slider",
                (.touchDown, { [weak self] in self?.isDragging = true }),
                (.valueChanged, { [weak self] in self?.sliderMoved() }),
                (.touchUpInside, { [weak self] in self?.sliderReleased() }),
                (.touchUpOutside, { [weak self] in self?.sliderReleased() }),
                (.touchCancel, { [weak self] in self?.sliderReleased() })
            )
            update()
        }
    }
    /// On while the device is muted.
    weak open var muteSwitch: UISwitch? {
        didSet {
            bindings.bind(
                muteSwitch,
                as: "switch",
                (.valueChanged, { [weak self] in self?.setMuted(self?.muteSwitch?.isOn ?? false) })
            )
            update()
        }
    }
    #endif
    /// Mutes or unmutes the device. Its state is ``GCKUIButtonStateMuteOn`` while the device is muted, otherwise
    /// ``GCKUIButtonStateMuteOff``.
    weak open var muteToggleButton: GCKUIMultistateButton? {
        didSet { bind(muteToggleButton, "toggle") { $0.toggleMuted() } }
    }

    // MARK: Commands

    /// Sets the volume, clamped to the range of the session.
    open func setVolume(_ volume: Float) {
        requireMainThread(of: GCKUIDeviceVolumeController.self)
        widgets?.act(.setVolume(Double(volume)))
    }

    /// Mutes or unmutes the device.
    open func setMuted(_ muted: Bool) {
        requireMainThread(of: GCKUIDeviceVolumeController.self)
        if let widgets, widgets.state.volumeView.isMuted != muted { widgets.act(.toggleMute) }
        update()
    }

    /// Increases the volume by one increment.
    open func volumeUp() {
        requireMainThread(of: GCKUIDeviceVolumeController.self)
        widgets?.act(.nudgeVolume(1))
    }

    /// Decreases the volume by one increment.
    open func volumeDown() {
        requireMainThread(of: GCKUIDeviceVolumeController.self)
        widgets?.act(.nudgeVolume(-1))
    }

    /// Mutes the device if it isn't muted, otherwise unmutes it.
    open func toggleMuted() {
        requireMainThread(of: GCKUIDeviceVolumeController.self)
        widgets?.act(.toggleMute)
    }

    // MARK: Rendering

    private func bind(
        _ button: UIButton?,
        _ name: String,
        _ command: @escaping @MainActor (GCKUIDeviceVolumeController) -> Void
    ) {
        bindings.bind(button, as: name, (.chosen, { [weak self] in if let self { command(self) } }))
        update()
    }

    private func update() {
        let view = widgets?.state.volumeView
        // Until the device has reported its volume, it can't be changed.
        let isKnown = widgets?.state.volume != nil
        let canChange = isKnown && view?.slider.isEnabled == true
        let canMute = isKnown && view?.mute.isEnabled == true
        let isMuted = view?.isMuted ?? false
        enable(volumeUpButton, canChange)
        enable(volumeDownButton, canChange)
        enable(muteToggleButton, canMute)
        #if !os(tvOS)
        enable(volumeSlider, canChange)
        enable(muteSwitch, canMute)
        showLevel(of: view)
        if let muteSwitch, muteSwitch.isOn != isMuted { muteSwitch.isOn = isMuted }
        #endif
        guard let button = muteToggleButton else { return }
        let state = isMuted ? GCKUIButtonStateMuteOn : GCKUIButtonStateMuteOff
        if button.buttonState != state { button.buttonState = state }
    }

    private func enable(_ control: UIControl?, _ isEnabled: Bool) {
        if let control, control.isEnabled != isEnabled { control.isEnabled = isEnabled }
    }

    #if !os(tvOS)
    private func showLevel(of view: VolumeView?) {
        guard let slider = volumeSlider else { return }
        let (low, high) = (Float(view?.range.lowerBound ?? 0), Float(view?.range.upperBound ?? 1))
        if slider.minimumValue != low { slider.minimumValue = low }
        if slider.maximumValue != high { slider.maximumValue = high }
        let level = min(max(Float(view?.level ?? 0), low), high)
        if !isDragging, slider.value != level { slider.value = level }
    }

    private func sliderMoved() { if let slider = volumeSlider { setVolume(slider.value) } }

    private func sliderReleased() {
        isDragging = false
        update()
    }
    #endif
}
