import CastWire
import Testing

@testable import CastReceiver

@Suite("Launching and stopping apps")
struct LaunchTests {
    private func launch(_ appID: JSONValue?, _ requestID: Int = 2) -> JSONObject {
        var request: JSONObject = ["type": "LAUNCH", "requestId": .integer(Int64(requestID))]
        request["appId"] = appID
        return request
    }

    @Test("the launching sender gets LAUNCH_STATUS, then everyone the status with its request id")
    func launches() {
        var trace = PlatformTrace.connected()
        _ = trace.connect(on: 2)
        let actions = trace.say(launch("CC1AD845"))
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
        #expect(actions.orders.count == 1)
    }

    @Test("launching what runs changes nothing and answers with the status")
    func joins() {
        var trace = PlatformTrace.casting()
        let actions = trace.say(launch("CC1AD845", 9))
        #expect(actions.types == ["RECEIVER_STATUS"])
        #expect(actions.sent.first?.requestID == 9)
        #expect(actions.sent.first?.payload["status"]?["applications"]?[0]?["sessionId"] == .string("session-1"))
        #expect(actions.orders == [])
    }

    @Test("launching another app stops the running one and sends its senders away first")
    func replaces() {
        var trace = PlatformTrace.connected(apps: ["ABCD1234"])
        _ = trace.say(launch("CC1AD845", 1))
        _ = trace.connect(to: "session-1")
        _ = trace.connect(on: 2)
        _ = trace.connect(to: "session-1", on: 2)
        let actions = trace.say(launch("ABCD1234", 3))
        #expect(
            actions.types == ["CLOSE", "CLOSE", "LAUNCH_STATUS", "RECEIVER_STATUS", "RECEIVER_STATUS"]
        )
        #expect(actions.sent[..<2].allSatisfy { $0.source == "session-1" && $0.destination == "sender-0" })
        #expect(actions.sent[..<2].map(\.socket) == [1, 2])
        #expect(trace.platform.application?.appID == "ABCD1234")
        guard case .stopped(let ended, .replaced)? = actions.orders.first, case .launched? = actions.orders.last else {
            Issue.record("expected a stop and a launch, not \(actions.orders)")
            return
        }
        #expect(ended.sessionID == "session-1")
        // What was said to the old app is nobody's any more.
        #expect(trace.say(["type": "GET_STATUS", "requestId": 4], in: .media, to: "session-1") == [])
    }

    @Test(
        "an app that the device does not know, or none at all, is a LAUNCH_ERROR",
        arguments: [
            ("DEADBEEF" as JSONValue, "NOT_FOUND"), ("", "BAD_PARAMETER"), (nil, "BAD_PARAMETER"),
            (.null, "BAD_PARAMETER"), (5, "BAD_PARAMETER"), (["CC1AD845"], "BAD_PARAMETER"),
        ] as [(JSONValue?, String)]
    )
    func refuses(appID: JSONValue?, reason: String) {
        var trace = PlatformTrace.casting()
        let sent = trace.say(launch(appID)).sent
        #expect(sent.map(\.type) == ["LAUNCH_ERROR"])
        #expect(sent.first?.payload["reason"] == .string(reason))
        #expect(sent.first?.requestID == 2)
        #expect(sent.first?.destination == "sender-0")
        #expect(trace.platform.application?.sessionID == "session-1")
    }

    @Test("an invisible sender may neither launch nor stop")
    func invisible() {
        var trace = PlatformTrace()
        _ = trace.connect(kind: 2)
        #expect(trace.say(launch("CC1AD845")).sent.first?.payload["reason"] == .string("NOT_ALLOWED"))
        #expect(trace.say(["type": "STOP", "requestId": 3]).types == ["INVALID_REQUEST"])
        #expect(trace.platform.application == nil)
    }

    @Test("unknown keys of a LAUNCH are tolerated")
    func extraKeys() {
        var trace = PlatformTrace.connected()
        var request = launch("CC1AD845")
        request["language"] = "en-US"
        request["supportedAppTypes"] = ["WEB"]
        request["appParams"] = ["launchCheckerParams": ["credentialsData": ["credentialsType": "web"]]]
        request["more"] = [1, nil]
        #expect(trace.say(request).types == ["LAUNCH_STATUS", "RECEIVER_STATUS"])
    }

    @Test(
        "STOP by its session, or whatever runs, closes the app's senders and tells everyone",
        arguments: ["session-1" as JSONValue, .null, nil]
    )
    func stops(sessionID: JSONValue?) {
        var trace = PlatformTrace.casting()
        var request: JSONObject = ["type": "STOP", "requestId": 5]
        request["sessionId"] = sessionID
        let actions = trace.say(request)
        #expect(actions.types == ["CLOSE", "RECEIVER_STATUS"])
        #expect(actions.sent[0].source == "session-1")
        #expect(actions.sent[1].requestID == 5)
        #expect(actions.sent[1].payload["status"]?["applications"] == nil)
        #expect(trace.platform.application == nil)
        #expect(actions.orders.count == 1)
    }

    @Test("STOP of a session that does not run is refused", arguments: ["session-9" as JSONValue, 5, [:]])
    func stopsUnknown(sessionID: JSONValue) {
        var trace = PlatformTrace.casting()
        let sent = trace.say(["type": "STOP", "sessionId": sessionID, "requestId": 5]).sent
        #expect(sent.map(\.type) == ["INVALID_REQUEST"])
        #expect(sent.first?.payload["reason"] == .string("INVALID_SESSION_ID"))
        #expect(trace.platform.application != nil)
    }

    @Test("STOP while nothing runs just answers with the status")
    func stopsNothing() {
        var trace = PlatformTrace.connected()
        #expect(trace.say(["type": "STOP", "requestId": 5]).types == ["RECEIVER_STATUS"])
    }

    @Test("the idle screen is Backdrop again after every app, with a session of its own")
    func backdrop() {
        var trace = PlatformTrace.connected(idleScreen: .backdrop)
        let idle = trace.say(["type": "GET_STATUS", "requestId": 1]).sent[0].payload["status"]?["applications"]?[0]
        #expect(idle?["appId"] == .string("E8C28D3C"))
        #expect(idle?["isIdleScreen"] == .bool(true))
        #expect(idle?["sessionId"] == .string("session-1"))
        _ = trace.say(launch("CC1AD845"))
        #expect(trace.platform.idleApplication == nil)
        let after = trace.say(["type": "STOP", "requestId": 3]).sent.last?.payload["status"]?["applications"]?[0]
        #expect(after?["appId"] == .string("E8C28D3C"))
        #expect(after?["sessionId"] == .string("session-3"))
        #expect(trace.platform.application == nil)
    }
}
