import CastWire
import Testing

@testable import CastReceiver

@Suite("Requests to the platform")
struct ReceiverRequestTests {
    @Test("GET_STATUS goes to the asker alone")
    func status() {
        var trace = PlatformTrace.connected()
        _ = trace.connect(on: 2)
        let sent = trace.say(["type": "GET_STATUS", "requestId": 11]).sent
        #expect(sent.count == 1)
        #expect(sent[0].destination == "sender-0" && sent[0].socket == 1 && sent[0].requestID == 11)
        let status = sent[0].payload["status"]
        #expect(status?["applications"] == nil)
        #expect(status?["volume"]?["level"] == .number(0.5))
        #expect(status?["volume"]?["muted"] == .bool(false))
        #expect(status?["volume"]?["controlType"] == .string("attenuation"))
        #expect(status?["volume"]?["stepInterval"] == .number(0.05))
        #expect(status?["userEq"] == [:])
        #expect(status?["isStandBy"] == .bool(false))
    }

    @Test(
        "a request without an integer request id gets no answer",
        arguments: [nil, .null, "1", 1.5, [], true] as [JSONValue?]
    )
    func noRequestID(requestID: JSONValue?) {
        var trace = PlatformTrace.connected()
        var request: JSONObject = ["type": "GET_STATUS"]
        request["requestId"] = requestID
        #expect(trace.say(request) == [])
        #expect(trace.platform.drops[.missingRequestID] == 1)
    }

    @Test(
        "request id 0 is answered, as VLC starts with it; 5.0 is 5",
        arguments: [(0, 0), (5.0, 5)] as [(JSONValue, Int)]
    )
    func zero(requestID: JSONValue, expected: Int) {
        var trace = PlatformTrace.connected()
        #expect(trace.say(["type": "GET_STATUS", "requestId": requestID]).sent.first?.requestID == expected)
    }

    @Test("an unknown type is INVALID_COMMAND", arguments: ["DANCE" as JSONValue, "", 5, .null, ["GET_STATUS"]])
    func unknownType(type: JSONValue) {
        var trace = PlatformTrace.connected()
        let sent = trace.say(["type": type, "requestId": 3]).sent
        #expect(sent.map(\.type) == ["INVALID_REQUEST"])
        #expect(sent.first?.payload["reason"] == .string("INVALID_COMMAND"))
        #expect(sent.first?.requestID == 3)
    }

    // MARK: - Volume

    @Test(
        "the level is clamped, muting is apart from it, and everyone is told",
        arguments: [
            (["level": 0.25] as JSONObject, 0.25, false), (["level": -3], 0, false), (["level": 7], 1, false),
            (["muted": true], 0.5, true), (["level": 0.75, "muted": nil], 0.75, false),
            (["level": nil, "muted": true], 0.5, true), (["muted": "true"], 0.5, true),
            (["level": "0.125"], 0.125, false), (["level": 0.25, "colour": 5], 0.25, false),
        ] as [(JSONObject, Double, Bool)]
    )
    func volume(wanted: JSONObject, level: Double, isMuted: Bool) {
        var trace = PlatformTrace.connected()
        _ = trace.connect(on: 2)
        let actions = trace.say(["type": "SET_VOLUME", "volume": .object(wanted), "requestId": 4])
        #expect(actions.sent.map(\.socket) == [1, 2])
        #expect(actions.sent.allSatisfy { $0.isBroadcast && $0.requestID == 4 })
        #expect(actions.sent.first?.payload["status"]?["volume"]?["level"] == .number(level))
        #expect(actions.sent.first?.payload["status"]?["volume"]?["muted"] == .bool(isMuted))
        #expect(trace.platform.volume.level == level && trace.platform.volume.isMuted == isMuted)
        #expect(actions.orders == [.deviceVolumeChanged(trace.platform.volume)])
    }

    @Test(
        "a volume that says nothing is refused",
        arguments: [
            (nil, "BAD_PARAMETER"), (.null, "BAD_PARAMETER"), (0.5, "BAD_PARAMETER"), ([:], "INVALID_PARAMETER"),
            (["level": "loud"], "INVALID_PARAMETER"), (["level": [:], "muted": 5], "INVALID_PARAMETER"),
            (["level": nil, "muted": nil], "INVALID_PARAMETER"),
        ] as [(JSONValue?, String)]
    )
    func badVolume(volume: JSONValue?, reason: String) {
        var trace = PlatformTrace.connected()
        var request: JSONObject = ["type": "SET_VOLUME", "requestId": 4]
        request["volume"] = volume
        let sent = trace.say(request).sent
        #expect(sent.map(\.type) == ["INVALID_REQUEST"])
        #expect(sent.first?.payload["reason"] == .string(reason))
        #expect(trace.platform.volume.level == 0.5)
    }

    @Test("a fixed volume stays where it is, and the answer says so")
    func fixedVolume() {
        var trace = PlatformTrace.connected(volume: DeviceVolume(level: 1, controlType: .fixed))
        let actions = trace.say(["type": "SET_VOLUME", "volume": ["level": 0.2], "requestId": 4])
        #expect(actions.sent.first?.payload["status"]?["volume"]?["level"] == .number(1))
        #expect(actions.sent.first?.payload["status"]?["volume"]?["controlType"] == .string("fixed"))
        #expect(actions.orders == [])
    }

    @Test("while an app runs whose sound the device cannot change, the volume is full and fixed; then it is as it was")
    func volumeOfAPage() {
        let page = InstalledApplication.web(appID: "AB12CD34", url: "http://192.0.2.5/receiver.html")
        var trace = PlatformTrace.connected(volume: DeviceVolume(level: 0.5), installed: [page])
        _ = trace.say(["type": "LAUNCH", "appId": "AB12CD34", "requestId": 1])
        #expect(trace.platform.applicationAppliesVolume(true) == [], "nothing has changed")
        let fixed = trace.platform.applicationAppliesVolume(false)
        let volume = fixed.sent.first?.payload["status"]?["volume"]
        #expect(volume?["controlType"] == .string("fixed"))
        #expect(volume?["level"] == .number(1) && volume?["muted"] == .bool(false))
        let asked = trace.say(["type": "SET_VOLUME", "volume": ["muted": true], "requestId": 4])
        #expect(asked.sent.first?.payload["status"]?["volume"]?["muted"] == .bool(false))
        #expect(asked.orders == [])
        let stopped = trace.say(["type": "STOP", "requestId": 5])
        #expect(stopped.sent.last?.payload["status"]?["volume"]?["level"] == .number(0.5))
        #expect(stopped.sent.last?.payload["status"]?["volume"]?["controlType"] == .string("attenuation"))
    }

    // MARK: - Availability

    @Test("availability has a responseType and no type, and knows what the device can run")
    func availability() {
        var trace = PlatformTrace.connected(apps: ["ABCD1234"])
        let request: JSONObject = [
            "type": "GET_APP_AVAILABILITY", "appId": ["CC1AD845", "ABCD1234", "0F5096E8"], "requestId": 6,
        ]
        let sent = trace.say(request).sent
        #expect(sent.count == 1)
        #expect(sent[0].payload["type"] == nil)
        #expect(sent[0].payload["responseType"] == .string("GET_APP_AVAILABILITY"))
        #expect(sent[0].requestID == 6)
        #expect(
            sent[0].payload["availability"] == [
                "CC1AD845": "APP_AVAILABLE", "ABCD1234": "APP_AVAILABLE", "0F5096E8": "APP_UNAVAILABLE",
            ]
        )
    }

    @Test(
        "a question about no app, or about too many, is refused",
        arguments: [
            (nil, "BAD_PARAMETER"), (.null, "BAD_PARAMETER"), (5, "INVALID_PARAMETER"),
            (.array(Array(repeating: "A", count: 300)), "INVALID_PARAMETER"),
        ] as [(JSONValue?, String)]
    )
    func badAvailability(appID: JSONValue?, reason: String) {
        var trace = PlatformTrace.connected()
        var request: JSONObject = ["type": "GET_APP_AVAILABILITY", "requestId": 6]
        request["appId"] = appID
        let sent = trace.say(request).sent
        #expect(sent.first?.payload["reason"] == .string(reason))
    }

    // MARK: - Status text

    @Test("a new status text is told to everyone, the same one again to nobody")
    func statusText() {
        var trace = PlatformTrace.casting()
        let sent = trace.platform.statusTextChanged("Casting: Sunrise").sent
        #expect(sent.map(\.requestID) == [0])
        #expect(sent.first?.payload["status"]?["applications"]?[0]?["statusText"] == .string("Casting: Sunrise"))
        #expect(trace.platform.statusTextChanged("Casting: Sunrise") == [])
    }
}
