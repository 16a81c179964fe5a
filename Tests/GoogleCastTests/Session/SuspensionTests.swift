// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Foundation
import Testing

@testable import GoogleCast

private let resumed = [
    "CS connecting", "willResume", "willResume cast", "CS connected", "didResume", "didResume cast",
]

@MainActor
@Suite("Suspended and resumed sessions", .serialized)
struct SuspensionTests {
    private static func suspended(_ reason: Int) -> [String] {
        ["CS notConnected", "didSuspend \(reason)", "didSuspend cast \(reason)"]
    }

    @Test(
        "S26 S28 S36 C6 C7 A session is suspended in the background and resumed in the foreground",
        arguments: CastStage.Kind.allCases
    )
    func background(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found(
                DeviceConfiguration(name: "Stage TV", applications: [Talk.app])
            )
            let former = try await stage.started(on: listed, options: ["gck_applicationID": Talk.id as NSString])
            let (id, channel) = (former.sessionID, Recorder(namespace: Talk.talk.rawValue))
            #expect(former.add(channel))
            let log = SessionLog(stage.context)
            var inSuspend: (current: GCKSession?, wasConnected: Bool)?
            log.onLine = { line, _ in
                if line == "didSuspend 1" { inSuspend = (stage.sessions.currentSession, channel.isConnected) }
            }
            stage.context.applicationDidEnterBackground()
            #expect(await stage.wait { log.lifecycle.count == 3 })
            #expect(log.lifecycle == Self.suspended(1))
            #expect(inSuspend?.current == nil && inSuspend?.wasConnected == false)
            #expect(channel.calls.last == "disconnect")
            // In real time, long enough for messages in transit.
            await stage.pass(kind == .memory ? .seconds(60) : .seconds(1))
            #expect(stage.messages(with: "STOP").isEmpty && stage.messages(with: "CLOSE").isEmpty)
            #expect(device.snapshot.application?.sessionID == id)
            log.clear()
            stage.context.applicationWillEnterForeground()
            #expect(await stage.wait { log.lifecycle.count == 6 })
            #expect(log.lifecycle == resumed)
            let session = try #require(stage.sessions.currentCastSession)
            #expect(session !== former && session.sessionID == id)
            #expect(!channel.isConnected, "the new session object has no channels")
            #expect(session.sessionOptions?["gck_applicationID"] as? NSString == Talk.id as NSString)
            #expect(session.add(channel) && channel.isConnected)
            #expect(!former.add(Recorder(namespace: Talk.news.rawValue)), "an ended session accepts no channel")
            log.stop()
        }
    }

    /// Posts a system notification to the app.
    private static func system(_ name: String) {
        NotificationCenter.default.post(name: .init("UIApplication\(name)Notification"), object: nil)
    }

    @Test("S27 A session in the background is suspended only if the options say so")
    func backgroundOption() async throws {
        for suspends in [true, false] {
            try await CastStage.perform(.memory) { stage in
                stage.configure = { $0.suspendSessionsWhenBackgrounded = suspends }
                let (_, listed) = try await stage.found()
                let session = try await stage.started(on: listed)
                let log = SessionLog(stage.context)
                Self.system("DidEnterBackground")
                await stage.pass(.seconds(1))
                guard !suspends else {
                    #expect(log.lifecycle == Self.suspended(1))
                    log.clear()
                    Self.system("WillEnterForeground")
                    #expect(await stage.wait { log.lifecycle == resumed })
                    return log.stop()
                }
                let delegate = RequestLog()
                session.setDeviceVolume(0.5).delegate = delegate
                #expect(await stage.wait { delegate.outcomes == ["complete"] })
                Self.system("WillEnterForeground")
                await stage.pass(.seconds(1))
                #expect(log.lifecycle.isEmpty && stage.sessions.currentSession === session)
                log.stop()
            }
        }
    }

    @Test("When the process terminates, the session is suspended and kept without a message to the device")
    func termination() async throws {
        try await CastStage.perform(.memory) { stage in
            let (device, listed) = try await stage.found()
            let id = try await stage.started(on: listed).sessionID
            let log = SessionLog(stage.context)
            Self.system("WillTerminate")
            #expect(await stage.wait { log.lifecycle.contains { $0.hasPrefix("didSuspend cast") } })
            #expect(!log.lifecycle.contains { $0.contains("End") })
            #expect(stage.messages(with: "STOP").isEmpty && stage.messages(with: "CLOSE").isEmpty)
            #expect(device.snapshot.application?.sessionID == id && stage.store.present != nil)
            log.stop()
        }
    }

    @Test(
        "S29 S30 A lost connection is resumed if it returns in time; otherwise the session ends",
        arguments: CastStage.Kind.allCases
    )
    func connectionLoss(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found()
            let id = try await stage.started(on: listed).sessionID
            let log = SessionLog(stage.context)
            await device.cutConnections()
            #expect(await stage.wait { log.lifecycle.contains("didResume cast") })
            #expect(log.lifecycle == Self.suspended(2) + resumed)
            #expect(stage.sessions.currentSession?.sessionID == id)
            guard kind == .memory else { return log.stop() }
            log.clear()
            try await device.refuseConnections()
            await device.cutConnections()
            #expect(await stage.wait(within: .seconds(60)) { log.lifecycle.contains { $0.hasPrefix("didEnd cast") } })
            #expect(log.lifecycle.filter { $0.hasPrefix("didEnd cast") }.count == 1)
            #expect(log.lifecycle.filter { $0 == "willEnd" }.count == 1)
            #expect(log.error?.code == GCKErrorCode.networkError.rawValue && stage.context.castState == .notConnected)
            log.stop()
        }
    }

    @Test("S31 S40 The next process resumes the session", arguments: CastStage.Kind.allCases)
    func nextProcess(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, listed) = try await stage.found()
            stage.context.setLaunch(GCKCredentialsData(credentials: "secret-of-mine"))
            let id = try await stage.started(on: listed).sessionID
            #expect(await stage.wait { stage.store.present != nil })
            #expect(!String(describing: stage.store.present).contains("secret-of-mine"))
            let launches = stage.messages(with: "LAUNCH").count
            let context = await stage.restart()
            let log = SessionLog(context)
            #expect(await stage.wait { log.lifecycle.contains("didResume cast") })
            #expect(log.lifecycle.suffix(3) == ["CS connected", "didResume", "didResume cast"])
            #expect(context.sessionManager.currentSession?.sessionID == id)
            #expect(stage.messages(with: "LAUNCH").count == launches)
            log.stop()
        }
    }

    @Test(
        "S32 S34 A session that has ended, or whose application is gone, is not resumed",
        arguments: CastStage.Kind.allCases
    )
    func nothingToResume(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found()
            try await stage.started(on: listed)
            #expect(await stage.wait { stage.store.present != nil })
            await GCKCastContext.reset()
            await device.stopApplication()
            var context = stage.begin()
            var log = SessionLog(context)
            #expect(await stage.wait { log.lifecycle.contains("didEnd cast 105") })
            #expect(context.sessionManager.currentSession == nil)
            #expect(await stage.wait { context.castState == .notConnected && stage.store.present == nil })
            log.stop()

            let again = try #require(
                context.discoveryManager.deviceCount > 0 ? context.discoveryManager.device(at: 0) : nil
            )
            try await stage.started(on: again)
            #expect(context.sessionManager.endSession())
            #expect(await stage.wait { context.sessionManager.currentSession == nil && stage.store.present == nil })
            context = await stage.restart()
            log = SessionLog(context)
            await stage.pass(.seconds(2))
            #expect(log.lifecycle.allSatisfy { $0.hasPrefix("CS notConnected") })
            log.stop()
        }
    }

    @Test("S33 Another running application ends the session instead of resuming it", arguments: CastStage.Kind.allCases)
    func otherApplication(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found(
                DeviceConfiguration(name: "Stage TV", applications: [Talk.app])
            )
            try await stage.started(on: listed)
            #expect(await stage.wait { stage.store.present != nil })
            await GCKCastContext.reset()
            try await device.launchApplication(Talk.id)
            let log = SessionLog(stage.begin())
            #expect(await stage.wait { log.lifecycle.contains("didEnd cast 108") })
            #expect(device.snapshot.application?.appID == Talk.id)
            log.stop()
        }
    }

    @Test("S35 suspendSession suspends, startSession on the same device resumes", arguments: CastStage.Kind.allCases)
    func explicitSuspension(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, listed) = try await stage.found()
            #expect(!stage.sessions.suspendSession(with: .networkError))
            let id = try await stage.started(on: listed).sessionID
            let log = SessionLog(stage.context)
            #expect(stage.sessions.suspendSession(with: .networkNotReachable))
            #expect(await stage.wait { log.lifecycle.count == 3 })
            #expect(log.lifecycle == Self.suspended(3))
            log.clear()
            // Starting a session on the same device resumes the suspended one.
            #expect(stage.sessions.startSession(with: listed))
            #expect(await stage.wait { log.lifecycle.count == 6 })
            #expect(log.lifecycle == resumed && stage.sessions.currentSession?.sessionID == id)
            log.clear()
            #expect(stage.sessions.suspendSession(with: .appBackgrounded))
            #expect(await stage.wait { log.lifecycle.count == 3 })
            #expect(stage.sessions.endSession(), "a suspended session can be ended")
            #expect(await stage.wait { log.lifecycle.contains("didEnd cast nil") })
            #expect(!stage.sessions.endSession())
            log.stop()
        }
    }

    @Test("S37 A session on another device discards the suspended session", arguments: CastStage.Kind.allCases)
    func otherDevice(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, listed) = try await stage.found()
            let (other, second) = try await stage.found(DeviceConfiguration(name: "Other TV"))
            try await stage.started(on: listed)
            #expect(stage.sessions.suspendSession(with: .networkError))
            let log = SessionLog(stage.context)
            #expect(await stage.wait { log.lifecycle.contains("didSuspend cast 2") })
            log.clear()
            let session = try await stage.started(on: second)
            #expect(
                log.lifecycle == [
                    "CS connecting", "willStart", "willStart cast", "CS connected", "didStart", "didStart cast",
                ]
            )
            #expect(session.device.friendlyName == "Other TV" && other.snapshot.application != nil)
            log.stop()
        }
    }

    @Test("S39 A session is resumed at the device's new address", arguments: CastStage.Kind.allCases)
    func otherAddress(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found()
            let id = try await stage.started(on: listed).sessionID
            let log = SessionLog(stage.context)
            stage.context.applicationDidEnterBackground()
            #expect(await stage.wait { log.lifecycle.count == 3 })
            _ = try await device.changePort(to: kind == .memory ? 8020 : 0)
            stage.context.applicationWillEnterForeground()
            stage.sightings.see(stage.description(of: device))
            #expect(await stage.wait { log.lifecycle.contains("didResume cast") })
            #expect(stage.sessions.currentSession?.sessionID == id)
            log.stop()
        }
    }

    @Test("S51 A session that is transferred to another device is resumed there", arguments: CastStage.Kind.allCases)
    func moved(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (source, listed) = try await stage.found()
            let (destination, _) = try await stage.found(DeviceConfiguration(name: "Other TV"))
            let session = try await stage.started(on: listed)
            let film = GCKMediaInformationBuilder(contentURL: try #require(URL(string: "http://192.0.2.1/film.mp4")))
            film.contentType = "video/mp4"
            session.remoteMediaClient?.loadMedia(film.build())
            #expect(await stage.wait { session.remoteMediaClient?.mediaStatus?.playerState == .playing })
            let log = SessionLog(stage.context)
            let moving = Task { try await source.transfer(to: destination) }
            #expect(await stage.wait { log.lifecycle.contains("didResume cast") })
            try await moving.value
            #expect(log.lifecycle.first { $0.hasPrefix("didSuspend") } == "didSuspend -1")
            #expect(!log.lifecycle.contains { $0.contains("End") })
            let now = try #require(stage.sessions.currentCastSession)
            #expect(now.device.friendlyName == "Other TV")
            #expect(
                await stage.wait { now.remoteMediaClient?.mediaStatus?.mediaInformation?.contentType == "video/mp4" }
            )
            log.stop()
        }
    }
}
