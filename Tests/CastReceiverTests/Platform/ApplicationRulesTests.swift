// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Start and end of applications")
struct ApplicationRulesTests {
    private static let slow = InstalledApplication(
        ApplicationInformation(
            appIDs: ["51000000"],
            name: "Slow",
            namespaces: ["urn:x-cast:org.example.slow"],
            isReadyAtLaunch: false
        )
    ) { _ in MediaOnlyApplication() }

    private func launch(_ appID: String = "CC1AD845", _ requestID: Int = 2) -> JSONObject {
        ["type": "LAUNCH", "appId": .string(appID), "requestId": .integer(Int64(requestID))]
    }

    private func reasons(_ actions: [PlatformAction]) -> [ApplicationEnd.Reason] {
        actions.compactMap { if case .stopped(_, let reason) = $0 { reason } else { nil } }
    }

    // MARK: - The last sender

    @Test("S13 when the last sender leaves with CLOSE, the application ends 3 s later, in one status")
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
        "STOP right after the last CLOSE is answered with a status, as castv2-client expects"
    )
    func closeThenStop() {
        var trace = PlatformTrace.casting()
        _ = trace.close(to: "session-1")
        trace.now += .milliseconds(2999)
        let actions = trace.send(["type": "STOP", "sessionId": "session-1", "requestId": 9])
        #expect(reasons(actions) == [.stoppedBySender])
        #expect(actions.types == ["RECEIVER_STATUS"])
        #expect(actions.sent.first?.requestID == 9)
        #expect(trace.platform.nextDeadline == nil, "no deadline is pending")
    }

    @Test("without a grace period the application ends with the CLOSE")
    func noGracePeriod() {
        var trace = PlatformTrace.casting(rules: ApplicationRules(lastSenderGracePeriod: .zero))
        #expect(reasons(trace.close(to: "session-1")) == [.lastSenderLeft])
    }

    @Test("a sender that reconnects in time keeps the application; an observer does not, and a launch restarts it")
    func backInTime() throws {
        var trace = PlatformTrace.casting()
        _ = trace.close(to: "session-1")
        _ = trace.connect(from: "observer", to: "session-1", on: 1, kind: 1)
        #expect(trace.platform.lastSenderDeadline != nil)
        _ = trace.connect(to: "session-1")
        #expect(trace.platform.nextDeadline == nil)
        _ = trace.close(to: "session-1")
        let actions = trace.send(launch())
        #expect(reasons(actions) == [.replaced])
        #expect(trace.platform.application?.sessionID == "session-2")
        #expect(trace.platform.lastSenderDeadline == nil)
    }

    @Test("S12 while another sender is connected, the application keeps running")
    func otherSender() throws {
        var trace = PlatformTrace.casting()
        _ = trace.connect(on: 2)
        _ = trace.connect(to: "session-1", on: 2)
        #expect(reasons(trace.close(to: "session-1")) == [])
        #expect(trace.platform.nextDeadline == nil)
        _ = trace.close(to: "session-1", on: 2)
        #expect(reasons(try trace.passToDeadline().actions) == [.lastSenderLeft])
    }

    @Test("a lost socket does not end the application; neither does a CLOSE of an observer, or to receiver-0 only")
    func lostSocket() {
        var trace = PlatformTrace.casting()
        _ = trace.connect(from: "observer", to: "session-1", on: 1, kind: 1)
        #expect(reasons(trace.close(from: "observer", to: "session-1")) == [])
        #expect(reasons(trace.close()) == [])
        #expect(reasons(trace.platform.socketClosed(SocketID(1), at: trace.now)) == [])
        #expect(trace.platform.application != nil)
    }

    @Test("an observer does not keep the application running")
    func observer() throws {
        var trace = PlatformTrace.casting()
        _ = trace.connect(from: "observer", to: "session-1", on: 2, kind: 1)
        _ = trace.close(to: "session-1")
        let actions = try trace.passToDeadline().actions
        #expect(reasons(actions) == [.lastSenderLeft])
        #expect(actions.types.first == "CLOSE", "the observer is notified")
    }

    @Test("an application can be kept running without senders")
    func keepsRunning() {
        var trace = PlatformTrace.casting(rules: ApplicationRules(endsWithLastSender: false))
        #expect(reasons(trace.close(to: "session-1")) == [])
        #expect(trace.platform.application != nil)
    }

    // MARK: - Idle

    @Test("DC 48, R6: five minutes without senders and media end the application, counted from the last sender")
    func idle() throws {
        var trace = PlatformTrace.casting()
        #expect(trace.platform.nextDeadline == nil, "a sender is connected")
        trace.now += .seconds(1000)
        _ = trace.platform.socketClosed(SocketID(1), at: trace.now)
        let end = try trace.passToDeadline()
        #expect(end.after == .seconds(300))
        #expect(reasons(end.actions) == [.idle])
        #expect(trace.platform.nextDeadline == nil)
    }

    @Test("an application that no sender joins is idle; a sender that connects in time resets the timeout")
    func idleFromLaunch() throws {
        var trace = PlatformTrace.connected()
        _ = trace.send(launch())
        trace.now += .seconds(299)
        _ = trace.connect(to: "session-1")
        #expect(trace.platform.nextDeadline == nil)
        trace.now += .seconds(299)
        _ = trace.platform.socketClosed(SocketID(1), at: trace.now)
        let end = try trace.passToDeadline()
        #expect(end.after == .seconds(300))
    }

    @Test("a playing application is never idle; a paused one is after twenty minutes")
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

    @Test("without a timeout no application is idle")
    func neverIdle() {
        var trace = PlatformTrace.casting(rules: ApplicationRules(idleTimeout: nil, pausedTimeout: nil))
        _ = trace.platform.socketClosed(SocketID(1), at: trace.now)
        #expect(trace.platform.nextDeadline == nil)
    }

    // MARK: - Readiness

    @Test("an application lists its namespaces once it is ready, and senders are notified")
    func ready() {
        var trace = PlatformTrace.connected(installed: [Self.slow])
        let launched = trace.send(launch("51000000"))
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

    @Test("an application that is not ready after 60 s ends, with CAST_INIT_TIMEOUT for its launch request")
    func castInitTimeout() throws {
        var trace = PlatformTrace.connected(installed: [Self.slow])
        _ = trace.send(launch("51000000", 9))
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

    @Test("a launch replaced by another one before it is ready is answered with CANCELLED")
    func superseded() {
        var trace = PlatformTrace.connected(installed: [Self.slow])
        _ = trace.send(launch("51000000", 3))
        let actions = trace.send(launch("CC1AD845", 4))
        #expect(actions.types == ["LAUNCH_ERROR", "LAUNCH_STATUS", "RECEIVER_STATUS"])
        #expect(actions.sent[0].payload["reason"] == .string("CANCELLED"))
        #expect(actions.sent[0].requestID == 3)
    }

    @Test("applications cannot use namespaces of the platform, without the prefix, too long ones, or too many")
    func namespaces() {
        var trace = PlatformTrace.connected(installed: [Self.slow])
        _ = trace.send(launch("51000000"))
        let long = CastNamespace("urn:x-cast:" + String(repeating: "n", count: 200))
        let many = (0..<40).map { CastNamespace("urn:x-cast:org.example.n\($0)") }
        _ = trace.platform.applicationReady([.receiver, .heartbeat, "urn:other", long, many[0]] + many)
        #expect(trace.platform.application?.namespaces == Array(many.prefix(32)))
        #expect(trace.platform.drops[.foreignNamespace] == 4 + 8)
    }

    // MARK: - User approval

    @Test("a launch that the user allows gets pending, allowed and the status")
    func allowed() {
        var trace = PlatformTrace.connected(rules: ApplicationRules(launchPolicy: .asks(timeout: .seconds(300))))
        let pending = trace.send(launch())
        #expect(pending.sent.map { $0.payload["status"] } == [.string("USER_PENDING_AUTHORIZATION")])
        #expect(pending.sent[0].payload["launchRequestId"] == .integer(2))
        #expect(trace.platform.application == nil)
        // The user answers minutes later.
        let actions = trace.platform.userAnswered(isAllowed: true, at: trace.now + .seconds(250))
        #expect(actions.types == ["LAUNCH_STATUS", "RECEIVER_STATUS"])
        #expect(actions.sent[0].payload["status"] == .string("USER_ALLOWED"))
        #expect(actions.sent[1].requestID == 2)
        #expect(trace.platform.application?.appID == "CC1AD845")
        #expect(trace.platform.userAnswered(isAllowed: true, at: trace.now) == [], "no launch is pending")
    }

    @Test("a launch that the user denies, or does not answer in time, is rejected", arguments: [true, false])
    func refused(inTime: Bool) throws {
        var trace = PlatformTrace.connected(rules: ApplicationRules(launchPolicy: .asks(timeout: .seconds(300))))
        _ = trace.send(launch())
        let actions: [PlatformAction]
        if inTime {
            actions = trace.platform.userAnswered(isAllowed: false, at: trace.now)
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

    @Test("the running application is not affected by a pending or denied launch")
    func runsMeanwhile() {
        var trace = PlatformTrace.casting()
        trace.platform.launchPolicy = .asks(timeout: .seconds(300))
        let other = trace.send(launch("CC1AD845", 3))
        #expect(other.types == ["RECEIVER_STATUS"], "joining the running application needs no approval")
        _ = trace.platform.userAnswered(isAllowed: false, at: trace.now)
        #expect(trace.platform.application?.sessionID == "session-1")
    }

    @Test("pending launches of one application share its answer; a launch of another application cancels them")
    func sharedPermission() {
        var trace = PlatformTrace.connected(
            apps: ["ABCD1234"],
            rules: ApplicationRules(launchPolicy: .asks(timeout: .seconds(300)))
        )
        _ = trace.connect(on: 2)
        _ = trace.send(launch("CC1AD845", 3))
        #expect(trace.send(launch("CC1AD845", 8), on: 2).types == ["LAUNCH_STATUS"])
        let superseding = trace.send(launch("ABCD1234", 4)).sent
        #expect(superseding.map(\.type) == ["LAUNCH_ERROR", "LAUNCH_ERROR", "LAUNCH_STATUS"])
        #expect(superseding.map { $0.payload["reason"] }.prefix(2) == [.string("CANCELLED"), .string("CANCELLED")])
        #expect(superseding.map(\.requestID).prefix(2) == [3, 8])
        // The requesting sender has disconnected, so the launch is no longer pending.
        _ = trace.platform.socketClosed(SocketID(1), at: trace.now)
        #expect(trace.platform.question == nil)
        #expect(trace.platform.userAnswered(isAllowed: true, at: trace.now) == [])
    }

    @Test(
        "a device that allows no launch reports the reason",
        arguments: [
            (LaunchPolicy.refused, "USER_NOT_ALLOWED", ["LAUNCH_STATUS", "LAUNCH_ERROR"]),
            (.notificationsDisabled, "USER_NOTIFICATIONS_DISABLED", ["LAUNCH_ERROR"]),
        ] as [(LaunchPolicy, String, [String])]
    )
    func policies(policy: LaunchPolicy, extended: String, types: [String]) {
        var trace = PlatformTrace.connected(rules: ApplicationRules(launchPolicy: policy))
        let actions = trace.send(launch())
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
        "Cast Connect: the Android TV application is used if the sender supports it and its check passes",
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
        let app = trace.send(request).sent.last?.payload["status"]?["applications"]?[0]
        #expect(app?["appType"] == .string(expected))
    }

    @Test("Cast Connect: without a web application the check's error is returned, and the running application stays")
    func checkRefuses() {
        var trace = PlatformTrace.connected(installed: [Self.connectable()[1]])
        _ = trace.send(launch())
        var request = launch("C0C0C0C0")
        request["supportedAppTypes"] = ["ANDROID_TV", "WEB"]
        let sent = trace.send(request).sent
        #expect(sent.map(\.type) == ["LAUNCH_ERROR"])
        #expect(sent[0].payload["extendedError"] == .string("USER_NOT_ALLOWED"))
        #expect(trace.platform.application?.appID == "CC1AD845")
        // Senders without Android TV support cannot find the application.
        #expect(trace.send(launch("C0C0C0C0")).sent[0].payload["reason"] == .string("NOT_FOUND"))
    }

    // MARK: - Limits and remote control

    @Test("a sender beyond the application's limit gets CLOSE")
    func senderLimit() {
        var trace = PlatformTrace(senderLimit: 2)
        for socket in 1...3 { _ = trace.connect(on: socket) }
        _ = trace.send(launch())
        _ = trace.connect(to: "session-1", on: 1)
        _ = trace.connect(to: "session-1", on: 2)
        #expect(trace.connect(to: "session-1", on: 3).types == ["CLOSE"])
        #expect(trace.platform.drops[.connectionLimit] == 1)
        #expect(trace.connect(to: "session-1", on: 2).types == [], "connecting twice has no effect")
    }

    @Test("remote control changes of volume, application, standby and input are reported to all senders")
    func remote() throws {
        var trace = PlatformTrace.casting()
        let volume = trace.platform.adjustVolume(level: 2, isMuted: true).sent
        #expect(volume.map(\.requestID) == [0])
        #expect(volume[0].payload["status"]?["volume"]?["muted"] == .bool(true))
        #expect(trace.platform.adjustVolume(level: 1, isMuted: true) == [], "the volume did not change")

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
