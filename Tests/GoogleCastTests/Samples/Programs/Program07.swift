import CastReceiver
import Foundation

@testable import GoogleCast

/// The slider and the keys of this machine move the volume of a device, and the device moves the slider.
@MainActor
public func run() async throws {
    let home = try await Home.open()
    let slider = UISlider()
    let controller = volume(slider)
    try check(controller.volumeSlider === slider, "the controller has the slider")
    let context = GCKCastContext.sharedInstance()
    try check(!slider.isEnabled, "without a session it cannot be moved")
    try check(!context.volumeKeyPressed(steps: 1), "the keys are this machine's own")
    try check(context.sessionManager.startSession(with: GCKDevice(home.castDevice)), "a session begins")
    try await wait(for: "the slider can be moved") { slider.isEnabled && context.sessionManager.hasConnectedSession() }
    slider.value = 0.25
    slider.sendActions(for: .valueChanged)
    try await wait(for: "the device follows the slider") { abs(home.device.snapshot.volumeLevel - 0.25) < 0.001 }
    try check(context.volumeKeyPressed(steps: 2), "the keys are the device's")
    try await wait(for: "the device follows the keys") { home.device.snapshot.volumeLevel > 0.26 }
    context.sessionManager.currentSession?.setDeviceVolume(0.75)
    try await wait(for: "the slider follows the device") { abs(slider.value - 0.75) < 0.001 }
    context.sessionManager.endSession()
    try await wait(for: "the slider rests") { !slider.isEnabled }
}
