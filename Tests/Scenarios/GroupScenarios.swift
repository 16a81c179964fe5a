// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Testing

@Suite("Groups of devices", .serialized)
struct GroupScenarios {
    @Test(
        "A single device reports itself as its only member, and group requests are not supported",
        arguments: Stage.Kind.allCases
    )
    func alone(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let error = await #expect(throws: CastError.self) { try await connection.refreshGroupStatus() }
            #expect(error?.code == .notSupported)
            #expect(connection.groupStatus?.members.map(\.name) == ["Scenario TV"])
            let member = try #require(connection.groupStatus?.members.first)
            let refused = await #expect(throws: CastError.self) {
                try await connection.setVolume(0.5, ofMember: member.id)
            }
            #expect(refused?.code == .notSupported)
            await connection.close()
        }
    }

    @Test(
        "A member's volume and mute are set through the group, and another sender sees them",
        arguments: Stage.Kind.allCases
    )
    func memberVolume(_ kind: Stage.Kind) async throws {
        try await GroupStage.perform(kind) { stage in
            let connection = try await stage.connect(to: stage.group.device)
            let watcher = try await stage.connect(to: stage.group.device)
            #expect(try await connection.refreshGroupStatus().members.map(\.name) == ["Living Room", "Kitchen"])
            let kitchen = CastDevice.normalizedID(stage.kitchen.id)
            try await connection.setVolume(0.25, ofMember: stage.kitchen.id)
            #expect(stage.kitchen.snapshot.volumeLevel == 0.25)
            #expect(connection.groupStatus?.member(kitchen)?.level == 0.25)
            try await connection.setMuted(true, ofMember: kitchen)
            #expect(stage.kitchen.snapshot.isMuted)
            #expect(!stage.living.snapshot.isMuted)
            #expect(try await stage.wait { watcher.groupStatus?.member(kitchen)?.isMuted == true })
            await connection.close()
            await watcher.close()
        }
    }

    @Test(
        "A member that leaves is reported and cannot be set any more; a member that joins is reported and can",
        arguments: Stage.Kind.allCases
    )
    func members(_ kind: Stage.Kind) async throws {
        try await GroupStage.perform(kind) { stage in
            let connection = try await stage.connect(to: stage.group.device)
            try await connection.refreshGroupStatus()
            var events = connection.groupEvents.makeAsyncIterator()
            await stage.group.remove(stage.kitchen)
            guard case .memberRemoved(let gone)? = await events.next() else {
                Issue.record("the member was not removed")
                return
            }
            #expect(gone.name == "Kitchen")
            let error = await #expect(throws: CastError.self) {
                try await connection.setVolume(0.1, ofMember: stage.kitchen.id)
            }
            #expect(error?.code == .groupMemberGone)
            await stage.group.add(stage.kitchen)
            guard case .memberAdded(let back)? = await events.next() else {
                Issue.record("the member was not added")
                return
            }
            #expect(back.id == gone.id)
            try await connection.setVolume(0.1, ofMember: stage.kitchen.id)
            await connection.close()
        }
    }

    @Test("While the group plays, its leader and its follower report their roles", arguments: Stage.Kind.allCases)
    func roles(_ kind: Stage.Kind) async throws {
        try await GroupStage.perform(kind) { stage in
            let connection = try await stage.connect(to: stage.group.device)
            let session = try await stage.passing { try await connection.launch("CC1AD845") }
            let living = try await stage.connect(to: stage.living)
            let kitchen = try await stage.connect(to: stage.kitchen)
            #expect(try await stage.wait { await living.status.runningApplication?.groupRole == .leader })
            #expect(await living.status.runningApplication?.sessionID == session.sessionID)
            #expect(try await stage.wait { await kitchen.status.runningApplication?.groupRole == .follower })
            #expect(await connection.status.runningApplication?.groupRole == nil)
            for connection in [connection, living, kitchen] { await connection.close() }
        }
    }

    @Test(
        "A session resumes on the next member when the group's leader disappears, and ends with the last member",
        arguments: Stage.Kind.allCases
    )
    func vanish(_ kind: Stage.Kind) async throws {
        try await GroupStage.perform(kind) { stage in
            let (list, found) = AsyncStream.makeStream(of: [CastDevice].self)
            let place = { @Sendable in
                CastDevice(
                    id: stage.group.id,
                    friendlyName: stage.group.name,
                    endpoints: [stage.group.device.endpoint],
                    isGroup: true
                )
            }
            let manager = stage.sessionManager()
            await manager.follow(list)
            let device = place()
            found.yield([device])
            let session = try await stage.passing {
                try await manager.start(.application(ApplicationStatus.defaultMediaReceiverID), on: device)
            }
            let film = MediaInformation(contentID: "http://192.0.2.1/film.mp4", contentType: "video/mp4")
            _ = try await stage.passing {
                try await session.media.load(film, options: .init(startTime: 30), until: .playing())
            }
            let life = SessionLifecycleRecorder(of: manager)

            await stage.living.close()
            #expect(
                try await stage.wait {
                    found.yield([place()])
                    return life.events.last == "resumed"
                }
            )
            #expect(life.events == ["suspended", "willResume", "resumed"])
            #expect(await stage.group.leader == stage.kitchen.id)
            #expect(await manager.session === session)
            #expect(session.sessionID == "group-session")
            let snapshot = try #require(await session.media.status)
            #expect(snapshot.media?.contentID == film.contentID)
            #expect(snapshot.playerState == .playing)

            await stage.kitchen.close()
            #expect(try await stage.wait { manager.state == .idle })
            guard case .ended = session.state else {
                Issue.record("\(session.state)")
                return
            }
            await #expect(throws: CastError.self) { try await session.media.pause() }
            await manager.close()
            await life.finished()
            #expect(life.events.filter { $0 == "willEnd" }.count == 1)
            #expect(life.events.filter { $0 == "ended" }.count == 1)
            #expect(life.events.last == "ended", "\(life.events)")
        }
    }
}
