// SPDX-License-Identifier: Apache-2.0

import CastWire

extension ConformanceCase {
    static let media: [ConformanceCase] = [
        mediaCase("ME01", .must, "GET_STATUS without media is answered with an empty list") { scene in
            let reply = try await scene.connection.request(
                ["type": "GET_STATUS"],
                in: .media,
                to: scene.app.transportID
            )
            try require(reply.type == "MEDIA_STATUS", "MEDIA_STATUS", received: reply.summary)
            let list = reply.object?["status"]?.arrayValue
            try require(list?.isEmpty == true, "an empty array `status`", received: reply.summary)
        },
        mediaCase("ME02", .must, "LOAD plays the media") { scene in
            _ = try await scene.load()
        },
        mediaCase(
            "ME03",
            .must,
            "A media status has mediaSessionId, playerState, currentTime and supportedMediaCommands"
        ) {
            scene in
            let status = try await scene.load()
            for key in ["mediaSessionId", "currentTime", "supportedMediaCommands", "playbackRate"] {
                try require(status[key]?.numberValue != nil, "a number `\(key)`", received: "\(status[key] ?? .null)")
            }
        },
        mediaCase("ME04", .must, "The status after LOAD has the media with its contentId, contentType and streamType") {
            scene in
            _ = try await scene.load()
            let media = try await scene.status()["media"]
            for key in ["contentId", "contentType", "streamType"] {
                try require(media?[key]?.stringValue != nil, "a text `\(key)`", received: "\(media?[key] ?? .null)")
            }
        },
        mediaCase("ME05", .must, "The duration of a recorded sound is reported") { scene in
            _ = try await scene.load()
            let duration = try await scene.status()["media"]?["duration"]?.numberValue ?? -1
            let expected = Double(SilentSound.seconds)
            try require(abs(duration - expected) < 1, "about \(expected) seconds", received: "\(duration)")
        },
        mediaCase("ME06", .must, "LOAD with autoplay false is paused") { scene in
            _ = try await scene.load(autoplay: false)
        },
        mediaCase("ME07", .must, "LOAD with currentTime starts there") { scene in
            let status = try await scene.load(autoplay: false, ["currentTime": 20])
            let position = status["currentTime"]?.numberValue ?? -1
            try require(abs(position - 20) < 2, "about 20 seconds", received: "\(position)")
        },
        mediaCase("ME08", .must, "PAUSE pauses and PLAY continues") { scene in
            let status = try await scene.load()
            for (type, state) in [("PAUSE", "PAUSED"), ("PLAY", "PLAYING")] {
                try await scene.send(["type": .string(type)], status)
                _ = try await scene.status("\(state) after \(type)") { $0["playerState"]?.stringValue == state }
            }
        },
        mediaCase("ME09", .must, "The reply to a command has its requestId and is a MEDIA_STATUS") { scene in
            let reply = try await scene.command(["type": "PAUSE"], try await scene.load())
            try require(reply.type == "MEDIA_STATUS", "MEDIA_STATUS", received: reply.summary)
        },
        mediaCase("ME10", .must, "SEEK moves to a position") { scene in
            let status = try await scene.load(autoplay: false)
            try await scene.send(["type": "SEEK", "currentTime": 30], status)
            _ = try await scene.status("a position near 30 seconds") {
                abs(($0["currentTime"]?.numberValue ?? 0) - 30) < 2
            }
        },
        mediaCase("ME11", .should, "SEEK with resumeState PLAYBACK_START plays paused media") { scene in
            let status = try await scene.load(autoplay: false)
            try await scene.send(["type": "SEEK", "currentTime": 10, "resumeState": "PLAYBACK_START"], status)
            _ = try await scene.status("PLAYING") { $0["playerState"]?.stringValue == "PLAYING" }
        },
        mediaCase("ME12", .must, "The position advances while media plays") { scene in
            _ = try await scene.load()
            let first = try await scene.status()["currentTime"]?.numberValue ?? -1
            let start = ContinuousClock.now
            try await Task.sleep(for: .seconds(3))
            let later = try await scene.status()["currentTime"]?.numberValue ?? -1
            // The answers may be late, so the time between them is longer than the pause.
            let elapsed = start.duration(to: .now) / .seconds(1)
            let passed = later - first
            try require((1.5...elapsed + 2).contains(passed), "about 3 seconds more", received: "\(passed)")
        },
        mediaCase("ME13", .must, "STOP ends the media session with IDLE and CANCELLED") { scene in
            try await scene.send(["type": "STOP"], try await scene.load())
            let reason = try await scene.idleReason()
            try require(reason == "CANCELLED", "the idleReason CANCELLED", received: reason)
        },
        mediaCase("ME14", .must, "The app goes on after STOP, and loads again") { scene in
            try await scene.send(["type": "STOP"], try await scene.load())
            _ = try await scene.idleReason()
            _ = try await scene.load()
        },
        mediaCase("ME15", .must, "Each LOAD starts a media session of its own") { scene in
            let first = try await scene.load()["mediaSessionId"]?.numberValue
            try await scene.sendLoad()
            _ = try await scene.status("another mediaSessionId") {
                $0["playerState"]?.stringValue == "PLAYING" && $0["mediaSessionId"]?.numberValue != first
            }
        },
        mediaCase(
            "ME16",
            .must,
            "A command to an unknown media session is answered with INVALID_REQUEST or INVALID_PLAYER_STATE"
        ) {
            scene in
            _ = try await scene.load()
            let reply = try await scene.command(["type": "PAUSE"], ["mediaSessionId": 987_654])
            try require(
                ["INVALID_REQUEST", "INVALID_PLAYER_STATE"].contains(reply.type),
                "INVALID_REQUEST or INVALID_PLAYER_STATE",
                received: reply.summary
            )
        },
        mediaCase("ME17", .should, "INVALID_REQUEST of an unknown media session has INVALID_MEDIA_SESSION_ID") {
            scene in
            _ = try await scene.load()
            let reply = try await scene.command(["type": "PAUSE"], ["mediaSessionId": 987_654])
            let reason = reply.object?["reason"]?.stringValue
            try require(reason == "INVALID_MEDIA_SESSION_ID", "INVALID_MEDIA_SESSION_ID", received: reply.summary)
        },
        mediaCase(
            "ME18",
            .must,
            "A LOAD that cannot be played is answered with LOAD_FAILED, or ends with IDLE and ERROR"
        ) { scene in
            // Port 9 of the device itself: nothing listens there.
            let media: JSONObject = [
                "contentId": "http://127.0.0.1:9/missing.mp4", "contentType": "video/mp4", "streamType": "BUFFERED",
            ]
            try await scene.sendLoad(["media": .object(media)])
            _ = try await scene.connection.next("LOAD_FAILED, or IDLE with ERROR", within: .seconds(60)) {
                $0.type == "LOAD_FAILED" || CaseContext.session(of: $0)?["idleReason"]?.stringValue == "ERROR"
            }
        },
        mediaCase("ME19", .must, "LOAD without media is rejected") { scene in
            let reply = try await scene.connection.request(
                ["type": "LOAD", "autoplay": true],
                in: .media,
                to: scene.app.transportID
            )
            try require(
                ["INVALID_REQUEST", "LOAD_FAILED"].contains(reply.type),
                "INVALID_REQUEST or LOAD_FAILED",
                received: reply.summary
            )
        },
        mediaCase("ME20", .must, "A second sender sees the media of the first") { scene in
            let status = try await scene.load()
            let other = try await scene.context.open()
            try await other.connect(to: scene.app.transportID)
            let reply = try await other.request(["type": "GET_STATUS"], in: .media, to: scene.app.transportID)
            try require(
                CaseContext.session(of: reply)?["mediaSessionId"]?.numberValue == status["mediaSessionId"]?.numberValue,
                "the same mediaSessionId",
                received: reply.summary
            )
        },
        mediaCase("ME21", .must, "A second sender is told of changes by the first") { scene in
            let status = try await scene.load()
            let other = try await scene.context.open()
            try await other.connect(to: scene.app.transportID)
            _ = try await other.request(["type": "GET_STATUS"], in: .media, to: scene.app.transportID)
            try await scene.send(["type": "PAUSE"], status)
            _ = try await scene.context.mediaStatus("PAUSED at the second sender", other) {
                $0["playerState"]?.stringValue == "PAUSED"
            }
        },
        mediaCase("ME22", .must, "customData of the media is returned unchanged") { scene in
            var media = try await scene.context.device.sound.media()
            let data: JSONValue = ["text": "Grüße 🙂", "list": [1, 2.5, .null, true]]
            media["customData"] = data
            _ = try await scene.load(autoplay: false, ["media": .object(media)])
            let got = try await scene.status()["media"]?["customData"] ?? .null
            try require(got["text"] == data["text"], "the same text", received: "\(got)")
            try require(got["list"]?.arrayValue?.count == 4, "the list of four", received: "\(got)")
        },
        mediaCase("ME23", .must, "Metadata with characters beyond ASCII is returned unchanged") { scene in
            var media = try await scene.context.device.sound.media()
            let title: JSONValue = "Ünïcödé – 日本語 🙂 \"quoted\""
            media["metadata"] = ["metadataType": 0, "title": title]
            _ = try await scene.load(autoplay: false, ["media": .object(media)])
            let got = try await scene.status()["media"]?["metadata"]?["title"] ?? .null
            try require(got == title, "the same title", received: "\(got)")
        },
        mediaCase("ME24", .should, "SET_PLAYBACK_RATE changes the rate") { scene in
            let status = try await scene.load()
            try scene.requireCommand(8192, "PLAYBACK_RATE", in: status)
            try await scene.send(["type": "SET_PLAYBACK_RATE", "playbackRate": 1.5], status)
            _ = try await scene.status("the rate 1.5") { $0["playbackRate"]?.numberValue == 1.5 }
        },
        mediaCase("ME25", .should, "SET_VOLUME of the media changes the stream's volume") { scene in
            let status = try await scene.load()
            try await scene.send(["type": "SET_VOLUME", "volume": ["level": 0.5]], status)
            _ = try await scene.status("the stream's level 0.5") {
                abs(($0["volume"]?["level"]?.numberValue ?? -1) - 0.5) < 0.02
            }
        },
        mediaCase("ME26", .must, "A request of an unknown type is answered with INVALID_REQUEST") { scene in
            let reply = try await scene.command(["type": "CONFORMANCE"], try await scene.load())
            try require(reply.type == "INVALID_REQUEST", "INVALID_REQUEST", received: reply.summary)
        },
        mediaCase("ME27", .should, "EDIT_TRACKS_INFO with an unknown track is answered with INVALID_REQUEST") { scene in
            let reply = try await scene.command(
                ["type": "EDIT_TRACKS_INFO", "activeTrackIds": [4711]],
                try await scene.load()
            )
            try require(reply.type == "INVALID_REQUEST", "INVALID_REQUEST", received: reply.summary)
        },
        mediaCase("ME28", .should, "SEEK beyond the end finishes the media") { scene in
            let status = try await scene.load()
            try await scene.send(["type": "SEEK", "currentTime": 100_000], status)
            let reason = try await scene.idleReason()
            try require(reason == "FINISHED", "the idleReason FINISHED", received: reason)
        },
    ]

    static let queue: [ConformanceCase] = [
        mediaCase("QU01", .must, "LOAD with queueData plays the first item") { scene in
            _ = try await scene.loadQueue(3)
            let items = try await scene.status()["items"]?.arrayValue ?? []
            try require(!items.isEmpty, "items", received: "none")
        },
        mediaCase("QU02", .must, "Items of a queue get IDs from the device") { scene in
            _ = try await scene.loadQueue(3)
            let ids = try await scene.itemIDs()
            try require(ids.count == 3 && Set(ids).count == 3, "three different IDs", received: "\(ids)")
        },
        mediaCase("QU03", .must, "QUEUE_UPDATE with jump moves to the next item") { scene in
            let status = try await scene.loadQueue(3)
            let ids = try await scene.itemIDs(3)
            try await scene.send(["type": "QUEUE_UPDATE", "jump": 1], status)
            _ = try await scene.status("the second item", within: .seconds(20)) {
                $0["currentItemId"]?.numberValue == Double(ids[1])
            }
        },
        mediaCase("QU04", .must, "QUEUE_INSERT adds an item at the end") { scene in
            let status = try await scene.loadQueue(2)
            let item: JSONValue = ["media": .object(try await scene.context.device.sound.media())]
            _ = try await scene.command(["type": "QUEUE_INSERT", "items": [item]], status)
            let ids = try await scene.itemIDs()
            try require(ids.count == 3, "three items", received: "\(ids.count)")
        },
        mediaCase("QU05", .must, "QUEUE_REMOVE removes an item") { scene in
            let status = try await scene.loadQueue(3)
            let ids = try await scene.itemIDs(3)
            _ = try await scene.command(["type": "QUEUE_REMOVE", "itemIds": [.integer(Int64(ids[2]))]], status)
            let rest = try await scene.itemIDs()
            try require(rest == Array(ids[..<2]), "\(Array(ids[..<2]))", received: "\(rest)")
        },
        mediaCase("QU06", .should, "QUEUE_REORDER moves an item before another one") { scene in
            let status = try await scene.loadQueue(3)
            let ids = try await scene.itemIDs(3)
            _ = try await scene.command(
                [
                    "type": "QUEUE_REORDER", "itemIds": [.integer(Int64(ids[2]))],
                    "insertBefore": .integer(Int64(ids[1])),
                ],
                status
            )
            let order = try await scene.itemIDs()
            try require(order == [ids[0], ids[2], ids[1]], "\([ids[0], ids[2], ids[1]])", received: "\(order)")
        },
        mediaCase("QU07", .must, "QUEUE_GET_ITEMS returns the media of the items") { scene in
            let status = try await scene.loadQueue(2)
            let ids = try await scene.itemIDs(2)
            let reply = try await scene.command(
                ["type": "QUEUE_GET_ITEMS", "itemIds": .array(ids.map { .integer(Int64($0)) })],
                status
            )
            let items = reply.object?["items"]?.arrayValue ?? []
            try require(
                items.count == 2 && items.allSatisfy { $0["media"]?.objectValue != nil },
                "two items with media",
                received: reply.summary
            )
        },
        mediaCase("QU08", .should, "QUEUE_UPDATE changes the repeat mode") { scene in
            let status = try await scene.loadQueue(2)
            try await scene.send(["type": "QUEUE_UPDATE", "repeatMode": "REPEAT_ALL"], status)
            _ = try await scene.status("the repeatMode REPEAT_ALL") { $0["repeatMode"]?.stringValue == "REPEAT_ALL" }
        },
        mediaCase("QU09", .must, "QUEUE_LOAD without items is rejected") { scene in
            let reply = try await scene.connection.request(
                ["type": "QUEUE_LOAD", "items": [], "startIndex": 0],
                in: .media,
                to: scene.app.transportID
            )
            try require(
                ["INVALID_REQUEST", "LOAD_FAILED"].contains(reply.type),
                "INVALID_REQUEST or LOAD_FAILED",
                received: reply.summary
            )
        },
        mediaCase("QU10", .should, "QUEUE_LOAD starts with the item at startIndex") { scene in
            var request = try await scene.queue(3, startIndex: 1)
            request["type"] = "QUEUE_LOAD"
            request["requestId"] = .integer(Int64(scene.connection.nextRequestID()))
            try await scene.connection.send(request, in: .media, to: scene.app.transportID)
            let status = try await scene.status("PLAYING", within: .seconds(20)) {
                $0["playerState"]?.stringValue == "PLAYING"
            }
            let ids = try await scene.itemIDs(3)
            let current = status["currentItemId"]?.numberValue ?? -1
            try require(ids.count == 3 && current == Double(ids[1]), "the second of \(ids)", received: "\(current)")
        },
    ]
}
