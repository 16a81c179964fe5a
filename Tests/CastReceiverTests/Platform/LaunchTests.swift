// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Launching and stopping applications")
struct LaunchTests {
    private func launch(_ appID: JSONValue?, _ requestID: Int = 2) -> JSONObject {
        var request: JSONObject = ["type": "LAUNCH", "requestId": .integer(Int64(requestID))]
        request["appId"] = appID
        return request
    }

    @Test("the launching sender gets LAUNCH_STATUS, then all senders the status with its request id")
    func launches() {
        var trace = PlatformTrace.connected()
        _ = trace.connect(on: 2)
        let actions = trace.send(launch("CC1AD845"))
        #expect(actions.types == ["LAUNCH_STATUS", "RECEIVER_STATUS", "RECEIVER_STATUS"])
        let progress = actions.sent[0]
        #expect(progress.destination == "sender-0" && progress.socket == 1)
        #expect(progress.payload["launchRequestId"] == .integer(2))
        #expect(progress.payload["requestId"] == nil)
        #expect(progress.payload["status"] == .string("USER_ALLOWED"))
        #expect(actions.sent[1...].map(\.socket) == [1, 2])
        #expect(actions.sent[1...].allSatisfy { $0.isBroadcast && $0.requestID == 2 })
        let app = actions.sent[1].payload["status"]?["applications"]?[0]
        #expect(app?["appId"] == .string("CC1AD845"))
        #expect(app?["sessionId"] == .string("session-1"))
        #expect(app?["transportId"] == app?["sessionId"])
        #expect(app?["namespaces"] == [["name": "urn:x-cast:com.google.cast.media"]])
        #expect(app?["statusText"] == .string("Ready To Cast"))
        #expect(app?["senderConnected"] == .bool(false))
        #expect(app?["displayName"] == .string("Default Media Receiver"))
        #expect(actions.otherActions.count == 1)
    }

    @Test("launching the running application has no effect and is answered with the status")
    func joins() {
        var trace = PlatformTrace.casting()
        let actions = trace.send(launch("CC1AD845", 9))
        #expect(actions.types == ["RECEIVER_STATUS"])
        #expect(actions.sent.first?.requestID == 9)
        #expect(actions.sent.first?.payload["status"]?["applications"]?[0]?["sessionId"] == .string("session-1"))
        #expect(actions.otherActions == [])
    }

    @Test("launching another application first disconnects the running one's senders and stops it")
    func replaces() {
        var trace = PlatformTrace.connected(apps: ["ABCD1234"])
        _ = trace.send(launch("CC1AD845", 1))
        _ = trace.connect(to: "session-1")
        _ = trace.connect(on: 2)
        _ = trace.connect(to: "session-1", on: 2)
        let actions = trace.send(launch("ABCD1234", 3))
        #expect(
            actions.types == ["CLOSE", "CLOSE", "LAUNCH_STATUS", "RECEIVER_STATUS", "RECEIVER_STATUS"]
        )
        #expect(actions.sent[..<2].allSatisfy { $0.source == "session-1" && $0.destination == "sender-0" })
        #expect(actions.sent[..<2].map(\.socket) == [1, 2])
        #expect(trace.platform.application?.appID == "ABCD1234")
        guard case .stopped(let ended, .replaced)? = actions.otherActions.first,
            case .launched? = actions.otherActions.last
        else {
            Issue.record("not a stop and a launch: \(actions.otherActions)")
            return
        }
        #expect(ended.sessionID == "session-1")
        // Messages to the old application are dropped.
        #expect(trace.send(["type": "GET_STATUS", "requestId": 4], in: .media, to: "session-1") == [])
    }

    @Test(
        "an unknown or missing application id is answered with LAUNCH_ERROR",
        arguments: [
            ("DEADBEEF" as JSONValue, "NOT_FOUND"), ("", "BAD_PARAMETER"), (nil, "BAD_PARAMETER"),
            (.null, "BAD_PARAMETER"), (5, "BAD_PARAMETER"), (["CC1AD845"], "BAD_PARAMETER"),
        ] as [(JSONValue?, String)]
    )
    func refuses(appID: JSONValue?, reason: String) {
        var trace = PlatformTrace.casting()
        let sent = trace.send(launch(appID)).sent
        #expect(sent.map(\.type) == ["LAUNCH_ERROR"])
        #expect(sent.first?.payload["reason"] == .string(reason))
        #expect(sent.first?.requestID == 2)
        #expect(sent.first?.destination == "sender-0")
        #expect(trace.platform.application?.sessionID == "session-1")
    }

    @Test("an invisible sender can neither launch nor stop")
    func invisible() {
        var trace = PlatformTrace()
        _ = trace.connect(kind: 2)
        #expect(trace.send(launch("CC1AD845")).sent.first?.payload["reason"] == .string("NOT_ALLOWED"))
        #expect(trace.send(["type": "STOP", "requestId": 3]).types == ["INVALID_REQUEST"])
        #expect(trace.platform.application == nil)
    }

    @Test("unknown keys of a LAUNCH are ignored")
    func extraKeys() {
        var trace = PlatformTrace.connected()
        var request = launch("CC1AD845")
        request["language"] = "en-US"
        request["supportedAppTypes"] = ["WEB"]
        request["appParams"] = ["launchCheckerParams": ["credentialsData": ["credentialsType": "web"]]]
        request["more"] = [1, nil]
        #expect(trace.send(request).types == ["LAUNCH_STATUS", "RECEIVER_STATUS"])
    }

    @Test(
        "STOP with or without a session id disconnects the application's senders and notifies all senders",
        arguments: ["session-1" as JSONValue, .null, nil]
    )
    func stops(sessionID: JSONValue?) {
        var trace = PlatformTrace.casting()
        var request: JSONObject = ["type": "STOP", "requestId": 5]
        request["sessionId"] = sessionID
        let actions = trace.send(request)
        #expect(actions.types == ["CLOSE", "RECEIVER_STATUS"])
        #expect(actions.sent[0].source == "session-1")
        #expect(actions.sent[1].requestID == 5)
        #expect(actions.sent[1].payload["status"]?["applications"] == nil)
        #expect(trace.platform.application == nil)
        #expect(actions.otherActions.count == 1)
    }

    @Test("STOP of an unknown session is rejected", arguments: ["session-9" as JSONValue, 5, [:]])
    func stopsUnknown(sessionID: JSONValue) {
        var trace = PlatformTrace.casting()
        let sent = trace.send(["type": "STOP", "sessionId": sessionID, "requestId": 5]).sent
        #expect(sent.map(\.type) == ["INVALID_REQUEST"])
        #expect(sent.first?.payload["reason"] == .string("INVALID_SESSION_ID"))
        #expect(trace.platform.application != nil)
    }

    @Test("STOP without a running application is answered with the status")
    func stopsNothing() {
        var trace = PlatformTrace.connected()
        #expect(trace.send(["type": "STOP", "requestId": 5]).types == ["RECEIVER_STATUS"])
    }

    @Test("the idle screen returns after every application, with a new session")
    func backdrop() {
        var trace = PlatformTrace.connected(idleScreen: .backdrop)
        let idle = trace.send(["type": "GET_STATUS", "requestId": 1]).sent[0].payload["status"]?["applications"]?[0]
        #expect(idle?["appId"] == .string("E8C28D3C"))
        #expect(idle?["isIdleScreen"] == .bool(true))
        #expect(idle?["sessionId"] == .string("session-1"))
        _ = trace.send(launch("CC1AD845"))
        #expect(trace.platform.idleApplication == nil)
        let after = trace.send(["type": "STOP", "requestId": 3]).sent.last?.payload["status"]?["applications"]?[0]
        #expect(after?["appId"] == .string("E8C28D3C"))
        #expect(after?["sessionId"] == .string("session-3"))
        #expect(trace.platform.application == nil)
    }
}
