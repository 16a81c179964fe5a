// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Loading media")
struct LoadTests {
    @Test(
        "a load is answered with IDLE and LOADING, then reported as BUFFERING with all media information, then PLAYING"
    )
    func progress() throws {
        var trace = MediaTrace()
        let acknowledged = trace.load(["currentTime": 12, "requestId": 7])
        #expect(acknowledged.statusSummary == ["IDLE+LOADING 7"])
        let first = try #require(acknowledged.statuses.first?.status)
        #expect(first["mediaSessionId"] == .integer(1))
        #expect(first["media"]?["contentId"] == .string("http://127.0.0.1/film.mp4"))
        #expect(first["extendedStatus"]?["mediaSessionId"] == .integer(1))
        #expect(first["extendedStatus"]?["media"]?["contentId"] == .string("http://127.0.0.1/film.mp4"))
        #expect(first["supportedMediaCommands"] == .integer(274_447))
        #expect(first["currentItemId"] == .integer(1))
        guard case .load(let item)? = acknowledged.commands.first else {
            Issue.record("the command is not a load: \(acknowledged.commands)")
            return
        }
        #expect(item.url == "http://127.0.0.1/film.mp4" && item.startTime == 12 && item.autoplay && item.rate == 1)
        #expect(item.title == "Sunrise" && item.kind == .video && item.duration == nil)

        let loaded = trace.player(.metadataLoaded(duration: 100, width: 640, height: 360))
        #expect(loaded.statusSummary == ["BUFFERING 0"])
        #expect(loaded.statusTexts == ["Casting: Sunrise"])
        let second = try #require(loaded.statuses.first?.status)
        #expect(second["media"]?["duration"] == .number(100))
        #expect(second["videoInfo"] == ["width": 640, "height": 360, "hdrType": "sdr"])
        #expect(second["items"]?[0]?["itemId"] == .integer(1))
        #expect(second["extendedStatus"] == nil)

        let playing = trace.player(.playing(position: 12))
        #expect(playing.statusSummary == ["PLAYING 0"])
        #expect(playing.statuses.first?.status["media"] == nil)
        #expect(playing.statuses.first?.status["currentTime"] == .number(12))
    }

    @Test("a load with autoplay false ends in PAUSED")
    func autoplay() {
        var trace = MediaTrace()
        let actions = trace.load(["autoplay": false])
        guard case .load(let item)? = actions.commands.first else {
            Issue.record("no load command")
            return
        }
        #expect(!item.autoplay)
        _ = trace.player(.metadataLoaded(duration: 10, width: nil, height: nil))
        #expect(trace.player(.paused(position: 0)).statusSummary == ["PAUSED 0"])
    }

    @Test("a load during playback interrupts the session and increments the media session id")
    func interrupts() throws {
        var trace = MediaTrace.playing()
        trace.wait(5)
        let actions = trace.load(["media": ["contentId": "http://127.0.0.1/next.mp4"]], requestID: 8)
        #expect(actions.statusSummary == ["IDLE/INTERRUPTED+LOADING 0", "IDLE+LOADING 8"])
        let old = try #require(actions.statuses.first?.status)
        #expect(old["mediaSessionId"] == .integer(1))
        #expect(old["extendedStatus"]?["mediaSessionId"] == .integer(2))
        #expect(old["extendedStatus"]?["media"]?["contentId"] == .string("http://127.0.0.1/next.mp4"))
        #expect(old["currentTime"] == .number(5))
        #expect(actions.statuses.last?.status["mediaSessionId"] == .integer(2))
        // Late events of the old item are ignored.
        #expect(trace.player(.ended, generation: 1) == [])
    }

    @Test("a load during another load cancels it")
    func cancelsLoad() {
        var trace = MediaTrace()
        _ = trace.load(requestID: 3, from: 1)
        let actions = trace.load(requestID: 4, from: 2)
        #expect(actions.replies.map(\.messageType) == ["LOAD_CANCELLED"])
        #expect(actions.replies.first?.requestID == 3)
        guard case .reply(_, let sender)? = actions.first else {
            Issue.record("the first action is not the reply to the canceled sender")
            return
        }
        #expect(sender == MediaTrace.sender(1))
        #expect(actions.statusSummary == ["IDLE+LOADING 4"])
        #expect(trace.receiver.session?.id == 2)
    }

    @Test("requests during a load wait, and are answered in order once it is loaded")
    func queuesRequests() {
        var trace = MediaTrace()
        _ = trace.load()
        #expect(trace.ask("SEEK", ["currentTime": 30], requestID: 2) == [])
        #expect(trace.ask("PAUSE", requestID: 3, from: 2) == [])
        #expect(trace.ask("SET_VOLUME", ["volume": ["level": 0.5]], requestID: 4) == [])
        let actions = trace.player(.metadataLoaded(duration: 100, width: nil, height: nil))
        #expect(actions.commands == [.seek(30), .pause, .setStreamVolume(level: 0.5, muted: false)])
        #expect(actions.statusSummary == ["BUFFERING 0", "BUFFERING 0", "BUFFERING 4"])
        _ = trace.player(.seeked(position: 30))
        #expect(trace.player(.paused(position: 30)).statusSummary == ["PAUSED 2", "PAUSED 3"])
    }

    @Test("a load after waiting requests waits, too")
    func queuesLoad() {
        var trace = MediaTrace()
        _ = trace.load(requestID: 1)
        _ = trace.ask("PAUSE", requestID: 2)
        #expect(trace.load(requestID: 3) == [])
        let actions = trace.player(.metadataLoaded(duration: 100, width: nil, height: nil))
        #expect(
            actions.statusSummary == ["BUFFERING 0", "BUFFERING 2", "IDLE/INTERRUPTED+LOADING 0", "IDLE+LOADING 3"]
        )
    }

    @Test("GET_STATUS is answered during a load")
    func statusWhileLoading() {
        var trace = MediaTrace()
        _ = trace.load()
        let status = trace.currentStatus()
        #expect(status?["playerState"] == .string("IDLE"))
        #expect(status?["extendedStatus"]?["playerState"] == .string("LOADING"))
    }

    @Test("the number of waiting requests is limited")
    func pendingLimit() {
        var trace = MediaTrace()
        _ = trace.load()
        for id in 0..<DefaultMediaReceiver.pendingLimit { #expect(trace.ask("PAUSE", requestID: id) == []) }
        #expect(trace.ask("PAUSE", requestID: 1000).replies.map(\.messageType) == ["INVALID_PLAYER_STATE"])
        #expect(trace.receiver.drops[.pendingRequestLimit] == 1)
    }

    @Test("a sender's waiting requests are discarded when it leaves")
    func senderLeaves() {
        var trace = MediaTrace()
        _ = trace.load()
        _ = trace.ask("PAUSE", requestID: 2, from: 2)
        trace.receiver.senderLeft(MediaTrace.sender(2))
        #expect(trace.player(.metadataLoaded(duration: 1, width: nil, height: nil)).commands == [])
    }

    @Test("STOP during a load cancels it at once")
    func stopWhileLoading() {
        var trace = MediaTrace()
        _ = trace.load(requestID: 1)
        _ = trace.ask("PAUSE", requestID: 2)
        let actions = trace.ask("STOP", requestID: 3)
        #expect(actions.replies.map(\.messageType) == ["LOAD_CANCELLED", "INVALID_REQUEST"])
        #expect(actions.replies.map(\.requestID) == [1, 2])
        #expect(actions.statusSummary == ["IDLE/CANCELLED 3"])
        #expect(actions.commands == [.stop])
        #expect(trace.currentStatus() == nil)
    }

    // MARK: - Failure

    @Test("a failed load is reported to its sender, then as IDLE/ERROR to all senders, and the session ends")
    func fails() {
        var trace = MediaTrace()
        _ = trace.load(requestID: 5)
        _ = trace.ask("PAUSE", requestID: 6)
        let actions = trace.player(.failed(detailedErrorCode: 104, message: "404"))
        #expect(actions.replies.map(\.messageType) == ["LOAD_FAILED", "INVALID_REQUEST"])
        #expect(actions.replies.first?.requestID == 5)
        #expect(actions.replies.first?["detailedErrorCode"] == .integer(104))
        #expect(actions.replies.first?["itemId"] == .integer(1))
        #expect(actions.replies.last?["reason"] == .string("INVALID_MEDIA_SESSION_ID"))
        #expect(actions.statusSummary == ["IDLE/ERROR 0"])
        #expect(actions.statuses.first?.status["extendedStatus"] == nil)
        #expect(actions.statusTexts == ["Ready To Cast"])
        #expect(trace.currentStatus() == nil)
        #expect(trace.ask("PLAY").refusal == "INVALID_MEDIA_SESSION_ID")
    }

    @Test("media that fails during playback is reported to all senders as ERROR and IDLE/ERROR")
    func failsDuringPlayback() {
        var trace = MediaTrace.playing()
        let actions = trace.player(.failed(detailedErrorCode: 102, message: "decoder"))
        #expect(actions.broadcasts.map(\.messageType) == ["ERROR", "MEDIA_STATUS"])
        #expect(actions.broadcasts.first?["detailedErrorCode"] == .integer(102))
        #expect(actions.statusSummary == ["IDLE/ERROR 0"])
        #expect(actions.replies == [])
    }

    // MARK: - Requests of senders

    @Test(
        "finite media is BUFFERED regardless of its stream type, so that every sender allows seeking",
        arguments: ["LIVE", "NONE", nil, .null, "BUFFERED", "live", 7] as [JSONValue?]
    )
    func streamType(streamType: JSONValue?) {
        var trace = MediaTrace()
        var media = MediaTrace.film
        media["streamType"] = streamType
        let load = trace.load(["media": .object(media)])
        guard case .load(let item)? = load.commands.first else {
            Issue.record("no load command")
            return
        }
        #expect(!item.isLive)
        let loaded = trace.player(.metadataLoaded(duration: 30, width: nil, height: nil))
        #expect(loaded.statuses.first?.status["media"]?["streamType"] == .string("BUFFERED"))
        #expect(loaded.statuses.first?.status["media"]?["duration"] == .number(30))
        #expect(trace.receiver.session?.supportedMediaCommands.rawValue == 274_447)
    }

    @Test("endless media stays LIVE and cannot be seeked")
    func live() {
        var trace = MediaTrace()
        var media = MediaTrace.film
        media["streamType"] = "LIVE"
        media["duration"] = -1
        _ = trace.load(["media": .object(media)])
        let loaded = trace.player(.metadataLoaded(duration: nil, width: nil, height: nil))
        let status = loaded.statuses.first?.status
        #expect(status?["media"]?["streamType"] == .string("LIVE"))
        #expect(status?["media"]?["duration"] == nil)
        #expect(trace.ask("SEEK", ["currentTime": 3]).refusal == "NOT_SUPPORTED")
    }

    @Test("media without a stream type and without a duration is LIVE")
    func liveWithoutDuration() {
        var trace = MediaTrace()
        _ = trace.load(["media": ["contentId": "http://127.0.0.1/radio", "streamType": "NONE"]])
        let loaded = trace.player(.metadataLoaded(duration: nil, width: nil, height: nil))
        #expect(loaded.statuses.first?.status["media"]?["streamType"] == .string("LIVE"))
    }

    @Test("the sender's duration is used until the player reports one", arguments: [nil, 40.0])
    func duration(found: Double?) {
        var trace = MediaTrace()
        _ = trace.load(["media": .object(MediaTrace.film.merging(["duration": 33]))])
        _ = trace.player(.metadataLoaded(duration: found, width: nil, height: nil))
        #expect(trace.receiver.session?.duration == found ?? 33)
    }

    @Test("a live playlist is marked as live for the player")
    func livePlaylist() {
        var trace = MediaTrace()
        let media: JSONObject = ["contentId": "http://127.0.0.1/a.m3u8?x=1", "streamType": "LIVE"]
        guard case .load(let item)? = trace.load(["media": .object(media), "currentTime": -1]).commands.first else {
            Issue.record("no load command")
            return
        }
        #expect(item.isLive)
        #expect(item.startTime == nil)
    }

    @Test("custom data and unknown keys of the media are returned unchanged")
    func keepsEverything() {
        var trace = MediaTrace()
        let media = MediaTrace.film.merging(["customData": ["a": [1, 2.5, nil]], "somethingNew": "x", "hdr": true])
        _ = trace.load(["media": .object(media)])
        _ = trace.player(.metadataLoaded(duration: 30, width: nil, height: nil))
        let status = trace.currentStatus()
        #expect(status?["media"]?["customData"] == ["a": [1, 2.5, nil]])
        #expect(status?["media"]?["somethingNew"] == .string("x"))
        #expect(status?["media"]?["hdr"] == .bool(true))
    }

    @Test("contentUrl is fetched, and contentId identifies the media")
    func contentURL() {
        var trace = MediaTrace()
        let media: JSONObject = ["contentId": "film-17", "contentUrl": "http://127.0.0.1/17"]
        guard case .load(let item)? = trace.load(["media": .object(media)]).commands.first else {
            Issue.record("no load command")
            return
        }
        #expect(item.url == "http://127.0.0.1/17")
    }

    @Test("without a title the status text is Now Casting")
    func noTitle() {
        var trace = MediaTrace()
        _ = trace.load(["media": ["contentId": "http://127.0.0.1/a.mp4"]])
        #expect(trace.player(.metadataLoaded(duration: 1, width: nil, height: nil)).statusTexts == ["Now Casting"])
    }

    @Test(
        "an invalid load is answered with INVALID_PARAMS and does not affect playback",
        arguments: [
            ["media": nil], ["media": 5], ["media": []], ["media": [:]], ["media": ["contentId": 5]],
            ["playbackRate": 3], ["playbackRate": 0], ["playbackRate": -1],
            ["activeTrackIds": [1]], ["activeTrackIds": "x"], ["activeTrackIds": [["a": 1]]],
            ["media": ["contentId": "u", "tracks": 5]], ["media": ["contentId": "u", "tracks": [5]]],
            ["media": ["contentId": "u", "tracks": [["trackId": 1]]]],
            [
                "media": [
                    "contentId": "u", "tracks": [["trackId": 1, "type": "TEXT"], ["trackId": 1, "type": "TEXT"]],
                ]
            ],
            ["queueData": ["items": 5]], ["queueData": ["items": [5]]], ["queueData": ["items": [[:]]]],
            ["queueData": ["items": [["media": ["contentId": "u"], "itemId": 4]]]],
            ["queueData": ["items": [["media": ["contentId": "u"]]], "startIndex": 1]],
            ["queueData": ["items": [["media": ["contentId": "u"]]], "startIndex": -1]],
            ["queueData": ["items": [["media": ["contentId": "u"]]], "repeatMode": "REPEAT_NEVER"]],
        ] as [JSONObject]
    )
    func refuses(extra: JSONObject) {
        var trace = MediaTrace.playing()
        #expect(trace.load(extra, requestID: 9).refusal == "INVALID_PARAMS")
        #expect(trace.receiver.session?.id == 1)
        #expect(trace.receiver.session?.phase == .playing)
    }

    @Test("PLAY_AGAIN loads the last media again; before any load it is rejected")
    func playAgain() {
        var trace = MediaTrace()
        #expect(trace.send(["type": "PLAY_AGAIN", "requestId": 1]).refusal == "INVALID_MEDIA_SESSION_ID")
        trace = MediaTrace.playing()
        _ = trace.player(.ended)
        let actions = trace.send(["type": "PLAY_AGAIN", "requestId": 5])
        #expect(actions.statusSummary == ["IDLE+LOADING 5"])
        #expect(trace.receiver.session?.id == 2)
    }

    @Test("stopping the application stops its media")
    func applicationStopped() {
        var trace = MediaTrace.playing()
        #expect(trace.receiver.applicationStopped() == [.player(.stop)])
        #expect(trace.receiver.session == nil)
        #expect(trace.receiver.applicationStopped() == [])
    }

    @Test("a load as large as a frame is answered within a frame")
    func large() throws {
        var trace = MediaTrace()
        let media = MediaTrace.film.merging(["customData": .string(String(repeating: "x", count: 60_000))])
        for actions in [
            trace.load(["media": .object(media)]),
            trace.player(.metadataLoaded(duration: 10, width: nil, height: nil)),
            trace.send(["type": "GET_STATUS", "requestId": 3]),
        ] {
            let payload = try #require(actions.broadcasts.first ?? actions.replies.first)
            #expect(payload.jsonString.utf8.count < 65_000)
            #expect(payload["status"]?[0]?["media"]?["contentId"] == .string("http://127.0.0.1/film.mp4"))
        }
    }
}
