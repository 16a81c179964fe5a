/// A place of a bar as a skin draws it. Nothing stands at a place without a control.
public struct BarSlotView: Sendable, Equatable {
    public var button: BarButton
    /// Nil for an empty place, and for what the app draws itself.
    public var control: ControlState?
    public var icon: Icon?
}

extension CastUIState {
    func slots(_ buttons: [BarButton], _ panel: MediaPanel) -> [BarSlotView] {
        buttons.map { button in
            if button == .mute {
                let volume = volumeView
                return BarSlotView(button: button, control: volume.mute, icon: volume.icon)
            }
            guard let slot = button.slot else { return BarSlotView(button: button) }
            return BarSlotView(button: button, control: panel.control(slot), icon: panel.icon(slot))
        }
    }
}
