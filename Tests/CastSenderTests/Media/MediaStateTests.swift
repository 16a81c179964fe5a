// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastSender

@Suite("Media state")
struct MediaStateTests {
    /// Applies one message in JSON.
    private func feed(
        _ state: inout MediaState,
        _ json: String,
        isReply: Bool = false,
        at instant: ContinuousClock.Instant = .at(0)
    ) throws -> [MediaState.Change] {
        let object = try #require(JSONValue(parsing: json).objectValue)
        return state.received(MediaStatusMessage(fields: object), isReply: isReply, at: instant)
    }

    private static let playing = """
        {"type":"MEDIA_STATUS","status":[{"mediaSessionId":1,"playerState":"PLAYING","currentTime":5,"playbackRate":1,
        "supportedMediaCommands":12303,"volume":{"level":1,"muted":false},"activeTrackIds":[1],"currentItemId":1,
        "repeatMode":"REPEAT_OFF","videoInfo":{"width":640},"customData":{"a":1},"queueData":{"name":"q"},
        "media":{"contentId":"film","contentType":"video/mp4","duration":60,"metadata":{"title":"A film"}}}]}
        """

    @Test("The first status starts a session")
    func started() throws {
        var state = MediaState()
        #expect(try feed(&state, Self.playing) == [.started(mediaSessionID: 1), .updated])
        let snapshot = try #require(state.snapshot)
        #expect(snapshot.mediaSessionID == 1)
        #expect(snapshot.title == "A film")
        #expect(snapshot.duration == 60)
        #expect(abs(snapshot.position(at: .at(3)) - 8) < 1e-6)
        #expect(snapshot.supports([.pause, .seek]))
        #expect(!snapshot.supports(.queueNext))
    }

    @Test("RMC 39: The command mask of the Default Media Receiver is decoded")
    func commands() throws {
        var state = MediaState()
        _ = try feed(
            &state,
            #"{"status":[{"mediaSessionId":1,"playerState":"PLAYING","supportedMediaCommands":274447}]}"#
        )
        let snapshot = try #require(state.snapshot)
        #expect(snapshot.supports([.pause, .seek, .editTracks, .playbackRate, .streamTransfer]))
        #expect(!snapshot.supports(.queueNext))
    }

    @Test("An empty status removes the session and keeps the last idle reason")
    func emptied() throws {
        var state = MediaState()
        _ = try feed(&state, Self.playing)
        #expect(
            try feed(&state, #"{"status":[{"mediaSessionId":1,"playerState":"IDLE","idleReason":"FINISHED"}]}"#)
                == [.updated, .ended(mediaSessionID: 1, .finished)]
        )
        #expect(try feed(&state, #"{"type":"MEDIA_STATUS","status":[]}"#) == [.updated])
        #expect(state.snapshot == nil)
        #expect(state.lastIdleReason == .finished)
    }

    @Test(
        "A status without a list of sessions means no session",
        arguments: [#"{"type":"MEDIA_STATUS"}"#, #"{"status":"none"}"#, #"{"status":5}"#, #"{"status":[3,"x",null]}"#]
    )
    func unusable(json: String) throws {
        var state = MediaState()
        _ = try feed(&state, Self.playing)
        _ = try feed(&state, json)
        #expect(state.snapshot == nil)
    }

    @Test("With several sessions, the current one is used")
    func known() throws {
        var state = MediaState()
        _ = try feed(&state, Self.playing)
        let two = """
            {"status":[{"mediaSessionId":9,"playerState":"PLAYING"},{"mediaSessionId":1,"playerState":"PAUSED"}]}
            """
        _ = try feed(&state, two)
        #expect(state.snapshot?.mediaSessionID == 1)
        #expect(state.snapshot?.playerState == .paused)
    }

    @Test("With several unknown sessions, the first that is not idle is used, or else the first")
    func severalUnknown() throws {
        var state = MediaState()
        _ = try feed(
            &state,
            #"{"status":[{"mediaSessionId":4,"playerState":"IDLE"},{"mediaSessionId":5,"playerState":"PAUSED"}]}"#
        )
        #expect(state.snapshot?.mediaSessionID == 5)
        var idle = MediaState()
        _ = try feed(
            &idle,
            #"{"status":[{"mediaSessionId":4,"playerState":"IDLE"},{"mediaSessionId":5,"playerState":"IDLE"}]}"#
        )
        #expect(idle.snapshot?.mediaSessionID == 4)
    }

    @Test("RMC 25: Media, tracks and other values are kept when a status omits them")
    func kept() throws {
        var state = MediaState()
        _ = try feed(&state, Self.playing)
        _ = try feed(&state, #"{"status":[{"mediaSessionId":1,"playerState":"PAUSED","currentTime":9,"media":null}]}"#)
        let status = try #require(state.snapshot?.status)
        #expect(status.media?.contentID == "film")
        #expect(status.activeTrackIDs == [1])
        #expect(status.currentItemID == 1)
        #expect(status.repeatMode == .off)
        #expect(status.queueData?.name == "q")
        #expect(status.videoInfo != nil)
        #expect(status.customData == ["a": 1])
        #expect(state.snapshot?.position(at: .at(100)) == 9)
    }

    @Test("RMC 26, 27: Idle reason, extended status, break and item ids are cleared when a status omits them")
    func cleared() throws {
        var state = MediaState()
        let full = """
            {"status":[{"mediaSessionId":1,"playerState":"IDLE","idleReason":"ERROR","loadingItemId":2,"preloadedItemId":3,
            "breakStatus":{"breakId":"b"},"extendedStatus":{"playerState":"LOADING"}}]}
            """
        _ = try feed(&state, full)
        _ = try feed(&state, #"{"status":[{"mediaSessionId":1,"playerState":"PLAYING"}]}"#)
        let status = try #require(state.snapshot?.status)
        #expect(status.idleReason == nil)
        #expect(status.extendedStatus == nil)
        #expect(status.breakStatus == nil)
        #expect(status.loadingItemID == nil)
        #expect(status.preloadedItemID == nil)
    }

    @Test("RMC 29: Another session id clears all values, and its start is reported before the status")
    func otherSession() throws {
        var state = MediaState()
        _ = try feed(&state, Self.playing)
        let changes = try feed(&state, #"{"status":[{"mediaSessionId":2,"playerState":"BUFFERING"}]}"#)
        #expect(changes == [.ended(mediaSessionID: 1, .interrupted), .started(mediaSessionID: 2), .updated])
        #expect(state.snapshot?.media == nil)
        #expect(state.snapshot?.position(at: .at(0)) == 0)
    }

    @Test("A late status of the previous session is ignored, unless it is a reply")
    func late() throws {
        var state = MediaState()
        _ = try feed(&state, Self.playing)
        _ = try feed(&state, #"{"status":[{"mediaSessionId":2,"playerState":"PLAYING"}]}"#)
        let late = #"{"status":[{"mediaSessionId":1,"playerState":"IDLE","idleReason":"INTERRUPTED"}]}"#
        #expect(try feed(&state, late) == [.ignored(.late(mediaSessionID: 1))])
        #expect(state.snapshot?.mediaSessionID == 2)
        _ = try feed(&state, late, isReply: true)
        #expect(state.snapshot?.mediaSessionID == 1)
    }

    @Test("A status without a session id applies to the current session")
    func withoutID() throws {
        var state = MediaState()
        #expect(try feed(&state, #"{"status":[{"playerState":"PLAYING"}]}"#) == [.ignored(.unassignable)])
        _ = try feed(&state, Self.playing)
        _ = try feed(&state, #"{"status":[{"playerState":"PAUSED","currentTime":20}]}"#)
        #expect(state.snapshot?.mediaSessionID == 1)
        #expect(state.snapshot?.playerState == .paused)
    }

    @Test("A session id as a string, and a status at the top level of the message, are accepted")
    func tolerant() throws {
        var state = MediaState()
        _ = try feed(
            &state,
            #"{"responseType":"MEDIA_STATUS","requestId":3,"mediaSessionId":"7","playerState":"PLAYING"}"#
        )
        #expect(state.snapshot?.mediaSessionID == 7)
        #expect(state.snapshot?.status.fields["requestId"] == nil)
    }

    @Test("RMC 28: One status can report the end of a session and the loading of the next")
    func interruptedByLoad() throws {
        var state = MediaState()
        _ = try feed(&state, Self.playing)
        let both = """
            {"status":[{"mediaSessionId":1,"playerState":"IDLE","idleReason":"INTERRUPTED","currentTime":33,
            "media":{"contentId":"film"},
            "extendedStatus":{"playerState":"LOADING","mediaSessionId":2,"media":{"contentId":"next"}}}]}
            """
        #expect(
            try feed(&state, both)
                == [.ended(mediaSessionID: 1, .interrupted), .started(mediaSessionID: 2), .updated]
        )
        let snapshot = try #require(state.snapshot)
        #expect(snapshot.isLoading)
        #expect(snapshot.playerState == .loading)
        #expect(snapshot.media?.contentID == "next")
        #expect(snapshot.idleReason == nil)
        #expect(snapshot.position(at: .at(0)) == 0)
        _ = try feed(&state, #"{"status":[{"mediaSessionId":2,"playerState":"BUFFERING","currentTime":0}]}"#)
        #expect(state.snapshot?.media?.contentID == "next")
        #expect(state.snapshot?.isLoading == false)
    }

    @Test("Loading without a session id of its own, as in 2018, shows the media being loaded")
    func oldLoading() throws {
        var state = MediaState()
        _ = try feed(&state, Self.playing)
        let loading = """
            {"status":[{"mediaSessionId":1,"playerState":"IDLE","idleReason":"INTERRUPTED",
            "extendedStatus":{"playerState":"LOADING","media":{"contentId":"next"}}}]}
            """
        #expect(try feed(&state, loading) == [.updated])
        #expect(state.snapshot?.mediaSessionID == 1)
        #expect(state.snapshot?.media?.contentID == "next")
    }

    @Test("Known queue items are updated, new ones are inserted after their predecessor, and media is kept")
    func items() throws {
        var state = MediaState()
        let first = """
            {"status":[{"mediaSessionId":1,"playerState":"PLAYING","items":[{"itemId":1,"media":{"contentId":"a"}},
            {"itemId":2,"media":{"contentId":"b"}}]}]}
            """
        _ = try feed(&state, first)
        let second = """
            {"status":[{"mediaSessionId":1,"playerState":"PLAYING","items":[{"itemId":1,"autoplay":true},{"itemId":5},
            {"itemId":2,"media":{"contentId":"c"}}]}]}
            """
        _ = try feed(&state, second)
        let items = try #require(state.snapshot?.status.items)
        #expect(items.map(\.itemID) == [1, 5, 2])
        #expect(items.map(\.media?.contentID) == ["a", nil, "c"])
    }

    @Test("The number of queue items is limited")
    func itemLimit() throws {
        var state = MediaState()
        for id in 1...1200 {
            _ = try feed(
                &state,
                #"{"status":[{"mediaSessionId":1,"playerState":"PLAYING","items":[{"itemId":\#(id)}]}]}"#
            )
        }
        let items = try #require(state.snapshot?.status.items)
        #expect(items.count == 500)
        #expect(items.contains { $0.itemID == 1200 })
    }

    @Test("The number of unknown status keys is limited")
    func fieldLimit() throws {
        var state = MediaState()
        _ = try feed(&state, Self.playing)
        for number in 0..<50 {
            let keys = (0..<10).map { #""key\#(number)-\#($0)":1"# }.joined(separator: ",")
            _ = try feed(&state, #"{"status":[{"mediaSessionId":1,"playerState":"PLAYING",\#(keys)}]}"#)
            #expect((state.snapshot?.status.fields.count ?? 0) <= MediaStatus.fieldLimit)
        }
        #expect(state.snapshot?.status.fields["key49-9"] == 1)
        #expect(state.snapshot?.playerState == .playing)
    }

    @Test("Of several items with one id the last is used, and new items are placed next to their neighbors")
    func repeatedItems() throws {
        var state = MediaState()
        _ = try feed(&state, #"{"status":[{"mediaSessionId":1,"items":[{"itemId":1},{"itemId":2},{"itemId":3}]}]}"#)
        let window = #"{"itemId":8},{"itemId":3},{"itemId":9},{"itemId":9,"orderId":4},{"itemId":1},{"itemId":7},{}"#
        _ = try feed(&state, #"{"status":[{"mediaSessionId":1,"items":[\#(window)]}]}"#)
        let items = try #require(state.snapshot?.status.items)
        #expect(items.map(\.itemID) == [8, 1, 7, nil, 2, 3, 9])
        #expect(items.last?.orderID == 4)
    }

    @Test("A status without currentTime does not interrupt the running position")
    func positionRuns() throws {
        var state = MediaState()
        _ = try feed(&state, Self.playing)
        _ = try feed(&state, #"{"status":[{"mediaSessionId":1,"playerState":"PLAYING"}]}"#, at: .at(10))
        #expect(abs((state.snapshot?.position(at: .at(12)) ?? 0) - 17) < 1e-6)
    }

    @Test("RMC 31: The end of a session is reported once, a repeated status each time")
    func endOnce() throws {
        var state = MediaState()
        _ = try feed(&state, Self.playing)
        let finished = #"{"status":[{"mediaSessionId":1,"playerState":"IDLE","idleReason":"FINISHED"}]}"#
        #expect(try feed(&state, finished) == [.updated, .ended(mediaSessionID: 1, .finished)])
        #expect(try feed(&state, finished) == [.updated])
        #expect(state.cleared() == [.updated])
    }
}
