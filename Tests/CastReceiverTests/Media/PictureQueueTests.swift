// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Images in a queue")
struct PictureQueueTests {
    private static let picture: JSONObject = ["contentId": "http://127.0.0.1/a.png", "contentType": "image/png"]

    /// Returns a trace that shows the first image of a queue.
    private func showing(_ items: [JSONObject], _ data: JSONObject = [:]) -> MediaTrace {
        var trace = MediaTrace(receiver: DefaultMediaReceiver(shuffleSeed: 1))
        let elements = items.map { JSONValue.object(JSONObject([("media", .object(Self.picture))]).merging($0)) }
        let queue = JSONObject([("items", .array(elements))]).merging(data)
        _ = trace.load(["media": nil, "queueData": .object(queue)])
        show(&trace)
        return trace
    }

    private func show(_ trace: inout MediaTrace) {
        _ = trace.player(.metadataLoaded(duration: nil, width: 640, height: 360))
        _ = trace.player(.paused(position: 0))
    }

    private func passToDeadline(_ trace: inout MediaTrace) throws -> (after: Duration, actions: [MediaAction]) {
        let deadline = try #require(trace.receiver.nextDeadline)
        defer { trace.now = deadline }
        return (deadline - trace.now, trace.receiver.timeReached(deadline))
    }

    @Test("an image is followed by the next one after ten seconds; the last one stays")
    func advances() throws {
        var trace = showing([[:], [:]])
        let first = try passToDeadline(&trace)
        #expect(first.after == .seconds(10))
        #expect(first.actions.loads.count == 1)
        #expect(trace.receiver.session?.queue.currentIndex == 1)
        #expect(trace.receiver.nextDeadline == nil, "the next one is still loading")
        show(&trace)
        #expect(trace.receiver.nextDeadline == nil)
        #expect(trace.receiver.session != nil)
    }

    @Test("an image is shown for its playback duration, and indefinitely if it is the last one or repeats")
    func length() throws {
        var long = showing([["playbackDuration": 4], [:]])
        #expect(try passToDeadline(&long).after == .seconds(4))
        var nonsense = showing([["playbackDuration": -1], [:]])
        #expect(try passToDeadline(&nonsense).after == .seconds(10))
        #expect(showing([[:]]).receiver.nextDeadline == nil)
        #expect(showing([[:], [:]], ["repeatMode": "REPEAT_SINGLE"]).receiver.nextDeadline == nil)
        #expect(showing([[:], [:]], ["startIndex": 1]).receiver.nextDeadline == nil)
        var wrapping = showing([[:], [:]], ["startIndex": 1, "repeatMode": "REPEAT_ALL"])
        _ = try passToDeadline(&wrapping)
        #expect(wrapping.receiver.session?.queue.currentIndex == 0)
    }

    @Test("PAUSE stops the countdown of an image, PLAY resumes it; without autoplay an image stays")
    func held() throws {
        var trace = showing([[:], [:]])
        _ = trace.ask("PAUSE")
        trace.wait(3)
        _ = trace.receiver.timeReached(trace.now)
        #expect(trace.receiver.nextDeadline == nil)
        trace.wait(60)
        _ = trace.ask("PLAY")
        trace.wait(3)
        _ = trace.receiver.timeReached(trace.now)
        #expect(try passToDeadline(&trace).after == .seconds(7))
        #expect(showing([["autoplay": false], [:]]).receiver.nextDeadline == nil)
    }

    @Test("an image before a film is followed by it, and the film has no countdown")
    func mixed() throws {
        var trace = showing([[:], ["media": .object(MediaTrace.film)]])
        #expect(try passToDeadline(&trace).actions.loads.map(\.url) == ["http://127.0.0.1/film.mp4"])
        _ = trace.player(.metadataLoaded(duration: 100, width: 640, height: 360))
        _ = trace.player(.playing(position: 0))
        #expect(trace.receiver.nextDeadline == nil)
        #expect(trace.receiver.session?.playerState == .playing)
    }
}
