// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Testing

private let player = ApplicationChoice.application(ApplicationStatus.defaultMediaReceiverID)
private let film = MediaInformation(contentID: "http://192.0.2.1/film.mp4", contentType: "video/mp4")

@Suite("Sessions on a changing group", .serialized)
struct GroupSessions {
    @Test(
        "S39 When another member becomes the leader, the session resumes at the group's new host",
        arguments: Stage.Kind.allCases
    )
    func leaderChange(_ kind: Stage.Kind) async throws {
        try await GroupStage.perform(kind) { stage in
            let sender = try await Sender(stage)
            let group = stage.group
            sender.see([stage.described(group.device, isGroup: true)])
            let session = try await sender.start(on: stage.described(group.device, isGroup: true))
            let sessionID = session.sessionID
            let old = group.device.endpoint
            await group.lead(stage.kitchen)
            #expect(try await stage.wait { group.device.endpoint != old && group.device.snapshot.socketCount == 0 })
            sender.see([stage.described(group.device, isGroup: true)])
            #expect(try await stage.wait { sender.life.events.last == "resumed" })
            #expect(session.sessionID == sessionID)
            #expect(await sender.manager.session === session)
            #expect(session.device.endpoints == [group.device.endpoint])
            #expect(try await stage.wait { session.connection.groupStatus?.members.count == 2 })
            _ = try await stage.passing { try await session.media.pause() }
            #expect(try await stage.wait { group.device.snapshot.media?.state == .paused })
            try await stage.passing { try await sender.manager.end(.stop) }
            #expect(
                try await sender.finish() == [
                    "willStart", "started", "suspended", "willResume", "resumed", "willEnd", "ended",
                ]
            )
        }
    }

    @Test(
        "S51 When a speaker is added and removed, the same session moves to the group and back",
        arguments: Stage.Kind.allCases
    )
    func expansion(_ kind: Stage.Kind) async throws {
        try await GroupStage.perform(kind, isGrouped: false) { stage in
            let sender = try await Sender(stage)
            let (living, kitchen) = (stage.described(stage.living), stage.described(stage.kitchen))
            sender.see([living, kitchen])
            let session = try await sender.start(on: living)
            let sessionID = session.sessionID
            let group = try await stage.passing { try await stage.expand() }
            let endpoint = stage.described(group.device, isGroup: true)
            sender.see([living, kitchen, endpoint])
            #expect(try await stage.wait { session.device.id == endpoint.id && session.state == .running })
            #expect(session.sessionID == sessionID)
            #expect(await sender.manager.session === session)
            #expect(try await stage.wait { session.connection.groupStatus?.members.count == 2 })
            let follower = try await stage.connect(to: stage.kitchen)
            #expect(try await stage.wait { await follower.status.runningApplication?.groupRole == .follower })
            _ = try await stage.passing { try await session.media.pause() }
            #expect(try await stage.wait { group.device.snapshot.media?.state == .paused })

            try await stage.passing { await group.collapse(to: stage.living) }
            sender.see([living, kitchen])
            #expect(try await stage.wait { session.device.id == living.id && session.state == .running })
            #expect(session.sessionID == sessionID)
            _ = try await stage.passing { try await session.media.play() }
            #expect(try await stage.wait { stage.living.snapshot.media?.state == .playing })
            #expect(try await stage.wait { await follower.status.runningApplication == nil })
            await follower.close()
            try await stage.passing { try await sender.manager.end(.stop) }
            let entries = try await sender.finish()
            #expect(entries.count { $0 == "started" } == 1 && entries.count { $0 == "ended" } == 1)
            #expect(entries.count { $0 == "resumed" } == 2)
        }
    }
}

/// A session manager with a manually controlled list of devices.
private struct Sender {
    let manager: SessionManager
    let life: SessionLifecycleRecorder
    private let stage: GroupStage
    private let list: AsyncStream<[CastDevice]>.Continuation

    init(_ stage: GroupStage) async throws {
        self.stage = stage
        manager = stage.sessionManager()
        life = SessionLifecycleRecorder(of: manager)
        let (devices, list) = AsyncStream.makeStream(of: [CastDevice].self)
        self.list = list
        await manager.follow(devices)
    }

    func see(_ devices: [CastDevice]) { list.yield(devices) }

    /// Starts a session and plays the film.
    func start(on device: CastDevice) async throws -> CastSession {
        let manager = manager
        let session = try await stage.passing { try await manager.start(player, on: device) }
        _ = try await stage.passing { try await session.media.load(film, until: .playing()) }
        return session
    }

    func finish() async throws -> [String] {
        list.finish()
        let manager = manager
        try await stage.passing { await manager.close() }
        await life.finished()
        return life.events
    }
}
