// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import Testing

@testable import CastSender

@Suite("Pending values on a device")
struct PendingValueTests {
    private static func status(_ extra: JSONObject = [:]) -> JSONObject {
        var status: JSONObject = [
            "mediaSessionId": 1, "playerState": "PLAYING", "currentTime": 10, "playbackRate": 1,
            "volume": ["level": 1.0, "muted": false], "repeatMode": "REPEAT_OFF", "activeTrackIds": [],
            "media": ["contentId": "film", "duration": 600],
        ]
        status.merge(extra)
        return ["type": "MEDIA_STATUS", "status": [.object(status)]]
    }

    private func playing() async throws -> (model: ModelDevice, session: CastSession, peer: ScriptedConnection) {
        let model = try await ModelDevice()
        let (_, session, peer) = try await model.connectAndJoin(media: Self.status())
        return (model, session, peer)
    }

    @Test("Each pending value is shown at once and sent as its own command")
    func each() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        let pendingValues: [(MediaChange, String, JSONObject, JSONObject)] = [
            (.playing(false), "PAUSE", [:], ["playerState": "PAUSED"]),
            (.streamVolume(0.25), "SET_VOLUME", ["volume": ["level": 0.25]], ["volume": ["level": 0.25]]),
            (
                .streamMuted(true), "SET_VOLUME", ["volume": ["muted": true]],
                ["volume": ["level": 0.25, "muted": true]]
            ),
            (.playbackRate(2), "SET_PLAYBACK_RATE", ["playbackRate": 2.0], ["playbackRate": 2]),
            (.repeatMode(.all), "QUEUE_UPDATE", ["repeatMode": "REPEAT_ALL"], ["repeatMode": "REPEAT_ALL"]),
            (.activeTracks([2, 1]), "EDIT_TRACKS_INFO", ["activeTrackIds": [2, 1]], ["activeTrackIds": [1, 2]]),
            (.position(99), "SEEK", ["currentTime": 99.0], ["currentTime": 99]),
        ]
        for (change, type, keys, answer) in pendingValues {
            try await media.set(change)
            let request = try await peer.expect(type, in: .media)
            for member in keys.members { #expect(request.object[member.key] == member.value) }
            try await peer.reply(to: request, Self.status(answer))
        }
        try peer.verify()
        await session.connection.close()
    }

    @Test("A volume that is reported repeatedly is published once")
    func volumeOnce() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect(status: ModelDevice.running)
        let values = connection.volumeControlValues
        let reading = Task {
            var seen: [VolumeControls] = []
            for await controls in values { seen.append(controls) }
            return seen
        }
        await model.time.settle()
        for level in [0.5, 0.5, 0.75, 0.75] {
            var status = ReceiverStatusMessage(fields: ModelDevice.running).status
            status.volume = CastVolume(level: level, muted: false)
            try await peer.send(ReceiverStatusMessage(status: status, requestID: 0).fields, in: .receiver)
            await model.time.settle()
        }
        await connection.close()
        let seen = await reading.value
        for (first, second) in zip(seen, seen.dropFirst()) { #expect(first != second) }
        #expect(seen.last?.level.shown == 0.75)
    }

    @Test("UI 20: During a seek, statuses do not move the position; afterward the device's position is shown")
    func position() async throws {
        let (model, session, peer) = try await playing()
        let media = session.media
        try await media.set(.position(300))
        let now = model.environment.now
        #expect(media.controls.position(at: now()).shown == 300)
        #expect(media.controls.position(at: now()).isPending)
        let request = try await peer.expect("SEEK", in: .media)
        try await peer.send(Self.status(["currentTime": 11]), in: .media, from: "web-1")
        await model.time.advance(by: .milliseconds(200))
        #expect(media.controls.position(at: now()).shown == 300)
        try await peer.reply(to: request, Self.status(["currentTime": 300]))
        // A status from before the seek arrives late.
        try await peer.send(Self.status(["currentTime": 12]), in: .media, from: "web-1")
        await model.time.advance(by: .milliseconds(300))
        #expect(abs((media.controls.position(at: now()).shown ?? 0) - 300) < 1)
        await model.time.advance(by: .seconds(1))
        #expect(!media.controls.position(at: now()).isPending)
        await session.connection.close()
    }

    @Test("UI 22: After a rejection the device's value is shown again, with an event")
    func refused() async throws {
        let (model, session, peer) = try await playing()
        let media = session.media
        var events = media.events.makeAsyncIterator()
        try await media.set(.streamVolume(0.5))
        #expect(media.controls.streamVolume.shown == 0.5)
        let request = try await peer.expect("SET_VOLUME", in: .media)
        try await peer.reply(to: request, ["type": "INVALID_REQUEST", "reason": "NOT_SUPPORTED"])
        #expect(await model.time.advance(within: .seconds(1)) { media.controls.streamVolume.failure != nil })
        #expect(media.controls.streamVolume.shown == 1)
        #expect(media.controls.streamVolume.failure?.code == .notSupported)
        guard case .changeFailed(.streamVolume, let error) = await events.next() else {
            Issue.record("no event")
            return
        }
        #expect(error.code == .notSupported)
        await session.connection.close()
    }

    @Test("An unanswered change fails after the request timeout")
    func unanswered() async throws {
        let (model, session, peer) = try await playing()
        let media = session.media
        try await media.set(.playing(false))
        #expect(media.controls.isPlaying.shown == false)
        try await peer.expect("PAUSE", in: .media)
        await model.time.advance(by: .seconds(11))
        #expect(media.controls.isPlaying.shown == true)
        #expect(media.controls.isPlaying.failure?.code == .requestTimedOut)
        await session.connection.close()
    }

    @Test("Changes without media, or with invalid values, are rejected")
    func refusedHere() async throws {
        let (model, session, peer) = try await playing()
        let media = session.media
        for change: MediaChange in [.playbackRate(3), .streamVolume(.nan), .position(.nan)] {
            let error = await #expect(throws: CastError.self) { try await media.set(change) }
            #expect(error?.code == .invalidArgument)
        }
        try peer.verify()
        try await peer.send(["type": "MEDIA_STATUS", "status": []], in: .media, from: "web-1")
        await model.time.advance(by: .seconds(2))
        #expect(await media.status == nil)
        let error = await #expect(throws: CastError.self) { try await media.set(.playing(true)) }
        #expect(error?.code == .noMediaSession)
        #expect(media.controls.isPlaying.shown == nil)
        await session.connection.close()
    }

    @Test("The end of the connection cancels pending values with an event")
    func ends() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        var events = media.events.makeAsyncIterator()
        try await media.set(.playing(false))
        try await peer.expect("PAUSE", in: .media)
        try await peer.close()
        guard case .changeFailed(.playing, _) = await events.next() else {
            Issue.record("no event")
            return
        }
        for await _ in media.controlValues {}
    }

    @Test("A volume that was about to be sent when the connection ended is no longer shown")
    func volumeEnds() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect(status: ModelDevice.running)
        try await connection.setPendingVolume(0.3)
        let request = try await peer.expect("SET_VOLUME", in: .receiver)
        var status = ReceiverStatusMessage(fields: ModelDevice.running).status
        status.volume = CastVolume(level: 0.3, muted: false)
        let requestID = try #require(request.requestID)
        try await peer.reply(to: request, ReceiverStatusMessage(status: status, requestID: requestID).fields)
        await model.time.settle()
        #expect(!connection.volumeControls.level.isPending)
        try await connection.setPendingVolume(0.5)
        #expect(connection.volumeControls.level.requested == 0.5)
        await connection.close()
        #expect(connection.volumeControls.level.requested == nil)
        #expect(!connection.volumeControls.level.isPending)
    }

    @Test("RMC volume: A drag of the device's volume over 100 steps sends few requests and never jumps back")
    func drag() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        let requests = Mailbox<Void>()
        peer.whenever("SET_VOLUME", in: .receiver) { request in
            requests.put(())
            let volume = SetReceiverVolumeRequest(fields: request.object).volume
            return [
                ReceiverStatusMessage(status: ReceiverStatus(volume: CastVolume(level: volume?.level, muted: false)))
                    .fields
            ]
        }
        var last = connection.volumeControls.level.shown ?? 0
        #expect(last == 0.5)
        for step in 1...100 {
            try await connection.setPendingVolume(0.5 + Double(step) * 0.004)
            let shown = try #require(connection.volumeControls.level.shown)
            #expect(shown > last)
            last = shown
            await model.time.advance(by: .milliseconds(16))
            #expect(connection.volumeControls.level.shown == last)
        }
        await model.time.advance(by: .seconds(2))
        #expect(abs((connection.volumeControls.level.confirmed ?? 0) - 0.9) < 1e-9)
        #expect(!connection.volumeControls.level.isPending)
        var count = 0
        while requests.takeNow() != nil { count += 1 }
        // 1.6 s at ten requests per second.
        #expect(count <= 18)
        await connection.close()
    }
}
