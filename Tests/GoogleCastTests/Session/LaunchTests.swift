// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Launching and joining applications", .serialized)
struct LaunchTests {
    private static let device = DeviceConfiguration(name: "Stage TV", applications: [Talk.app])

    @Test("S3 The media client of a slowly loading app exists in didStart", arguments: CastStage.Kind.allCases)
    func slowPage(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let configuration = DeviceConfiguration(name: "Stage TV", applications: [SlowPage.app])
            let (_, listed) = try await stage.found(configuration)
            let log = SessionLog(stage.context)
            var hasClient: Bool?
            log.onLine = { line, session in
                if line == "didStart" { hasClient = session?.remoteMediaClient != nil }
            }
            let session = try await stage.started(on: listed, options: ["gck_applicationID": SlowPage.id as NSString])
            #expect(hasClient == true && session.applicationMetadata?.namespaces == [CastNamespace.media.rawValue])
            log.stop()
        }
    }

    @Test(
        "S3 S19 A session option selects another application; an empty one launches nothing",
        arguments: CastStage.Kind.allCases
    )
    func otherApplication(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found(Self.device)
            let log = SessionLog(stage.context)
            let nothing: [String: any NSCoding & NSObjectProtocol] = ["gck_applicationID": "" as NSString]
            #expect(stage.sessions.startSession(with: listed, sessionOptions: nothing))
            #expect(await stage.wait { log.lifecycle.contains("didFailToStart cast 21") })
            #expect(stage.messages(with: "LAUNCH").isEmpty)
            let session = try await stage.started(on: listed, options: ["gck_applicationID": Talk.id as NSString])
            #expect(device.snapshot.application?.appID == Talk.id && session.remoteMediaClient == nil)
            #expect(session.applicationMetadata?.applicationName == "Talk" && session.mediaMetadata == nil)
            let launches = stage.messages(with: "LAUNCH").count
            let sender = stage.anotherSender()
            let target = stage.description(of: device)
            _ = try await stage.passing { try await sender.start(.running, on: target) }
            stage.sessions.endSession()
            #expect(await stage.wait { stage.sessions.currentSession == nil })
            #expect(try await stage.started(on: listed, options: nothing).applicationMetadata?.applicationID == Talk.id)
            #expect(stage.messages(with: "LAUNCH").count == launches)
            await sender.close()
            log.stop()
        }
    }

    @Test(
        "S21 A running application is joined, or launched again if relaunchIfRunning is set",
        arguments: CastStage.Kind.allCases
    )
    func relaunch(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            stage.configure = { $0.launchOptions = GCKLaunchOptions(relaunchIfRunning: true) }
            let (device, listed) = try await stage.found(
                DeviceConfiguration(name: "Stage TV", endsAppWithLastSender: false)
            )
            let first = try await stage.started(on: listed).sessionID
            stage.sessions.endSession()
            #expect(await stage.wait { stage.sessions.currentSession == nil })
            #expect(try await stage.started(on: listed).sessionID != first)
            #expect(await stage.wait { !stage.messages(with: "\"STOP\"").isEmpty })
            stage.configure = { _ in }
            let running = device.snapshot.application?.sessionID
            let launches = stage.messages(with: "\"LAUNCH\"").count
            await GCKCastContext.reset()
            try await stage.store.remove()
            let (_, again) = (stage.begin(), device)
            #expect(await stage.wait { stage.discovery.deviceCount == 1 })
            #expect(try await stage.started(on: stage.discovery.device(at: 0)).sessionID == running)
            #expect(stage.messages(with: "\"LAUNCH\"").count == launches)
            _ = again
        }
    }

    @Test(
        "S22 S24 LAUNCH has the credentials, the language and the application types",
        arguments: CastStage.Kind.allCases
    )
    func launchOptions(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            stage.configure = {
                $0.launchOptions = GCKLaunchOptions(
                    relaunchIfRunning: false,
                    languageCode: "de-CH",
                    androidReceiverCompatible: true
                )
            }
            let (_, listed) = try await stage.found()
            stage.context.setLaunch(GCKCredentialsData(credentials: "me"))
            try await stage.started(on: listed)
            #expect(await stage.wait { !stage.messages(with: "\"LAUNCH\"").isEmpty })
            let launch = try #require(stage.messages(with: "\"LAUNCH\"").last)
            #expect(launch.contains("\"credentials\":\"me\"") && launch.contains("\"credentialsType\":\"ios\""))
            #expect(launch.contains("appParams") && launch.contains("\"language\":\"de-CH\""))
            #expect(launch.contains("[\"ANDROID_TV\",\"WEB\"]"))
            stage.sessions.endSessionAndStopCasting(true)
            #expect(await stage.wait { stage.sessions.currentSession == nil })
            stage.context.setLaunch(nil)
            try await stage.started(on: listed)
            #expect(await stage.wait { stage.messages(with: "\"LAUNCH\"").last?.contains("credentials") == false })
        }
    }

    @Test(
        "S7 A launch error fails the start with its code",
        arguments: [("NOT_FOUND", 20), ("CANCELLED", 5), ("NOT_ALLOWED", 7)]
    )
    func refused(_ reason: String, _ code: Int) async throws {
        try await CastStage.perform { stage in
            let (device, listed) = try await stage.found()
            let reply: JSONObject = ["type": "LAUNCH_ERROR", "reason": .string(reason)]
            _ = await device.faults.add(.failNext("LAUNCH", with: reply))
            let log = SessionLog(stage.context)
            #expect(stage.sessions.startSession(with: listed))
            #expect(await stage.wait { log.lifecycle.contains("didFailToStart cast \(code)") })
            log.stop()
        }
    }

    @Test("S7 A launch without a response fails the start with a timeout")
    func unanswered() async throws {
        try await CastStage.perform { stage in
            let (device, listed) = try await stage.found()
            _ = await device.faults.add(Fault(.drop, on: .init(direction: .inbound, type: "LAUNCH")))
            let log = SessionLog(stage.context)
            #expect(stage.sessions.startSession(with: listed))
            #expect(await stage.wait(within: .seconds(90)) { log.lifecycle.contains("didFailToStart cast 2") })
            log.stop()
        }
    }

    @Test("S25 A launch waits for the user's permission, and fails if it is denied", arguments: [true, false])
    func authorization(_ isAllowed: Bool) async throws {
        try await CastStage.perform { stage in
            let (device, listed) = try await stage.found(
                DeviceConfiguration(name: "Stage TV", launchPolicy: .asks(timeout: .seconds(300)))
            )
            let log = SessionLog(stage.context)
            #expect(stage.sessions.startSession(with: listed))
            await stage.pass(.seconds(100))
            #expect(log.lifecycle.count == 3, "still waiting")
            #expect(await device.answerLaunch(isAllowed: isAllowed))
            let outcome = isAllowed ? "didStart cast" : "didFailToStart cast 103"
            #expect(await stage.wait { log.lifecycle.contains(outcome) })
            log.stop()
        }
    }

    @Test(
        "S50 A link from another app joins its session, or fails if that has ended",
        arguments: CastStage.Kind.allCases
    )
    func link(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found()
            let sender = stage.anotherSender()
            let target = stage.description(of: device)
            let running = try await stage.passing {
                try await sender.start(.application("CC1AD845"), on: target).sessionID
            }
            func link(_ device: String?, _ session: String?) throws -> GCKOpenURLOptions {
                let options = GCKOpenURLOptions(content: .init(deviceUniqueID: device, sessionID: session))
                var address = try #require(URLComponents(string: "app://open"))
                address.queryItems = [options.asURLQueryItem()]
                let url = try #require(address.url)
                return try #require(GCKOpenURLOptions(from: url))
            }
            #expect(!stage.sessions.startSession(with: try link(nil, running)))
            #expect(GCKOpenURLOptions(from: try #require(URL(string: "https://example.com/?a=b"))) == nil)
            #expect(stage.sessions.startSession(with: try link(listed.uniqueID, running)))
            #expect(await stage.wait { stage.sessions.hasConnectedCastSession() })
            #expect(stage.sessions.currentSession?.sessionID == running)
            stage.sessions.endSession()
            #expect(await stage.wait { stage.sessions.currentSession == nil })
            let log = SessionLog(stage.context)
            #expect(stage.sessions.startSession(with: try link(listed.uniqueID, "gone")))
            #expect(await stage.wait { log.lifecycle.contains("didFailToStart cast 106") })
            await sender.close()
            guard kind == .memory else { return log.stop() }
            #expect(stage.sessions.startSession(with: try link("cast:nowhere", nil)))
            #expect(await stage.wait { log.lifecycle.contains("didFailToStart cast 2") })
            log.stop()
        }
    }

    @Test("S46 S47 Changes of input, standby and device name are reported", arguments: CastStage.Kind.allCases)
    func news(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found()
            let session = try await stage.started(on: listed)
            let status = StatusLog()
            session.add(status)
            await stage.pass(.milliseconds(200))
            status.lines = []
            await device.setStandby(true)
            #expect(await stage.wait { session.standbyStatus == .active })
            #expect(session.activeInputStatus == .active)
            await device.setActiveInput(false)
            #expect(await stage.wait { session.activeInputStatus == .inactive })
            #expect(status.lines.filter { $0 == "standby active" }.count == 1)
            #expect(status.lines.last == "input inactive")
            let log = SessionLog(stage.context)
            var renamed = stage.description(of: device)
            renamed.friendlyName = "Renamed TV"
            stage.sightings.see(renamed)
            #expect(await stage.wait { log.lines.contains("device Renamed TV") })
            #expect(session.device.friendlyName == "Renamed TV" && session.device === listed)
            log.stop()
        }
    }

    private final class StatusLog: NSObject, GCKCastDeviceStatusListener {
        var lines: [String] = []

        func castSession(_ castSession: GCKCastSession, didReceive activeInputStatus: GCKActiveInputStatus) {
            lines.append("input \(activeInputStatus)")
        }

        func castSession(_ castSession: GCKCastSession, didReceive standbyStatus: GCKStandbyStatus) {
            lines.append("standby \(standbyStatus)")
        }
    }
}
