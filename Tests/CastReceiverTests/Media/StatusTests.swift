import CastWire
import Testing

@testable import CastReceiver

@Suite("Telling senders about media")
struct StatusTests {
    @Test("GET_STATUS goes to the asker with everything about the media")
    func asked() throws {
        var trace = MediaTrace.playing()
        trace.wait(3)
        let actions = trace.say(["type": "GET_STATUS", "requestId": 12], from: 2)
        guard actions.count == 1, case .reply(let payload, let sender) = actions[0] else {
            Issue.record("expected one answer, not \(actions)")
            return
        }
        #expect(sender == MediaTrace.sender(2))
        #expect(payload.requestID == 12)
        let status = try #require(payload["status"]?[0])
        #expect(status["currentTime"] == .number(3))
        #expect(status["media"]?["metadata"]?["title"] == .string("Sunrise"))
        #expect(status["items"]?[0]?["media"]?["metadata"] != nil)
        #expect(status["repeatMode"] == .string("REPEAT_OFF"))
        #expect(status["volume"] == ["level": 1.0, "muted": false])
    }

    @Test("options leave out metadata and queue items")
    func options() {
        var trace = MediaTrace.playing()
        #expect(trace.currentStatus(["options": 1])?["media"]?["metadata"] == nil)
        #expect(trace.currentStatus(["options": 1])?["media"]?["contentId"] != nil)
        #expect(trace.currentStatus(["options": 1])?["items"]?[0]?["media"]?["metadata"] == nil)
        #expect(trace.currentStatus(["options": 2])?["items"] == nil)
        #expect(trace.currentStatus(["options": 2])?["media"]?["metadata"] != nil)
        #expect(trace.currentStatus(["options": "what"])?["items"] != nil)
    }

    @Test("a question about a session that is gone finds none")
    func otherSession() {
        var trace = MediaTrace.playing()
        #expect(trace.currentStatus(["mediaSessionId": 1]) != nil)
        #expect(trace.currentStatus(["mediaSessionId": 2]) == nil)
        var empty = MediaTrace()
        #expect(empty.say(["type": "GET_STATUS", "requestId": 1]).replies.first?["status"] == [])
    }

    @Test("a position near what senders extrapolate is not told, one that drifted is")
    func drift() {
        var trace = MediaTrace.playing()
        trace.wait(10)
        #expect(trace.player(.position(9.5)) == [])
        trace.wait(1)
        // 9.8 s where senders believe 11 s.
        let told = trace.player(.position(9.8))
        #expect(told.story == ["PLAYING 0"])
        #expect(told.statuses.first?.status["currentTime"] == .number(9.8))
        trace.wait(1)
        #expect(trace.player(.position(10.8)) == [])
    }

    @Test("buffering and going on are told once each")
    func buffering() {
        var trace = MediaTrace.playing()
        trace.wait(4)
        #expect(trace.player(.buffering(position: 4)).story == ["BUFFERING 0"])
        trace.wait(30)
        #expect(trace.currentStatus()?["currentTime"] == .number(4))
        #expect(trace.player(.buffering(position: 4)) == [])
        #expect(trace.player(.playing(position: 4)).story == ["PLAYING 0"])
    }

    @Test("a duration that turns out otherwise is told with the media")
    func durationChange() {
        var trace = MediaTrace.playing()
        let told = trace.player(.metadataChanged(duration: 120, width: 640, height: 360))
        #expect(told.statuses.first?.status["media"]?["duration"] == .number(120))
        #expect(trace.player(.metadataChanged(duration: 120, width: 640, height: 360)) == [])
    }

    @Test("the position never leaves the media")
    func bounds() {
        var trace = MediaTrace.playing()
        trace.wait(500)
        #expect(trace.currentStatus()?["currentTime"] == .number(100))
    }

    @Test(
        "numbers that are none, from a page gone mad, change nothing",
        arguments: [
            .position(.nan), .position(.infinity), .playing(position: .nan), .seeked(position: .nan),
            .seekableRange(start: .nan, end: 3), .seekableRange(start: 5, end: 3),
            .metadataChanged(duration: .infinity, width: -1, height: 0),
            .metadataChanged(duration: -4, width: nil, height: nil),
        ] as [PlayerEvent]
    )
    func nonsense(event: PlayerEvent) {
        var trace = MediaTrace.playing()
        trace.wait(1)
        #expect(trace.player(event) == [])
        #expect(trace.receiver.session?.position(at: trace.now) == 1)
        #expect(trace.receiver.session?.duration == 100)
    }

    @Test("events of an item that was replaced, or of none, count for nothing")
    func staleEvents() {
        var trace = MediaTrace.playing()
        #expect(trace.player(.ended, generation: 0) == [])
        _ = trace.ask("STOP")
        #expect(trace.player(.playing(position: 3)) == [])
    }
}
