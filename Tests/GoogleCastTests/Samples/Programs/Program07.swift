import Foundation

@testable import GoogleCast

/// Stands in until the module has the widgets: only the option is looked at.
final class GCKUIDeviceVolumeController: NSObject {
    var volumeSlider: UISlider?
}

@MainActor
public func run() async throws {
    let slider = UISlider()
    try check(volume(slider).volumeSlider === slider, "the controller has the slider")
    let options = GCKCastContext.sharedInstance().castOptions
    try check(options.physicalVolumeButtonsWillControlDeviceVolume, "the buttons move the device's volume")
}
