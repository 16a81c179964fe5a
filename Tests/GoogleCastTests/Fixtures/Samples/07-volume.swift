import GoogleCast

/// Connects a slider and the volume keys with the volume of the device.
@MainActor
func volume(_ slider: UISlider) -> GCKUIDeviceVolumeController {
    let criteria = GCKDiscoveryCriteria(applicationID: kGCKDefaultMediaReceiverApplicationID)
    let options = GCKCastOptions(discoveryCriteria: criteria)
    options.physicalVolumeButtonsWillControlDeviceVolume = true
    GCKCastContext.setSharedInstanceWith(options)
    let controller = GCKUIDeviceVolumeController()
    controller.volumeSlider = slider
    return controller
}
