// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Advertisement breaks")
struct BreakTests {
    private static let clips: JSONValue = [
        ["id": "a", "contentId": "http://127.0.0.1/a.mp4", "title": "A", "duration": 15, "whenSkippable": 5],
        ["id": "b", "contentUrl": "http://127.0.0.1/b.mp4", "contentId": "b", "duration": 10],
        ["id": "vast", "vastAdsRequest": ["adTagUrl": "http://127.0.0.1/vast"]],
        ["id": "still", "contentId": "http://127.0.0.1/c.png", "contentType": "image/png"],
    ]

    private func loaded(_ breaks: JSONValue, _ load: JSONObject = [:]) -> MediaTrace {
        var trace = MediaTrace()
        let media = MediaTrace.film.merging(["breaks": breaks, "breakClips": Self.clips])
        _ = trace.load(JSONObject([("media", .object(media))]).merging(load))
        return trace
    }

    /// Returns a trace in which the film plays, 100 s long.
    private func playing(_ breaks: JSONValue) -> MediaTrace {
        var trace = loaded(breaks)
        trace.play()
        return trace
    }

    private func adBreak(_ id: String, at position: Double, _ clips: JSONValue = ["a", "b"]) -> JSONValue {
        ["id": .string(id), "position": .number(position), "breakClipIds": clips]
    }

    @Test(
        "Playback past a break while a pause is pending starts no break, and its deadline is not repeated"
    )
    func breakDuringPendingPause() throws {
        var trace = playing([adBreak("mid", at: 30)])
        trace.wait(29.9)
        _ = trace.ask("PAUSE")
        trace.wait(0.5)
        #expect(trace.receiver.timeReached(trace.now).loads.isEmpty)
        if let deadline = trace.receiver.nextDeadline { #expect(deadline > trace.now) }
        _ = trace.player(.paused(position: 30.4))
        let resumed = trace.ask("PLAY") + trace.player(.playing(position: 30.4)) + trace.receiver.timeReached(trace.now)
        #expect(resumed.loads.map(\.url) == ["http://127.0.0.1/a.mp4"])
    }

    @Test("A2 The clips of a break play one after the other, while the content's position is constant")
    func midroll() throws {
        var trace = playing([adBreak("mid", at: 30)])
        #expect(trace.receiver.nextDeadline == trace.now + .seconds(30))
        trace.wait(30)
        let start = trace.receiver.timeReached(trace.now)
        let clip = try #require(start.loads.first)
        #expect(clip.url == "http://127.0.0.1/a.mp4" && clip.isAdvertisement && clip.autoplay)
        #expect(start.statusSummary == ["BUFFERING 0"])
        #expect(start.statuses[0].status["breakStatus"]?["breakId"] == "mid")
        #expect(start.statuses[0].status["media"]?["breaks"]?[0]?["isWatched"] == true)
        _ = trace.player(.metadataLoaded(duration: 15, width: 640, height: 360))
        #expect(trace.player(.playing(position: 0)).statusSummary == ["PLAYING 0"])
        trace.wait(4)
        var current = trace.currentStatus()
        var status = try #require(current)
        #expect(status["currentTime"] == 30.0)
        #expect(status["media"]?["duration"] == 100.0)
        #expect(
            status["breakStatus"] == [
                "breakId": "mid", "breakClipId": "a", "currentBreakTime": 4.0, "currentBreakClipTime": 4.0,
                "whenSkippable": 5.0,
            ]
        )
        let commands = status["supportedMediaCommands"].flatMap(MediaCommands.init(json:)) ?? []
        #expect(!commands.contains(.seek) && !commands.contains(.playbackRate) && commands.contains(.pause))
        #expect(trace.ask("SEEK", ["currentTime": 90]).refusal == "NOT_SUPPORTED")

        #expect(trace.player(.ended).loads.map(\.url) == ["http://127.0.0.1/b.mp4"])
        _ = trace.player(.playing(position: 0))
        trace.wait(3)
        current = trace.currentStatus()
        status = try #require(current)
        #expect(status["breakStatus"]?["breakClipId"] == "b")
        #expect(status["breakStatus"]?["currentBreakTime"] == 18.0)
        #expect(status["breakStatus"]?["currentBreakClipTime"] == 3.0)
        #expect(status["breakStatus"]?["whenSkippable"] == nil)

        let end = trace.player(.ended)
        #expect(end.loads.map(\.startTime) == [30])
        #expect(end.loads.map(\.isAdvertisement) == [false])
        #expect(end.statuses.first?.status["breakStatus"] == nil)
        _ = trace.player(.metadataLoaded(duration: 100, width: 640, height: 360))
        _ = trace.player(.playing(position: 30))
        trace.wait(10)
        #expect(trace.currentStatus()?["currentTime"] == 40.0)
        #expect(trace.receiver.nextDeadline == nil)
    }

    @Test("A5 A6 SKIP_AD is rejected before its time; then it leads to the next clip and to the content")
    func skip() {
        var trace = playing([adBreak("mid", at: 30, ["a", "a"])])
        trace.wait(30)
        _ = trace.receiver.timeReached(trace.now)
        _ = trace.player(.playing(position: 0))
        trace.wait(4.9)
        #expect(trace.ask("SKIP_AD").refusal == "INVALID_COMMAND")
        #expect(trace.receiver.nextDeadline.map { $0 <= trace.now + .milliseconds(101) } == true)
        trace.wait(0.1)
        let dueActions = trace.receiver.timeReached(trace.now)
        let commands = dueActions.statuses.first?.status["supportedMediaCommands"].flatMap(MediaCommands.init(json:))
        #expect(commands?.contains(.skipAd) == true)
        #expect(trace.receiver.nextDeadline == nil)
        let next = trace.ask("SKIP_AD", requestID: 7)
        #expect(next.statusSummary == ["BUFFERING 7"])
        #expect(next.statuses.first?.status["breakStatus"]?["currentBreakClipTime"] == 0.0)
        _ = trace.player(.playing(position: 0))
        trace.wait(6)
        let content = trace.ask("USER_ACTION", ["userAction": "SKIP_AD"], requestID: 8)
        #expect(content.loads.map(\.startTime) == [30])
        #expect(content.statusSummary == ["BUFFERING 8"])
    }

    @Test("A7 A clip without whenSkippable cannot be skipped")
    func notSkippable() {
        var trace = playing([adBreak("mid", at: 30, ["b"])])
        trace.wait(30)
        _ = trace.receiver.timeReached(trace.now)
        _ = trace.player(.playing(position: 0))
        trace.wait(9)
        #expect(trace.ask("SKIP_AD").refusal == "INVALID_COMMAND")
    }

    @Test("a break at 0 plays before the content, one at -1 after it; then the session ends")
    func prerollAndPostroll() {
        var trace = loaded([adBreak("post", at: -1, ["b"]), adBreak("pre", at: 0, ["a"])])
        let start = trace.player(.metadataLoaded(duration: 100, width: nil, height: nil))
        #expect(start.loads.map(\.url) == ["http://127.0.0.1/a.mp4"])
        #expect(trace.player(.ended).loads.map(\.startTime) == [0])
        _ = trace.player(.playing(position: 0))
        trace.wait(100)
        let post = trace.player(.ended)
        #expect(post.loads.map(\.url) == ["http://127.0.0.1/b.mp4"])
        #expect(trace.currentStatus()?["currentTime"] == 100.0)
        #expect(trace.player(.ended).statusSummary == ["IDLE/FINISHED 0"])
    }

    @Test("a load without autoplay shows its first break when playback starts")
    func prerollPaused() {
        var trace = loaded([adBreak("pre", at: 0, ["a"])], ["autoplay": false])
        #expect(trace.player(.metadataLoaded(duration: 100, width: nil, height: nil)).loads == [])
        _ = trace.player(.paused(position: 0))
        _ = trace.ask("PLAY", requestID: 4)
        let actions = trace.player(.playing(position: 0))
        #expect(actions.loads.map(\.url) == ["http://127.0.0.1/a.mp4"])
    }

    @Test(
        "a seek over several breaks plays the last one, then continues at the target; watched breaks are not repeated"
    )
    func seekOver() {
        var trace = playing([adBreak("one", at: 20, ["a"]), adBreak("two", at: 40, ["b"]), adBreak("three", at: 80)])
        trace.wait(10)
        let actions = trace.ask("SEEK", ["currentTime": 60], requestID: 5)
        #expect(actions.loads.map(\.url) == ["http://127.0.0.1/b.mp4"])
        #expect(actions.statusSummary == ["BUFFERING 5"])
        #expect(actions.statuses.first?.status["breakStatus"]?["breakId"] == "seek-40000")
        #expect(trace.player(.ended).loads.map(\.startTime) == [60])
        _ = trace.player(.playing(position: 60))
        // The skipped break remains unwatched and plays when it is reached.
        #expect(trace.ask("SEEK", ["currentTime": 35]).commands == [.seek(35)])
        _ = trace.player(.seeked(position: 35))
        _ = trace.player(.playing(position: 35))
        #expect(trace.receiver.nextDeadline == trace.now + .seconds(45))
        #expect(trace.ask("SEEK", ["currentTime": 50]).commands == [.seek(50)])
        _ = trace.player(.seeked(position: 50))
        _ = trace.player(.playing(position: 50))
        _ = trace.ask("SEEK", ["currentTime": 10])
        _ = trace.player(.seeked(position: 10))
        _ = trace.player(.playing(position: 10))
        trace.wait(10)
        #expect(trace.receiver.timeReached(trace.now).loads.map(\.url) == ["http://127.0.0.1/a.mp4"])
    }

    @Test(
        "unplayable clips are skipped and counted, and a break without playable clips is not shown",
        arguments: [["missing"], ["vast"], ["still"], [], ["missing", "vast", "still"]] as [[String]]
    )
    func missingClips(ids: [String]) {
        var trace = playing([adBreak("mid", at: 30, ids.json)])
        trace.wait(30)
        #expect(trace.receiver.timeReached(trace.now).loads == [])
        #expect(trace.receiver.drops[.unplayableBreakClip] == ids.count)
        #expect(trace.receiver.nextDeadline == nil)
        var partial = playing([adBreak("mid", at: 30, (ids + ["b"]).json)])
        partial.wait(30)
        #expect(partial.receiver.timeReached(partial.now).loads.map(\.url) == ["http://127.0.0.1/b.mp4"])
    }

    @Test("after a clip fails, the content continues")
    func failingClip() {
        var trace = playing([adBreak("mid", at: 30, ["a"])])
        trace.wait(30)
        _ = trace.receiver.timeReached(trace.now)
        let actions = trace.player(.failed(detailedErrorCode: 104, message: ""))
        #expect(actions.loads.map(\.startTime) == [30])
        #expect(trace.receiver.drops[.unplayableBreakClip] == 1)
    }

    @Test("pause and play control the clip; a stop ends the break")
    func control() {
        var trace = playing([adBreak("mid", at: 30, ["a"])])
        trace.wait(30)
        _ = trace.receiver.timeReached(trace.now)
        _ = trace.player(.playing(position: 0))
        trace.wait(2)
        _ = trace.ask("PAUSE", requestID: 5)
        #expect(trace.player(.paused(position: 2)).statusSummary == ["PAUSED 5"])
        trace.wait(60)
        #expect(trace.currentStatus()?["breakStatus"]?["currentBreakClipTime"] == 2.0)
        let stopped = trace.ask("STOP", requestID: 6)
        #expect(stopped.statusSummary == ["IDLE/CANCELLED 6"])
        #expect(stopped.statuses.first?.status["breakStatus"] == nil)
    }

    @Test("A5 Embedded breaks are reported while the content plays, and can be skipped at their time")
    func embedded() {
        let inside: JSONValue = [
            "id": "in", "position": 30, "breakClipIds": ["a", "b"], "isEmbedded": true, "expanded": true,
        ]
        var trace = playing([inside])
        trace.wait(30)
        let start = trace.receiver.timeReached(trace.now)
        #expect(start.commands == [])
        #expect(start.statuses.first?.status["breakStatus"]?["breakClipId"] == "a")
        #expect(start.statuses.first?.status["media"]?["breaks"]?[0]?["isWatched"] == true)
        trace.wait(2)
        #expect(trace.currentStatus()?["currentTime"] == 32.0)
        #expect(trace.ask("SKIP_AD").refusal == "INVALID_COMMAND")
        trace.wait(4)
        _ = trace.receiver.timeReached(trace.now)
        #expect(trace.ask("SKIP_AD", requestID: 9).commands == [.seek(45)])
        _ = trace.player(.seeked(position: 45))
        let second = trace.player(.playing(position: 45))
        #expect(second.statusSummary.first == "PLAYING 9")
        #expect(trace.currentStatus()?["breakStatus"]?["breakClipId"] == "b")
        #expect(trace.currentStatus()?["breakStatus"]?["currentBreakTime"] == 15.0)
        trace.wait(10)
        #expect(trace.receiver.timeReached(trace.now).statuses.first?.status["breakStatus"] == nil)
    }

    @Test("invalid breaks have no effect")
    func nonsense() {
        let breaks: [JSONValue] = [
            5, [5], [[:]], [["position": 1e308, "breakClipIds": ["a"]]], [["position": "x", "breakClipIds": 7]],
            [["position": 10, "breakClipIds": ["a"]], ["position": 10, "breakClipIds": ["a"]]],
            [["position": -1e308, "breakClipIds": ["a"]]],
            [["position": 1e308, "isEmbedded": true, "breakClipIds": ["a"]]],
        ]
        for value in breaks {
            var trace = playing(value)
            _ = trace.ask("SEEK", ["currentTime": 99])
            _ = trace.player(.seeked(position: 99))
            _ = trace.player(.playing(position: 99))
            _ = trace.player(.ended)
            #expect(trace.send(["type": "GET_STATUS", "requestId": 6]).replies.count == 1)
        }
    }
}
