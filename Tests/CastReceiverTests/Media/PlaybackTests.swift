// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Controlling media")
struct PlaybackTests {
    // MARK: - Play and pause

    @Test("PAUSE and PLAY are answered to all senders, without media, once the player has responded")
    func pauseAndPlay() throws {
        var trace = MediaTrace.playing()
        trace.wait(10)
        let requestActions = trace.ask("PAUSE", requestID: 4)
        #expect(requestActions == [.player(.pause)])
        let paused = trace.player(.paused(position: 10.5))
        #expect(paused.statusSummary == ["PAUSED 4"])
        let status = try #require(paused.statuses.first?.status)
        #expect(status["media"] == nil && status["items"] == nil)
        #expect(status["currentTime"] == .number(10.5))
        #expect(status["playbackRate"] == .number(1))
        trace.wait(60)
        #expect(trace.currentStatus()?["currentTime"] == .number(10.5))
        #expect(trace.ask("PLAY", requestID: 5) == [.player(.play)])
        #expect(trace.player(.playing(position: 10.5)).statusSummary == ["PLAYING 5"])
    }

    @Test("PLAY during playback is answered with a status")
    func playWhilePlaying() {
        var trace = MediaTrace.playing()
        #expect(trace.ask("PLAY", requestID: 4) == [.player(.play)])
        #expect(trace.player(.playing(position: 1)).statusSummary == ["PLAYING 4"])
        // A repeated event of the player is not reported.
        #expect(trace.player(.playing(position: 1)) == [])
    }

    @Test("quick successive requests are answered in order with the final state")
    func quickly() {
        var trace = MediaTrace.playing()
        _ = trace.ask("PAUSE", requestID: 4, from: 1)
        _ = trace.ask("PLAY", requestID: 5, from: 2)
        _ = trace.ask("PAUSE", requestID: 6, from: 1)
        #expect(trace.player(.paused(position: 1)).statusSummary == ["PAUSED 4", "PAUSED 5", "PAUSED 6"])
    }

    @Test("a request is answered after a deadline if the player does not respond")
    func answerDeadline() throws {
        var trace = MediaTrace.playing()
        #expect(trace.receiver.nextDeadline == nil)
        _ = trace.ask("PAUSE", requestID: 4)
        #expect(trace.receiver.nextDeadline == trace.now + DefaultMediaReceiver.answerDeadline)
        trace.wait(2.9)
        #expect(trace.receiver.timeReached(trace.now) == [])
        trace.wait(0.2)
        #expect(trace.receiver.timeReached(trace.now).statusSummary == ["PLAYING 4"])
        #expect(trace.receiver.nextDeadline == nil)
        #expect(trace.player(.paused(position: 3)).statusSummary == ["PAUSED 0"])
    }

    @Test("media whose player resumes without an event is reported as playing with the next position")
    func resumesWithoutEvent() {
        var trace = MediaTrace.playing()
        _ = trace.ask("SEEK", ["currentTime": 50], requestID: 4)
        trace.wait(3.1)
        #expect(trace.receiver.timeReached(trace.now).statusSummary == ["BUFFERING 4"])
        #expect(trace.player(.position(50.5)).statusSummary == ["PLAYING 0"])
        trace.wait(2)
        #expect(trace.currentStatus()?["currentTime"] == 52.5)
    }

    @Test("the number of requests that wait for the player is limited")
    func answerLimit() {
        var trace = MediaTrace.playing()
        for id in 0..<DefaultMediaReceiver.pendingLimit {
            #expect(trace.ask("PAUSE", requestID: id) == [.player(.pause)])
        }
        #expect(trace.ask("PAUSE", requestID: 1000).replies.map(\.messageType) == ["INVALID_PLAYER_STATE"])
        #expect(trace.receiver.drops[.pendingRequestLimit] == 1)
        var stopped = trace
        #expect(stopped.ask("STOP", requestID: 1001).statusSummary.last == "IDLE/CANCELLED 1001")
        #expect(trace.player(.paused(position: 1)).statusSummary.count == DefaultMediaReceiver.pendingLimit)
        #expect(trace.ask("PLAY", requestID: 1001) == [.player(.play)])
    }

    @Test("STOP ends the session for all senders; later requests find no session")
    func stop() {
        var trace = MediaTrace.playing()
        let actions = trace.ask("STOP", requestID: 4)
        #expect(actions.commands == [.stop])
        #expect(actions.statusSummary == ["IDLE/CANCELLED 4"])
        #expect(actions.statusTexts == ["Ready To Cast"])
        #expect(trace.currentStatus() == nil)
        #expect(trace.ask("PAUSE", session: 1).refusal == "INVALID_MEDIA_SESSION_ID")
    }

    @Test("the end of the media is FINISHED, and answers waiting requests")
    func ends() {
        var trace = MediaTrace.playing()
        #expect(trace.player(.ended).statusSummary == ["IDLE/FINISHED 0"])
        #expect(trace.currentStatus() == nil)
        trace = MediaTrace.playing()
        _ = trace.ask("SEEK", ["currentTime": 500], requestID: 4)
        #expect(trace.player(.ended).statusSummary == ["IDLE/FINISHED 4"])
        #expect(trace.receiver.nextDeadline == nil)
    }

    // MARK: - Seek

    @Test("SEEK reports BUFFERING, and is answered when the new position plays")
    func seek() throws {
        var trace = MediaTrace.playing()
        let requestActions = trace.ask("SEEK", ["currentTime": 42.5], requestID: 4)
        #expect(requestActions.commands == [.seek(42.5)])
        #expect(requestActions.statusSummary == ["BUFFERING 0"])
        #expect(requestActions.statuses.first?.status["currentTime"] == .number(42.5))
        // Until then the player may still report the old position.
        #expect(trace.player(.position(3)) == [])
        #expect(trace.player(.playing(position: 3)) == [])
        #expect(trace.currentStatus()?["currentTime"] == .number(42.5))
        #expect(trace.player(.seeked(position: 42.4)) == [])
        let finalActions = trace.player(.playing(position: 42.4))
        #expect(finalActions.statusSummary == ["PLAYING 4"])
        #expect(finalActions.statuses.first?.status["currentTime"] == .number(42.4))
    }

    @Test(
        "the position is clamped to the media; relative times start from the current position",
        arguments: [
            (["currentTime": -5] as JSONObject, 0), (["currentTime": 1000], 100), (["relativeTime": 30], 50),
            (["relativeTime": -500], 0), (["currentTime": "33"], 33), (["currentTime": nil, "relativeTime": 1], 21),
        ] as [(JSONObject, Double)]
    )
    func clamps(request: JSONObject, position: Double) {
        var trace = MediaTrace.playing()
        trace.wait(20)
        #expect(trace.ask("SEEK", request).commands == [.seek(position)])
    }

    @Test("resumeState is applied after the seek", arguments: [("PLAYBACK_PAUSE", true), ("PLAYBACK_START", false)])
    func resumeState(word: String, pauses: Bool) {
        var trace = MediaTrace.playing()
        let requestActions = trace.ask("SEEK", ["currentTime": 10, "resumeState": .string(word)], requestID: 4)
        #expect(requestActions.commands == [.seek(10), pauses ? .pause : .play])
        // The page's media element pauses before it has finished seeking.
        if pauses { #expect(trace.player(.paused(position: 1)) == []) }
        _ = trace.player(.seeked(position: 10))
        let finalActions = trace.player(pauses ? .paused(position: 10) : .playing(position: 10))
        #expect(finalActions.statusSummary == [pauses ? "PAUSED 4" : "PLAYING 4"])
    }

    @Test("a seek with resumeState is not answered with the previous state")
    func resumesLater() {
        var trace = MediaTrace.playing()
        _ = trace.ask("PAUSE", requestID: 3)
        _ = trace.player(.paused(position: 1))
        _ = trace.ask("SEEK", ["currentTime": 10, "resumeState": "PLAYBACK_START"], requestID: 4)
        _ = trace.player(.seeked(position: 10))
        #expect(trace.player(.paused(position: 10)) == [])
        #expect(trace.player(.playing(position: 10)).statusSummary == ["PLAYING 4"])
    }

    @Test("resumeState null keeps the state, as rust_cast expects")
    func nullResumeState() {
        var trace = MediaTrace.playing()
        #expect(trace.ask("SEEK", ["currentTime": 10, "resumeState": nil]).commands == [.seek(10)])
    }

    @Test("several quick seeks are all answered by the last one")
    func quickSeeks() {
        var trace = MediaTrace.playing()
        _ = trace.ask("SEEK", ["currentTime": 10], requestID: 4)
        _ = trace.ask("SEEK", ["currentTime": 20], requestID: 5)
        _ = trace.player(.seeked(position: 20))
        #expect(trace.player(.playing(position: 20)).statusSummary == ["PLAYING 4", "PLAYING 5"])
    }

    @Test(
        "SEEK without a valid position is answered with INVALID_PARAMS",
        arguments: [[:], ["currentTime": "soon"], ["currentTime": [:]]] as [JSONObject]
    )
    func invalidSeek(request: JSONObject) {
        var trace = MediaTrace.playing()
        #expect(trace.ask("SEEK", request).refusal == "INVALID_PARAMS")
    }

    @Test("live media with a range is seeked within it, and the range is reported to senders")
    func liveRange() {
        var trace = MediaTrace()
        _ = trace.load(["media": ["contentId": "http://127.0.0.1/a.m3u8", "streamType": "LIVE"]])
        _ = trace.player(.metadataLoaded(duration: nil, width: nil, height: nil))
        _ = trace.player(.playing(position: 95))
        let actions = trace.player(.seekableRange(start: 10, end: 100))
        #expect(actions.statuses.first?.status["liveSeekableRange"]?["end"] == .number(100))
        #expect(actions.statuses.first?.status["supportedMediaCommands"] == .integer(274_447))
        // Senders advance the end by themselves. They are notified once that the start moves.
        #expect(trace.player(.seekableRange(start: 10.2, end: 101)) == [])
        #expect(trace.player(.seekableRange(start: 12, end: 102)).statusSummary == ["PLAYING 0"])
        #expect(trace.player(.seekableRange(start: 14, end: 104)) == [])
        #expect(trace.ask("SEEK", ["currentTime": 3]).commands == [.seek(14)])
        #expect(trace.ask("SEEK", ["currentTime": 1e300]).commands == [.seek(104)])
    }

    // MARK: - Volume and rate

    @Test(
        "the stream volume is clamped and reported to all senders at once",
        arguments: [
            (["level": 0.25], 0.25, false), (["level": 9], 1, false), (["muted": true], 1, true),
            (["level": 0.5, "muted": nil], 0.5, false), (["muted": "true", "level": nil], 1, true),
        ] as [(JSONObject, Double, Bool)]
    )
    func volume(requested: JSONObject, level: Double, isMuted: Bool) {
        var trace = MediaTrace.playing()
        let actions = trace.ask("SET_VOLUME", ["volume": .object(requested)], requestID: 4)
        #expect(actions.commands == [.setStreamVolume(level: level, muted: isMuted)])
        #expect(actions.statusSummary == ["PLAYING 4"])
        #expect(actions.statuses.first?.status["volume"] == ["level": .number(level), "muted": .bool(isMuted)])
    }

    @Test(
        "a volume request without a value is answered with INVALID_PARAMS",
        arguments: [[:], ["volume": nil], ["volume": 1], ["volume": [:]], ["volume": ["level": "x"]]] as [JSONObject]
    )
    func badVolume(request: JSONObject) {
        var trace = MediaTrace.playing()
        #expect(trace.ask("SET_VOLUME", request).refusal == "INVALID_PARAMS")
    }

    @Test(
        "a rate is between 0.5 and 2; a relative rate is clamped",
        arguments: [
            (["playbackRate": 2], 2), (["playbackRate": 0.5], 0.5), (["relativePlaybackRate": 1.5], 1.5),
            (["relativePlaybackRate": 9], 2), (["relativePlaybackRate": -1], 0.5),
        ] as [(JSONObject, Double)]
    )
    func rate(request: JSONObject, rate: Double) {
        var trace = MediaTrace.playing()
        trace.wait(10)
        let actions = trace.ask("SET_PLAYBACK_RATE", request, requestID: 4)
        #expect(actions.commands == [.setRate(rate)])
        #expect(actions.statusSummary == ["PLAYING 4"])
        #expect(actions.statuses.first?.status["playbackRate"] == .number(rate))
        trace.wait(10)
        #expect(trace.receiver.session?.position(at: trace.now) == 10 + 10 * rate)
    }

    @Test(
        "any other rate is answered with INVALID_PARAMS and has no effect",
        arguments: [[:], ["playbackRate": 0.4], ["playbackRate": 2.1], ["playbackRate": "fast"]] as [JSONObject]
    )
    func badRate(request: JSONObject) {
        var trace = MediaTrace.playing()
        #expect(trace.ask("SET_PLAYBACK_RATE", request).refusal == "INVALID_PARAMS")
        #expect(trace.receiver.session?.rate == 1)
    }

    // MARK: - Ids

    @Test(
        "a missing or wrong media session id is rejected",
        arguments: [nil, .null, 7, 0, "x", [:], 1.5] as [JSONValue?]
    )
    func wrongSession(id: JSONValue?) {
        var trace = MediaTrace.playing()
        var request: JSONObject = ["type": "PAUSE", "requestId": 4]
        request["mediaSessionId"] = id
        #expect(trace.send(request).refusal == "INVALID_MEDIA_SESSION_ID")
    }

    @Test("a media session id as a string or as 1.0 is accepted", arguments: ["1", 1.0] as [JSONValue])
    func textSession(id: JSONValue) {
        var trace = MediaTrace.playing()
        #expect(trace.send(["type": "PAUSE", "requestId": 4, "mediaSessionId": id]) == [.player(.pause)])
    }

    @Test("requests before any load are rejected")
    func noSession() {
        var trace = MediaTrace()
        for type in ["PLAY", "PAUSE", "STOP", "SEEK", "SET_VOLUME", "EDIT_TRACKS_INFO", "QUEUE_INSERT"] {
            #expect(trace.ask(type).refusal == "INVALID_MEDIA_SESSION_ID", "\(type)")
        }
    }

    @Test("a message without an integer request id is dropped", arguments: [nil, .null, "4", 1.5] as [JSONValue?])
    func noRequestID(id: JSONValue?) {
        var trace = MediaTrace.playing()
        var request: JSONObject = ["type": "PAUSE", "mediaSessionId": 1]
        request["requestId"] = id
        #expect(trace.send(request) == [])
        #expect(trace.receiver.drops[.missingRequestID] == 1)
    }

    @Test("an unknown type is answered with INVALID_COMMAND, skipping without an advertisement with NOT_SUPPORTED")
    func unknown() {
        var trace = MediaTrace.playing()
        #expect(trace.ask("DANCE").refusal == "INVALID_COMMAND")
        #expect(trace.ask("SKIP_AD").refusal == "NOT_SUPPORTED")
    }
}
