// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTransport
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Devices, addresses and criteria")
struct DeviceTests {
    private func device(_ id: String = "1", address: String = "192.0.2.1", port: UInt16 = 8009) -> GCKDevice {
        let address = address.contains(":") ? GCKNetworkAddress(iPv6Address: address) : .init(iPv4Address: address)
        return GCKDevice(category: "cast", deviceID: id, networkAddress: address, servicePort: port)
    }

    private func roundTrip<Model: NSObject & NSSecureCoding>(_ model: Model) throws -> Model {
        let data = try NSKeyedArchiver.archivedData(withRootObject: model, requiringSecureCoding: true)
        return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Model.self, from: data))
    }

    @Test("T33 Devices with the same ID, address, port and version are the same device, whatever their names")
    func same() {
        let first = device()
        first.friendlyName = "A"
        let second = device()
        second.friendlyName = "B"
        #expect(first.isSameDevice(as: second) && first == second)
        #expect(!first.isSameDevice(as: device(port: 1)) && !first.isSameDevice(as: device(address: "192.0.2.2")))
        second.deviceVersion = "05"
        #expect(!first.isSameDevice(as: second))
    }

    @Test("T34 T35 The type and all capabilities follow from the bits of the TXT record")
    func capabilities() {
        let device = GCKDevice(
            CastDevice(id: "1", friendlyName: "A", capabilities: .init(rawValue: 4101), endpoints: [], text: [:])
        )
        #expect(device.capabilities == [.videoOut, .audioOut, .attenuationOrFixedVolume])
        #expect(device.hasCapabilities([.videoOut, .audioOut]) && device.hasCapabilities([]))
        #expect(!device.hasCapabilities([.videoOut, .audioIn]))
        #expect(device.type == .generic && device.status == .unknown)
        for (bits, type) in [
            (4, GCKDeviceType.speaker), (4 | 32, .speakerGroup), (1 << 7, .speakerGroup), (0, .generic),
        ] {
            device.capabilities = GCKDeviceCapabilities(rawValue: bits)
            #expect(device.type == type)
        }
    }

    @Test(
        "T36 The category is read back from a unique ID, whatever characters it has",
        arguments: ["cast", "a:b", "50%", "", "%3A:"]
    )
    func uniqueID(_ category: String) {
        for id in ["1", "x:y", ""] {
            let device = GCKDevice(
                category: category,
                deviceID: id,
                networkAddress: .init(iPv4Address: "1.1.1.1"),
                servicePort: 0
            )
            #expect(GCKDevice.deviceCategory(forDeviceUniqueID: device.uniqueID) == category)
        }
        #expect(GCKDevice.deviceCategory(forDeviceUniqueID: "nothing") == "nothing")
    }

    @available(*, deprecated)
    @Test("T37 The deprecated ipAddress is the IPv4 address, or empty")
    func oldAddress() {
        #expect(device().ipAddress == "192.0.2.1" && device(address: "fe80::1").ipAddress == "")
    }

    @Test("T38 Copies and archives keep every property")
    func copies() throws {
        let original = GCKDevice(
            CastDevice(
                id: "ab",
                friendlyName: "A",
                modelName: "M",
                endpoints: [CastEndpoint(host: "192.0.2.1", port: 8010)],
                statusText: "S",
                isBusy: true,
                iconPath: "/setup/icon.png",
                text: ["st": "1", "ve": "05"]
            )
        )
        #expect(original.icons?.first?.url.absoluteString == "http://192.0.2.1:8008/setup/icon.png")
        original.setAttribute("value" as NSString, forKey: "key")
        original.setAttribute(7 as NSNumber, forKey: "number")
        let copy = try #require(original.copy() as? GCKDevice)
        for other in [copy, try roundTrip(original)] {
            #expect(other !== original && other == original && other.hasSameDescription(as: original))
            #expect(other.servicePort == 8010 && other.status == .busy && other.deviceVersion == "05")
            #expect(other.attribute(forKey: "key") as? NSString == "value" && other.attribute(forKey: "other") == nil)
            #expect((other.attribute(forKey: "number") as? NSNumber)?.intValue == 7)
        }
        copy.friendlyName = "B"
        copy.removeAttribute(forKey: "key")
        #expect(original.friendlyName == "A" && original.attribute(forKey: "key") != nil)
        original.removeAllAttributes()
        #expect(original.attribute(forKey: "number") == nil)
    }

    @Test("T39 Wildcard, loopback and broadcast addresses; addresses from bytes and text")
    func addresses() throws {
        #expect(GCKNetworkAddress(type: .iPv4, ipAddress: nil) == .wildcardAddress(of: .iPv4))
        #expect(GCKNetworkAddress(type: .iPv4, ipAddress: nil).ipAddress == nil)
        let loopback = try #require(GCKNetworkAddress.loopbackAddress(of: .iPv6).addressData)
        #expect(loopback.count == 16 && loopback.last == 1)
        #expect(GCKNetworkAddress.loopbackAddress(of: .iPv4).ipAddress == "127.0.0.1")
        #expect(GCKNetworkAddress.iPv4Broadcast().addressData == Data([255, 255, 255, 255]))
        #expect(GCKNetworkAddress(iPv6Address: "::1") == GCKNetworkAddress(iPv6Address: "0:0:0:0:0:0:0:1"))
        #expect(GCKNetworkAddress(type: .iPv4, addressData: Data([192, 0, 2, 1])).ipAddress == "192.0.2.1")
        let wrong = GCKNetworkAddress(type: .iPv6, addressData: Data([1, 2, 3]))
        #expect(wrong.ipAddress == nil && wrong.addressData == nil)
        #expect(GCKNetworkAddress(iPv4Address: "nonsense").addressData == nil)
        #expect(GCKNetworkAddress(ipcPath: "/tmp/x").addressData == Data("/tmp/x".utf8))
        #expect(GCKNetworkAddress.wildcardAddress(of: .IPC).addressData == nil)
        let scoped = GCKNetworkAddress(iPv6Address: "fe80::1%en0")
        #expect(scoped.ipAddress == "fe80::1%en0" && scoped.addressData?.count == 16)
        #expect(try roundTrip(scoped) == scoped && scoped.copy() as? GCKNetworkAddress == scoped)
        _ = GCKNetworkAddress(iPv4Address: String(repeating: "1", count: 1_000_000))
    }

    @Test("T17 T18 T21 Criteria are mapped to subtypes, and survive copying and archiving")
    func criteria() throws {
        let application = GCKDiscoveryCriteria(applicationID: "cc1ad845")
        #expect(application.allSubtypes == ["_CC1AD845"] && application.hasApplicationIDs && !application.hasNamespaces)
        #expect(application.applicationIDs?.array as? [String] == ["cc1ad845"] && application.namespaces == nil)
        let namespace = GCKDiscoveryCriteria(namespaces: ["urn:x-cast:com.google.cast.media"])
        #expect(namespace.allSubtypes == ["_%9E5E7C8F47989526C9BCD95D24084F6F0B27C5ED"])
        #expect(namespace.hasNamespaces && namespace.applicationIDs == nil)
        for criteria in [application, namespace] {
            #expect(try roundTrip(criteria) == criteria && criteria.copy() as? GCKDiscoveryCriteria == criteria)
        }
        #expect(application != namespace && application == GCKDiscoveryCriteria(applicationID: "cc1ad845"))
    }

    @Test("Members of a group are equal by ID, in copies and archives too")
    func members() throws {
        let member = GCKMultizoneDevice(
            deviceID: "1",
            friendlyName: "A",
            capabilities: .audioOut,
            volumeLevel: 0.5,
            muted: true
        )
        let again = try roundTrip(member)
        #expect(again == member && again.volumeLevel == 0.5 && again.muted && again.hasCapabilities(.audioOut))
        #expect(GCKMultizoneDevice(deviceID: "1", friendlyName: "B") == member)
    }

    @available(*, deprecated)
    @Test("A group's status is read from JSON without its invalid members")
    func groupStatus() throws {
        let members: [String: Any] = [
            "devices": [
                ["deviceId": "AB-1", "name": "A", "capabilities": 4, "volume": ["level": 0.5, "muted": true]],
                ["name": "x"], 7,
            ]
        ]
        for object in [members, ["status": members]] as [[String: Any]] {
            let status = GCKMultizoneStatus(jsonObject: object)
            #expect(status.devices.map(\.deviceID) == ["ab1"] && status.devices.first?.volumeLevel == 0.5)
            #expect(try roundTrip(status) == status)
        }
        #expect(GCKMultizoneStatus(jsonObject: 7).devices.isEmpty)
        #expect(GCKMultizoneStatus(devices: []).devices.isEmpty)
    }
}
