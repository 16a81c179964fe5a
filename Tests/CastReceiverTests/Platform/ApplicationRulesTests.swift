import CastWire
import Testing

@testable import CastReceiver

@Suite("When apps start and end")
struct ApplicationRulesTests {
    private static let slow = InstalledApplication(
        ApplicationInformation(
            appIDs: ["51000000"],
            name: "Slow",
            namespaces: ["urn:x-cast:org.example.slow"],
            isReadyAtOnce: false
        )
    ) { _ in MediaOnlyApplication() }

    private func launch(_ appID: String = "CC1AD845", _ requestID: Int = 2) -> JSONObject {
        ["type": "LAUNCH", "appId": .string(appID), "requestId": .integer(Int64(requestID))]
    }

    private func reasons(_ actions: [PlatformAction]) -> [ApplicationEnd.Reason] {
        actions.compactMap { if case .stopped(_, let reason) = $0 { reason } else { nil } }
    }

    // MARK: - The last sender

    @Test("S13 the last sender leaves with CLOSE: the app ends 3 s later, and everyone is told once")
    func lastSender() throws {
        var trace = PlatformTrace.casting()
        #expect(reasons(trace.close(to: "session-1")) == [])
        let (after, actions) = try trace.passToDeadline()
        #expect(after == .seconds(3))
        #expect(reasons(actions) == [.lastSenderLeft])
        #expect(actions.types == ["RECEIVER_STATUS"])
        #expect(actions.sent[0].payload["status"]?["applications"] == nil)
        #expect(trace.platform.lastApplicationEnd?.sessionID == "session-1")
        #expect(trace.platform.nextDeadline == nil)
    }

    @Test(
        "a sender that disconnects from its app and then stops it is answered with a status, as castv2-client expects"
    )
    func closeThenStop() {
        var trace = PlatformTrace.casting()
        _ = trace.close(to: "session-1")
        trace.now += .milliseconds(2999)
        let actions = trace.say(["type": "STOP", "sessionId": "session-1", "requestId": 9])
        #expect(reasons(actions) == [.stoppedBySender])
        #expect(actions.types == ["RECEIVER_STATUS"])
        #expect(actions.sent.first?.requestID == 9)
        #expect(trace.platform.nextDeadline == nil, "nothing is left to end")
    }

    @Test("without a grace period the app ends with the CLOSE")
    func noGracePeriod() {
        var trace = PlatformTrace.casting(rules: ApplicationRules(lastSenderGracePeriod: .zero))
        #expect(reasons(trace.close(to: "session-1")) == [.lastSenderLeft])
    }

    @Test("a sender that connects to the app in time keeps it; an onlooker does not, and a launch starts it anew")
    func backInTime() throws {
        var trace = PlatformTrace.casting()
        _ = trace.close(to: "session-1")
        _ = trace.connect(from: "onlooker", to: "session-1", on: 1, kind: 1)
        #expect(trace.platform.lastSenderDeadline != nil)
        _ = trace.connect(to: "session-1")
        #expect(trace.platform.nextDeadline == nil)
        _ = trace.close(to: "session-1")
        let actions = trace.say(launch())
        #expect(reasons(actions) == [.replaced])
        #expect(trace.platform.application?.sessionID == "session-2")
        #expect(trace.platform.lastSenderDeadline == nil)
    }

    @Test("S12 another sender is still there: the app goes on")
    func otherSender() throws {
        var trace = PlatformTrace.casting()
        _ = trace.connect(on: 2)
        _ = trace.connect(to: "session-1", on: 2)
        #expect(reasons(trace.close(to: "session-1")) == [])
        #expect(trace.platform.nextDeadline == nil)
        _ = trace.close(to: "session-1", on: 2)
        #expect(reasons(try trace.passToDeadline().actions) == [.lastSenderLeft])
    }

    @Test("a lost socket is no leaving; neither is the CLOSE of an onlooker, nor one to receiver-0 alone")
    func lost() {
        var trace = PlatformTrace.casting()
        _ = trace.connect(from: "onlooker", to: "session-1", on: 1, kind: 1)
        #expect(reasons(trace.close(from: "onlooker", to: "session-1")) == [])
        #expect(reasons(trace.close()) == [])
        #expect(reasons(trace.platform.socketClosed(SocketID(1), at: trace.now)) == [])
        #expect(trace.platform.application != nil)
    }

    @Test("an onlooker does not keep the app")
    func onlooker() throws {
        var trace = PlatformTrace.casting()
        _ = trace.connect(from: "onlooker", to: "session-1", on: 2, kind: 1)
        _ = trace.close(to: "session-1")
        let actions = try trace.passToDeadline().actions
        #expect(reasons(actions) == [.lastSenderLeft])
        #expect(actions.types.first == "CLOSE", "the onlooker is told")
    }

    @Test("a device that keeps apps running keeps them")
    func keepsRunning() {
        var trace = PlatformTrace.casting(rules: ApplicationRules(endsWithLastSender: false))
        #expect(reasons(trace.close(to: "session-1")) == [])
        #expect(trace.platform.application != nil)
    }

    // MARK: - Idle

    @Test("DC 48, R6: five minutes without sender and media end the app; the time counts from the last sender")
    func idle() throws {
        var trace = PlatformTrace.casting()
        #expect(trace.platform.nextDeadline == nil, "a sender is there")
        trace.now += .seconds(1000)
        _ = trace.platform.socketClosed(SocketID(1), at: trace.now)
        let end = try trace.passToDeadline()
        #expect(end.after == .seconds(300))
        #expect(reasons(end.actions) == [.idle])
        #expect(trace.platform.nextDeadline == nil)
    }

    @Test("a launch that nobody joins is idle, too; a sender that comes in time saves it")
    func idleFromLaunch() throws {
        var trace = PlatformTrace.connected()
        _ = trace.say(launch())
        trace.now += .seconds(299)
        _ = trace.connect(to: "session-1")
        #expect(trace.platform.nextDeadline == nil)
        trace.now += .seconds(299)
        _ = trace.platform.socketClosed(SocketID(1), at: trace.now)
        let end = try trace.passToDeadline()
        #expect(end.after == .seconds(300))
    }

    @Test("what plays is not idle; what is paused is so after twenty minutes")
    func idlePaused() throws {
        var trace = PlatformTrace.casting()
        trace.platform.activityChanged(.playing, at: trace.now)
        _ = trace.platform.socketClosed(SocketID(1), at: trace.now)
        #expect(trace.platform.nextDeadline == nil)
        trace.now += .seconds(7200)
        trace.platform.activityChanged(.paused, at: trace.now)
        let end = try trace.passToDeadline()
        #expect(end.after == .seconds(1200))
        #expect(trace.platform.application == nil)
    }

    @Test("without a limit nothing is idle")
    func neverIdle() {
        var trace = PlatformTrace.casting(rules: ApplicationRules(idleTimeout: nil, pausedTimeout: nil))
        _ = trace.platform.socketClosed(SocketID(1), at: trace.now)
        #expect(trace.platform.nextDeadline == nil)
    }

    // MARK: - Getting ready

    @Test("an app that is not ready has none of its namespaces yet; when it is, everyone is told")
    func ready() {
        var trace = PlatformTrace.connected(installed: [Self.slow])
        let launched = trace.say(launch("51000000"))
        #expect(launched.types == ["LAUNCH_STATUS", "RECEIVER_STATUS"])
        let listed = launched.sent[1].payload["status"]?["applications"]?[0]?["namespaces"]
        #expect(listed == [["name": "urn:x-cast:com.google.cast.cac"]])
        let ready = trace.platform.applicationReady(nil)
        #expect(ready.types == ["RECEIVER_STATUS"])
        #expect(
            ready.sent[0].payload["status"]?["applications"]?[0]?["namespaces"] == [
                ["name": "urn:x-cast:org.example.slow"]
            ]
        )
        #expect(trace.platform.readyDeadline == nil)
    }

    @Test("never ready: CAST_INIT_TIMEOUT to who launched it after 60 s, with its request id, then the end")
    func castInitTimeout() throws {
        var trace = PlatformTrace.connected(installed: [Self.slow])
        _ = trace.say(launch("51000000", 9))
        _ = trace.connect(to: "session-1")
        let end = try trace.passToDeadline()
        #expect(end.after == .seconds(60))
        #expect(end.actions.types == ["LAUNCH_ERROR", "CLOSE", "RECEIVER_STATUS"])
        let error = end.actions.sent[0].payload
        #expect(error["reason"] == .string("CAST_INIT_TIMEOUT") && error["requestId"] == .integer(9))
        #expect(end.actions.sent[0].destination == "sender-0")
        #expect(reasons(end.actions) == [.notReady])
        #expect(trace.platform.application == nil)
    }

    @Test("superseded while it got ready: CANCELLED")
    func superseded() {
        var trace = PlatformTrace.connected(installed: [Self.slow])
        _ = trace.say(launch("51000000", 3))
        let actions = trace.say(launch("CC1AD845", 4))
        #expect(actions.types == ["LAUNCH_ERROR", "LAUNCH_STATUS", "RECEIVER_STATUS"])
        #expect(actions.sent[0].payload["reason"] == .string("CANCELLED"))
        #expect(actions.sent[0].requestID == 3)
    }

    @Test("namespaces of the platform, without the prefix, too long or too many are not an app's to have")
    func namespaces() {
        var trace = PlatformTrace.connected(installed: [Self.slow])
        _ = trace.say(launch("51000000"))
        let long = CastNamespace("urn:x-cast:" + String(repeating: "n", count: 200))
        let many = (0..<40).map { CastNamespace("urn:x-cast:org.example.n\($0)") }
        _ = trace.platform.applicationReady([.receiver, .heartbeat, "urn:other", long, many[0]] + many)
        #expect(trace.platform.application?.namespaces == Array(many.prefix(32)))
        #expect(trace.platform.drops[.foreignNamespace] == 4 + 8)
    }

    // MARK: - A person

    @Test("a person is asked and says yes: pending, allowed, status")
    func allowed() {
        var trace = PlatformTrace.connected(rules: ApplicationRules(launchPolicy: .asks(timeout: .seconds(300))))
        let asked = trace.say(launch())
        #expect(asked.sent.map { $0.payload["status"] } == [.string("USER_PENDING_AUTHORIZATION")])
        #expect(asked.sent[0].payload["launchRequestId"] == .integer(2))
        #expect(trace.platform.application == nil)
        // Minutes later.
        let actions = trace.platform.personAnswered(isAllowed: true, at: trace.now + .seconds(250))
        #expect(actions.types == ["LAUNCH_STATUS", "RECEIVER_STATUS"])
        #expect(actions.sent[0].payload["status"] == .string("USER_ALLOWED"))
        #expect(actions.sent[1].requestID == 2)
        #expect(trace.platform.application?.appID == "CC1AD845")
        #expect(trace.platform.personAnswered(isAllowed: true, at: trace.now) == [], "nothing is asked any more")
    }

    @Test("a person says no, or says nothing in time", arguments: [true, false])
    func refused(inTime: Bool) throws {
        var trace = PlatformTrace.connected(rules: ApplicationRules(launchPolicy: .asks(timeout: .seconds(300))))
        _ = trace.say(launch())
        let actions: [PlatformAction]
        if inTime {
            actions = trace.platform.personAnswered(isAllowed: false, at: trace.now)
        } else {
            let passed = try trace.passToDeadline()
            #expect(passed.after == .seconds(300))
            actions = passed.actions
        }
        #expect(actions.types == ["LAUNCH_STATUS", "LAUNCH_ERROR"])
        #expect(actions.sent[0].payload["status"] == .string("USER_NOT_ALLOWED"))
        #expect(actions.sent[1].payload["reason"] == .string("NOT_ALLOWED"))
        #expect(actions.sent[1].payload["extendedError"] == .string("USER_NOT_ALLOWED"))
        #expect(trace.platform.application == nil && trace.platform.question == nil)
    }

    @Test("what runs goes on while a person is asked about something else, also when the answer is no")
    func runsMeanwhile() {
        var trace = PlatformTrace.casting()
        trace.platform.launchPolicy = .asks(timeout: .seconds(300))
        let other = trace.say(launch("CC1AD845", 3))
        #expect(other.types == ["RECEIVER_STATUS"], "joining what runs asks nobody")
        _ = trace.platform.personAnswered(isAllowed: false, at: trace.now)
        #expect(trace.platform.application?.sessionID == "session-1")
    }

    @Test("two senders that wait for the same app both get its answer; another app's launch supersedes it")
    func waiting() {
        var trace = PlatformTrace.connected(
            apps: ["ABCD1234"],
            rules: ApplicationRules(launchPolicy: .asks(timeout: .seconds(300)))
        )
        _ = trace.connect(on: 2)
        _ = trace.say(launch("CC1AD845", 3))
        #expect(trace.say(launch("CC1AD845", 8), on: 2).types == ["LAUNCH_STATUS"])
        let superseding = trace.say(launch("ABCD1234", 4)).sent
        #expect(superseding.map(\.type) == ["LAUNCH_ERROR", "LAUNCH_ERROR", "LAUNCH_STATUS"])
        #expect(superseding.map { $0.payload["reason"] }.prefix(2) == [.string("CANCELLED"), .string("CANCELLED")])
        #expect(superseding.map(\.requestID).prefix(2) == [3, 8])
        // Who asked is gone: nobody is asked any more.
        _ = trace.platform.socketClosed(SocketID(1), at: trace.now)
        #expect(trace.platform.question == nil)
        #expect(trace.platform.personAnswered(isAllowed: true, at: trace.now) == [])
    }

    @Test(
        "a device that lets nobody in says which way",
        arguments: [
            (LaunchPolicy.refused, "USER_NOT_ALLOWED", ["LAUNCH_STATUS", "LAUNCH_ERROR"]),
            (.notificationsDisabled, "USER_NOTIFICATIONS_DISABLED", ["LAUNCH_ERROR"]),
        ] as [(LaunchPolicy, String, [String])]
    )
    func policies(policy: LaunchPolicy, extended: String, types: [String]) {
        var trace = PlatformTrace.connected(rules: ApplicationRules(launchPolicy: policy))
        let actions = trace.say(launch())
        #expect(actions.types == types)
        #expect(actions.sent.last?.payload["reason"] == .string("NOT_ALLOWED"))
        #expect(actions.sent.last?.payload["extendedError"] == .string(extended))
    }

    // MARK: - Cast Connect

    private static func connectable() -> [InstalledApplication] {
        let television = InstalledApplication(
            ApplicationInformation(appIDs: ["C0C0C0C0"], name: "Film TV", kind: .androidTV),
            check: { launch throws(LaunchRefusal) in
                guard launch.credentials == "token-of-ann", launch.credentialsType == "ios" else {
                    throw LaunchRefusal.userNotAllowed
                }
            },
            make: { _ in MediaOnlyApplication() }
        )
        let web = InstalledApplication(ApplicationInformation(appIDs: ["C0C0C0C0"], name: "Film web")) { _ in
            MediaOnlyApplication()
        }
        return [web, television]
    }

    @Test(
        "the Android TV app where the sender can talk to it and its credentials pass, else the web app",
        arguments: [
            (["ANDROID_TV", "WEB"], "token-of-ann", "ANDROID_TV"), (["ANDROID_TV", "WEB"], "token-of-bob", "WEB"),
            (["WEB"], "token-of-ann", "WEB"), (nil, "token-of-ann", "WEB"), (["ANDROID_TV", "WEB"], nil, "WEB"),
        ] as [([String]?, String?, String)]
    )
    func castConnect(types: [String]?, credentials: String?, expected: String) {
        var trace = PlatformTrace.connected(installed: Self.connectable())
        var request = launch("C0C0C0C0")
        request["supportedAppTypes"] = types.map { .array($0.map { .string($0) }) }
        if let credentials {
            request["appParams"] = [
                "launchCheckerParams": [
                    "credentialsData": ["credentials": .string(credentials), "credentialsType": "ios"]
                ]
            ]
        }
        let app = trace.say(request).sent.last?.payload["status"]?["applications"]?[0]
        #expect(app?["appType"] == .string(expected))
    }

    @Test("no web app to fall back to: the check's own refusal, and what runs goes on")
    func checkRefuses() {
        var trace = PlatformTrace.connected(installed: [Self.connectable()[1]])
        _ = trace.say(launch())
        var request = launch("C0C0C0C0")
        request["supportedAppTypes"] = ["ANDROID_TV", "WEB"]
        let sent = trace.say(request).sent
        #expect(sent.map(\.type) == ["LAUNCH_ERROR"])
        #expect(sent[0].payload["extendedError"] == .string("USER_NOT_ALLOWED"))
        #expect(trace.platform.application?.appID == "CC1AD845")
        // To a sender that cannot talk to it, it does not exist.
        #expect(trace.say(launch("C0C0C0C0")).sent[0].payload["reason"] == .string("NOT_FOUND"))
    }

    // MARK: - Limits and the remote

    @Test("one sender more than an app serves gets CLOSE")
    func senderLimit() {
        var trace = PlatformTrace(senderLimit: 2)
        for socket in 1...3 { _ = trace.connect(on: socket) }
        _ = trace.say(launch())
        _ = trace.connect(to: "session-1", on: 1)
        _ = trace.connect(to: "session-1", on: 2)
        #expect(trace.connect(to: "session-1", on: 3).types == ["CLOSE"])
        #expect(trace.platform.drops[.connectionLimit] == 1)
        #expect(trace.connect(to: "session-1", on: 2).types == [], "connecting twice is harmless")
    }

    @Test("somebody at the device: volume, stop, another app, stand-by and input, each told to everyone")
    func remote() throws {
        var trace = PlatformTrace.casting()
        let volume = trace.platform.turnVolume(level: 2, isMuted: true).sent
        #expect(volume.map(\.requestID) == [0])
        #expect(volume[0].payload["status"]?["volume"]?["muted"] == .bool(true))
        #expect(trace.platform.turnVolume(level: 1, isMuted: true) == [], "nothing changed")

        let away = trace.platform.changeDisplay(isStandby: true, isActiveInput: false).sent
        #expect(away[0].payload["status"]?["isStandBy"] == .bool(true))
        #expect(away[0].payload["status"]?["isActiveInput"] == .bool(false))

        let stopped = trace.platform.stopApplication(at: trace.now)
        #expect(stopped.types == ["CLOSE", "RECEIVER_STATUS"])
        #expect(reasons(stopped) == [.stoppedByDevice])

        let launched = try trace.platform.launchApplication("CC1AD845", at: trace.now)
        #expect(launched.types == ["RECEIVER_STATUS"])
        #expect(launched.sent[0].payload["status"]?["isStandBy"] == .bool(false), "a launch wakes the screen")
        #expect(launched.sent[0].payload["status"]?["isActiveInput"] == .bool(true))
        #expect(throws: LaunchRefusal(.notFound)) {
            try trace.platform.launchApplication("DEADBEEF", at: trace.now)
        }
    }
}
