// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import Testing

@testable import CastSender

/// Sends messages with extreme numbers and wrong types in every member. None of them ends the process, and the next
/// valid message is applied.
@Suite("Extreme values in media messages", .timeLimit(.minutes(5)))
struct ExtremeMediaTests {
    /// A playing session with a followed queue and a media feed.
    private struct Playing {
        let model: ModelDevice
        let connection: CastConnection
        let session: CastSession
        let peer: ScriptedConnection
        let queue: MediaQueue
        let feed: MediaFeed

        /// Creates the session; the device answers every request correctly.
        init() async throws {
            model = try await ModelDevice()
            (connection, session, peer) = try await model.connectAndJoin(
                media: FullMessages.answer(FullMessages.mediaStatus)
            )
            peer.whenever("GET_STATUS", in: .receiver) { _ in [ModelDevice.running] }
            for type in ["GET_STATUS", "SEEK", "QUEUE_UPDATE", "SET_VOLUME"] {
                peer.whenever(type, in: .media) { _ in [FullMessages.answer(FullMessages.mediaStatus)] }
            }
            peer.whenever("QUEUE_GET_ITEM_IDS", in: .media) { _ in
                [QueueItemIDsMessage(itemIDs: [1, 2, 3, 4, 5], sequenceNumber: 5).fields]
            }
            peer.whenever("QUEUE_GET_ITEMS", in: .media) { request in
                let ids = QueueGetItemsRequest(fields: request.object).itemIDs
                return [QueueItemsMessage(items: ids.map { QueueItem(itemID: $0) }).fields]
            }
            queue = try await session.media.followQueue()
            feed = MediaFeed(of: session.media)
            await model.time.advance(by: .milliseconds(100))
        }

        /// Sends a message, reads all state, and checks that the session continues unaffected.
        func take(_ message: JSONObject) async throws {
            try await peer.send(message, in: .media, from: "web-1")
            await model.time.advance(by: .milliseconds(60))
            await session.media.status?.requireValuesInRange()
            session.media.controls.requireValuesInRange()
            queue.contents.read()
            _ = await queue.cachedItem(at: 0)
            for case .status(let snapshot?, _) in feed.take() { snapshot.requireValuesInRange() }
            let snapshot = try await session.media.refreshStatus()
            #expect(snapshot?.mediaSessionID == 1, "\(message)")
            #expect(snapshot?.title == "A film", "\(message)")
            #expect(connection.state == .connected, "\(message)")
        }

        func end() async throws {
            try peer.verify()
            await connection.close()
        }
    }

    @Test("A media status with one extreme value does not affect the session")
    func mediaStatus() async throws {
        let playing = try await Playing()
        for message in ExtremeValues.variants(of: FullMessages.mediaStatus) { try await playing.take(message) }
        for message in ExtremeValues.variants(of: FullMessages.loadingStatus) { try await playing.take(message) }
        try await playing.end()
    }

    @Test("A queue or error message with one extreme value does not affect the session")
    func queueMessages() async throws {
        let playing = try await Playing()
        for message in (FullMessages.queueMessages + FullMessages.mediaErrors).flatMap(ExtremeValues.variants) {
            try await playing.take(message)
        }
        try await playing.end()
    }

    @Test("Messages with several extreme values do not affect the session", arguments: [1, 2, 3, 4])
    func several(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let playing = try await Playing()
        let all = [FullMessages.mediaStatus, FullMessages.loadingStatus] + FullMessages.queueMessages
        // Several messages in a row, without a valid status between them, so that their effects can combine.
        for _ in 0..<100 {
            for _ in 0..<3 {
                guard let message = all.randomElement(using: &generator) else { continue }
                let variant = ExtremeValues.variant(of: message, using: &generator)
                try await playing.peer.send(variant, in: .media, from: "web-1")
            }
            guard let last = all.randomElement(using: &generator) else { continue }
            try await playing.take(ExtremeValues.variant(of: last, using: &generator))
        }
        try await playing.end()
    }

    @Test("Commands that depend on an extreme status are still sent")
    func commands() async throws {
        let playing = try await Playing()
        let value = JSONValue.object(FullMessages.mediaStatus)
        let status: [ExtremeValues.Step] = [.member("status"), .element(0)]
        let places: [[ExtremeValues.Step]] = [
            [.member("currentTime")], [.member("playbackRate")], [.member("liveSeekableRange")],
            [.member("liveSeekableRange"), .member("start")], [.member("liveSeekableRange"), .member("end")],
            [.member("media"), .member("duration")], [.member("volume"), .member("level")],
        ]
        for place in places {
            for extreme in ExtremeValues.all {
                guard let message = ExtremeValues.replacing(status + place, in: value, by: extreme).objectValue else {
                    continue
                }
                try await playing.peer.send(message, in: .media, from: "web-1")
                await playing.model.time.advance(by: .seconds(1), resolution: .milliseconds(500))
                let media = playing.session.media
                try? await media.set(.position(10))
                try? await media.set(.streamVolume(0.3))
                for seconds in [10, -10, 1e308, -1e308] { _ = try? await media.seek(by: seconds) }
                _ = try? await media.seek(to: .infinity)
                media.controls.requireValuesInRange()
                try await playing.take(FullMessages.mediaStatus)
            }
        }
        try await playing.end()
    }

    @Test("A reply with an extreme value does not affect the session")
    func answers() async throws {
        let playing = try await Playing()
        let (media, peer) = (playing.session.media, playing.peer)
        for status in ExtremeValues.variants(of: FullMessages.answer(FullMessages.loadingStatus)) {
            peer.whenever("LOAD", in: .media) { _ in [status] }
            _ = try? await media.load(MediaInformation(contentID: "x"))
        }
        for ids in ExtremeValues.variants(of: ["type": "QUEUE_ITEM_IDS", "itemIds": [1, 2], "sequenceNumber": 7]) {
            peer.whenever("QUEUE_GET_ITEM_IDS", in: .media) { _ in [ids] }
            _ = try? await media.fetchItemIDs()
        }
        for state in ExtremeValues.variants(of: ["type": "SESSION_STATE", "sessionState": ["a": 1]]) {
            peer.whenever("STORE_SESSION", in: .media) { _ in [state] }
            _ = try? await media.storeState()
        }
        try await playing.take(FullMessages.mediaStatus)
        try await playing.end()
    }

    @Test("A device whose lists never reach the sequence number of its change is queried a limited number of times")
    func unreachableSequenceNumber() async throws {
        let playing = try await Playing()
        let change = QueueChangeMessage(changeType: .insert, itemIDs: [9], sequenceNumber: .max)
        try await playing.peer.send(change.fields, in: .media, from: "web-1")
        await playing.model.time.advance(by: .seconds(2), resolution: .milliseconds(10))
        #expect(playing.queue.contents.isCurrent)
        #expect(playing.queue.contents.itemIDs == [1, 2, 3, 4, 5])
        // Changes are followed again from the sequence number of the list.
        let next = QueueChangeMessage(changeType: .insert, itemIDs: [6], sequenceNumber: 6)
        try await playing.peer.send(next.fields, in: .media, from: "web-1")
        await playing.model.time.advance(by: .milliseconds(100))
        #expect(playing.queue.contents.itemIDs == [1, 2, 3, 4, 5, 6])
        try await playing.end()
    }
}
