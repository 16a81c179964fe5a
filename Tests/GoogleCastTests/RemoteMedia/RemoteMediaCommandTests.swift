// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Remote media client: commands")
@MainActor
struct RemoteMediaCommandTests {
    private static func item(_ name: String) -> GCKMediaQueueItem {
        let builder = GCKMediaQueueItemBuilder()
        builder.mediaInformation = GCKMediaInformationBuilder(entity: name).build()
        return builder.build()
    }

    private static func seek(_ change: (GCKMediaSeekOptions) -> Void) -> GCKMediaSeekOptions {
        let options = GCKMediaSeekOptions()
        change(options)
        return options
    }

    /// A call of the client and the message that it sends.
    struct Command: Sendable, CustomTestStringConvertible {
        let name: String
        let type: String
        /// Members that the message must have.
        var members: JSONObject = [:]
        /// Members that the message must not have.
        var absent: [String] = []
        let make: @MainActor @Sendable (GCKRemoteMediaClient) -> GCKRequest

        var testDescription: String { name }
    }

    nonisolated static let commands: [Command] = [
        Command(name: "play", type: "PLAY", absent: ["currentTime"]) { $0.play() },
        Command(name: "play with data", type: "PLAY", members: ["customData": ["a": 1]]) {
            $0.play(withCustomData: ["a": 1])
        },
        Command(name: "pause", type: "PAUSE", absent: ["customData"]) { $0.pause() },
        Command(name: "stop", type: "STOP") { $0.stop() },
        Command(name: "stop with data", type: "STOP", members: ["customData": "x"]) { $0.stop(withCustomData: "x") },
        Command(name: "RM6 no tracks", type: "EDIT_TRACKS_INFO", members: ["activeTrackIds": []]) {
            $0.setActiveTrackIDs(nil)
        },
        Command(name: "tracks", type: "EDIT_TRACKS_INFO", members: ["activeTrackIds": [1, 3]]) {
            $0.setActiveTrackIDs([1, 3])
        },
        Command(
            name: "text style",
            type: "EDIT_TRACKS_INFO",
            members: [
                "textTrackStyle": [
                    "fontScale": 2, "edgeType": "NONE", "windowType": "NONE", "fontStyle": "NORMAL",
                ]
            ],
            absent: ["activeTrackIds"]
        ) {
            let style = GCKMediaTextTrackStyle()
            style.fontScale = 2
            return $0.setTextTrackStyle(style)
        },
        Command(name: "RM8 mute", type: "SET_VOLUME", members: ["volume": ["muted": true]]) {
            $0.setStreamMuted(true)
        },
        Command(name: "volume", type: "SET_VOLUME", members: ["volume": ["level": 0.3]]) { $0.setStreamVolume(0.3) },
        Command(name: "volume is clamped", type: "SET_VOLUME", members: ["volume": ["level": 1]]) {
            $0.setStreamVolume(7)
        },
        Command(
            name: "RM9, A11 live edge",
            type: "SEEK",
            members: ["currentTime": 4_294_967_296],
            absent: ["resumeState"]
        ) {
            $0.seek(
                with: seek {
                    $0.seekToInfinite = true
                    $0.interval = -5
                    $0.relative = true
                }
            )
        },
        Command(name: "RM10 forward", type: "SEEK", members: ["currentTime": 40], absent: ["relativeTime"]) {
            $0.seek(
                with: seek {
                    $0.interval = 30
                    $0.relative = true
                }
            )
        },
        Command(name: "RM10 forward to the end", type: "SEEK", members: ["currentTime": 60]) {
            $0.seek(
                with: seek {
                    $0.interval = 300
                    $0.relative = true
                }
            )
        },
        Command(
            name: "seek",
            type: "SEEK",
            members: ["currentTime": 500, "resumeState": "PLAYBACK_PAUSE", "customData": [1, 2]]
        ) {
            $0.seek(
                with: seek {
                    $0.interval = 500
                    $0.resumeState = .pause
                    $0.customData = [1, 2]
                }
            )
        },
        Command(name: "old seek", type: "SEEK", members: ["currentTime": 20, "resumeState": "PLAYBACK_START"]) {
            $0.oldSeek(20, .play)
        },
        Command(name: "RM11 slow", type: "SET_PLAYBACK_RATE", members: ["playbackRate": 0.5]) {
            $0.setPlaybackRate(0.5)
        },
        Command(name: "RM11 fast", type: "SET_PLAYBACK_RATE", members: ["playbackRate": 2]) { $0.setPlaybackRate(2) },
        Command(name: "rate as written", type: "SET_PLAYBACK_RATE", members: ["playbackRate": 1.1]) {
            $0.setPlaybackRate(1.1)
        },
        Command(name: "A6 skip", type: "SKIP_AD", absent: ["customData"]) { $0.skipAd() },
        Command(name: "ids", type: "QUEUE_GET_ITEM_IDS") { $0.queueFetchItemIDs() },
        Command(name: "items", type: "QUEUE_GET_ITEMS", members: ["itemIds": [4, 5]]) {
            $0.queueFetchItems(forIDs: [4, 5])
        },
        Command(
            name: "RM13 append",
            type: "QUEUE_INSERT",
            members: [:],
            absent: ["insertBefore", "currentItemIndex", "currentTime"]
        ) {
            $0.queueInsert([item("a"), item("b")], beforeItemWithID: 0)
        },
        Command(name: "insert", type: "QUEUE_INSERT", members: ["insertBefore": 4]) {
            $0.queueInsert(item("a"), beforeItemWithID: 4)
        },
        Command(
            name: "RM14 insert and play",
            type: "QUEUE_INSERT",
            members: ["currentItemIndex": 0, "insertBefore": 4],
            absent: ["currentTime"]
        ) {
            $0.queueInsertAndPlay(item("a"), beforeItemWithID: 4)
        },
        Command(
            name: "insert and play from",
            type: "QUEUE_INSERT",
            members: ["currentItemIndex": 0, "currentTime": 12, "customData": "c"]
        ) {
            $0.queueInsertAndPlay(item("a"), beforeItemWithID: 0, playPosition: 12, customData: "c")
        },
        Command(name: "remove", type: "QUEUE_REMOVE", members: ["itemIds": [4, 5]]) {
            $0.queueRemoveItems(withIDs: [4, 5])
        },
        Command(name: "remove one", type: "QUEUE_REMOVE", members: ["itemIds": [4]]) { $0.queueRemoveItem(withID: 4) },
        Command(name: "reorder", type: "QUEUE_REORDER", members: ["itemIds": [4, 5], "insertBefore": 2]) {
            $0.queueReorderItems(withIDs: [4, 5], insertBeforeItemWithID: 2)
        },
        Command(name: "move to the end", type: "QUEUE_REORDER", members: ["itemIds": [4]], absent: ["insertBefore"]) {
            $0.queueMoveItem(withID: 4, beforeItemWithID: 0)
        },
        Command(
            name: "jump",
            type: "QUEUE_UPDATE",
            members: ["currentItemId": 4],
            absent: ["currentTime", "jump"]
        ) {
            $0.queueJumpToItem(withID: 4)
        },
        Command(name: "jump into", type: "QUEUE_UPDATE", members: ["currentItemId": 4, "currentTime": 7]) {
            $0.queueJumpToItem(withID: 4, playPosition: 7, customData: nil)
        },
        Command(name: "RM15 next", type: "QUEUE_UPDATE", members: ["jump": 1]) { $0.queueNextItem() },
        Command(name: "RM15 previous", type: "QUEUE_UPDATE", members: ["jump": -1]) { $0.queuePreviousItem() },
        Command(name: "repeat", type: "QUEUE_UPDATE", members: ["repeatMode": "REPEAT_SINGLE"]) {
            $0.queueSetRepeatMode(.single)
        },
    ]

    @Test("Each command is sent to the media session with its members", arguments: commands)
    func sends(_ command: Command) async throws {
        let bench = try await MediaBench.open(MediaBench.playing, itemIDs: command.name == "ids" ? nil : [1])
        if command.name == "ids" { try await bench.device.expect("QUEUE_GET_ITEM_IDS", in: .media) }
        let outcomes = Outcomes()
        let (request, message) = try await bench.sent(command.type) { command.make(bench.client) }
        request.delegate = outcomes
        #expect(message.object["mediaSessionId"] == 1)
        #expect(has(message.object, command.members), "\(message.object)")
        for key in command.absent { #expect(message.object[key] == nil) }
        let answer: JSONObject =
            switch command.type {
            case "QUEUE_GET_ITEM_IDS": ["type": "QUEUE_ITEM_IDS", "itemIds": [1]]
            case "QUEUE_GET_ITEMS": ["type": "QUEUE_ITEMS", "items": []]
            default: MediaBench.status()
            }
        try await bench.device.reply(to: message, answer)
        #expect(await bench.until { outcomes.words == ["completed"] })
        await bench.close()
    }

    @Test("Inserted items have no ID, updated ones have theirs")
    func itemIDs() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        let known = try #require(
            GCKMediaQueueItem.received(QueueItem(media: MediaInformation(contentID: "x"), itemID: 7))
        )
        let (_, insertion) = try await bench.sent("QUEUE_INSERT") {
            bench.client.queueInsert(known, beforeItemWithID: 0)
        }
        let inserted = try #require(insertion.object["items"]?[0])
        #expect(inserted["media"]?["contentId"] == "x")
        #expect(inserted["itemId"] == nil)
        let (_, update) = try await bench.sent("QUEUE_UPDATE") { bench.client.queueUpdate([known]) }
        #expect(update.object["items"]?[0]?["itemId"] == 7)
        await bench.close()
    }

    @Test("RM7 setting no text style sends nothing and completes; without media it fails")
    func noStyle() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        let outcomes = Outcomes()
        bench.client.setTextTrackStyle(nil).delegate = outcomes
        #expect(await bench.until { outcomes.words == ["completed"] })
        try bench.device.verify()
        await bench.close()
        let empty = try await MediaBench.open()
        let failures = Outcomes()
        empty.client.setTextTrackStyle(nil).delegate = failures
        #expect(await empty.until { failures.words == ["failed 32"] })
        await empty.close()
    }

    @Test("RM11, RM16 invalid arguments fail with 4, and nothing is sent")
    func invalid() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        let client = bench.client
        let outcomes = Outcomes()
        let requests = [
            client.setPlaybackRate(3), client.setPlaybackRate(0.1), client.setPlaybackRate(.nan),
            client.setStreamVolume(.nan), client.seek(with: Self.seek { $0.interval = -1 }),
            client.seek(with: Self.seek { $0.interval = .nan }), client.queueRemoveItems(withIDs: []),
            client.queueInsert([], beforeItemWithID: 3), client.queueUpdate([]),
            client.queueUpdate([Self.item("no id")]),
            client.queueReorderItems(withIDs: [], insertBeforeItemWithID: 0), client.queueFetchItems(forIDs: []),
            client.queueSetRepeatMode(.unchanged), client.queueJumpToItem(withID: 0),
            client.queueJumpToItem(withID: 3, playPosition: -3, customData: nil),
            client.queueMoveItem(withID: 3, beforeItemWithID: 3),
            client.queueInsertAndPlay(Self.item("a"), beforeItemWithID: 0, playPosition: .infinity, customData: nil),
        ]
        for request in requests { request.delegate = outcomes }
        #expect(await bench.until { outcomes.words.count == requests.count })
        #expect(outcomes.words == Array(repeating: "failed 4", count: requests.count))
        try bench.device.verify()
        await bench.close()
    }

    @Test("Every command for the current media fails with 32 without media")
    func noSession() async throws {
        let bench = try await MediaBench.open()
        let outcomes = Outcomes()
        let requests = Self.commands.map { $0.make(bench.client) }
        for request in requests { request.delegate = outcomes }
        #expect(await bench.until { outcomes.words.count == requests.count })
        #expect(outcomes.words == Array(repeating: "failed 32", count: requests.count))
        try bench.device.verify()
        await bench.close()
    }

    @Test("RM12 a queue is loaded by LOAD with queue data")
    func queueLoad() async throws {
        let bench = try await MediaBench.open()
        let options = GCKMediaQueueLoadOptions()
        options.startIndex = 1
        options.playPosition = 9
        let outcomes = Outcomes()
        let (request, message) = try await bench.sent("LOAD") {
            bench.client.queueLoad([Self.item("a"), Self.item("b")], with: options)
        }
        request.delegate = outcomes
        let queue = try #require(message.object["queueData"]?.objectValue)
        #expect(queue["items"]?.arrayValue?.count == 2)
        #expect(has(queue, ["startIndex": 1, "repeatMode": "REPEAT_OFF", "startTime": 9]))
        #expect(has(message.object, ["currentTime": 9]))
        #expect(message.object["mediaSessionId"] == nil)
        try await bench.device.reply(to: message, MediaBench.status("BUFFERING", media: MediaBench.film))
        #expect(await bench.until { outcomes.words == ["completed"] })
        await bench.close()
    }

    @Test("All load methods send the values of their options")
    func load() async throws {
        let bench = try await MediaBench.open()
        let media = GCKMediaInformationBuilder(entity: "e").build()
        let options = GCKMediaLoadOptions()
        options.autoplay = false
        options.playPosition = 30
        options.playbackRate = 1.5
        options.activeTrackIDs = [2]
        options.customData = ["k": "v"]
        options.credentials = "c"
        let (_, full) = try await bench.sent("LOAD") { bench.client.loadMedia(media, with: options) }
        #expect(
            has(
                full.object,
                [
                    "autoplay": false, "currentTime": 30, "playbackRate": 1.5, "activeTrackIds": [2],
                    "customData": ["k": "v"], "credentials": "c",
                ]
            )
        )
        #expect(full.object["credentialsType"] == nil)
        let (_, plain) = try await bench.sent("LOAD") { bench.client.loadMedia(media) }
        #expect(has(plain.object, ["autoplay": true, "playbackRate": 1]))
        #expect(plain.object["currentTime"] == nil)
        let (_, old) = try await bench.sent("LOAD") { bench.client.oldLoad(media, autoplay: false, from: 4) }
        #expect(has(old.object, ["autoplay": false, "currentTime": 4]))
        await bench.close()
    }

    @Test("RM17 without media and queue the load fails with 4, and nothing is sent")
    func nothingToLoad() async throws {
        let bench = try await MediaBench.open()
        let outcomes = Outcomes()
        bench.client.loadMedia(with: GCKMediaLoadRequestDataBuilder().build()).delegate = outcomes
        bench.client.queueLoad([], with: GCKMediaQueueLoadOptions()).delegate = outcomes
        #expect(await bench.until { outcomes.words == ["failed 4", "failed 4"] })
        try bench.device.verify()
        await bench.close()
    }

    @Test("The status can be requested without a media session")
    func requestStatus() async throws {
        let bench = try await MediaBench.open()
        let outcomes = Outcomes()
        let (request, message) = try await bench.sent("GET_STATUS") { bench.client.requestStatus() }
        request.delegate = outcomes
        try await bench.device.reply(to: message, MediaBench.playing)
        #expect(await bench.until { outcomes.words == ["completed"] })
        #expect(bench.client.mediaStatus?.mediaSessionID == 1)
        await bench.close()
    }

    @Test("Jumps are sent one at a time, and of the waiting ones only the last")
    func jumps() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        let outcomes = (1...3).map { _ in Outcomes() }
        for (index, outcome) in outcomes.enumerated() {
            bench.client.queueJumpToItem(withID: UInt(index + 2)).delegate = outcome
        }
        let first = try await bench.device.expect("QUEUE_UPDATE", in: .media)
        #expect(await bench.until { outcomes[1].words == ["aborted replaced"] })
        try bench.device.verify()
        try await bench.device.reply(to: first, MediaBench.status())
        let second = try await bench.device.expect("QUEUE_UPDATE", in: .media)
        #expect(second.object["currentItemId"] == 4)
        try await bench.device.reply(to: second, MediaBench.status())
        #expect(await bench.until { outcomes[2].words == ["completed"] })
        #expect(outcomes[0].words == ["completed"])
        await bench.close()
    }
}

extension GCKRemoteMediaClient {
    @available(*, deprecated)
    fileprivate func older(_ position: TimeInterval, _ state: GCKMediaResumeState) -> GCKRequest {
        seek(toTimeInterval: position, resumeState: state)
    }

    @available(*, deprecated)
    fileprivate func older(_ media: GCKMediaInformation, autoplay: Bool, from position: TimeInterval) -> GCKRequest {
        loadMedia(media, autoplay: autoplay, playPosition: position)
    }
}

/// Gives access to deprecated methods without a warning.
@MainActor
private protocol Older {
    func older(_ position: TimeInterval, _ state: GCKMediaResumeState) -> GCKRequest
    func older(_ media: GCKMediaInformation, autoplay: Bool, from position: TimeInterval) -> GCKRequest
}

extension GCKRemoteMediaClient: Older {}

extension GCKRemoteMediaClient {
    fileprivate func oldSeek(_ position: TimeInterval, _ state: GCKMediaResumeState) -> GCKRequest {
        (self as any Older).older(position, state)
    }

    fileprivate func oldLoad(_ media: GCKMediaInformation, autoplay: Bool, from position: TimeInterval) -> GCKRequest {
        (self as any Older).older(media, autoplay: autoplay, from: position)
    }
}
