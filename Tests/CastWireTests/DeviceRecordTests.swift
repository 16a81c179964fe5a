import CastWire
import Testing

@Suite("TXT records of devices")
struct DeviceRecordTests {
    private func strings(_ name: String) throws -> [String] {
        let object = try Trace.named(name).object()
        if let strings = object["txt"].flatMap([String].init(json:)) { return strings }
        let records = try #require(object["records"]?.arrayValue)
        return try #require(records.first { $0["type"] == "TXT" }?["data"].flatMap([String].init(json:)))
    }

    private static let needsTraces = ConditionTrait.enabled(
        if: SharedData.isAvailable,
        Comment(rawValue: SharedData.whenMissing)
    )

    @Test("A television that plays", needsTraces)
    func shield() throws {
        let record = DeviceRecord(strings: try strings("txt-shield-youtube"))
        #expect(record.friendlyName == "NVIDIA Shield TV")
        #expect(record.modelName == "SHIELD Android TV")
        #expect(record.controlNotifications == 2)
        #expect(record.receiverMetricsID == "")
        #expect(record.isBusy == true)
        #expect(record.statusText == "YouTube")
        #expect(record.capabilities.rawValue == 462_853)
        #expect(record.capabilities.isSuperset(of: [.videoOut, .audioOut, .attenuationOrFixedVolume]))
        #expect(!record.isGroup)
        #expect(record.protocolVersion == 5)
        #expect(record.strings.first == "rs=YouTube")
    }

    @Test(
        "Groups: hyphens in the id, equal to the cloud's id",
        needsTraces,
        arguments: ["txt-stereo-pair-group", "txt-group-boven"]
    )
    func groups(_ name: String) throws {
        let record = DeviceRecord(strings: try strings(name))
        let id = try #require(record.id)
        #expect(id.contains("-"))
        #expect(record.cloudDeviceID == id)
        #expect(record.normalizedID?.count == 32)
        #expect(record.isGroup)
        #expect(record.capabilities.contains(.multizoneGroup))
        #expect(record.isBusy == false)
        #expect(record.statusText == "")
    }

    @Test("An idle speaker, and a group that plays, from recorded packets", needsTraces)
    func packets() throws {
        let idle = DeviceRecord(strings: try strings("mdns-nest-mini-idle"))
        #expect(idle.friendlyName == "Zolder")
        #expect(idle.capabilities == DeviceCapabilities(rawValue: 198_660))
        #expect(idle.wifiProximityID == "FA8FCA706ACF")
        #expect(idle.iconPath == "/setup/icon.png")
        let group = DeviceRecord(strings: try strings("mdns-group-playing"))
        #expect(group.isGroup)
        #expect(group.isBusy == true)
    }

    @Test("Keys without regard to case; the first of equal keys counts; strings without a value say nothing")
    func keys() {
        let record = DeviceRecord(strings: ["fn", "FN=First", "fn=Second", "=x", "id=", "rs=a=b"])
        #expect(record.friendlyName == "First")
        #expect(record.id == "")
        #expect(record.statusText == "a=b")
        #expect(record["missing"] == nil)
    }

    @Test("Changes keep order and unknown keys")
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

    @Test("Nonsense reads as absent")
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
