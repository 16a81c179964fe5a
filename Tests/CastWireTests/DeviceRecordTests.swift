// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@Suite("TXT records of devices")
struct DeviceRecordTests {
    private func strings(_ name: String, in data: TestData) throws -> [String] {
        let object = try Trace.object(name, in: data)
        if let strings = object["txt"].flatMap([String].init(json:)) { return strings }
        let records = try #require(object["records"]?.arrayValue)
        return try #require(records.first { $0["type"] == "TXT" }?["data"].flatMap([String].init(json:)))
    }

    @Test("A television that is playing", arguments: TestData.available)
    func television(_ data: TestData) throws {
        let record = DeviceRecord(strings: try strings("txt-shield-youtube", in: data))
        data.expect(record.friendlyName, fixture: "Den TV")
        data.expect(record.modelName, fixture: "Example TV")
        #expect(record.controlNotifications == 2)
        #expect(record.receiverMetricsID == "")
        #expect(record.isBusy == true)
        data.expect(record.statusText, fixture: "Example Videos")
        #expect(record.capabilities.rawValue == 462_853)
        #expect(record.capabilities.isSuperset(of: [.videoOut, .audioOut, .attenuationOrFixedVolume]))
        #expect(!record.isGroup)
        #expect(record.protocolVersion == 5)
        data.expect(record.strings.first, fixture: "rs=Example Videos")
    }

    @Test(
        "The ID of a group has hyphens and equals its cloud ID",
        arguments: TestData.available,
        ["txt-stereo-pair-group", "txt-group-boven"]
    )
    func groups(_ data: TestData, _ name: String) throws {
        let record = DeviceRecord(strings: try strings(name, in: data))
        let id = try #require(record.id)
        #expect(id.contains("-"))
        #expect(record.cloudDeviceID == id)
        #expect(record.normalizedID?.count == 32)
        #expect(record.isGroup)
        #expect(record.capabilities.contains(.multizoneGroup))
        #expect(record.isBusy == false)
        #expect(record.statusText == "")
    }

    @Test("An idle speaker and a group that is playing, from whole record sets", arguments: TestData.available)
    func recordSets(_ data: TestData) throws {
        let idle = DeviceRecord(strings: try strings("mdns-nest-mini-idle", in: data))
        data.expect(idle.friendlyName, fixture: "Attic")
        #expect(idle.capabilities == DeviceCapabilities(rawValue: 198_660))
        data.expect(idle.wifiProximityID, fixture: "FA8FCA000004")
        #expect(idle.isBusy == false)
        #expect(idle.iconPath == "/setup/icon.png")
        let group = DeviceRecord(strings: try strings("mdns-group-playing", in: data))
        #expect(group.isGroup)
        #expect(group.isBusy == true)
    }

    @Test("Keys are case-insensitive, the first of equal keys is used, and strings without a value are ignored")
    func keys() {
        let record = DeviceRecord(strings: ["fn", "FN=First", "fn=Second", "=x", "id=", "rs=a=b"])
        #expect(record.friendlyName == "First")
        #expect(record.id == "")
        #expect(record.statusText == "a=b")
        #expect(record["missing"] == nil)
    }

    @Test("Changes preserve the order and unknown keys")
    func changes() {
        var record = DeviceRecord(strings: ["id=1", "xx=kept", "st=0"])
        record.isBusy = true
        record.statusText = "Casting"
        record.protocolVersion = 5
        record.capabilities = [.videoOut, .audioOut]
        record.modelName = nil
        #expect(record.strings == ["id=1", "xx=kept", "st=1", "rs=Casting", "ve=05", "ca=5"])
        record["XX"] = nil
        #expect(record.strings.first == "id=1" && record.strings.count == 5)
    }

    @Test("Invalid values are treated as absent")
    func nonsense() {
        let record = DeviceRecord(bytes: [
            Array("ca=-1".utf8), Array("st=9".utf8), [0x66, 0x6E, 0x3D, 0xFF], Array("ve=x".utf8),
        ])
        #expect(record.capabilities == [])
        #expect(record.isBusy == nil)
        #expect(record.friendlyName == "\u{FFFD}")
        #expect(record.protocolVersion == nil)
        #expect(!record.isGroup)
        #expect(DeviceRecord(strings: ["ca=18446744073709551615"]).capabilities.rawValue == .max)
    }
}
