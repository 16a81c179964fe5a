import CastUI

extension GCKCastContext {
    /// A key of this machine that changes the volume was pressed; an addition to the original, which hears of them
    /// itself.
    ///
    /// While a session is connected and ``GCKCastOptions/physicalVolumeButtonsWillControlDeviceVolume`` is on, the device's
    /// volume changes by the session's step. On iOS this is called by itself; elsewhere by a program that gets keys.
    ///
    /// - Parameter steps: Positive ones make it louder, negative ones quieter.
    /// - Returns: Whether the key was the device's; otherwise it is for this machine's own volume.
    @discardableResult
    public func volumeKeyPressed(steps: Int) -> Bool {
        requireMainThread(of: GCKCastContext.self)
        guard castOptions.physicalVolumeButtonsWillControlDeviceVolume, widgets.state.volumeView.slider.isEnabled else {
            return false
        }
        widgets.act(.volumeKey(max(-100, min(steps, 100))))
        return true
    }
}
