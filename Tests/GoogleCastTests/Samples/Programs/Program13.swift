// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

@MainActor
public func run() async throws {
    let home = try await Home.open()
    LegacyScan.environment = home.environment
    let caster = LegacyCaster()
    caster.scan()
    try await wait(for: "the media is paused on the device") { home.device.snapshot.media?.state == .paused }
    try check(home.device.snapshot.media?.title == "Title", "it has its title")
    try await wait(for: "its position is one minute") { home.device.snapshot.media?.position == 60 }
    try check(caster.deviceScanner.devices.count == 1, "the scanner lists the device")
    await home.device.stopApplication()
    try await wait(for: "the channel has no media status") { caster.mediaControlChannel.mediaStatus == nil }
    caster.deviceManager.disconnect()
    try await wait(for: "the device is disconnected") { caster.deviceManager.connectionState == .disconnected }
    caster.deviceScanner.stopScan()
    await home.device.close()
}
