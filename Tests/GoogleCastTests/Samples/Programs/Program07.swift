// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import Foundation

@testable import GoogleCast

/// The slider and the volume keys change the volume of a device, and the slider follows the device.
@MainActor
public func run() async throws {
    let home = try await Home.open()
    let slider = UISlider()
    let controller = volume(slider)
    try check(controller.volumeSlider === slider, "the controller has the slider")
    let context = GCKCastContext.sharedInstance()
    try check(!slider.isEnabled, "the slider is disabled without a session")
    try check(!context.volumeKeyPressed(steps: 1), "the keys are not handled without a session")
    try check(context.sessionManager.startSession(with: GCKDevice(home.castDevice)), "a session starts")
    try await wait(for: "the slider is enabled") { slider.isEnabled && context.sessionManager.hasConnectedSession() }
    slider.value = 0.25
    slider.sendActions(for: .valueChanged)
    try await wait(for: "the device follows the slider") { abs(home.device.snapshot.volumeLevel - 0.25) < 0.001 }
    try check(context.volumeKeyPressed(steps: 2), "the keys change the device's volume")
    try await wait(for: "the device follows the keys") { home.device.snapshot.volumeLevel > 0.26 }
    context.sessionManager.currentSession?.setDeviceVolume(0.75)
    try await wait(for: "the slider follows the device") { abs(slider.value - 0.75) < 0.001 }
    context.sessionManager.endSession()
    try await wait(for: "the slider is disabled after the session") { !slider.isEnabled }
}
