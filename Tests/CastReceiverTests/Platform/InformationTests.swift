// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Device information")
struct InformationTests {
    @Test("DEVICE_INFO has every key that Android's prober reads as a string")
    func deviceInfo() throws {
        var trace = PlatformTrace.connected()
        let sent = trace.send(["type": "GET_DEVICE_INFO", "requestId": 2], in: .discovery).sent
        let payload = try #require(sent.first?.payload)
        #expect(payload.messageType == "DEVICE_INFO")
        #expect(payload.requestID == 2)
        #expect(payload["deviceId"] == .string("12345678123412341234123456789abc"))
        #expect(payload["friendlyName"] == .string("Study"))
        #expect(payload["deviceModel"] == .string("Test"))
        #expect(payload["deviceCapabilities"] == .integer(4101))
        #expect(payload["receiverMetricsId"] == .string("6A07C12CBEA61E31"))
        #expect(payload["wifiProximityId"] == .string("FA8FCA706ACF"))
        #expect(payload["deviceIconUrl"]?.stringValue?.isEmpty == false)
        #expect(payload["controlNotifications"] == .integer(1))
    }

    @Test("eureka_info is answered with its request_id, also for an empty payload")
    func eurekaInfo() throws {
        var trace = PlatformTrace.connected()
        let request: JSONObject = ["type": "eureka_info", "request_id": 8, "data": ["params": ["name"]]]
        for actions in [trace.send(request, in: .setup), trace.send(text: "", in: .setup)] {
            let payload = try #require(actions.sent.first?.payload)
            #expect(payload["type"] == .string("eureka_info"))
            #expect(payload["response_code"] == .integer(200))
            #expect(payload["data"]?["name"] == .string("Study"))
            #expect(
                payload["data"]?["device_info"]?["ssdp_udn"] == .string("12345678-1234-1234-1234-123456789abc")
            )
        }
        #expect(trace.send(request, in: .setup).sent.first?.payload["request_id"] == .integer(8))
        #expect(trace.send(["type": "set_eureka_info"], in: .setup) == [])
        #expect(trace.send(text: "nonsense", in: .setup) == [])
    }

    @Test("a single device is its own only member, and has a playback session only during playback")
    func multizone() {
        var trace = PlatformTrace.casting()
        let request: JSONObject = ["type": "GET_STATUS", "requestId": 9]
        let status = trace.send(request, in: .multizone).sent.first?.payload["status"]
        #expect(status?["devices"]?.arrayValue?.count == 1)
        #expect(status?["devices"]?[0]?["deviceId"] == .string("12345678-1234-1234-1234-123456789abc"))
        #expect(status?["devices"]?[0]?["volume"]?["level"] == .number(0.5))
        #expect(status?["isMultichannel"] == .bool(false))
        #expect(status?["playbackSession"] == nil)
        trace.platform.playbackChanged(PlaybackSession(isVideoContent: true))
        let playing = trace.send(request, in: .multizone).sent.first?.payload["status"]
        #expect(playing?["playbackSession"]?["isVideoContent"] == .bool(true))
    }

    @Test("the member's volume is the device's volume")
    func memberVolume() {
        var trace = PlatformTrace.connected()
        let request: JSONObject = [
            "type": "SET_DEVICE_VOLUME", "deviceId": "12345678123412341234123456789ABC",
            "volume": ["level": 0.1], "requestId": 2,
        ]
        let actions = trace.send(request, in: .multizone)
        #expect(actions.types == ["DEVICE_UPDATED", "RECEIVER_STATUS"])
        #expect(trace.platform.volume.level == 0.1)
        var other = request
        other["deviceId"] = "somebody-else"
        #expect(trace.send(other, in: .multizone).types == ["INVALID_REQUEST"])
    }

    @Test("unknown requests of these namespaces are INVALID_COMMAND", arguments: [CastNamespace.discovery, .multizone])
    func unknown(namespace: CastNamespace) {
        var trace = PlatformTrace.connected()
        let sent = trace.send(["type": "DANCE", "requestId": 2], in: namespace).sent
        #expect(sent.first?.payload["reason"] == .string("INVALID_COMMAND"))
        #expect(sent.first?.namespace == namespace)
        #expect(trace.send(["type": "DANCE"], in: namespace) == [])
    }
}
