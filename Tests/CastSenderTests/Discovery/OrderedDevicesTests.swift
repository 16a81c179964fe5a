// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastSender

@Suite("Devices in the order of their names")
struct OrderedDevicesTests {
    @Test("After random changes, the devices are in the order that sorting gives")
    func random() {
        var ordered = OrderedDevices()
        var expected: [String: CastDevice] = [:]
        let names = ["kitchen", "Kitchen", "Bar", "bar", "Ärzte", "", "Lobby"]
        for step in 0..<3000 {
            let id = "\(step * 7919 % 41)"
            if step * 31 % 5 == 0 {
                #expect(ordered.remove(id) == (expected.removeValue(forKey: id) != nil))
            } else {
                let name = names[step * 104_729 % names.count]
                let device = CastDevice(id: id, friendlyName: name, endpoints: [])
                #expect(ordered.update(device) == (expected[id] != device))
                expected[id] = device
            }
            #expect(ordered.contains(id) == (expected[id] != nil))
        }
        let sorted = expected.values.sorted {
            ($0.friendlyName.lowercased(), $0.id) < ($1.friendlyName.lowercased(), $1.id)
        }
        #expect(ordered.devices == sorted)
        #expect(sorted.count > 10)
    }
}
