import CastWire
import Testing

@testable import CastReceiver

@Suite("Advertisements")
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

    /// The film plays, 100 s long.
    private func playing(_ breaks: JSONValue) -> MediaTrace {
        var trace = loaded(breaks)
        trace.play()
        return trace
    }

    private func pause(_ id: String, at position: Double, _ clips: JSONValue = ["a", "b"]) -> JSONValue {
        ["id": .string(id), "position": .number(position), "breakClipIds": clips]
    }

    @Test(
        "Playback that runs over a break while it is being paused starts no break, and asks for no time over and over"
    )
    func pausedOverABreak() throws {
        var trace = playing([pause("mid", at: 30)])
        trace.wait(29.9)
        _ = trace.ask("PAUSE")
        trace.wait(0.5)
        #expect(trace.receiver.timeReached(trace.now).loads.isEmpty)
        if let deadline = trace.receiver.nextDeadline { #expect(deadline > trace.now) }
        _ = trace.player(.paused(position: 30.4))
        let resumed = trace.ask("PLAY") + trace.player(.playing(position: 30.4)) + trace.receiver.timeReached(trace.now)
        #expect(resumed.loads.map(\.url) == ["http://127.0.0.1/a.mp4"])
    }

    @Test("A2 In a break its clips play one after the other, and the content stands still")
    func midroll() throws {
        var trace = playing([pause("mid", at: 30)])
        #expect(trace.receiver.nextDeadline == trace.now + .seconds(30))
        trace.wait(30)
        let start = trace.receiver.timeReached(trace.now)
        let clip = try #require(start.loads.first)
        #expect(clip.url == "http://127.0.0.1/a.mp4" && clip.isAdvertisement && clip.autoplay)
        #expect(start.story == ["BUFFERING 0"])
        #expect(start.statuses[0].status["breakStatus"]?["breakId"] == "mid")
        #expect(start.statuses[0].status["media"]?["breaks"]?[0]?["isWatched"] == true)
        _ = trace.player(.metadataLoaded(duration: 15, width: 640, height: 360))
        #expect(trace.player(.playing(position: 0)).story == ["PLAYING 0"])
        trace.wait(4)
        var asked = trace.currentStatus()
        var status = try #require(asked)
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
        asked = trace.currentStatus()
        status = try #require(asked)
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

    @Test("A5 A6 SKIP_AD before its time is refused, then it leads to the next clip and to the content")
    func skip() {
        var trace = playing([pause("mid", at: 30, ["a", "a"])])
        trace.wait(30)
        _ = trace.receiver.timeReached(trace.now)
        _ = trace.player(.playing(position: 0))
        trace.wait(4.9)
        #expect(trace.ask("SKIP_AD").refusal == "INVALID_COMMAND")
        #expect(trace.receiver.nextDeadline.map { $0 <= trace.now + .milliseconds(101) } == true)
        trace.wait(0.1)
        let told = trace.receiver.timeReached(trace.now)
        let commands = told.statuses.first?.status["supportedMediaCommands"].flatMap(MediaCommands.init(json:))
        #expect(commands?.contains(.skipAd) == true)
        #expect(trace.receiver.nextDeadline == nil)
        let next = trace.ask("SKIP_AD", requestID: 7)
        #expect(next.story == ["BUFFERING 7"])
        #expect(next.statuses.first?.status["breakStatus"]?["currentBreakClipTime"] == 0.0)
        _ = trace.player(.playing(position: 0))
        trace.wait(6)
        let content = trace.ask("USER_ACTION", ["userAction": "SKIP_AD"], requestID: 8)
        #expect(content.loads.map(\.startTime) == [30])
        #expect(content.story == ["BUFFERING 8"])
    }

    @Test("A7 A clip that does not say when may not be skipped")
    func notSkippable() {
        var trace = playing([pause("mid", at: 30, ["b"])])
        trace.wait(30)
        _ = trace.receiver.timeReached(trace.now)
        _ = trace.player(.playing(position: 0))
        trace.wait(9)
        #expect(trace.ask("SKIP_AD").refusal == "INVALID_COMMAND")
    }

    @Test("a break at 0 plays before the content, one at -1 behind it; then the session ends")
    func prerollAndPostroll() {
        var trace = loaded([pause("post", at: -1, ["b"]), pause("pre", at: 0, ["a"])])
        let start = trace.player(.metadataLoaded(duration: 100, width: nil, height: nil))
        #expect(start.loads.map(\.url) == ["http://127.0.0.1/a.mp4"])
        #expect(trace.player(.ended).loads.map(\.startTime) == [0])
        _ = trace.player(.playing(position: 0))
        trace.wait(100)
        let post = trace.player(.ended)
        #expect(post.loads.map(\.url) == ["http://127.0.0.1/b.mp4"])
        #expect(trace.currentStatus()?["currentTime"] == 100.0)
        #expect(trace.player(.ended).story == ["IDLE/FINISHED 0"])
    }

    @Test("a load that does not play by itself shows its first break when it plays")
    func prerollPaused() {
        var trace = loaded([pause("pre", at: 0, ["a"])], ["autoplay": false])
        #expect(trace.player(.metadataLoaded(duration: 100, width: nil, height: nil)).loads == [])
        _ = trace.player(.paused(position: 0))
        _ = trace.ask("PLAY", requestID: 4)
        let actions = trace.player(.playing(position: 0))
        #expect(actions.loads.map(\.url) == ["http://127.0.0.1/a.mp4"])
    }

    @Test(
        "a seek over several breaks shows the last one, then goes where it leads; back over watched ones it just goes"
    )
    func seekOver() {
        var trace = playing([pause("one", at: 20, ["a"]), pause("two", at: 40, ["b"]), pause("three", at: 80)])
        trace.wait(10)
        let actions = trace.ask("SEEK", ["currentTime": 60], requestID: 5)
        #expect(actions.loads.map(\.url) == ["http://127.0.0.1/b.mp4"])
        #expect(actions.story == ["BUFFERING 5"])
        #expect(actions.statuses.first?.status["breakStatus"]?["breakId"] == "seek-40000")
        #expect(trace.player(.ended).loads.map(\.startTime) == [60])
        _ = trace.player(.playing(position: 60))
        // The one that was passed over waits for its turn.
        #expect(trace.ask("SEEK", ["currentTime": 35]).orders == [.seek(35)])
        _ = trace.player(.seeked(position: 35))
        _ = trace.player(.playing(position: 35))
        #expect(trace.receiver.nextDeadline == trace.now + .seconds(45))
        #expect(trace.ask("SEEK", ["currentTime": 50]).orders == [.seek(50)])
        _ = trace.player(.seeked(position: 50))
        _ = trace.player(.playing(position: 50))
        _ = trace.ask("SEEK", ["currentTime": 10])
        _ = trace.player(.seeked(position: 10))
        _ = trace.player(.playing(position: 10))
        trace.wait(10)
        #expect(trace.receiver.timeReached(trace.now).loads.map(\.url) == ["http://127.0.0.1/a.mp4"])
    }

    @Test(
        "clips that nobody can play are passed over and counted, and a break without any is none",
        arguments: [["missing"], ["vast"], ["still"], [], ["missing", "vast", "still"]] as [[String]]
    )
    func missingClips(ids: [String]) {
        var trace = playing([pause("mid", at: 30, ids.json)])
        trace.wait(30)
        #expect(trace.receiver.timeReached(trace.now).loads == [])
        #expect(trace.receiver.drops[.unplayableBreakClip] == ids.count)
        #expect(trace.receiver.nextDeadline == nil)
        var some = playing([pause("mid", at: 30, (ids + ["b"]).json)])
        some.wait(30)
        #expect(some.receiver.timeReached(some.now).loads.map(\.url) == ["http://127.0.0.1/b.mp4"])
    }

    @Test("a clip that fails gives way to the content")
    func failingClip() {
        var trace = playing([pause("mid", at: 30, ["a"])])
        trace.wait(30)
        _ = trace.receiver.timeReached(trace.now)
        let actions = trace.player(.failed(detailedErrorCode: 104, message: ""))
        #expect(actions.loads.map(\.startTime) == [30])
        #expect(trace.receiver.drops[.unplayableBreakClip] == 1)
    }

    @Test("pause and play act on the clip; another item or a stop ends the break")
    func control() {
        var trace = playing([pause("mid", at: 30, ["a"])])
        trace.wait(30)
        _ = trace.receiver.timeReached(trace.now)
        _ = trace.player(.playing(position: 0))
        trace.wait(2)
        _ = trace.ask("PAUSE", requestID: 5)
        #expect(trace.player(.paused(position: 2)).story == ["PAUSED 5"])
        trace.wait(60)
        #expect(trace.currentStatus()?["breakStatus"]?["currentBreakClipTime"] == 2.0)
        let stopped = trace.ask("STOP", requestID: 6)
        #expect(stopped.story == ["IDLE/CANCELLED 6"])
        #expect(stopped.statuses.first?.status["breakStatus"] == nil)
    }

    @Test("A5 Breaks within the stream are told of while the content goes on, and can be left when they say so")
    func embedded() {
        let inside: JSONValue = [
            "id": "in", "position": 30, "breakClipIds": ["a", "b"], "isEmbedded": true, "expanded": true,
        ]
        var trace = playing([inside])
        trace.wait(30)
        let start = trace.receiver.timeReached(trace.now)
        #expect(start.orders == [])
        #expect(start.statuses.first?.status["breakStatus"]?["breakClipId"] == "a")
        #expect(start.statuses.first?.status["media"]?["breaks"]?[0]?["isWatched"] == true)
        trace.wait(2)
        #expect(trace.currentStatus()?["currentTime"] == 32.0)
        #expect(trace.ask("SKIP_AD").refusal == "INVALID_COMMAND")
        trace.wait(4)
        _ = trace.receiver.timeReached(trace.now)
        #expect(trace.ask("SKIP_AD", requestID: 9).orders == [.seek(45)])
        _ = trace.player(.seeked(position: 45))
        let second = trace.player(.playing(position: 45))
        #expect(second.story.first == "PLAYING 9")
        #expect(trace.currentStatus()?["breakStatus"]?["breakClipId"] == "b")
        #expect(trace.currentStatus()?["breakStatus"]?["currentBreakTime"] == 15.0)
        trace.wait(10)
        #expect(trace.receiver.timeReached(trace.now).statuses.first?.status["breakStatus"] == nil)
    }

    @Test("breaks of nonsense do no harm")
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
            #expect(trace.say(["type": "GET_STATUS", "requestId": 6]).replies.count == 1)
        }
    }
}
