// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Foundation
import Testing

@testable import GoogleCast

private let started = [
    "CS connecting", "willStart", "willStart cast", "CS connected", "didStart", "didStart cast",
]
private let ended = ["willEnd", "willEnd cast", "CS notConnected", "didEnd nil", "didEnd cast nil"]

@MainActor
@Suite("Session lifecycle", .serialized)
struct SessionLifecycleTests {
    @Test(
        "S1 S2 S3 S4 S8 S9 T5 T6 C8 A session starts and ends in the documented order",
        arguments: CastStage.Kind.allCases
    )
    func startAndEnd(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, device) = try await stage.found()
            let log = SessionLog(stage.context)
            var inWillStart: (id: String?, state: GCKConnectionState)?
            var inDidStart: (id: String?, hasClient: Bool, app: String?)?
            var inDidEnd: GCKSession?
            log.onLine = { line, session in
                if line == "willStart" { inWillStart = (session?.sessionID, stage.sessions.connectionState) }
                if line == "didStart" {
                    let app = (session as? GCKCastSession)?.applicationMetadata?.applicationID
                    inDidStart = (session?.sessionID, session?.remoteMediaClient != nil, app)
                }
                if line == "didEnd nil" { inDidEnd = stage.sessions.currentSession }
            }
            #expect(!stage.sessions.endSession())
            #expect(stage.sessions.startSession(with: device))
            #expect(log.lines == Array(started.prefix(3)), "reported before the call returns")
            #expect(stage.sessions.currentCastSession != nil)
            #expect(!stage.sessions.startSession(with: device), "S4 one at a time")
            #expect(await stage.wait { log.lifecycle.count == 6 })
            #expect(log.lifecycle == started)
            #expect(inWillStart?.id == nil && inWillStart?.state == .connecting)
            #expect(inDidStart?.id != nil && inDidStart?.hasClient == true && inDidStart?.app == "CC1AD845")
            #expect(stage.sessions.hasConnectedSession() && stage.sessions.hasConnectedCastSession())
            #expect(!stage.sessions.startSession(with: device), "S4 nor while one runs")
            log.clear()
            #expect(stage.sessions.endSession())
            #expect(stage.sessions.connectionState == .disconnecting)
            #expect(!stage.sessions.endSession(), "S8 the end is under way")
            #expect(await stage.wait { log.lifecycle.count == 5 })
            #expect(log.lifecycle == ended)
            #expect(inDidEnd == nil && stage.sessions.currentSession == nil)
            #expect(!stage.sessions.endSession())
            log.stop()
        }
    }

    @Test("S5 A category without a provider cannot start a session", arguments: [CastStage.Kind.memory])
    func category(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            stage.begin()
            let provider = GCKDeviceProvider(deviceCategory: "other")
            let device = provider.createDevice(
                withID: "1",
                networkAddress: .init(iPv4Address: "1.2.3.4"),
                servicePort: 1
            )
            #expect(!stage.sessions.startSession(with: device))
            #expect(stage.sessions.currentSession == nil)
        }
    }

    @Test("S6 An unreachable device fails the start with a network error", arguments: CastStage.Kind.allCases)
    func unreachable(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found()
            try await device.refuseConnections()
            let log = SessionLog(stage.context)
            var current: GCKSession?
            log.onLine = { line, _ in if line.hasPrefix("didFailToStart") { current = stage.sessions.currentSession } }
            #expect(stage.sessions.startSession(with: listed))
            #expect(await stage.wait { log.lifecycle.count >= 6 })
            #expect(
                Array(log.lifecycle.prefix(4)) == ["CS connecting", "willStart", "willStart cast", "CS notConnected"]
            )
            #expect(log.lifecycle.suffix(2).allSatisfy { $0.hasPrefix("didFailToStart") })
            #expect(log.error?.code == GCKErrorCode.networkError.rawValue)
            #expect(current == nil && stage.sessions.connectionState == .disconnected)
            log.stop()
        }
    }

    @Test("S10 Ending a session that is starting fails the start as canceled", arguments: CastStage.Kind.allCases)
    func endedWhileStarting(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, device) = try await stage.found()
            let log = SessionLog(stage.context)
            #expect(stage.sessions.startSession(with: device))
            #expect(stage.sessions.endSession())
            #expect(!stage.sessions.endSession())
            #expect(await stage.wait { log.lifecycle.count >= 6 })
            #expect(log.lifecycle.suffix(2) == ["didFailToStart 5", "didFailToStart cast 5"])
            log.clear()
            try await stage.started(on: device)
            #expect(log.lifecycle == started)
            log.stop()
        }
    }

    @Test("A listener may end the session in willStart")
    func endedInWillStart() async throws {
        try await CastStage.perform { stage in
            let (device, listed) = try await stage.found()
            let log = SessionLog(stage.context)
            log.onLine = { line, _ in if line == "willStart" { #expect(stage.sessions.endSession()) } }
            #expect(stage.sessions.startSession(with: listed))
            #expect(await stage.wait { log.lifecycle.contains("didFailToStart cast 5") })
            await stage.pass(.seconds(2))
            #expect(device.snapshot.socketCount == 0)
            #expect(stage.sessions.currentSession == nil && stage.context.castState == .notConnected)
            log.stop()
        }
    }

    @Test(
        "S11 S12 S13 Ending a session leaves the application running, stopping it does not",
        arguments: CastStage.Kind.allCases
    )
    func leaveAndStop(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found()
            let other = stage.anotherSender()
            let target = stage.description(of: device)
            _ = try await stage.passing { try await other.start(.application("CC1AD845"), on: target) }
            try await stage.started(on: listed)
            #expect(stage.sessions.endSessionAndStopCasting(false))
            #expect(await stage.wait { stage.sessions.currentSession == nil })
            #expect(stage.messages(with: "STOP").isEmpty)
            #expect(device.snapshot.application?.appID == "CC1AD845" && other.state == .running)
            let session = try await stage.started(on: listed)
            let id = try #require(session.sessionID)
            #expect(stage.sessions.endSessionAndStopCasting(true))
            #expect(await stage.wait { stage.sessions.currentSession == nil && other.state == .idle })
            #expect(await stage.wait { stage.messages(with: "STOP").contains { $0.contains(id) } })
            #expect(device.snapshot.application == nil)
            await other.close()
            // With a single sender, leaving ends the application, too: the receiver ends it.
            try await stage.started(on: listed)
            #expect(stage.sessions.endSession())
            #expect(await stage.wait { device.snapshot.application == nil })
        }
    }

    @Test("S12 S14 An application that another sender stops ends the session", arguments: CastStage.Kind.allCases)
    func stoppedByOthers(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found()
            try await stage.started(on: listed)
            let log = SessionLog(stage.context)
            await device.stopApplication()
            #expect(await stage.wait { log.lifecycle.count == 5 })
            #expect(log.lifecycle == ["willEnd", "willEnd cast", "CS notConnected", "didEnd 21", "didEnd cast 21"])
            log.stop()
        }
    }

    @Test("S15 An application that another sender launches ends the session", arguments: CastStage.Kind.allCases)
    func replaced(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found(
                DeviceConfiguration(name: "Stage TV", applications: [Talk.app])
            )
            try await stage.started(on: listed)
            let log = SessionLog(stage.context)
            try await device.launchApplication(Talk.id)
            #expect(await stage.wait { log.lifecycle.contains("didEnd cast 21") })
            #expect(log.error != nil)
            log.stop()
        }
    }

    @Test(
        "S16 S17 The framework's listeners are last before a start and first otherwise; released ones are skipped"
    )
    func listeners() async throws {
        try await CastStage.perform { stage in
            let (_, listed) = try await stage.found()
            var calls: [String] = []
            let first = SessionLog(stage.context)
            let own = SessionLog(stage.context)
            stage.sessions.remove(own)
            stage.sessions.addOwn(own)
            var gone: SessionLog? = SessionLog(stage.context)
            weak let watched = gone
            let last = SessionLog(stage.context)
            stage.sessions.add(last)
            for (name, log) in [("first", first), ("own", own), ("last", last)] {
                log.onLine = { line, _ in
                    if !line.hasPrefix("CS"), line.hasSuffix("cast") { calls.append("\(name) \(line)") }
                }
            }
            gone?.stop()
            gone = nil
            #expect(watched == nil, "T31 not retained")
            try await stage.started(on: listed)
            #expect(
                calls == [
                    "first willStart cast", "last willStart cast", "own willStart cast", "own didStart cast",
                    "first didStart cast", "last didStart cast",
                ]
            )
            for log in [first, own, last] { log.stop() }
        }
    }

    @Test(
        "S8b A load in didStart reaches the receiver; the media status is available until the end",
        arguments: CastStage.Kind.allCases
    )
    func loadInDidStart(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found()
            let log = SessionLog(stage.context)
            let request = RequestLog()
            let film = GCKMediaInformationBuilder(contentURL: try #require(URL(string: "http://192.0.2.1/film.mp4")))
            film.contentType = "video/mp4"
            var inWillEnd: GCKMediaPlayerState?
            log.onLine = { line, session in
                if line == "didStart" { session?.remoteMediaClient?.loadMedia(film.build()).delegate = request }
                if line == "willEnd" { inWillEnd = session?.remoteMediaClient?.mediaStatus?.playerState }
            }
            let session = try await stage.started(on: listed)
            #expect(await stage.wait { request.outcomes == ["complete"] && device.snapshot.media?.state == .playing })
            #expect(await stage.wait { session.remoteMediaClient?.mediaStatus?.playerState == .playing })
            stage.sessions.endSession()
            #expect(await stage.wait { stage.sessions.currentSession == nil })
            #expect(inWillEnd == .playing, "S8")
            log.stop()
        }
    }

    @Test(
        "S45 Traits and volume requests of a device whose volume is unspecified or fixed",
        arguments: [true, false]
    )
    func traits(_ isFixed: Bool) async throws {
        #expect(GCKSessionTraits().volumeIncrement == 0.05 && GCKSessionTraits().supportsMuting)
        #expect(GCKSessionTraits().minimumVolume == 0 && GCKSessionTraits().maximumVolume == 1)
        try await CastStage.perform { stage in
            let (_, listed) = try await stage.found(
                DeviceConfiguration(name: "Stage TV", volumeControl: isFixed ? .fixed : .attenuation)
            )
            let session = try await stage.started(on: listed)
            #expect(session.traits?.isFixedVolume() == isFixed && session.traits?.supportsMuting == !isFixed)
            let log = RequestLog()
            session.setDeviceVolume(0.5).delegate = log
            #expect(await stage.wait { log.outcomes == [isFixed ? "failed 93" : "complete"] })
        }
    }

    @Test(
        "S48 S49 A group's members are reported, and the volume of each can be set",
        arguments: CastStage.Kind.allCases
    )
    func group(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let living = try await stage.open(DeviceConfiguration(name: "Living Room", showsBackdrop: false))
            let kitchen = try await stage.open(DeviceConfiguration(name: "Kitchen", showsBackdrop: false))
            let (group, listed) = try await stage.foundGroup(of: [living, kitchen])
            #expect(listed.type == .speakerGroup)
            let session = try await stage.started(on: listed)
            let members = MemberLog()
            session.add(members)
            let request = RequestLog()
            members.onLine = { if $0.hasPrefix("status") { #expect(request.outcomes.isEmpty, "reported first") } }
            session.requestMultizoneStatus().delegate = request
            #expect(await stage.wait { request.outcomes == ["complete"] })
            #expect(members.lines.contains("status Living Room, Kitchen"))
            let member = try #require(members.status?.devices.last)
            let volume = RequestLog()
            session.setDeviceVolume(0.25, for: member).delegate = volume
            #expect(await stage.wait { volume.outcomes == ["complete"] && kitchen.snapshot.volumeLevel == 0.25 })
            #expect(living.snapshot.volumeLevel == 1)
            let mute = RequestLog()
            session.setDeviceMuted(true, for: member).delegate = mute
            #expect(await stage.wait { mute.outcomes == ["complete"] && kitchen.snapshot.isMuted })
            #expect(!living.snapshot.isMuted)
            #expect(await stage.wait { members.lines.contains("update Kitchen 0.25 true") })
            await group.remove(kitchen)
            #expect(await stage.wait { members.lines.contains("remove \(member.deviceID)") })
            let gone = RequestLog()
            session.setDeviceVolume(0.5, for: member).delegate = gone
            #expect(await stage.wait { gone.outcomes.first?.hasPrefix("failed") == true })
        }
    }

    private final class MemberLog: NSObject, GCKCastDeviceStatusListener {
        var lines: [String] = []
        var status: GCKMultizoneStatus?
        var onLine: ((String) -> Void)?

        private func record(_ line: String) {
            lines.append(line)
            onLine?(line)
        }

        func castSession(_ castSession: GCKCastSession, didReceive multizoneStatus: GCKMultizoneStatus) {
            status = multizoneStatus
            record("status \(multizoneStatus.devices.compactMap(\.friendlyName).joined(separator: ", "))")
        }

        func castSession(_ castSession: GCKCastSession, didAdd device: GCKMultizoneDevice) {
            record("add \(device.friendlyName ?? "")")
        }

        func castSession(_ castSession: GCKCastSession, didUpdate device: GCKMultizoneDevice) {
            record("update \(device.friendlyName ?? "") \(device.volumeLevel) \(device.muted)")
        }

        func castSession(_ castSession: GCKCastSession, didRemoveMultizoneDeviceWithID deviceID: String) {
            record("remove \(deviceID)")
        }
    }

    @Test("S18 S20 Default session options apply unless options, or nil, are passed")
    func defaultOptions() async throws {
        try await CastStage.perform { stage in
            let (_, listed) = try await stage.found()
            let log = SessionLog(stage.context)
            let options: [String: any NSCoding & NSObjectProtocol] = ["key": "value" as NSString]
            stage.sessions.setDefaultSessionOptions(options, forDeviceCategory: kGCKCastDeviceCategory)
            #expect(log.lines == ["options cast"])
            #expect(stage.sessions.defaultSessionOptions(forDeviceCategory: "cast")?["key"] as? NSString == "value")
            #expect(stage.sessions.startSession(with: listed))
            #expect(stage.sessions.currentSession?.sessionOptions?["key"] as? NSString == "value")
            #expect(stage.sessions.endSession())
            #expect(await stage.wait { stage.sessions.currentSession == nil })
            #expect(stage.sessions.startSession(with: listed, sessionOptions: nil))
            #expect(stage.sessions.currentSession?.sessionOptions == nil)
            stage.sessions.setDefaultSessionOptions(nil, forDeviceCategory: "cast")
            #expect(stage.sessions.defaultSessionOptions(forDeviceCategory: "cast") == nil)
            #expect(log.lines.filter { $0 == "options cast" }.count == 2)
            log.stop()
        }
    }

    @Test(
        "S38 A main thread that is blocked for five seconds suspends nothing and loses no update",
        arguments: [CastStage.Kind.loopbackTLS]
    )
    func busyMainThread(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found()
            let session = try await stage.started(on: listed)
            let log = SessionLog(stage.context)
            let sender = stage.anotherSender()
            let target = stage.description(of: device)
            let other = Task.detached {
                let session = try await sender.start(.application("CC1AD845"), on: target)
                for level in [0.1, 0.2, 0.3, 0.4] { _ = try await session.connection.setVolume(level) }
                await sender.close()
            }
            block(for: 5)
            try await other.value
            #expect(await stage.wait { session.currentDeviceVolume == 0.4 })
            #expect(log.lifecycle.isEmpty && session.connectionState == .connected)
            log.stop()
        }
    }
}

/// Blocks the main thread.
private func block(for seconds: TimeInterval) { Thread.sleep(forTimeInterval: seconds) }
