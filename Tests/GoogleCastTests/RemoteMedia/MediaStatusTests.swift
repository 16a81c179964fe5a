// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Remote media client: status and positions")
@MainActor
struct MediaStatusTests {
    @Test("RM24 after stop the status is idle with reason canceled, not nil")
    func stopped() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        try await bench.send(MediaBench.status("IDLE", extra: ["idleReason": "CANCELLED"]))
        #expect(await bench.until { bench.client.mediaStatus?.playerState == .idle })
        #expect(bench.client.mediaStatus?.idleReason == .cancelled)
        #expect(bench.client.mediaStatus?.mediaSessionID == 1)
        await bench.close()
    }

    @Test("RM25, RM26, RM27 media is kept when a status leaves it out; idle reason and break status are not")
    func merging() async throws {
        let bench = try await MediaBench.open(
            MediaBench.status(
                "IDLE",
                media: MediaBench.film,
                extra: ["idleReason": "FINISHED", "breakStatus": ["breakId": "b", "breakClipId": "c"]]
            )
        )
        #expect(bench.client.mediaStatus?.idleReason == .finished)
        #expect(bench.client.mediaStatus?.adBreakStatus?.adBreakID == "b")
        try await bench.send(MediaBench.status())
        #expect(await bench.until { bench.client.mediaStatus?.playerState == .playing })
        #expect(bench.client.mediaStatus?.mediaInformation?.contentID == "http://192.0.2.1/film.mp4")
        #expect(bench.client.mediaStatus?.idleReason == GCKMediaPlayerIdleReason.none)
        #expect(bench.client.mediaStatus?.adBreakStatus == nil)
        await bench.close()
    }

    @Test("RM28 idle with an extended status means loading, with that status's media")
    func loading() async throws {
        let bench = try await MediaBench.open(
            MediaBench.status(
                "IDLE",
                session: 2,
                extra: [
                    "extendedStatus": [
                        "playerState": "LOADING", "mediaSessionId": 2, "media": .object(MediaBench.film),
                    ]
                ]
            )
        )
        #expect(bench.client.mediaStatus?.playerState == .loading)
        #expect(bench.client.mediaStatus?.mediaInformation?.contentID == "http://192.0.2.1/film.mp4")
        await bench.close()
    }

    @Test("All properties of a status, and its copy")
    func everything() async throws {
        let bench = try await MediaBench.open(
            MediaBench.status(
                media: MediaBench.film,
                extra: [
                    "playbackRate": 1.5, "volume": ["level": 0.25, "muted": true],
                    "repeatMode": "REPEAT_ALL_AND_SHUFFLE",
                    "currentItemId": 2, "loadingItemId": 3, "preloadedItemId": 4, "activeTrackIds": [1, 2],
                    "videoInfo": ["width": 3840, "height": 2160, "hdrType": "hdr"], "customData": ["x": 1],
                    "queueData": ["name": "Mix"], "liveSeekableRange": ["start": 1, "end": 2],
                    "breakStatus": ["breakId": "b", "breakClipId": "c", "whenSkippable": 5],
                    "items": [
                        ["itemId": 1, "media": ["contentId": "a"]], ["itemId": 2],
                        ["itemId": 3, "media": ["contentId": "c"]],
                    ],
                ]
            )
        )
        let reported = try #require(bench.client.mediaStatus)
        for status in [reported, try #require(reported.copy() as? GCKMediaStatus)] {
            #expect(status.mediaSessionID == 1)
            #expect(status.playerState == .playing)
            #expect(status.playbackRate == 1.5)
            #expect(status.streamPosition == 10)
            #expect(status.volume == 0.25)
            #expect(status.isMuted)
            #expect(status.queueRepeatMode == .allAndShuffle)
            #expect(status.currentItemID == 2)
            #expect(status.loadingItemID == 3)
            #expect(status.preloadedItemID == 4)
            #expect(status.activeTrackIDs == [1, 2])
            #expect(status.videoInfo?.width == 3840)
            #expect(status.videoInfo?.hdrType == .HDR)
            #expect((status.customData as? [String: Int]) == ["x": 1])
            #expect(status.queueData?.name == "Mix")
            #expect(status.liveSeekableRange?.endTime == 2)
            #expect(status.adBreakStatus?.whenSkippable == 5)
            #expect(status.playingAd)
            #expect(status.queueHasCurrentItem && status.queueHasNextItem && status.queueHasPreviousItem)
            #expect(status.queueHasLoadingItem)
            #expect(status.currentQueueItem?.itemID == 2)
            // Receivers send items with an ID only; the current item has the status's media.
            #expect(status.currentQueueItem?.mediaInformation.contentID == "http://192.0.2.1/film.mp4")
            #expect(status.nextQueueItem?.itemID == 3)
            #expect(status.queueItemCount == 3)
            #expect(status.queueItem(at: 0)?.itemID == 1)
            #expect(status.queueItem(withItemID: 3)?.mediaInformation.contentID == "c")
            #expect(status.queueIndex(forItemID: 3) == 2)
        }
        await bench.close()
    }

    @Test("RM38 a status without items returns nil or -1 for every item")
    func unknownItems() {
        let status = GCKMediaStatus(sessionID: 7, mediaInformation: nil)
        #expect(status.mediaSessionID == 7)
        #expect(status.playerState == .unknown)
        #expect(status.idleReason == GCKMediaPlayerIdleReason.none)
        #expect(status.playbackRate == 0)
        #expect(status.volume == 1)
        #expect(!status.isMuted)
        #expect(status.queueRepeatMode == .unchanged)
        #expect(status.queueItemCount == 0)
        #expect(status.queueItem(at: 0) == nil)
        #expect(status.queueItem(at: .max) == nil)
        #expect(status.queueItem(withItemID: 4) == nil)
        #expect(status.queueIndex(forItemID: 4) == -1)
        #expect(status.queueIndex(forItemID: .max) == -1)
        #expect(!status.queueHasCurrentItem && !status.queueHasNextItem && !status.queueHasPreviousItem)
        #expect(status.currentQueueItem == nil && status.nextQueueItem == nil)
        #expect(!status.isMediaCommandSupported(kGCKMediaCommandPause))
    }

    @Test("The items of the queue are those of the newest status")
    func window() async throws {
        let bench = try await MediaBench.open(
            MediaBench.status(extra: ["currentItemId": 2, "items": [["itemId": 2], ["itemId": 3]]])
        )
        try await bench.send(MediaBench.status(extra: ["items": [["itemId": 2], ["itemId": 4]]]))
        #expect(await bench.until { bench.client.mediaStatus?.nextQueueItem?.itemID == 4 })
        #expect(bench.client.mediaStatus?.queueItemCount == 2)
        #expect(bench.client.mediaStatus?.queueIndex(forItemID: 3) == -1)
        await bench.close()
    }

    @Test("RM39, RM40 commands are bits, and several are supported only if each one is")
    func commands() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        let status = try #require(bench.client.mediaStatus)
        for command in [
            kGCKMediaCommandPause, kGCKMediaCommandSeek, kGCKMediaCommandEditTracks, kGCKMediaCommandSetPlaybackRate,
            kGCKMediaCommandStreamTransfer,
        ] {
            #expect(status.isMediaCommandSupported(command))
        }
        #expect(!status.isMediaCommandSupported(kGCKMediaCommandQueueNext))
        try await bench.send(MediaBench.status(extra: ["supportedMediaCommands": 1024]))
        #expect(await bench.until { bench.client.mediaStatus?.isMediaCommandSupported(1024) == true })
        #expect(bench.client.mediaStatus?.isMediaCommandSupported(kGCKMediaCommandQueueRepeat) == false)
        #expect(bench.client.mediaStatus?.isMediaCommandSupported(kGCKMediaCommandPause) == false)
        await bench.close()
    }

    @Test("Values of the wrong type or out of range are read as missing")
    func oddValues() async throws {
        let bench = try await MediaBench.open(
            MediaBench.status(
                "DANCING",
                media: MediaBench.film,
                extra: [
                    "currentItemId": -4, "repeatMode": 3, "activeTrackIds": "x", "volume": 7,
                    "items": [["itemId": -1], 3],
                    "supportedMediaCommands": -1, "customData": .null,
                ]
            )
        )
        let status = try #require(bench.client.mediaStatus)
        #expect(status.playerState == .unknown)
        #expect(status.currentItemID == kGCKMediaQueueInvalidItemID)
        #expect(status.queueRepeatMode == .unchanged)
        #expect(status.activeTrackIDs == nil)
        #expect(status.volume == 1)
        #expect(status.customData == nil)
        await bench.close()
    }

    // MARK: Positions

    @Test(
        "RM33, A8 the position advances with the playback rate while playing, and stands still otherwise",
        arguments: [
            ("PLAYING", 1.0, 14.0), ("PLAYING", 2.0, 18.0), ("PLAYING", -1.0, 6.0), ("PAUSED", 1.0, 10.0),
            ("BUFFERING", 1.0, 10.0), ("IDLE", 1.0, 10.0),
        ]
    )
    func position(_ state: String, _ rate: Double, _ expected: Double) async throws {
        let bench = try await MediaBench.open(
            MediaBench.status(state, media: MediaBench.film, extra: ["playbackRate": .number(rate)])
        )
        await bench.time.advance(by: .seconds(4))
        #expect(abs(bench.client.approximateStreamPosition() - expected) < 0.2)
        #expect(abs(bench.client.timeSinceLastMediaStatusUpdate - 4) < 0.2)
        await bench.close()
    }

    @Test("RM34 the position stays within the duration, and is 0 without media or connection")
    func limits() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        await bench.time.advance(by: .seconds(25))
        try await bench.send(MediaBench.status(at: 58))
        await bench.time.advance(by: .seconds(20))
        #expect(bench.client.approximateStreamPosition() == 60)
        bench.client.disconnect(GCKError(code: .networkError), isOver: false)
        #expect(bench.client.approximateStreamPosition() == 0)
        #expect(GCKRemoteMediaClient().approximateStreamPosition() == 0)
        await bench.close()

        let other = try await MediaBench.open(MediaBench.status())
        #expect(other.client.approximateStreamPosition() == 0)
        await other.close()
    }

    @Test("RM35 the live range is NaN for a video, and 0 without a connection")
    func noRange() async throws {
        let bench = try await MediaBench.open(
            MediaBench.status(media: MediaBench.film, extra: ["liveSeekableRange": ["start": 1, "end": 9]])
        )
        #expect(bench.client.approximateLiveSeekableRangeStart().isNaN)
        #expect(bench.client.approximateLiveSeekableRangeEnd().isNaN)
        #expect(!bench.client.isPlayingLiveStream)
        bench.client.disconnect(GCKError(code: .networkError), isOver: false)
        #expect(bench.client.approximateLiveSeekableRangeStart() == 0)
        #expect(bench.client.approximateLiveSeekableRangeEnd() == 0)
        await bench.close()
    }

    @Test(
        "RM36, A12 a moving window moves and an expanding range grows, also while paused; a finished one stands still",
        arguments: [
            (true, false, 104.0, 204.0), (false, false, 100.0, 204.0), (true, true, 100.0, 200.0),
            (false, true, 100.0, 200.0),
        ]
    )
    func liveRange(_ isMoving: Bool, _ isDone: Bool, _ start: Double, _ end: Double) async throws {
        let bench = try await MediaBench.open(
            MediaBench.status(
                "PAUSED",
                at: 150,
                media: ["contentId": "live", "streamType": "LIVE"],
                extra: [
                    "liveSeekableRange": [
                        "start": 100, "end": 200, "isMovingWindow": .bool(isMoving), "isLiveDone": .bool(isDone),
                    ]
                ]
            )
        )
        await bench.time.advance(by: .seconds(4))
        #expect(abs(bench.client.approximateLiveSeekableRangeStart() - start) < 0.2)
        #expect(abs(bench.client.approximateLiveSeekableRangeEnd() - end) < 0.2)
        #expect(bench.client.approximateStreamPosition() == 150)
        await bench.close()
    }

    @Test(
        "A13 a live stream is playing live only while it is live and not idle",
        arguments: [
            ("LIVE", "PLAYING", true), ("LIVE", "PAUSED", true), ("LIVE", "IDLE", false),
            ("BUFFERED", "PLAYING", false),
        ]
    )
    func live(_ type: String, _ state: String, _ expected: Bool) async throws {
        let bench = try await MediaBench.open(
            MediaBench.status(state, media: ["contentId": "x", "streamType": .string(type)])
        )
        #expect(bench.client.isPlayingLiveStream == expected)
        await bench.close()
    }

    @Test("RM37 the time since the last status is NaN before the first status")
    func noStatus() async throws {
        #expect(GCKRemoteMediaClient().timeSinceLastMediaStatusUpdate.isNaN)
        let bench = try await MediaBench.open()
        #expect(bench.client.timeSinceLastMediaStatusUpdate.isNaN)
        await bench.close()
    }
}
