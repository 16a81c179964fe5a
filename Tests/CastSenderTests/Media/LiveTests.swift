// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastSender

@Suite("Live streams")
struct LiveTests {
    private func snapshot(_ statuses: (String, Double)...) throws -> MediaSnapshot {
        var state = MediaState()
        for (text, seconds) in statuses {
            let object = try #require(
                try JSONValue(parsing: #"{"type":"MEDIA_STATUS","status":[{"mediaSessionId":1,\#(text)}]}"#).objectValue
            )
            _ = state.received(MediaStatusMessage(fields: object), isReply: false, at: .at(seconds))
        }
        return try #require(state.snapshot)
    }

    private static let live = #""playerState":"PLAYING","media":{"contentId":"tv","streamType":"LIVE","duration":-1}"#

    private func range(_ start: Double, _ end: Double, moving: Bool = false, done: Bool = false) -> String {
        #""liveSeekableRange":{"start":\#(start),"end":\#(end),"isMovingWindow":\#(moving),"isLiveDone":\#(done)}"#
    }

    @Test("RMC 36, ADV 12: moving, growing and finished ranges, also while paused")
    func ranges() throws {
        for (moving, done, expected) in [
            (true, false, 10.0...110.0), (false, false, 0...110), (true, true, 0...100), (false, true, 0...100),
        ] {
            for state in ["PLAYING", "PAUSED"] {
                let live = Self.live.replacing("PLAYING", with: state)
                let media = try snapshot(("\(live),\(range(0, 100, moving: moving, done: done))", 0))
                let bounds = try #require(media.liveSeekableRange(at: .at(10)))
                #expect(abs(bounds.lowerBound - expected.lowerBound) < 1e-6)
                #expect(abs(bounds.upperBound - expected.upperBound) < 1e-6)
                #expect(media.isMovingWindow == moving && media.isLiveDone == done)
            }
        }
    }

    @Test("A range with swapped, missing or invalid ends does not trap")
    func oddRanges() throws {
        let backwards = try snapshot(("\(Self.live),\(range(200, 100))", 0))
        #expect(backwards.liveSeekableRange(at: .at(5)) == 105...105)
        let endless = try snapshot((#"\#(Self.live),"liveSeekableRange":{"start":"x","end":"inf"}"#, 0))
        #expect(endless.liveSeekableRange(at: .at(5)) == nil)
        let open = try snapshot((#"\#(Self.live),"liveSeekableRange":{"start":5}"#, 0))
        #expect(open.liveSeekableRange(at: .at(5)) == nil)
        #expect(open.isLive)
    }

    @Test("A range slightly behind the extrapolated one is ignored; a different one is used")
    func runsBackwards() throws {
        let first = "\(Self.live),\(range(0, 100))"
        let late = try snapshot((first, 0), (#""playerState":"PLAYING",\#(range(0, 108))"#, 10))
        #expect(late.liveSeekableRange(at: .at(10)) == 0...110)
        let other = try snapshot((first, 0), (#""playerState":"PLAYING",\#(range(0, 50))"#, 10))
        #expect(other.liveSeekableRange(at: .at(10)) == 0...50)
        let over = try snapshot((first, 0), (#""playerState":"PLAYING",\#(range(0, 108, done: true))"#, 10))
        #expect(over.liveSeekableRange(at: .at(99)) == 0...108)
    }

    @Test("A range that is set to null, or belongs to the previous item, is removed")
    func gone() throws {
        let first = #"\#(Self.live),"currentItemId":1,\#(range(0, 100))"#
        let cleared = try snapshot((first, 0), (#""playerState":"PLAYING","liveSeekableRange":null"#, 1))
        #expect(cleared.liveSeekableRange(at: .at(1)) == nil)
        let film = #""playerState":"PLAYING","currentItemId":2,"media":{"contentId":"film","duration":60}"#
        let next = try snapshot((first, 0), (film, 1))
        #expect(!next.isLive)
        #expect(next.duration == 60)
        #expect(next.position(at: .at(1)) == 0)
    }

    @Test("RMC 8.2: values of the previous item are cleared, those of the queue are kept")
    func nextItem() throws {
        let first = """
            "playerState":"PLAYING","currentItemId":1,"currentTime":50,"repeatMode":"REPEAT_ALL",
            "media":{"contentId":"a","duration":60},"videoInfo":{"width":1920,"height":1080},"customData":{"x":1}
            """
        let next = #""playerState":"BUFFERING","currentItemId":2,"media":{"contentId":"b","duration":90}"#
        let media = try snapshot((first, 0), (next, 1))
        #expect(media.videoInfo == nil)
        #expect(media.status.customData == nil)
        #expect(media.repeatMode == .all)
        #expect(media.position(at: .at(5)) == 0)
    }

    @Test(
        "ADV 13: only live media that is not idle is a playing live stream",
        arguments: [
            ("PLAYING", true), ("PAUSED", true), ("BUFFERING", true), ("IDLE", false),
        ]
    )
    func playsLive(state: String, isPlaying: Bool) throws {
        let live = Self.live.replacing("PLAYING", with: state)
        #expect(try snapshot((live, 0)).isPlayingLiveStream == isPlaying)
        let film = #""playerState":"PLAYING","media":{"contentId":"a","streamType":"BUFFERED","duration":60}"#
        #expect(try !snapshot((film, 0)).isPlayingLiveStream)
    }

    @Test("Playback is at the live edge within a tolerance")
    func edge() throws {
        let media = try snapshot((#"\#(Self.live),"currentTime":95,\#(range(0, 100))"#, 0))
        #expect(media.isAtLiveEdge(at: .at(50)))
        #expect(!media.isAtLiveEdge(within: 3, at: .at(50)))
        #expect(try !snapshot((Self.live, 0)).isAtLiveEdge(at: .at(0)))
    }

    @Test("The current program is the last one that has started and not ended")
    func sections() throws {
        let live = """
            "playerState":"PAUSED","currentTime":POSITION,
            "media":{"contentId":"tv","streamType":"LIVE","startAbsoluteTime":1000000},
            "queueData":{"containerMetadata":{"sections":[
            {"title":"News","sectionStartTimeInMedia":0,"sectionDuration":100},
            {"title":"Film","sectionStartAbsoluteTime":1000150,"sectionDuration":1000},
            {"title":"Late","sectionStartTimeInMedia":1150},
            {"title":"Nowhere"}]}}
            """
        for (position, title) in [(0, "News"), (99, "News"), (120, nil), (150, "Film"), (1149, "Film"), (9999, "Late")]
            as [(Int, String?)]
        {
            let media = try snapshot((live.replacing("POSITION", with: "\(position)"), 0))
            #expect(media.section(at: .at(0))?.title == title, "at \(position)")
        }
        let media = try snapshot((live.replacing("POSITION", with: "5"), 0))
        #expect(media.absoluteTime(of: 5) == 1_000_005)
    }
}
