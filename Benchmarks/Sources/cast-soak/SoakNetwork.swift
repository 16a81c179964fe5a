// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire

/// The devices and groups of a soak test, all in this process and on loopback.
struct SoakNetwork: Sendable {
    let devices: [VirtualDevice]
    let groups: [VirtualGroup]

    static func start(_ options: SoakOptions) async throws -> SoakNetwork {
        var devices: [VirtualDevice] = []
        for number in 0..<options.devices {
            var configuration = DeviceConfiguration(
                name: "Device \(number)",
                port: 0,
                httpPort: nil,
                httpsPort: nil,
                interfaces: .named(["lo"]),
                address: "127.0.0.1",
                advertises: false,
                isHeadless: true
            )
            configuration.faultSeed = options.seed
            devices.append(try await VirtualDevice.start(configuration))
        }
        var groups: [VirtualGroup] = []
        for number in 0..<min(options.groups, devices.count / 2) {
            let members = [devices[2 * number], devices[2 * number + 1]]
            let configuration = GroupConfiguration(name: "Group \(number)", advertises: false)
            groups.append(try await VirtualGroup.start(configuration, members: members))
        }
        return SoakNetwork(devices: devices, groups: groups)
    }

    /// Everything that a sender can choose: devices and the endpoints of groups.
    var targets: [VirtualDevice] { devices + groups.map(\.device) }

    var traces: [Released] {
        devices.map { Released($0.name, $0) } + groups.map { Released($0.name, $0) }
    }

    /// Injects one random fault into a random device.
    func disturb(with generator: inout SeededGenerator) async {
        guard let device = targets.randomElement(using: &generator) else { return }
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: await device.cutConnections()
        case 1: await device.faults.add(Fault(.delay(.milliseconds(300), jitter: .milliseconds(300)), limit: 20))
        case 2: await device.faults.add(Fault(.drop, limit: 2))
        case 3: await device.faults.add(Fault(.duplicate(copies: 2), limit: 5))
        case 4: await device.faults.add(Fault(.reorder, limit: 5))
        case 5: await device.faults.add(.close(afterMessages: 5))
        case 6: await device.faults.add(Fault(.reset, limit: 1))
        case 7: await device.faults.add(.failNext("LOAD", with: ["type": "LOAD_FAILED"]))
        case 8: await device.faults.add(.failNext("LAUNCH", with: ["type": "LAUNCH_ERROR", "reason": "CANCELLED"]))
        case 9: await device.stopApplication()
        case 10:
            await device.remote.pause()
            await device.remote.setVolume(Double(Int.random(in: 0...10, using: &generator)) / 10)
        default: await device.faults.add(Fault(.slowReading(.milliseconds(200)), limit: 2))
        }
        // Old rules that match rarely would accumulate.
        if await device.faults.active.count > 10 { await device.faults.removeAll() }
    }

    /// Removes all faults.
    func calm() async {
        for device in targets { await device.faults.removeAll() }
    }

    func close() async {
        for group in groups { await group.close() }
        for device in devices { await device.close() }
    }
}
