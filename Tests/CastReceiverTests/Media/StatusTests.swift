// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Media statuses")
struct StatusTests {
    @Test("GET_STATUS is answered to its sender with all media information")
    func getStatus() throws {
        var trace = MediaTrace.playing()
        trace.wait(3)
        let actions = trace.send(["type": "GET_STATUS", "requestId": 12], from: 2)
        guard actions.count == 1, case .reply(let payload, let sender) = actions[0] else {
            Issue.record("not one reply: \(actions)")
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

    @Test("options omit metadata and queue items")
    func options() {
        var trace = MediaTrace.playing()
        #expect(trace.currentStatus(["options": 1])?["media"]?["metadata"] == nil)
        #expect(trace.currentStatus(["options": 1])?["media"]?["contentId"] != nil)
        #expect(trace.currentStatus(["options": 1])?["items"]?[0]?["media"]?["metadata"] == nil)
        #expect(trace.currentStatus(["options": 2])?["items"] == nil)
        #expect(trace.currentStatus(["options": 2])?["media"]?["metadata"] != nil)
        #expect(trace.currentStatus(["options": "what"])?["items"] != nil)
    }

    @Test("GET_STATUS of an unknown media session is answered with an empty list")
    func otherSession() {
        var trace = MediaTrace.playing()
        #expect(trace.currentStatus(["mediaSessionId": 1]) != nil)
        #expect(trace.currentStatus(["mediaSessionId": 2]) == nil)
        var empty = MediaTrace()
        #expect(empty.send(["type": "GET_STATUS", "requestId": 1]).replies.first?["status"] == [])
    }

    @Test("a position close to what senders extrapolate is not reported, one that drifted is")
    func drift() {
        var trace = MediaTrace.playing()
        trace.wait(10)
        #expect(trace.player(.position(9.5)) == [])
        trace.wait(1)
        // 9.8 s, while senders extrapolate 11 s.
        let actions = trace.player(.position(9.8))
        #expect(actions.statusSummary == ["PLAYING 0"])
        #expect(actions.statuses.first?.status["currentTime"] == .number(9.8))
        trace.wait(1)
        #expect(trace.player(.position(10.8)) == [])
    }

    @Test("buffering and resuming are reported once each")
    func buffering() {
        var trace = MediaTrace.playing()
        trace.wait(4)
        #expect(trace.player(.buffering(position: 4)).statusSummary == ["BUFFERING 0"])
        trace.wait(30)
        #expect(trace.currentStatus()?["currentTime"] == .number(4))
        #expect(trace.player(.buffering(position: 4)) == [])
        #expect(trace.player(.playing(position: 4)).statusSummary == ["PLAYING 0"])
    }

    @Test("a changed duration is reported with the media")
    func durationChange() {
        var trace = MediaTrace.playing()
        let actions = trace.player(.metadataChanged(duration: 120, width: 640, height: 360))
        #expect(actions.statuses.first?.status["media"]?["duration"] == .number(120))
        #expect(trace.player(.metadataChanged(duration: 120, width: 640, height: 360)) == [])
    }

    @Test("the position is clamped to the media")
    func bounds() {
        var trace = MediaTrace.playing()
        trace.wait(500)
        #expect(trace.currentStatus()?["currentTime"] == .number(100))
    }

    @Test(
        "invalid numbers from a page are ignored",
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

    @Test("events of an item that was replaced, or of none, are ignored")
    func staleEvents() {
        var trace = MediaTrace.playing()
        #expect(trace.player(.ended, generation: 0) == [])
        _ = trace.ask("STOP")
        #expect(trace.player(.playing(position: 3)) == [])
    }
}
