// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Requests to the platform")
struct ReceiverRequestTests {
    @Test("GET_STATUS is answered to its sender only")
    func status() {
        var trace = PlatformTrace.connected()
        _ = trace.connect(on: 2)
        let sent = trace.send(["type": "GET_STATUS", "requestId": 11]).sent
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
        "a request without an integer request id is not answered",
        arguments: [nil, .null, "1", 1.5, [], true] as [JSONValue?]
    )
    func noRequestID(requestID: JSONValue?) {
        var trace = PlatformTrace.connected()
        var request: JSONObject = ["type": "GET_STATUS"]
        request["requestId"] = requestID
        #expect(trace.send(request) == [])
        #expect(trace.platform.drops[.missingRequestID] == 1)
    }

    @Test(
        "request id 0 is answered, as VLC uses it; 5.0 is treated as 5",
        arguments: [(0, 0), (5.0, 5)] as [(JSONValue, Int)]
    )
    func zero(requestID: JSONValue, expected: Int) {
        var trace = PlatformTrace.connected()
        #expect(trace.send(["type": "GET_STATUS", "requestId": requestID]).sent.first?.requestID == expected)
    }

    @Test(
        "an unknown type is answered with INVALID_COMMAND",
        arguments: ["DANCE" as JSONValue, "", 5, .null, ["GET_STATUS"]]
    )
    func unknownType(type: JSONValue) {
        var trace = PlatformTrace.connected()
        let sent = trace.send(["type": type, "requestId": 3]).sent
        #expect(sent.map(\.type) == ["INVALID_REQUEST"])
        #expect(sent.first?.payload["reason"] == .string("INVALID_COMMAND"))
        #expect(sent.first?.requestID == 3)
    }

    // MARK: - Volume

    @Test(
        "the level is clamped, muting does not change it, and all senders are notified",
        arguments: [
            (["level": 0.25] as JSONObject, 0.25, false), (["level": -3], 0, false), (["level": 7], 1, false),
            (["muted": true], 0.5, true), (["level": 0.75, "muted": nil], 0.75, false),
            (["level": nil, "muted": true], 0.5, true), (["muted": "true"], 0.5, true),
            (["level": "0.125"], 0.125, false), (["level": 0.25, "colour": 5], 0.25, false),
        ] as [(JSONObject, Double, Bool)]
    )
    func volume(requested: JSONObject, level: Double, isMuted: Bool) {
        var trace = PlatformTrace.connected()
        _ = trace.connect(on: 2)
        let actions = trace.send(["type": "SET_VOLUME", "volume": .object(requested), "requestId": 4])
        #expect(actions.sent.map(\.socket) == [1, 2])
        #expect(actions.sent.allSatisfy { $0.isBroadcast && $0.requestID == 4 })
        #expect(actions.sent.first?.payload["status"]?["volume"]?["level"] == .number(level))
        #expect(actions.sent.first?.payload["status"]?["volume"]?["muted"] == .bool(isMuted))
        #expect(trace.platform.volume.level == level && trace.platform.volume.isMuted == isMuted)
        #expect(actions.otherActions == [.deviceVolumeChanged(trace.platform.volume)])
    }

    @Test(
        "a volume request without a value is rejected",
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
        let sent = trace.send(request).sent
        #expect(sent.map(\.type) == ["INVALID_REQUEST"])
        #expect(sent.first?.payload["reason"] == .string(reason))
        #expect(trace.platform.volume.level == 0.5)
    }

    @Test("a fixed volume is not changed, and the answer contains it")
    func fixedVolume() {
        var trace = PlatformTrace.connected(volume: DeviceVolume(level: 1, controlType: .fixed))
        let actions = trace.send(["type": "SET_VOLUME", "volume": ["level": 0.2], "requestId": 4])
        #expect(actions.sent.first?.payload["status"]?["volume"]?["level"] == .number(1))
        #expect(actions.sent.first?.payload["status"]?["volume"]?["controlType"] == .string("fixed"))
        #expect(actions.otherActions == [])
    }

    @Test("while a page does not apply the device's volume, it is fixed at 1; afterward it is restored")
    func volumeOfAPage() {
        let page = InstalledApplication.web(appID: "AB12CD34", url: "http://192.0.2.5/receiver.html")
        var trace = PlatformTrace.connected(volume: DeviceVolume(level: 0.5), installed: [page])
        _ = trace.send(["type": "LAUNCH", "appId": "AB12CD34", "requestId": 1])
        #expect(trace.platform.applicationAppliesVolume(true) == [], "the volume did not change")
        let fixed = trace.platform.applicationAppliesVolume(false)
        let volume = fixed.sent.first?.payload["status"]?["volume"]
        #expect(volume?["controlType"] == .string("fixed"))
        #expect(volume?["level"] == .number(1) && volume?["muted"] == .bool(false))
        let actions = trace.send(["type": "SET_VOLUME", "volume": ["muted": true], "requestId": 4])
        #expect(actions.sent.first?.payload["status"]?["volume"]?["muted"] == .bool(false))
        #expect(actions.otherActions == [])
        let stopped = trace.send(["type": "STOP", "requestId": 5])
        #expect(stopped.sent.last?.payload["status"]?["volume"]?["level"] == .number(0.5))
        #expect(stopped.sent.last?.payload["status"]?["volume"]?["controlType"] == .string("attenuation"))
    }

    // MARK: - Availability

    @Test("the availability answer has a responseType, no type, and the availability of each application")
    func availability() {
        var trace = PlatformTrace.connected(apps: ["ABCD1234"])
        let request: JSONObject = [
            "type": "GET_APP_AVAILABILITY", "appId": ["CC1AD845", "ABCD1234", "0F5096E8"], "requestId": 6,
        ]
        let sent = trace.send(request).sent
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
        "an availability request for no application, or for too many, is rejected",
        arguments: [
            (nil, "BAD_PARAMETER"), (.null, "BAD_PARAMETER"), (5, "INVALID_PARAMETER"),
            (.array(Array(repeating: "A", count: 300)), "INVALID_PARAMETER"),
        ] as [(JSONValue?, String)]
    )
    func badAvailability(appID: JSONValue?, reason: String) {
        var trace = PlatformTrace.connected()
        var request: JSONObject = ["type": "GET_APP_AVAILABILITY", "requestId": 6]
        request["appId"] = appID
        let sent = trace.send(request).sent
        #expect(sent.first?.payload["reason"] == .string(reason))
    }

    // MARK: - Status text

    @Test("a new status text is reported to all senders, an unchanged one is not")
    func statusText() {
        var trace = PlatformTrace.casting()
        let sent = trace.platform.statusTextChanged("Casting: Sunrise").sent
        #expect(sent.map(\.requestID) == [0])
        #expect(sent.first?.payload["status"]?["applications"]?[0]?["statusText"] == .string("Casting: Sunrise"))
        #expect(trace.platform.statusTextChanged("Casting: Sunrise") == [])
    }
}
