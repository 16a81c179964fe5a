import CastUI
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// Binds an app's own controls to the volume of the session's device.
///
/// It follows the context's current session by itself; the context must exist. Controls are held weakly, and are disabled
/// while there is no session or its device does not let them do anything. No volume is ever sent that nobody here wanted;
/// of the many that a slider gives while it moves, one is on its way at a time and the last one is sent last.
@preconcurrency
@MainActor
open class GCKUIDeviceVolumeController: NSObject {
    private let widgets: ContextWidgets?
    private let touches = ControlTouches()
    /// Whether somebody holds the slider: then nothing else moves it.
    private var isHeld = false

    /// A controller for the context's sessions, without controls.
    public override init() {
        requireMainThread(of: GCKUIDeviceVolumeController.self)
        widgets = GCKCastContext.isSharedInstanceInitialized() ? GCKCastContext.sharedInstance().widgets : nil
        super.init()
        if widgets == nil {
            Log(of: "GCKUIDeviceVolumeController").error("there is no Cast context yet, so its controls stay disabled")
        }
        widgets?.observe(self) { controller, _ in controller.update() }
    }

    // MARK: Controls

    /// Makes it louder, by the session's step.
    weak open var volumeUpButton: UIButton? {
        didSet { bind(volumeUpButton, "up") { $0.volumeUp() } }
    }
    /// Makes it quieter, by the session's step.
    weak open var volumeDownButton: UIButton? {
        didSet { bind(volumeDownButton, "down") { $0.volumeDown() } }
    }
    /// Shows and sets the volume. Its range is the session's.
    weak open var volumeSlider: UISlider? {
        didSet {
            isHeld = false
            touches.bind(
                volumeSlider,
                as: "slider",
                (.touchDown, { [weak self] in self?.isHeld = true }),
                (.valueChanged, { [weak self] in self?.slid() }),
                (.touchUpInside, { [weak self] in self?.letGo() }),
                (.touchUpOutside, { [weak self] in self?.letGo() }),
                (.touchCancel, { [weak self] in self?.letGo() })
            )
            update()
        }
    }
    /// On while the device is mute.
    weak open var muteSwitch: UISwitch? {
        didSet {
            touches.bind(
                muteSwitch,
                as: "switch",
                (.valueChanged, { [weak self] in self?.setMuted(self?.muteSwitch?.isOn ?? false) })
            )
            update()
        }
    }
    /// Mutes, and ends that. Its state is ``GCKUIButtonStateMuteOn`` while the device is mute, else
    /// ``GCKUIButtonStateMuteOff``.
    weak open var muteToggleButton: GCKUIMultistateButton? {
        didSet { bind(muteToggleButton, "toggle") { $0.toggleMuted() } }
    }

    // MARK: Commands

    /// Sets the volume, kept within what the session allows.
    open func setVolume(_ volume: Float) {
        requireMainThread(of: GCKUIDeviceVolumeController.self)
        widgets?.act(.setVolume(Double(volume)))
    }

    /// Mutes, or ends that.
    open func setMuted(_ muted: Bool) {
        requireMainThread(of: GCKUIDeviceVolumeController.self)
        if let widgets, widgets.state.volumeView.isMuted != muted { widgets.act(.toggleMute) }
        update()
    }

    /// Makes it louder by one step.
    open func volumeUp() {
        requireMainThread(of: GCKUIDeviceVolumeController.self)
        widgets?.act(.nudgeVolume(1))
    }

    /// Makes it quieter by one step.
    open func volumeDown() {
        requireMainThread(of: GCKUIDeviceVolumeController.self)
        widgets?.act(.nudgeVolume(-1))
    }

    /// Mutes what is not mute, and ends it for what is.
    open func toggleMuted() {
        requireMainThread(of: GCKUIDeviceVolumeController.self)
        widgets?.act(.toggleMute)
    }

    // MARK: Drawing

    private func bind(
        _ button: UIButton?,
        _ name: String,
        _ command: @escaping @MainActor (GCKUIDeviceVolumeController) -> Void
    ) {
        touches.bind(button, as: name, (.touchUpInside, { [weak self] in if let self { command(self) } }))
        update()
    }

    private func slid() { if let slider = volumeSlider { setVolume(slider.value) } }

    private func letGo() {
        isHeld = false
        update()
    }

    private func update() {
        let view = widgets?.state.volumeView
        // Before the device has said what its volume is, there is nothing to change.
        let isKnown = widgets?.state.volume != nil
        let canChange = isKnown && view?.slider.isEnabled == true
        let canMute = isKnown && view?.mute.isEnabled == true
        let enabled: [(UIControl?, Bool)] = [
            (volumeUpButton, canChange), (volumeDownButton, canChange), (volumeSlider, canChange),
            (muteSwitch, canMute), (muteToggleButton, canMute),
        ]
        for (control, isEnabled) in enabled {
            if let control, control.isEnabled != isEnabled { control.isEnabled = isEnabled }
        }
        if let slider = volumeSlider {
            let (low, high) = (Float(view?.range.lowerBound ?? 0), Float(view?.range.upperBound ?? 1))
            if slider.minimumValue != low { slider.minimumValue = low }
            if slider.maximumValue != high { slider.maximumValue = high }
            let level = min(max(Float(view?.level ?? 0), low), high)
            if !isHeld, slider.value != level { slider.value = level }
        }
        let isMuted = view?.isMuted ?? false
        if let muteSwitch, muteSwitch.isOn != isMuted { muteSwitch.isOn = isMuted }
        guard let button = muteToggleButton else { return }
        let state = isMuted ? GCKUIButtonStateMuteOn : GCKUIButtonStateMuteOff
        if button.buttonState != state { button.buttonState = state }
    }
}
