// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Live media with a seekable range")
struct LiveTests {
    private static let stream: JSONObject = [
        "contentId": "http://127.0.0.1/a.m3u8", "streamType": "LIVE", "duration": -1,
    ]

    private func playing(
        _ load: JSONObject = [:],
        from start: Double = 100,
        to end: Double = 700,
        isMoving: Bool? = true,
        at position: Double? = nil
    ) -> MediaTrace {
        var trace = MediaTrace()
        _ = trace.load(JSONObject([("media", .object(Self.stream))]).merging(load))
        _ = trace.player(.metadataLoaded(duration: nil, width: nil, height: nil))
        _ = trace.player(.seekableRange(start: start, end: end, isMoving: isMoving))
        _ = trace.player(.playing(position: position ?? end))
        return trace
    }

    private func range(_ trace: inout MediaTrace) -> JSONValue? { trace.currentStatus()?["liveSeekableRange"] }

    @Test("a moving window advances with time, also without reports, and the duration is omitted")
    func moving() {
        var trace = playing()
        trace.wait(50)
        #expect(range(&trace) == ["start": 150.0, "end": 750.0, "isMovingWindow": true, "isLiveDone": false])
        #expect(trace.currentStatus()?["currentTime"] == 750.0)
        #expect(trace.currentStatus()?["media"]?["duration"] == nil)
        #expect(trace.currentStatus()?["media"]?["streamType"] == "LIVE")
    }

    @Test("an expanding range keeps its start; a finished one is constant")
    func expandingAndDone() {
        var trace = playing(isMoving: false)
        trace.wait(50)
        #expect(range(&trace) == ["start": 100.0, "end": 750.0, "isMovingWindow": false, "isLiveDone": false])
        let actions = trace.player(.seekableRange(start: 100, end: 750, isMoving: false, isDone: true))
        #expect(actions.statuses.first?.status["liveSeekableRange"]?["isLiveDone"] == true)
        trace.wait(50)
        #expect(range(&trace)?["end"] == 750.0)
        #expect(trace.currentStatus()?["currentTime"] == 750.0)
    }

    @Test("after a pause longer than the window, the position is the start of the window")
    func pauseLongerThanWindow() {
        var trace = playing(at: 400)
        _ = trace.ask("PAUSE")
        _ = trace.player(.paused(position: 400))
        trace.wait(200)
        #expect(trace.currentStatus()?["currentTime"] == 400.0)
        trace.wait(200)
        #expect(trace.currentStatus()?["currentTime"] == 500.0)
    }

    @Test(
        "a seek is clamped to the current range; a position far beyond it is the live edge",
        arguments: [(4_294_967_296.0, 710.0), (1e300, 710), (300, 300), (0, 110), (-7, 110)] as [(Double, Double)]
    )
    func seek(target: Double, expected: Double) {
        var trace = playing()
        trace.wait(10)
        #expect(trace.ask("SEEK", ["currentTime": target.json]).commands == [.seek(expected)])
    }

    @Test(
        "a load starts at the live edge unless it contains a start time",
        arguments: [(nil, 700.0), (-1, 700), (0, 100), (250, 250)] as [(JSONValue?, Double)]
    )
    func startPosition(time: JSONValue?, expected: Double) {
        var trace = MediaTrace()
        var load: JSONObject = ["media": .object(Self.stream)]
        load["currentTime"] = time
        _ = trace.load(load)
        _ = trace.player(.metadataLoaded(duration: nil, width: nil, height: nil))
        let actions = trace.player(.seekableRange(start: 100, end: 700, isMoving: true))
        #expect(actions.statuses.first?.status["currentTime"] == .number(expected))
    }

    @Test("media with a live edge is LIVE, regardless of its stream type")
    func streamType() {
        var trace = playing(["media": ["contentId": "http://127.0.0.1/a.m3u8", "streamType": "BUFFERED"]])
        #expect(trace.currentStatus()?["media"]?["streamType"] == "LIVE")
    }

    @Test(
        "a moving range is detected from a page's reports, and senders are notified of it and of a stalled stream"
    )
    func fromPage() {
        var trace = playing(isMoving: nil)
        #expect(range(&trace)?["isMovingWindow"] == false)
        trace.wait(5)
        let actions = trace.player(.seekableRange(start: 105, end: 705))
        #expect(actions.statuses.first?.status["liveSeekableRange"]?["isMovingWindow"] == true)
        trace.wait(5)
        #expect(trace.player(.seekableRange(start: 110, end: 710)) == [])
        trace.wait(20)
        #expect(trace.player(.seekableRange(start: 112, end: 712)).statusSummary == ["PLAYING 0"])
    }

    @Test(
        "a live stream without a seekable range is LIVE and cannot be seeked",
        arguments: ["LIVE", "BUFFERED", "NONE"],
        [-1.0, 3600]
    )
    func unbounded(streamType: String, duration: Double) {
        var trace = MediaTrace()
        let media: JSONValue = [
            "contentId": "http://127.0.0.1/a.m3u8", "streamType": .string(streamType), "duration": .number(duration),
        ]
        _ = trace.load(["media": media])
        _ = trace.player(.metadataLoaded(duration: nil, width: nil, height: nil))
        let actions = trace.player(.unbounded)
        _ = trace.player(.playing(position: 7))
        let status = trace.currentStatus()
        #expect(status?["media"]?["streamType"] == "LIVE")
        #expect(status?["media"]?["duration"] == nil)
        #expect(actions.isEmpty || actions.statuses.first?.status["media"]?["streamType"] == "LIVE")
        let commands = status?["supportedMediaCommands"].flatMap(Int.init(json:)).map(MediaCommands.init(rawValue:))
        #expect(commands?.contains(.pause) == true && commands?.contains(.seek) == false)
        let seekActions = trace.ask("SEEK", ["currentTime": 3])
        #expect(seekActions.refusal == "NOT_SUPPORTED" && seekActions.commands.isEmpty)
        #expect(trace.player(.unbounded) == [])
    }

    @Test("when a page takes over and has no seekable range, the range is removed")
    func pageWithoutRange() {
        var trace = playing()
        let actions = trace.player(.unbounded)
        #expect(actions.statuses.first?.status["liveSeekableRange"] == nil)
        #expect(range(&trace) == nil)
        #expect(trace.ask("SEEK", ["currentTime": 300]).commands.isEmpty)
        // The other direction: media with a range can be seeked.
        _ = trace.player(.seekableRange(start: 100, end: 700))
        #expect(trace.ask("SEEK", ["currentTime": 300]).commands == [.seek(300)])
    }

    @Test("a range with its end before its start is ignored")
    func backwards() {
        var trace = playing()
        #expect(trace.player(.seekableRange(start: 800, end: 300, isMoving: true)) == [])
        #expect(range(&trace)?["end"] == 700.0)
    }

    @Test("A17 A paused live stream is transferred with its position")
    func transfer() {
        var trace = playing(at: 400)
        let state = trace.ask("STORE_SESSION").replies.first?["sessionState"]?["loadRequestData"]
        #expect(state?["currentTime"] == 400.0)
    }
}
