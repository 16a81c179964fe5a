// SPDX-License-Identifier: Apache-2.0

import CastWire

// Cases about the control of media: positions, rates, tracks, statuses, and requests that are refused.

extension ConformanceCase {
    static let playback: [ConformanceCase] = loads + positions + tracks + statuses

    private static let loads: [ConformanceCase] = [
        mediaCase("ME29", .must, "A file that is no media is answered with LOAD_FAILED, or ends with ERROR") { scene in
            try await scene.sendLoad(["media": .object(try await scene.context.device.sound.text())])
            _ = try await scene.connection.next("LOAD_FAILED, or IDLE with ERROR", within: .seconds(60)) {
                $0.type == "LOAD_FAILED" || CaseContext.session(of: $0)?["idleReason"]?.stringValue == "ERROR"
            }
        },
        mediaCase("ME30", .must, "LOAD without autoplay plays") { scene in
            try await scene.sendLoad()
            _ = try await scene.status("PLAYING", within: .seconds(20)) {
                $0["playerState"]?.stringValue == "PLAYING"
            }
        },
        mediaCase("ME31", .must, "LOAD with a duration of 0 plays, and the real duration is reported") { scene in
            try await scene.loadWithDuration(0)
        },
        mediaCase("ME55", .must, "LOAD with a duration of null plays, and the real duration is reported") { scene in
            try await scene.loadWithDuration(.null)
        },
        mediaCase("ME32", .should, "LOAD plays `contentUrl`, and keeps `contentId`") { scene in
            var media = try await scene.context.device.sound.media()
            media["contentUrl"] = media["contentId"]
            media["contentId"] = "conformance-1"
            _ = try await scene.load(["media": .object(media)])
            let id = try await scene.status()["media"]?["contentId"]?.stringValue ?? "none"
            try require(id == "conformance-1", "the contentId conformance-1", received: id)
        },
        mediaCase("ME33", .should, "LOAD with streamType LIVE plays") { scene in
            var media = try await scene.context.device.sound.media()
            media["streamType"] = "LIVE"
            _ = try await scene.load(["media": .object(media)])
        },
        mediaCase("ME34", .should, "LOAD with playbackRate plays at that rate") { scene in
            let status = try await scene.load(["playbackRate": 1.5])
            try scene.requireCommand(8192, "PLAYBACK_RATE", in: status)
            let rate = try await scene.status()["playbackRate"]?.numberValue ?? -1
            try require(rate == 1.5, "the rate 1.5", received: "\(rate)")
        },
        mediaCase("ME35", .should, "A LOAD reports the media before it with IDLE and INTERRUPTED") { scene in
            let before = try await scene.load()["mediaSessionId"]?.numberValue
            try await scene.sendLoad()
            _ = try await scene.status("INTERRUPTED of the first media session") {
                $0["idleReason"]?.stringValue == "INTERRUPTED" && $0["mediaSessionId"]?.numberValue == before
            }
        },
        mediaCase("ME36", .must, "STOP ends media that is still loading") { scene in
            try await scene.sendLoad()
            let session = try await scene.status("a mediaSessionId after LOAD") { $0["mediaSessionId"] != nil }
            try await scene.send(["type": "STOP"], session)
            _ = try await scene.connection.next("IDLE with CANCELLED, or LOAD_CANCELLED", within: .seconds(20)) {
                $0.type == "LOAD_CANCELLED"
                    || CaseContext.session(of: $0)?["idleReason"]?.stringValue == "CANCELLED"
            }
        },
        mediaCase("ME37", .should, "After STOP, GET_STATUS is answered with an empty list") { scene in
            try await scene.send(["type": "STOP"], try await scene.load())
            _ = try await scene.idleReason()
            let reply = try await scene.connection.request(
                ["type": "GET_STATUS"],
                in: .media,
                to: scene.app.transportID
            )
            let list = reply.object?["status"]?.arrayValue
            try require(list?.isEmpty == true, "an empty array `status`", received: reply.summary)
        },
    ]

    private static let positions: [ConformanceCase] = [
        mediaCase("ME38", .should, "SEEK with relativeTime moves from the current position") { scene in
            let status = try await scene.load(autoplay: false, ["currentTime": 10])
            try await scene.send(["type": "SEEK", "relativeTime": 15], status)
            _ = try await scene.status("a position near 25 seconds") {
                abs(($0["currentTime"]?.numberValue ?? 0) - 25) < 2
            }
        },
        mediaCase("ME39", .should, "SEEK before the beginning moves to the beginning") { scene in
            let status = try await scene.load(autoplay: false, ["currentTime": 20])
            try await scene.send(["type": "SEEK", "currentTime": -10], status)
            _ = try await scene.status("a position near 0 seconds") {
                abs($0["currentTime"]?.numberValue ?? -1) < 1
            }
        },
        mediaCase("ME40", .should, "SEEK with resumeState PLAYBACK_PAUSE pauses media that plays") { scene in
            let status = try await scene.load()
            try await scene.send(["type": "SEEK", "currentTime": 10, "resumeState": "PLAYBACK_PAUSE"], status)
            _ = try await scene.status("PAUSED") { $0["playerState"]?.stringValue == "PAUSED" }
        },
        mediaCase("ME41", .must, "The position of paused media does not change") { scene in
            _ = try await scene.load(autoplay: false, ["currentTime": 10])
            let first = try await scene.status()["currentTime"]?.numberValue ?? -1
            try await Task.sleep(for: .milliseconds(1500))
            let later = try await scene.status()["currentTime"]?.numberValue ?? -1
            try require(abs(later - first) < 0.5, "the position \(first)", received: "\(later)")
        },
        mediaCase("ME42", .should, "The end of the media is reported with FINISHED and the requestId 0") { scene in
            _ = try await scene.load(["currentTime": 57])
            let last = try await scene.connection.next("IDLE with FINISHED", within: .seconds(20)) {
                CaseContext.session(of: $0)?["idleReason"]?.stringValue == "FINISHED"
            }
            let id = last.object?["requestId"]?.numberValue
            try require(id == 0, "the requestId 0", received: last.summary)
        },
        mediaCase("ME43", .should, "A rate outside of 0.5 to 2 is refused") { scene in
            let status = try await scene.load()
            try scene.requireCommand(8192, "PLAYBACK_RATE", in: status)
            let reply = try await scene.command(["type": "SET_PLAYBACK_RATE", "playbackRate": 5], status)
            try require(reply.type == "INVALID_REQUEST", "INVALID_REQUEST", received: reply.summary)
        },
        mediaCase("ME44", .should, "PLAY of playing and PAUSE of paused media are answered with a status") { scene in
            let status = try await scene.load()
            for type in ["PLAY", "PAUSE", "PAUSE"] {
                let reply = try await scene.command(["type": .string(type)], status)
                try require(reply.type == "MEDIA_STATUS", "MEDIA_STATUS", received: reply.summary)
            }
        },
        mediaCase("ME45", .should, "SET_VOLUME of the media mutes the stream") { scene in
            let status = try await scene.load()
            try scene.requireCommand(8, "STREAM_MUTE", in: status)
            try await scene.send(["type": "SET_VOLUME", "volume": ["muted": true]], status)
            _ = try await scene.status("a muted stream") { $0["volume"]?["muted"]?.boolValue == true }
        },
    ]

    private static let tracks: [ConformanceCase] = [
        trackCase("ME46", .should, "The tracks of the media are in its status") { scene, _ in
            let tracks = try await scene.status()["media"]?["tracks"]?.arrayValue ?? []
            let ids = tracks.compactMap { $0["trackId"]?.numberValue }
            try require([1, 2].allSatisfy(ids.contains), "the tracks 1 and 2", received: "\(ids)")
        },
        trackCase("ME47", .should, "EDIT_TRACKS_INFO turns a text track on, and all off") { scene, status in
            for ids in [[2], []] as [[Int64]] {
                let list = JSONValue.array(ids.map { .integer($0) })
                _ = try await scene.command(["type": "EDIT_TRACKS_INFO", "activeTrackIds": list], status)
                let active = try await scene.activeTracks()
                try require(active == ids.map(Double.init), "the active tracks \(ids)", received: "\(active)")
            }
        },
        trackCase("ME48", .must, "EDIT_TRACKS_INFO with an unknown track does not make it active") { scene, status in
            _ = try await scene.command(["type": "EDIT_TRACKS_INFO", "activeTrackIds": [4711]], status)
            let active = try await scene.activeTracks()
            try require(!active.contains(4711), "no track 4711", received: "\(active)")
        },
        trackCase("ME49", .should, "EDIT_TRACKS_INFO changes the style of text") { scene, status in
            let style: JSONValue = ["fontScale": 1.5, "foregroundColor": "#FFFF00FF"]
            _ = try await scene.command(["type": "EDIT_TRACKS_INFO", "textTrackStyle": style], status)
            let scale = try await scene.status()["media"]?["textTrackStyle"]?["fontScale"]?.numberValue ?? -1
            try require(scale == 1.5, "the fontScale 1.5", received: "\(scale)")
        },
        trackCase("ME50", .should, "LOAD with activeTrackIds turns the track on", ["activeTrackIds": [1]]) { scene, _ in
            let active = try await scene.activeTracks()
            try require(active == [1], "the active track 1", received: "\(active)")
        },
    ]

    private static let statuses: [ConformanceCase] = [
        mediaCase("ME51", .must, "The reply to GET_STATUS goes to the sender that asked") { scene in
            _ = try await scene.load()
            let observer = try await scene.observer()
            let id = scene.connection.nextRequestID()
            try await scene.connection.send(
                ["type": "GET_STATUS", "requestId": .integer(Int64(id))],
                in: .media,
                to: scene.app.transportID
            )
            _ = try await scene.connection.next("MEDIA_STATUS") { $0.object?.requestID == id }
            try await observer.silence("no reply to the other sender", for: .seconds(1)) {
                $0.object?.requestID == id
            }
        },
        mediaCase("ME52", .should, "GET_STATUS with the option NO_METADATA leaves the metadata out") { scene in
            _ = try await scene.load()
            let reply = try await scene.connection.request(
                ["type": "GET_STATUS", "options": 1],
                in: .media,
                to: scene.app.transportID
            )
            let status = CaseContext.session(of: reply)
            try require(status != nil && status?["media"]?["metadata"] == nil, "no metadata", received: reply.summary)
        },
        mediaCase("ME53", .must, "A command without mediaSessionId is answered with INVALID_REQUEST") { scene in
            _ = try await scene.load()
            let reply = try await scene.connection.request(["type": "PAUSE"], in: .media, to: scene.app.transportID)
            try require(
                ["INVALID_REQUEST", "INVALID_PLAYER_STATE"].contains(reply.type),
                "INVALID_REQUEST or INVALID_PLAYER_STATE",
                received: reply.summary
            )
        },
        mediaCase("ME54", .may, "STORE_SESSION is answered with what a transfer to another device needs") { scene in
            let status = try await scene.load()
            try scene.requireCommand(262_144, "STREAM_TRANSFER", in: status)
            let reply = try await scene.command(["type": "STORE_SESSION"], status)
            let load = reply.object?["sessionState"]?["loadRequestData"]?.objectValue
            try require(
                reply.type == "SESSION_STATE" && load != nil,
                "SESSION_STATE with loadRequestData",
                received: reply.summary
            )
        },
    ]

    /// A case with paused media that has two text tracks.
    private static func trackCase(
        _ id: String,
        _ level: Level,
        _ statement: String,
        _ extra: JSONObject = [:],
        test: @escaping @Sendable (MediaScene, JSONObject) async throws -> Void
    ) -> ConformanceCase {
        mediaCase(id, level, statement) { scene in
            var media = try await scene.context.device.sound.media()
            media["tracks"] = try await scene.context.device.sound.tracks()
            var request: JSONObject = ["media": .object(media)]
            request.merge(extra)
            let status = try await scene.load(autoplay: false, request)
            try scene.requireCommand(4096, "EDIT_TRACKS", in: status)
            try await test(scene, status)
        }
    }
}

extension MediaScene {
    /// Loads the sound as senders do that do not know its duration, and requires that the device finds it.
    fileprivate func loadWithDuration(_ duration: JSONValue) async throws {
        var media = try await context.device.sound.media()
        media["duration"] = duration
        _ = try await load(["media": .object(media)])
        let found = try await status()["media"]?["duration"]?.numberValue ?? -1
        let expected = Double(SilentSound.seconds)
        try require(abs(found - expected) < 1, "about \(expected) seconds", received: "\(found)")
    }

    /// The active tracks, as the device answers GET_STATUS.
    fileprivate func activeTracks() async throws -> [Double] {
        (try await status()["activeTrackIds"]?.arrayValue ?? []).compactMap(\.numberValue)
    }
}
