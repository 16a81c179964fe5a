// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastSender

@Suite("Advertisement breaks")
struct BreakTests {
    private func state(_ messages: (String, Double)...) throws -> MediaState {
        var state = MediaState()
        for (text, seconds) in messages {
            let object = try #require(try JSONValue(parsing: text).objectValue)
            _ = state.received(MediaStatusMessage(fields: object), isReply: false, at: .at(seconds))
        }
        return state
    }

    private static func status(_ extra: String, state: String = "PLAYING", at time: Double = 40) -> String {
        """
        {"type":"MEDIA_STATUS","status":[{"mediaSessionId":1,"playerState":"\(state)","currentTime":\(time),
        "playbackRate":1,"supportedMediaCommands":512\(extra.isEmpty ? "" : ","+extra)}]}
        """
    }

    private static let media = """
        "media":{"contentId":"film","duration":600,
        "breaks":[{"id":"b1","breakClipIds":["c1","c2"],"position":40,"duration":30},
        {"id":"b2","breakClipIds":["gone"],"position":80,"isEmbedded":true}],
        "breakClips":[{"id":"c1","title":"First","duration":10,"whenSkippable":5},{"id":"c2","title":"Second"}]}
        """

    @Test("ADV 2, 5: during a break the content's position is frozen, and it continues afterward")
    func frozen() throws {
        let shown = #""breakStatus":{"breakId":"b1","breakClipId":"c1","currentBreakTime":1,"currentBreakClipTime":1}"#
        var state = try state((Self.status(Self.media), 0), (Self.status(shown), 0))
        #expect(state.snapshot?.currentBreak?.id == "b1")
        #expect(state.snapshot?.position(at: .at(20)) == 40)
        let object = try #require(try JSONValue(parsing: Self.status("")).objectValue)
        _ = state.received(MediaStatusMessage(fields: object), isReply: false, at: .at(30))
        #expect(state.snapshot?.currentBreak == nil)
        #expect(abs((state.snapshot?.position(at: .at(35)) ?? 0) - 45) < 1e-6)
    }

    @Test("ADV 5: an embedded break does not freeze the content's position")
    func embedded() throws {
        let shown = #""breakStatus":{"breakId":"b2","currentBreakTime":0}"#
        let state = try state((Self.status(Self.media), 0), (Self.status(shown, at: 80), 0))
        #expect(abs((state.snapshot?.position(at: .at(5)) ?? 0) - 85) < 1e-6)
    }

    @Test("Break and clip times advance during playback, up to their durations")
    func times() throws {
        let shown = #""breakStatus":{"breakId":"b1","breakClipId":"c1","currentBreakTime":3,"currentBreakClipTime":3}"#
        let playing = try #require(try state((Self.status(Self.media), 0), (Self.status(shown), 0)).snapshot)
        let current = try #require(playing.currentBreak)
        #expect(current.clip?.title == "First")
        #expect(current.clipIndex == 0)
        #expect(current.clipCount == 2)
        #expect(abs((current.time(at: .at(2)) ?? 0) - 5) < 1e-6)
        #expect(current.time(at: .at(100)) == 30)
        #expect(current.clipTime(at: .at(100)) == 10)
        let paused = try state((Self.status(Self.media), 0), (Self.status(shown, state: "PAUSED"), 0)).snapshot
        #expect(paused?.currentBreak?.time(at: .at(20)) == 3)
    }

    @Test("The countdown to skipping runs, and skipping requires the device's media command")
    func skippable() throws {
        let shown = #""breakStatus":{"breakId":"b1","breakClipId":"c1","currentBreakClipTime":2}"#
        let snapshot = try #require(try state((Self.status(Self.media), 0), (Self.status(shown), 0)).snapshot)
        let current = try #require(snapshot.currentBreak)
        #expect(abs((current.secondsUntilSkippable(at: .at(1)) ?? 0) - 2) < 1e-6)
        #expect(!snapshot.canSkipAd(at: .at(2.5)))
        #expect(snapshot.canSkipAd(at: .at(3.5)))
        let without = shown + #","supportedMediaCommands":0"#
        let refused = try #require(try state((Self.status(Self.media), 0), (Self.status(without), 0)).snapshot)
        #expect(!refused.canSkipAd(at: .at(30)))
    }

    @Test("ADV 7: without whenSkippable, and with a negative one, an advertisement is not skippable")
    func notSkippable() throws {
        for extra in ["", #","whenSkippable":-1"#] {
            let shown = #""breakStatus":{"breakId":"b1","breakClipId":"c2","currentBreakClipTime":2\#(extra)}"#
            let snapshot = try #require(try state((Self.status(Self.media), 0), (Self.status(shown), 0)).snapshot)
            #expect(snapshot.currentBreak?.secondsUntilSkippable(at: .at(30)) == nil)
            #expect(!snapshot.canSkipAd(at: .at(30)))
        }
    }

    @Test("Missing clips of a break are left out, and an unknown clip or break has no details")
    func missingClips() throws {
        let shown = #""breakStatus":{"breakId":"seek-40000","breakClipId":"nowhere"}"#
        let snapshot = try #require(try state((Self.status(Self.media), 0), (Self.status(shown), 0)).snapshot)
        #expect(snapshot.breaks.map { snapshot.clips(of: $0).count } == [2, 0])
        let current = try #require(snapshot.currentBreak)
        #expect(current.details == nil && current.clip == nil)
        #expect(current.clipIndex == nil && current.time(at: .at(1)) == nil)
        // The position is still frozen, because nothing marks the break as embedded.
        #expect(snapshot.position(at: .at(9)) == 40)
    }

    @Test("ADV 4: clips that a later status omits are kept, and changed ones are replaced")
    func merging() throws {
        let later = #""media":{"contentId":"film","breakClips":[{"id":"c2","title":"Changed"},{"id":"c3"}]}"#
        let snapshot = try #require(try state((Self.status(Self.media), 0), (Self.status(later), 1)).snapshot)
        #expect(snapshot.media?.breakClips?.map(\.id) == ["c1", "c2", "c3"])
        #expect(snapshot.media?.breakClips?.map(\.title) == ["First", "Changed", nil])
        #expect(snapshot.breaks.count == 2)
        let other = #""media":{"contentId":"other","breakClips":[{"id":"x"}]}"#
        let next = try #require(try state((Self.status(Self.media), 0), (Self.status(other), 1)).snapshot)
        #expect(next.media?.breakClips?.map(\.id) == ["x"])
        #expect(next.breaks.isEmpty)
    }

    @Test("ADV 3: a watched break is marked as watched")
    func watched() throws {
        let later = #""media":{"contentId":"film","breaks":[{"id":"b1","breakClipIds":["c1"],"isWatched":true}]}"#
        let snapshot = try #require(try state((Self.status(Self.media), 0), (Self.status(later), 1)).snapshot)
        #expect(snapshot.breaks.first?.isWatched == true)
    }

    @Test("The number of clips of a long-running stream is limited")
    func limit() throws {
        var state = MediaState()
        for index in 0..<1200 {
            let text = Self.status(#""media":{"contentId":"film","breakClips":[{"id":"c\#(index)"}]}"#)
            let object = try #require(try JSONValue(parsing: text).objectValue)
            _ = state.received(MediaStatusMessage(fields: object), isReply: false, at: .at(0))
        }
        #expect(state.snapshot?.media?.breakClips?.count == 500)
        #expect(state.snapshot?.media?.breakClips?.last?.id == "c1199")
    }
}
