// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTransport
import CastWire
import Foundation
import Testing

private let player = ApplicationChoice.application(ApplicationStatus.defaultMediaReceiverID)
private let film = MediaInformation(contentID: "http://192.0.2.1/film.mp4", contentType: "video/mp4")

@Suite("A session manager and a device", .serialized)
struct SessionScenarios {
    @Test(
        "S26, S28 A session suspended in the background resumes as the same object in the foreground",
        arguments: Stage.Kind.anyDevice
    )
    func background(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let manager = stage.sessionManager()
            let session = try await stage.passing {
                try await manager.start(player, on: CastDevice(at: stage.endpoint))
            }
            let sessionID = session.sessionID
            await manager.applicationDidEnterBackground()
            #expect(session.state == .suspended(.appBackgrounded))
            await manager.applicationWillEnterForeground()
            #expect(try await stage.wait { session.state == .running })
            #expect(session.sessionID == sessionID)
            #expect(await manager.session === session)
            try await stage.passing { try await manager.end(.stop) }
            #expect(session.state == .ended(.stopped))
            await manager.close()
        }
    }

    @Test(
        "S31 The next process resumes the session with its media and position",
        arguments: Stage.Kind.allCases
    )
    func nextProcess(_ kind: Stage.Kind) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("scenario-\(UUID().uuidString)")
            .path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let store = SessionFile(directory: directory)
        try await Stage.perform(kind) { stage in
            let first = stage.sessionManager(store: store)
            let session = try await stage.passing { try await first.start(player, on: CastDevice(at: stage.endpoint)) }
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }
            try await stage.pass(.seconds(1))
            await first.close()

            let second = stage.sessionManager(store: store)
            let stored = try await stage.passing { await second.resumeStored() }
            guard case .resumed(let again) = stored else {
                Issue.record("\(stored)")
                return
            }
            #expect(again.sessionID == session.sessionID)
            let snapshot = try #require(await again.media.status)
            #expect(snapshot.media?.contentID == film.contentID)
            #expect(stage.position(snapshot) > 0.5)
            try await stage.passing { try await second.end(.stop) }
            #expect(try await store.load() == nil, "S34 an ended session is not resumed")
            await second.close()
        }
    }

    @Test(
        "S12 When a sender leaves, the other continues; when it stops the application, the other's session ends",
        arguments: Stage.Kind.allCases
    )
    func twoSenders(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let (first, second) = (stage.sessionManager(), stage.sessionManager())
            let device = CastDevice(at: stage.endpoint)
            _ = try await stage.passing { try await first.start(player, on: device) }
            let other = try await stage.passing { try await second.start(player, on: device) }
            try await stage.passing { try await first.end(.leave) }
            try await stage.pass(.milliseconds(200))
            #expect(other.state == .running)
            _ = try await stage.passing { try await first.start(player, on: device) }
            try await stage.passing { try await first.end(.stop) }
            #expect(try await stage.wait { other.state == .ended(.appClosed) })
            #expect(second.state == .idle)
            await first.close()
            await second.close()
        }
    }

    @Test(
        "S51 A session that this sender transfers continues on the other device, and the source stops",
        arguments: Stage.Kind.allCases
    )
    func transfer(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let other = try await stage.anotherDevice(named: "Other TV")
            let manager = stage.sessionManager()
            let session = try await stage.passing {
                try await manager.start(player, on: CastDevice(at: stage.endpoint))
            }
            _ = try await stage.passing {
                try await session.media.load(film, options: .init(startTime: 30), until: .playing())
            }
            let destination = CastDevice(at: other.endpoint)
            try await stage.passing { try await manager.transfer(to: destination) }
            #expect(session.state == .running)
            #expect(session.device.id == destination.id)
            #expect(await manager.session === session)
            #expect(try await stage.wait { other.snapshot.media?.state == .playing })
            let snapshot = try #require(await session.media.status)
            #expect(snapshot.media?.contentID == film.contentID)
            #expect(stage.position(snapshot) >= 30)
            #expect(try await stage.wait { stage.device.snapshot.media == nil })
            _ = try await stage.passing { try await session.media.pause() }
            #expect(try await stage.wait { other.snapshot.media?.state == .paused })
            try await stage.passing { try await manager.end(.stop) }
            await manager.close()
            await other.close()
        }
    }

    @Test(
        "A transfer whose caller is canceled is completed, and the source stops playing",
        arguments: Stage.Kind.allCases
    )
    func transferCancelled(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let other = try await stage.anotherDevice(named: "Other TV")
            let manager = stage.sessionManager()
            let session = try await stage.passing {
                try await manager.start(player, on: CastDevice(at: stage.endpoint))
            }
            _ = try await stage.passing {
                try await session.media.load(film, options: .init(startTime: 30), until: .playing())
            }
            let life = SessionLifecycleRecorder(of: manager)
            let destination = CastDevice(at: other.endpoint)
            let states = manager.states
            let moving = Task { try await manager.transfer(to: destination) }
            let watching = Task {
                for await state in states where state != .running { return moving.cancel() }
            }
            #expect(try await stage.wait { stage.device.snapshot.media == nil && session.state == .running })
            await watching.value
            _ = await moving.result
            #expect(life.events == ["suspended", "willResume", "resumed"])
            #expect(session.device.id == destination.id)
            await manager.close()
            await other.close()
        }
    }

    @Test(
        "A failed transfer leaves the session on its source unchanged",
        arguments: Stage.Kind.allCases
    )
    func transferFails(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let other = try await stage.anotherDevice(named: "Other TV")
            let manager = stage.sessionManager()
            let source = CastDevice(at: stage.endpoint)
            let session = try await stage.passing { try await manager.start(player, on: source) }
            _ = try await stage.passing {
                try await session.media.load(film, options: .init(startTime: 30), until: .playing())
            }
            let sessionID = session.sessionID
            let life = SessionLifecycleRecorder(of: manager)
            await other.faults.add(.failNext("RESUME_SESSION", with: ["type": "LOAD_FAILED"]))
            await other.faults.add(.failNext("LAUNCH", with: ["type": "LAUNCH_ERROR", "reason": "NOT_ALLOWED"]))
            let elsewhere = CastDevice(at: other.endpoint)
            let goals: [(CastDevice, CastError.Code)] = [
                (elsewhere, .launchDenied), (elsewhere, .loadFailed), (source, .invalidArgument),
            ]
            for (destination, code) in goals {
                let error = await #expect(throws: CastError.self) {
                    try await stage.passing { try await manager.transfer(to: destination) }
                }
                #expect(error?.code == code)
                #expect(session.state == .running && session.device.id == source.id && session.sessionID == sessionID)
                _ = try await stage.passing { try await session.media.seek(to: 35) }
                #expect(try await stage.wait { stage.device.snapshot.media?.state == .playing })
            }
            try await stage.passing { try await manager.transfer(to: elsewhere) }
            #expect(session.device.id == elsewhere.id)
            await manager.close()
            await life.finished()
            #expect(life.events == ["suspended", "willResume", "resumed"])
            await other.close()
        }
    }

    @Test(
        "S51 A session that another sender transferred is found on the other device and resumes as the same object",
        arguments: Stage.Kind.allCases,
        [true, false]
    )
    func movedByOthers(_ kind: Stage.Kind, keepsSession: Bool) async throws {
        try await Stage.perform(kind) { stage in
            let other = try await stage.anotherDevice(named: "Other TV")
            let devices = [stage.device, other].map {
                CastDevice(id: $0.id, friendlyName: $0.name, endpoints: [$0.endpoint])
            }
            let manager = stage.sessionManager()
            await manager.follow(AsyncStream { $0.yield(devices) })
            let session = try await stage.passing { try await manager.start(player, on: devices[0]) }
            _ = try await stage.passing {
                try await session.media.load(film, options: .init(startTime: 30), until: .playing())
            }
            let sessionID = session.sessionID
            let life = SessionLifecycleRecorder(of: manager)
            try await stage.passing { try await stage.device.transfer(to: other, keepsSession: keepsSession) }
            #expect(try await stage.wait { session.device.id == devices[1].id && session.state == .running })
            #expect(await manager.session === session)
            #expect((session.sessionID == sessionID) == keepsSession)
            #expect(try await stage.wait { life.events.last == "resumed" })
            #expect(life.events == ["suspended", "willResume", "resumed"])
            let snapshot = try #require(await session.media.status)
            #expect(snapshot.media?.contentID == film.contentID)
            #expect(stage.position(snapshot) >= 30)
            _ = try await stage.passing { try await session.media.pause() }
            #expect(try await stage.wait { other.snapshot.media?.state == .paused })
            await manager.close()
            await other.close()
        }
    }
}
