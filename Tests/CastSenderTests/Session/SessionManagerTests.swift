// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOCore
import Testing

@testable import CastSender

/// The media of these tests: the third item of a queue, at 61 s.
private let playing: JSONObject = [
    "type": "MEDIA_STATUS",
    "status": [
        [
            "mediaSessionId": 7, "playerState": "PLAYING", "currentTime": 61, "playbackRate": 1, "currentItemId": 3,
            "supportedMediaCommands": 262_159,
            "media": ["contentId": "http://192.0.2.1/film.mp4", "contentType": "video/mp4", "duration": 600],
            "items": [["itemId": 2], ["itemId": 3], ["itemId": 4]],
        ]
    ],
]

@Suite("Session manager")
struct SessionManagerTests {
    @Test("S1, S2, S3 A start is announced, connects, and provides media control when it returns")
    func starts() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (session, peer) = try await managed.start(media: playing)
        #expect(await session.media.status?.mediaSessionID == 7)
        #expect(
            try await managed.events(atLeast: 4) == [
                "willStart", "started session-1", "volume 0.5 false", "text Ready To Cast",
            ]
        )
        #expect(managed.manager.state == .running)
        #expect(await managed.storedRecord?.sessionID == "session-1")
        try peer.verify()
        await managed.close()
        #expect(await managed.storedRecord != nil, "closing does not end the session: the next process can resume it")
    }

    @Test("S4 A second start throws and has no other effect")
    func secondStart() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (session, peer) = try await managed.start()
        await #expect(throws: CastError(.sessionExists, "")) {
            try await managed.manager.start(.running, on: managed.model.device)
        }
        #expect(session.state == .running)
        try peer.verify()
        await managed.close()
    }

    @Test("S6, S7 A failed connection ends the start and is announced once")
    func refused() async throws {
        let managed = ManagedSession(try await ModelDevice())
        managed.model.network.setFault(.unreachable, at: managed.model.peer.endpoint)
        await #expect(throws: CastError(.connectFailed, "")) {
            try await managed.manager.start(.application("CC1AD845"), on: managed.model.device)
        }
        await managed.model.time.settle()
        #expect(try await managed.events(atLeast: 2) == ["willStart", "failedToStart connectFailed"])
        #expect(managed.manager.state == .idle)
        await managed.close()
    }

    @Test("S10 An end during the start cancels it")
    func endWhileStarting() async throws {
        let managed = ManagedSession(try await ModelDevice())
        async let starting = failure(of: {
            try await managed.manager.start(.application("CC1AD845"), on: managed.model.device)
        })
        let peer = try await managed.model.peer.accept()
        try await peer.expect("CONNECT", in: .connection)
        try await peer.expect("GET_STATUS", in: .receiver)
        try await managed.manager.end()
        #expect(try await starting.code == .requestCancelled)
        _ = try await peer.expectClose()
        #expect(try await managed.events(atLeast: 2) == ["willStart", "failedToStart requestCancelled"])
        await managed.close()
    }

    @Test("S19 An empty application id joins the running application and never launches")
    func emptyApplication() async throws {
        let managed = ManagedSession(try await ModelDevice())
        async let starting = failure(of: { try await managed.manager.start(.application(""), on: managed.model.device) }
        )
        let peer = try await managed.model.peer.accept()
        try await peer.expect("CONNECT", in: .connection)
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), ModelDevice.idle)
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), ModelDevice.idle)
        #expect(try await starting.code == .appNotRunning)
        #expect(try await peer.expectClose() == .remote)
        await managed.close()
    }

    @Test("With namespaces as the choice, the running application must list all of them")
    func namespaces() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let choice = ApplicationChoice.namespaces([CastNamespace(rawValue: "urn:x-cast:org.example.chat")])
        async let starting = failure(of: { try await managed.manager.start(choice, on: managed.model.device) })
        let peer = try await managed.model.peer.accept()
        try await peer.expect("CONNECT", in: .connection)
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), ModelDevice.running)
        #expect(try await starting.code == .namespaceMissing)
        await managed.close()
    }

    @Test("S11 Leaving sends CLOSE to the application and to the device, and no STOP")
    func leaves() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (session, peer) = try await managed.start(media: playing)
        try await managed.manager.end(.leave)
        try await peer.expect("CLOSE", in: .connection, to: "web-1")
        try await peer.expect("CLOSE", in: .connection, to: "receiver-0")
        _ = try await peer.expectClose()
        #expect(await managed.wait(for: "ended: left by this sender"))
        #expect(session.state == .ended(.left))
        #expect(session.lastMedia?.mediaSessionID == 7, "the last media is available after the end")
        #expect(
            try await managed.lifecycleEvents(atLeast: 4) == [
                "willStart", "started session-1", "willEnd", "ended: left by this sender",
            ]
        )
        #expect(await managed.storedRecord == nil, "S34 an ended session is not resumed")
        await #expect(throws: CastError(.noSession, "")) { try await managed.manager.end() }
        await managed.close()
    }

    @Test("Disconnecting closes the connection without a message")
    func disconnects() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (session, peer) = try await managed.start()
        try await managed.manager.end(.disconnect)
        _ = try await peer.expectClose()
        #expect(session.state == .ended(.left))
        await managed.close()
    }

    @Test("S11 Stopping sends STOP with the session id and waits until the application is gone")
    func stops() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (session, peer) = try await managed.start()
        async let ending: Void = managed.manager.end(.stop)
        let stop = try await peer.expect("STOP", in: .receiver, to: "receiver-0")
        #expect(stop.object["sessionId"] == "session-1")
        try await peer.reply(to: stop, ModelDevice.idle)
        try await ending
        #expect(await managed.wait(for: "ended: stopped by this sender"))
        #expect(session.state == .ended(.stopped))
        #expect(managed.lifecycleEvents.suffix(2) == ["willEnd", "ended: stopped by this sender"])
        await managed.close()
    }

    @Test(
        "DC43 Stopping if alone sends CLOSE, then STOP only if the device reports no other sender",
        arguments: [true, false, nil] as [Bool?]
    )
    func stopsIfAlone(_ others: Bool?) async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (session, peer) = try await managed.start()
        async let ending: Void = managed.manager.end(.stopIfAlone)
        try await peer.expect("CLOSE", in: .connection, to: "web-1")
        let question = try await peer.expect("GET_STATUS", in: .receiver, to: "receiver-0")
        try await peer.reply(to: question, ModelDevice.status(senderConnected: others))
        if others == false {
            let stop = try await peer.expect("STOP", in: .receiver, to: "receiver-0")
            #expect(stop.object["sessionId"] == "session-1")
            try await peer.reply(to: stop, ModelDevice.idle)
        }
        try await peer.expect("CLOSE", in: .connection, to: "receiver-0")
        try await ending
        let end = others == false ? "ended: stopped by this sender" : "ended: left by this sender"
        #expect(await managed.wait(for: end))
        #expect(managed.lifecycleEvents.suffix(2) == ["willEnd", end])
        #expect(session.state == .ended(others == false ? .stopped : .left))
        await managed.close()
    }

    @Test("DC43 Stopping if alone sends no STOP if the application ended by itself or the device does not respond")
    func stopsIfAloneAndGone() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (_, peer) = try await managed.start()
        async let ending: Void = managed.manager.end(.stopIfAlone)
        try await peer.expect("CLOSE", in: .connection, to: "web-1")
        let question = try await peer.expect("GET_STATUS", in: .receiver, to: "receiver-0")
        try await peer.reply(to: question, ModelDevice.idle)
        try await peer.expect("CLOSE", in: .connection, to: "receiver-0")
        try await ending
        #expect(await managed.wait(for: "ended: stopped by this sender"))
        await managed.close()

        let silent = ManagedSession(try await ModelDevice())
        _ = try await silent.start()
        async let leaving = failure(of: { try await silent.manager.end(.stopIfAlone) })
        #expect(await silent.wait(for: "ended: left by this sender", within: .seconds(3)))
        #expect(try await leaving.code == .requestTimedOut)
        await silent.close()
    }

    @Test("Stopping times out after two seconds, and the caller gets the error")
    func stopIsBounded() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (session, peer) = try await managed.start()
        async let ending = failure(of: { try await managed.manager.end(.stop) })
        try await peer.expect("STOP", in: .receiver, to: "receiver-0")
        let begin = managed.model.time.now
        #expect(await managed.wait(for: "ended: stopped by this sender", within: .seconds(3)))
        #expect(managed.model.time.now - begin <= .milliseconds(2200))
        #expect(try await ending.code == .requestTimedOut)
        #expect(session.state == .ended(.stopped))
        await managed.close()
    }

    @Test("S14 When the application ends, pending requests fail and the session's end is announced")
    func applicationEnds() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (session, peer) = try await managed.start(media: playing)
        async let pausing = failure(of: { try await session.media.pause() })
        try await peer.expect("PAUSE", in: .media)
        try await peer.send(ModelDevice.idle, in: .receiver)
        #expect(try await pausing.code == .sessionEnded)
        #expect(await managed.wait(for: "ended: the application ended"))
        #expect(session.state == .ended(.appClosed))
        #expect(session.lastMedia?.mediaSessionID == 7)
        #expect(await managed.storedRecord == nil)
        await managed.close()
    }

    @Test("S15 Replacement by another application and a relaunch are separate reasons")
    func replacedByOther() async throws {
        let other = ModelDevice.status(appID: "0DDBA115", session: "session-2", transport: "web-2")
        let again = ModelDevice.status(session: "session-2", transport: "web-2")
        for (status, reason) in [(other, SessionEndReason.replaced(byAppID: "0DDBA115")), (again, .relaunched)] {
            let managed = ManagedSession(try await ModelDevice())
            let (session, peer) = try await managed.start()
            try await peer.send(status, in: .receiver)
            #expect(await managed.wait(for: "ended: \(reason)"))
            #expect(session.state == .ended(reason))
            await managed.close()
        }
    }

    @Test("S29 After a lost connection, the session is suspended before its media is cleared")
    func lossBeforeMedia() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (session, _) = try await managed.start(media: playing)
        let first = Task {
            for await controls in session.media.controlValues where controls.snapshot == nil { return session.state }
            return .running
        }
        await managed.model.time.settle()
        managed.model.network.connections.last?.fail()
        #expect(await managed.wait(for: "willResume session-1"))
        guard case .suspended = await first.value else {
            Issue.record("the media was cleared first")
            return
        }
        #expect(session.lastMedia?.mediaSessionID == 7)
        await managed.close()
    }

    @Test("S29, S36 After a lost connection, pending requests fail once and the same session resumes in one round trip")
    func resumesAfterLoss() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (session, peer) = try await managed.start(media: playing)
        let mediaEvents = session.media.events
        async let pausing = failure(of: { try await session.media.pause() })
        try await peer.expect("PAUSE", in: .media)
        // Two tasks at once would send in any order.
        async let setting = failure(of: { try await session.connection.setVolume(0.2) })
        try await peer.expect("SET_VOLUME", in: .receiver)
        managed.model.network.connections.last?.fail()
        #expect(try await pausing.code == .connectionClosed)
        #expect(try await setting.code == .connectionClosed)
        let second = try await managed.answerResume(media: playing)
        #expect(await managed.wait(for: "resumed session-1"))
        #expect(
            try await managed.lifecycleEvents(atLeast: 5) == [
                "willStart", "started session-1", "suspended: the connection was lost: connection reset",
                "willResume session-1", "resumed session-1",
            ]
        )
        #expect(await managed.manager.session === session)
        #expect(session.state == .running)
        #expect(await session.media.status?.mediaSessionID == 7)
        #expect(await session.media.status?.status.items?.count == 3)
        // Requests are sent over the new connection.
        async let resuming = session.media.play()
        let play = try await second.expect("PLAY", in: .media, to: "web-1")
        try await second.reply(to: play, playing)
        _ = try await resuming
        await managed.close()
        var reported: [MediaEvent] = []
        for await event in mediaEvents { reported.append(event) }
        #expect(reported == [.ended(mediaSessionID: 7, nil)], "the end of the media was not reported")
    }

    @Test("S26, S28 The background closes the connection without CLOSE or STOP; the foreground resumes the session")
    func background() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (session, peer) = try await managed.start(media: playing)
        async let pausing = failure(of: { try await session.media.pause() })
        try await peer.expect("PAUSE", in: .media)
        await managed.manager.applicationDidEnterBackground()
        #expect(try await pausing.code == .appBackgrounded)
        _ = try await peer.expectClose()
        await managed.model.time.advance(by: .seconds(3600), resolution: .seconds(10))
        #expect(session.state == .suspended(.appBackgrounded))
        #expect(managed.model.network.connections.count == 1, "no connection attempt in the background")
        await managed.manager.applicationWillEnterForeground()
        let again = try await managed.answerResume(media: playing)
        #expect(await managed.wait(for: "resumed session-1"))
        #expect(managed.lifecycleEvents.filter { $0.hasPrefix("suspended") }.count == 1)
        try again.verify()
        await managed.close()
    }

    @Test("S35 A session can be suspended and resumed on request")
    func requested() async throws {
        let managed = ManagedSession(try await ModelDevice())
        #expect(await !managed.manager.suspend())
        let (session, peer) = try await managed.start()
        #expect(await managed.manager.suspend())
        _ = try await peer.expectClose()
        #expect(session.state == .suspended(.requested))
        await #expect(throws: CastError(.connectionClosed, "")) { try await session.media.refreshStatus() }
        await managed.manager.resume()
        _ = try await managed.answerResume()
        #expect(await managed.wait(for: "resumed session-1"))
        await managed.close()
    }

    @Test(
        "S32, S33 Resuming never launches: another application, none, or another session id ends the session",
        arguments: [ResumeFailure.appNotRunning, .otherAppRuns(appID: "0DDBA115"), .sessionReplaced]
    )
    func neverLaunches(_ failure: ResumeFailure) async throws {
        let status: JSONObject =
            switch failure {
            case .appNotRunning, .deviceUnreachable: ModelDevice.idle
            case .otherAppRuns: ModelDevice.status(appID: "0DDBA115", session: "other", transport: "web-9")
            case .sessionReplaced: ModelDevice.status(session: "other", transport: "web-9")
            }
        let managed = ManagedSession(try await ModelDevice())
        let (session, _) = try await managed.start(media: playing)
        managed.model.network.connections.last?.fail()
        let peer = try await managed.model.peer.accept()
        try await peer.expect("CONNECT", in: .connection, to: "receiver-0")
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        peer.whenever("GET_STATUS", in: .media) { _ in [] }
        let request = try await peer.nextRequest()
        let question = request.message.namespace == .receiver ? request : try await peer.nextRequest()
        try await peer.reply(to: question, status)
        #expect(await managed.wait(for: "ended: \(failure)"))
        guard case .ended(.notResumed(failure, after: .connectionLost)) = session.state else {
            Issue.record("\(session.state)")
            return
        }
        #expect(await managed.storedRecord == nil)
        await managed.close()
    }

    @Test("S30 At the end of the window the session ends once, with the last failure")
    func windowEnds() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (session, _) = try await managed.start(media: playing)
        managed.model.network.setFault(.unreachable, at: managed.model.peer.endpoint)
        let begin = managed.model.time.now
        managed.model.network.connections.last?.fail()
        #expect(await managed.model.time.advance { managed.manager.state == .idle })
        let passed = managed.model.time.now - begin
        #expect(passed >= .seconds(15) && passed < .seconds(16))
        #expect(managed.lifecycleEvents.count { $0.hasPrefix("ended") } == 1)
        #expect(managed.lifecycleEvents.count { $0.hasPrefix("willResume") } == 1)
        guard case .ended(.notResumed(.deviceUnreachable(let error), _)) = session.state else {
            Issue.record("\(session.state)")
            return
        }
        #expect(error?.code == .connectFailed)
        await managed.close()
    }

    @Test("A connection lost for ten hours is retried all the time, then the same session resumes")
    func tenHours() async throws {
        var options = SessionManagerOptions()
        options.reconnect.window = .seconds(11 * 3600)
        let managed = ManagedSession(try await ModelDevice(), options: options)
        let (session, _) = try await managed.start(media: playing)
        managed.model.network.setFault(.neverConnects, at: managed.model.peer.endpoint)
        managed.model.network.connections.last?.cut()
        #expect(await managed.model.time.advance(within: .seconds(11)) { session.state != .running })
        await managed.model.time.advance(by: .seconds(10 * 3600), resolution: .seconds(5))
        #expect(session.state == .suspended(.connectionLost(.heartbeatLost)))
        managed.model.network.setFault(nil, at: managed.model.peer.endpoint)
        async let answering = managed.answerResume(media: playing)
        #expect(await managed.wait(for: "resumed session-1"))
        _ = try await answering
        #expect(
            try await managed.lifecycleEvents(atLeast: 5) == [
                "willStart", "started session-1", "suspended: the connection was lost: the device stopped responding",
                "willResume session-1", "resumed session-1",
            ]
        )
        await managed.close()
    }

    @Test("S39 A device at a new address is found by its id")
    func otherAddress() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (devices, list) = AsyncStream.makeStream(of: [CastDevice].self)
        await managed.manager.follow(devices)
        list.yield([managed.model.device])
        let (session, _) = try await managed.start()
        // The old address stops responding; the device listens at a new one.
        let moved = try await ScriptedPeer(acceptor: managed.model.network, at: CastEndpoint(host: "192.0.2.9"))
        managed.model.network.setFault(.neverConnects, at: managed.model.peer.endpoint)
        managed.model.network.connections.last?.fail()
        await managed.model.time.advance(by: .seconds(2))
        var device = managed.model.device
        device.endpoints = [moved.endpoint]
        list.yield([device])
        let peer = try await moved.accept()
        try await peer.expect("CONNECT", in: .connection, to: "receiver-0")
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        for _ in 0..<2 {
            let request = try await peer.nextRequest()
            try await peer.reply(
                to: request,
                request.message.namespace == .receiver ? ModelDevice.running : playing
            )
        }
        #expect(await managed.wait(for: "resumed session-1"))
        #expect(session.device.endpoints == [moved.endpoint])
        #expect(await managed.storedRecord?.endpoints.first == moved.endpoint)
        list.finish()
        await managed.close()
    }

    @Test("S47 A renamed device is an event")
    func renamed() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (devices, list) = AsyncStream.makeStream(of: [CastDevice].self)
        await managed.manager.follow(devices)
        let (session, _) = try await managed.start()
        var device = managed.model.device
        device.friendlyName = "Kitchen"
        list.yield([device])
        #expect(await managed.wait(for: "device Kitchen"))
        #expect(session.device.friendlyName == "Kitchen")
        #expect(session.state == .running)
        await managed.close()
    }

    @Test("S41, S44 Changes of the device's volume and mute are events; repeated values are not")
    func volume() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (_, peer) = try await managed.start()
        var muted = ModelDevice.running
        muted["status"] = [
            "applications": muted["status"]?["applications"] ?? [], "volume": ["level": 0.5, "muted": true],
        ]
        try await peer.send(muted, in: .receiver)
        try await peer.send(muted, in: .receiver)
        #expect(await managed.wait(for: "volume 0.5 true"))
        await managed.model.time.settle()
        #expect(managed.events.count { $0.hasPrefix("volume") } == 2)
        await managed.close()
    }

    @Test("After the machine slept, the connection is checked, and replaced if it is dead")
    func sleeps() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (_, peer) = try await managed.start()
        await managed.model.time.advance(by: .seconds(6))
        managed.wall.jump(by: 8 * 3600)
        managed.model.network.connections.last?.cut()
        let begin = managed.model.time.now
        async let answering = managed.answerResume()
        #expect(await managed.wait(for: "resumed session-1"))
        _ = try await answering
        #expect(managed.model.time.now - begin < .seconds(9), "earlier than by the heartbeat alone")
        try peer.verify()
        await managed.close()
    }

    @Test("S37 A start on another device replaces the suspended session")
    func startElsewhere() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (session, _) = try await managed.start()
        await managed.manager.suspend()
        let other = try await ScriptedPeer(acceptor: managed.model.network, at: CastEndpoint(host: "192.0.2.9"))
        let device = CastDevice(id: "other", friendlyName: "Other", endpoints: [other.endpoint])
        async let starting = managed.manager.start(.running, on: device)
        let peer = try await other.accept()
        try await peer.expect("CONNECT", in: .connection)
        for _ in 0..<2 {
            try await peer.reply(
                to: try await peer.expect("GET_STATUS", in: .receiver),
                ModelDevice.status(session: "session-2", transport: "web-2")
            )
        }
        try await peer.expect("CONNECT", in: .connection, to: "web-2")
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .media), playing)
        #expect(try await starting.sessionID == "session-2")
        await managed.model.time.settle()
        #expect(session.state == .ended(.left))
        #expect(
            try await managed.lifecycleEvents(atLeast: 5) == [
                "willStart", "started session-1", "suspended: suspended by this sender", "willStart",
                "started session-2",
            ]
        )
        await managed.close()
    }

    @Test("Leaving through the session ends it for the manager too")
    func leftDirectly() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (session, _) = try await managed.start()
        await session.leave()
        #expect(await managed.wait(for: "ended: left by this sender"))
        #expect(managed.manager.state == .idle)
        await managed.close()
    }
}
