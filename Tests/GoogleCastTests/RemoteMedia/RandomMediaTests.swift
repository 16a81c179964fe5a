// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTesting
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Remote media client: random schedules")
@MainActor
struct RandomMediaTests {
    private static let types = [
        "PLAY", "PAUSE", "STOP", "SEEK", "SET_VOLUME", "QUEUE_UPDATE", "QUEUE_INSERT", "QUEUE_GET_ITEMS", "LOAD",
        "GET_STATUS", "EDIT_TRACKS_INFO", "QUEUE_GET_ITEM_IDS",
    ]

    /// The device's replies, chosen by the request's ID: a status, an error, IDs or nothing.
    private nonisolated static func answer(_ request: ScriptedRequest) -> [JSONObject] {
        let id = request.object.requestID ?? 0
        return switch id % 5 {
        case 0: [["type": "INVALID_REQUEST", "reason": "INVALID_PARAMS"]]
        case 1: []
        case 2: [["type": "QUEUE_ITEM_IDS", "itemIds": [1, 2, .integer(Int64(id))]]]
        default:
            [
                [
                    "type": "MEDIA_STATUS",
                    "status": [
                        ["mediaSessionId": .integer(Int64(1 + id / 40)), "playerState": "PLAYING", "currentTime": 3]
                    ],
                ]
            ]
        }
    }

    @Test(
        "RM22, RM30, RM32 for any sequence of messages, each request has one outcome and calls keep their order",
        arguments: [
            1, 2, 3, 4, 5, 6, 7, 8,
        ] as [UInt64]
    )
    func schedule(_ seed: UInt64) async throws {
        var random = Dice(state: seed)
        let bench = try await MediaBench.open(MediaBench.playing, itemIDs: nil)
        for type in Self.types { bench.device.whenever(type, in: .media, answer: Self.answer) }
        let client = bench.client
        let listener = bench.listener
        var torn: [String] = []
        var last = ""
        listener.onCall = { call in
            let name = String(call.prefix { $0 != " " })
            let after = [
                "metadata": ["status"], "queue": ["status", "metadata"], "preload": ["status", "metadata", "queue"],
            ]
            if let allowed = after[name], !allowed.contains(last) { torn.append("\(name) after \(last)") }
            if name == "status", listener.statuses.last.flatMap({ $0 }) !== client.mediaStatus {
                torn.append("other status")
            }
            last = name
        }
        var outcomes: [Outcomes] = []
        func track(_ request: GCKRequest) {
            let outcome = Outcomes()
            outcomes.append(outcome)
            request.delegate = outcome
            if random.roll(6) == 0 { request.cancel() }
        }
        for _ in 0..<250 {
            switch random.roll(15) {
            case 0: track(client.play())
            case 1: track(client.setStreamVolume(Float(random.roll(9)) / 8))
            case 2: track(client.queueNextItem())
            case 3: track(client.queueJumpToItem(withID: UInt(random.roll(4))))
            case 4: track(client.loadMedia(GCKMediaInformationBuilder(entity: "e").build()))
            case 5: track(client.queueFetchItems(forIDs: [1]))
            case 6: _ = client.mediaQueue.item(at: UInt(random.roll(4)))
            case 7: random.roll(2) == 0 ? client.mediaQueue.reload() : client.mediaQueue.clear()
            case 8:
                client.disconnect(GCKError(code: .networkError), isOver: false)
                track(client.pause())
            case 9: client.connect(to: bench.session.media)
            case 10: await bench.time.advance(by: .milliseconds(100))
            case 11: try await bench.send(MediaBench.nothing)
            case 12:
                let change = ["INSERT", "REMOVE", "UPDATE", "ITEMS_CHANGE", "NO_CHANGE", "?"][random.roll(6)]
                let ids = (0..<random.roll(3)).map { _ in random.roll(5) }
                try await bench.send(MediaBench.change(change, ids, before: random.roll(4), number: random.roll(9)))
            default:
                let state = ["PLAYING", "IDLE", "PAUSED", "?"][random.roll(4)]
                try await bench.send(
                    MediaBench.status(
                        state,
                        session: 1 + random.roll(3),
                        media: random.roll(2) == 0 ? MediaBench.film : nil,
                        extra: [
                            "currentItemId": .integer(Int64(random.roll(4))),
                            "preloadedItemId": random.roll(2) == 0 ? .null : .integer(Int64(random.roll(4))),
                            "items": random.roll(2) == 0 ? "x" : [["itemId": .integer(Int64(random.roll(4)))], 7],
                        ]
                    )
                )
            }
            let position = client.approximateStreamPosition()
            if !(position >= 0 && position <= 100_000) { torn.append("position \(position)") }
        }
        client.disconnect(GCKError(code: .channelNotConnected), isOver: true)
        await bench.settle()
        #expect(torn.isEmpty)
        #expect(outcomes.count > 50 && listener.statuses.count > 20)
        #expect(outcomes.allSatisfy { $0.words.count == 1 })
        #expect(client.mediaStatus == nil && client.mediaQueue.itemCount == 0)
        await bench.close()
    }
}

/// A generator whose numbers are the same in every run.
private struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(sides))
    }
}
