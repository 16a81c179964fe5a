import CastWire
import Testing

@testable import CastReceiver

@Suite("Loading media")
struct LoadTests {
    @Test(
        "a load is acknowledged with its id as IDLE and LOADING, then told as BUFFERING with everything, then PLAYING"
    )
    func progress() throws {
        var trace = MediaTrace()
        let acknowledged = trace.load(["currentTime": 12, "requestId": 7])
        #expect(acknowledged.story == ["IDLE+LOADING 7"])
        let first = try #require(acknowledged.statuses.first?.status)
        #expect(first["mediaSessionId"] == .integer(1))
        #expect(first["media"]?["contentId"] == .string("http://127.0.0.1/film.mp4"))
        #expect(first["extendedStatus"]?["mediaSessionId"] == .integer(1))
        #expect(first["extendedStatus"]?["media"]?["contentId"] == .string("http://127.0.0.1/film.mp4"))
        #expect(first["supportedMediaCommands"] == .integer(274_447))
        #expect(first["currentItemId"] == .integer(1))
        guard case .load(let item)? = acknowledged.orders.first else {
            Issue.record("expected a load, not \(acknowledged.orders)")
            return
        }
        #expect(item.url == "http://127.0.0.1/film.mp4" && item.startTime == 12 && item.autoplay && item.rate == 1)
        #expect(item.title == "Sunrise" && item.kind == .video && item.duration == nil)

        let loaded = trace.player(.metadataLoaded(duration: 100, width: 640, height: 360))
        #expect(loaded.story == ["BUFFERING 0"])
        #expect(loaded.statusTexts == ["Casting: Sunrise"])
        let second = try #require(loaded.statuses.first?.status)
        #expect(second["media"]?["duration"] == .number(100))
        #expect(second["videoInfo"] == ["width": 640, "height": 360, "hdrType": "sdr"])
        #expect(second["items"]?[0]?["itemId"] == .integer(1))
        #expect(second["extendedStatus"] == nil)

        let playing = trace.player(.playing(position: 12))
        #expect(playing.story == ["PLAYING 0"])
        #expect(playing.statuses.first?.status["media"] == nil)
        #expect(playing.statuses.first?.status["currentTime"] == .number(12))
    }

    @Test("autoplay false ends in PAUSED")
    func autoplay() {
        var trace = MediaTrace()
        let actions = trace.load(["autoplay": false])
        guard case .load(let item)? = actions.orders.first else {
            Issue.record("expected a load")
            return
        }
        #expect(!item.autoplay)
        _ = trace.player(.metadataLoaded(duration: 10, width: nil, height: nil))
        #expect(trace.player(.paused(position: 0)).story == ["PAUSED 0"])
    }

    @Test("a load over a playing session interrupts it under its old id and counts one further")
    func interrupts() throws {
        var trace = MediaTrace.playing()
        trace.wait(5)
        let actions = trace.load(["media": ["contentId": "http://127.0.0.1/next.mp4"]], requestID: 8)
        #expect(actions.story == ["IDLE/INTERRUPTED+LOADING 0", "IDLE+LOADING 8"])
        let old = try #require(actions.statuses.first?.status)
        #expect(old["mediaSessionId"] == .integer(1))
        #expect(old["extendedStatus"]?["mediaSessionId"] == .integer(2))
        #expect(old["extendedStatus"]?["media"]?["contentId"] == .string("http://127.0.0.1/next.mp4"))
        #expect(old["currentTime"] == .number(5))
        #expect(actions.statuses.last?.status["mediaSessionId"] == .integer(2))
        // What the old item still says counts for nothing.
        #expect(trace.player(.ended, generation: 1) == [])
    }

    @Test("a load while another one is in progress cancels it")
    func cancelsLoad() {
        var trace = MediaTrace()
        _ = trace.load(requestID: 3, from: 1)
        let actions = trace.load(requestID: 4, from: 2)
        #expect(actions.replies.map(\.messageType) == ["LOAD_CANCELLED"])
        #expect(actions.replies.first?.requestID == 3)
        guard case .reply(_, let sender)? = actions.first else {
            Issue.record("the cancelled sender is told first")
            return
        }
        #expect(sender == MediaTrace.sender(1))
        #expect(actions.story == ["IDLE+LOADING 4"])
        #expect(trace.receiver.session?.id == 2)
    }

    @Test("requests that come while loading wait, and are answered in order once it is loaded")
    func queuesRequests() {
        var trace = MediaTrace()
        _ = trace.load()
        #expect(trace.ask("SEEK", ["currentTime": 30], requestID: 2) == [])
        #expect(trace.ask("PAUSE", requestID: 3, from: 2) == [])
        #expect(trace.ask("SET_VOLUME", ["volume": ["level": 0.5]], requestID: 4) == [])
        let actions = trace.player(.metadataLoaded(duration: 100, width: nil, height: nil))
        #expect(actions.orders == [.seek(30), .pause, .setStreamVolume(level: 0.5, muted: false)])
        #expect(actions.story == ["BUFFERING 0", "BUFFERING 0", "BUFFERING 4"])
        _ = trace.player(.seeked(position: 30))
        #expect(trace.player(.paused(position: 30)).story == ["PAUSED 2", "PAUSED 3"])
    }

    @Test("a load behind waiting requests waits, too")
    func queuesLoad() {
        var trace = MediaTrace()
        _ = trace.load(requestID: 1)
        _ = trace.ask("PAUSE", requestID: 2)
        #expect(trace.load(requestID: 3) == [])
        let actions = trace.player(.metadataLoaded(duration: 100, width: nil, height: nil))
        #expect(actions.story == ["BUFFERING 0", "BUFFERING 2", "IDLE/INTERRUPTED+LOADING 0", "IDLE+LOADING 3"])
    }

    @Test("GET_STATUS is answered even while loading")
    func statusWhileLoading() {
        var trace = MediaTrace()
        _ = trace.load()
        let status = trace.currentStatus()
        #expect(status?["playerState"] == .string("IDLE"))
        #expect(status?["extendedStatus"]?["playerState"] == .string("LOADING"))
    }

    @Test("no more than so many requests wait")
    func pendingLimit() {
        var trace = MediaTrace()
        _ = trace.load()
        for id in 0..<DefaultMediaReceiver.pendingLimit { #expect(trace.ask("PAUSE", requestID: id) == []) }
        #expect(trace.ask("PAUSE", requestID: 1000).replies.map(\.messageType) == ["INVALID_PLAYER_STATE"])
        #expect(trace.receiver.drops[.pendingRequestLimit] == 1)
    }

    @Test("what a sender asked for while loading is forgotten when it leaves")
    func senderLeaves() {
        var trace = MediaTrace()
        _ = trace.load()
        _ = trace.ask("PAUSE", requestID: 2, from: 2)
        trace.receiver.senderLeft(MediaTrace.sender(2))
        #expect(trace.player(.metadataLoaded(duration: 1, width: nil, height: nil)).orders == [])
    }

    @Test("STOP while loading cancels the load at once")
    func stopWhileLoading() {
        var trace = MediaTrace()
        _ = trace.load(requestID: 1)
        _ = trace.ask("PAUSE", requestID: 2)
        let actions = trace.ask("STOP", requestID: 3)
        #expect(actions.replies.map(\.messageType) == ["LOAD_CANCELLED", "INVALID_REQUEST"])
        #expect(actions.replies.map(\.requestID) == [1, 2])
        #expect(actions.story == ["IDLE/CANCELLED 3"])
        #expect(actions.orders == [.stop])
        #expect(trace.currentStatus() == nil)
    }

    // MARK: - Failure

    @Test("a load that fails is told to its sender, then IDLE/ERROR to everyone, and the session is gone")
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
        #expect(actions.story == ["IDLE/ERROR 0"])
        #expect(actions.statuses.first?.status["extendedStatus"] == nil)
        #expect(actions.statusTexts == ["Ready To Cast"])
        #expect(trace.currentStatus() == nil)
        #expect(trace.ask("PLAY").refusal == "INVALID_MEDIA_SESSION_ID")
    }

    @Test("media that breaks while it plays is an ERROR and IDLE/ERROR for everyone")
    func breaksLater() {
        var trace = MediaTrace.playing()
        let actions = trace.player(.failed(detailedErrorCode: 102, message: "decoder"))
        #expect(actions.broadcasts.map(\.messageType) == ["ERROR", "MEDIA_STATUS"])
        #expect(actions.broadcasts.first?["detailedErrorCode"] == .integer(102))
        #expect(actions.story == ["IDLE/ERROR 0"])
        #expect(actions.replies == [])
    }

    // MARK: - What senders write

    @Test(
        "finite media is BUFFERED whatever the sender called it, so that every sender lets people seek",
        arguments: ["LIVE", "NONE", nil, .null, "BUFFERED", "live", 7] as [JSONValue?]
    )
    func streamType(streamType: JSONValue?) {
        var trace = MediaTrace()
        var media = MediaTrace.film
        media["streamType"] = streamType
        let load = trace.load(["media": .object(media)])
        guard case .load(let item)? = load.orders.first else {
            Issue.record("expected a load")
            return
        }
        #expect(!item.isLive)
        let loaded = trace.player(.metadataLoaded(duration: 30, width: nil, height: nil))
        #expect(loaded.statuses.first?.status["media"]?["streamType"] == .string("BUFFERED"))
        #expect(loaded.statuses.first?.status["media"]?["duration"] == .number(30))
        #expect(trace.receiver.session?.supportedMediaCommands.rawValue == 274_447)
    }

    @Test("endless media stays LIVE and cannot be sought")
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

    @Test("media without a stream type that has no end is LIVE")
    func decidesByDuration() {
        var trace = MediaTrace()
        _ = trace.load(["media": ["contentId": "http://127.0.0.1/radio", "streamType": "NONE"]])
        let loaded = trace.player(.metadataLoaded(duration: nil, width: nil, height: nil))
        #expect(loaded.statuses.first?.status["media"]?["streamType"] == .string("LIVE"))
    }

    @Test("the sender's duration holds until the player knows better", arguments: [nil, 40.0])
    func duration(found: Double?) {
        var trace = MediaTrace()
        _ = trace.load(["media": .object(MediaTrace.film.merging(["duration": 33]))])
        _ = trace.player(.metadataLoaded(duration: found, width: nil, height: nil))
        #expect(trace.receiver.session?.duration == found ?? 33)
    }

    @Test("a live playlist is live for the player, too")
    func livePlaylist() {
        var trace = MediaTrace()
        let media: JSONObject = ["contentId": "http://127.0.0.1/a.m3u8?x=1", "streamType": "LIVE"]
        guard case .load(let item)? = trace.load(["media": .object(media), "currentTime": -1]).orders.first else {
            Issue.record("expected a load")
            return
        }
        #expect(item.isLive)
        #expect(item.startTime == nil)
    }

    @Test("custom data and unknown keys of the media come back unchanged")
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

    @Test("contentUrl is what is fetched, contentId what it is called")
    func contentURL() {
        var trace = MediaTrace()
        let media: JSONObject = ["contentId": "film-17", "contentUrl": "http://127.0.0.1/17"]
        guard case .load(let item)? = trace.load(["media": .object(media)]).orders.first else {
            Issue.record("expected a load")
            return
        }
        #expect(item.url == "http://127.0.0.1/17")
    }

    @Test("without a title the device says that something is cast")
    func noTitle() {
        var trace = MediaTrace()
        _ = trace.load(["media": ["contentId": "http://127.0.0.1/a.mp4"]])
        #expect(trace.player(.metadataLoaded(duration: 1, width: nil, height: nil)).statusTexts == ["Now Casting"])
    }

    @Test(
        "a load that cannot be meant is INVALID_PARAMS and leaves what plays alone",
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

    @Test("PLAY_AGAIN loads the last media once more; before any load it is refused")
    func playAgain() {
        var trace = MediaTrace()
        #expect(trace.say(["type": "PLAY_AGAIN", "requestId": 1]).refusal == "INVALID_MEDIA_SESSION_ID")
        trace = MediaTrace.playing()
        _ = trace.player(.ended)
        let actions = trace.say(["type": "PLAY_AGAIN", "requestId": 5])
        #expect(actions.story == ["IDLE+LOADING 5"])
        #expect(trace.receiver.session?.id == 2)
    }

    @Test("an app that is stopped takes its media along")
    func applicationStopped() {
        var trace = MediaTrace.playing()
        #expect(trace.receiver.applicationStopped() == [.player(.stop)])
        #expect(trace.receiver.session == nil)
        #expect(trace.receiver.applicationStopped() == [])
    }

    @Test("a load as large as a frame is acknowledged within a frame")
    func large() throws {
        var trace = MediaTrace()
        let media = MediaTrace.film.merging(["customData": .string(String(repeating: "x", count: 60_000))])
        for actions in [
            trace.load(["media": .object(media)]),
            trace.player(.metadataLoaded(duration: 10, width: nil, height: nil)),
            trace.say(["type": "GET_STATUS", "requestId": 3]),
        ] {
            let payload = try #require(actions.broadcasts.first ?? actions.replies.first)
            #expect(payload.jsonString.utf8.count < 65_000)
            #expect(payload["status"]?[0]?["media"]?["contentId"] == .string("http://127.0.0.1/film.mp4"))
        }
    }
}
