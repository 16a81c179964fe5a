// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Remote media client: listeners")
@MainActor
struct MediaListenerTests {
    private static let items: JSONValue = [
        ["itemId": 1, "media": ["contentId": "a", "metadata": ["title": "A"]]],
        ["itemId": 2, "media": ["contentId": "b"]],
    ]

    @Test(
        "RM29, RM30 one status is reported as session, status, metadata, queue and preload, then the request completes"
    )
    func order() async throws {
        let bench = try await MediaBench.open()
        let outcomes = Outcomes()
        let (request, message) = try await bench.sent("GET_STATUS") { bench.client.requestStatus() }
        request.delegate = outcomes
        outcomes.onOutcome = { bench.listener.calls.append("request") }
        try await bench.device.reply(
            to: message,
            MediaBench.status(
                media: MediaBench.film,
                extra: ["currentItemId": 1, "items": Self.items, "preloadedItemId": 2]
            )
        )
        #expect(await bench.until { outcomes.words == ["completed"] })
        #expect(
            bench.listener.calls.filter { !$0.hasPrefix("ids") } == [
                "started 1, status of 1", "status playing", "metadata A film", "queue", "preload 2", "request",
            ]
        )
        await bench.close()
    }

    @Test("RM31 an identical status is reported without its parts")
    func identical() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        bench.listener.calls = []
        try await bench.send(MediaBench.playing)
        try await bench.send(MediaBench.playing)
        #expect(await bench.until { bench.listener.calls == ["status playing", "status playing"] })
        #expect(bench.listener.statuses.suffix(2).compactMap { $0 }.count == 2)
        let statuses = bench.listener.statuses.suffix(2).compactMap { $0 }
        #expect(statuses.first !== statuses.last)
        await bench.close()
    }

    @Test("RM23 an empty status clears the media, which is reported once")
    func empty() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        bench.listener.calls = []
        try await bench.send(MediaBench.nothing)
        try await bench.send(MediaBench.nothing)
        await bench.passEmptyStatusGrace()
        #expect(await bench.until { bench.client.mediaStatus == nil })
        #expect(bench.listener.calls == ["status nil", "metadata nil"])
        await bench.close()
    }

    @Test("Changed parts are reported: metadata, text style, queue, preloading")
    func changes() async throws {
        let bench = try await MediaBench.open(
            MediaBench.status(media: MediaBench.film, extra: ["items": Self.items]),
            itemIDs: [1, 2]
        )
        func callsAfter(_ message: JSONObject) async throws -> [String] {
            bench.listener.calls = []
            try await bench.send(message)
            _ = await bench.until { !bench.listener.calls.isEmpty }
            return bench.listener.calls
        }
        var styled = MediaBench.film
        styled["textTrackStyle"] = ["fontScale": 2]
        #expect(try await callsAfter(MediaBench.status(media: styled)) == ["status playing", "metadata A film"])
        #expect(try await callsAfter(MediaBench.status()) == ["status playing"])
        #expect(
            try await callsAfter(MediaBench.status(extra: ["loadingItemId": 2])) == ["status playing", "queue"]
        )
        #expect(
            try await callsAfter(MediaBench.status(extra: ["preloadedItemId": 2])) == [
                "status playing", "queue", "preload 2",
            ]
        )
        #expect(try await callsAfter(MediaBench.status()) == ["status playing", "preload 0"])
        #expect(
            try await callsAfter(MediaBench.status(extra: ["repeatMode": "REPEAT_ALL"])) == ["status playing", "queue"]
        )
        await bench.close()
    }

    @Test("RM32 listeners are weak references, called once each in the order of registration")
    func listeners() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        bench.client.remove(bench.listener)
        let first = MediaListener()
        var second: MediaListener? = MediaListener()
        weak let gone = second
        let third = MediaListener()
        var order: [String] = []
        for (name, listener) in [("1", first), ("2", second), ("3", third)] {
            listener?.onCall = { order.append(name + $0) }
            if let listener { bench.client.add(listener) }
        }
        bench.client.add(first)
        try await bench.send(MediaBench.playing)
        #expect(await bench.until { order == ["1status playing", "2status playing", "3status playing"] })
        second = nil
        #expect(gone == nil)
        order = []
        try await bench.send(MediaBench.playing)
        #expect(await bench.until { order == ["1status playing", "3status playing"] })
        await bench.close()
    }

    @Test("A listener may remove itself and another, and add a third, while it is called")
    func reentrant() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        let other = MediaListener()
        let added = MediaListener()
        bench.client.add(other)
        bench.listener.onCall = { _ in
            bench.client.remove(bench.listener)
            bench.client.remove(other)
            bench.client.add(added)
        }
        try await bench.send(MediaBench.playing)
        _ = await bench.until { !bench.listener.calls.isEmpty }
        try await bench.send(MediaBench.status("PAUSED"))
        #expect(await bench.until { added.calls == ["status paused"] })
        #expect(!other.calls.contains("status paused"))
        await bench.close()
    }

    @Test("A listener may make requests and end the session while it is called")
    func callsBack() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        let outcomes = Outcomes()
        bench.listener.onCall = { call in
            guard call == "status paused" else { return }
            bench.client.play().delegate = outcomes
            bench.client.disconnect(GCKError(code: .channelNotConnected), isOver: true)
        }
        try await bench.send(MediaBench.status("PAUSED", media: ["contentId": "other", "metadata": ["title": "B"]]))
        #expect(await bench.until { outcomes.words == ["failed 12"] })
        #expect(bench.client.mediaStatus == nil)
        await bench.close()
    }

    @Test("Changes of the queue are reported with item IDs")
    func queueChanges() async throws {
        let bench = try await MediaBench.open(MediaBench.playing, itemIDs: [1, 2, 3])
        bench.listener.calls = []
        for message in [
            MediaBench.change("INSERT", [7, 8], before: 2, number: 1), MediaBench.change("INSERT", [9], number: 2),
            MediaBench.change("ITEMS_CHANGE", [1, 9], number: 3), MediaBench.change("REMOVE", [2, 7], number: 4),
            MediaBench.change("UPDATE", [9, 8, 3, 1], number: 5), MediaBench.change("NO_CHANGE", number: 6),
            MediaBench.change("REMOVE", [9], number: 2), MediaBench.change("INSERT", [1], number: 7),
        ] {
            try await bench.send(message)
        }
        await bench.settle()
        #expect(
            bench.listener.calls == [
                "inserted [7, 8] before 2", "inserted [9] before 0", "updated [1, 9]", "removed [2, 7]",
                "ids [9, 8, 3, 1]",
            ]
        )
        try await bench.send(["type": "QUEUE_ITEMS", "items": [["itemId": 3, "media": ["contentId": "c"]]]])
        #expect(await bench.until { bench.listener.calls.last == "items [3]" })
        await bench.close()
    }

    @Test("Subclasses notify listeners through the notifying methods, and can override them")
    func subclass() async throws {
        let client = CountingClient()
        let bench = try await MediaBench.open(MediaBench.playing, client: client)
        #expect(client.notified == ["session", "status", "metadata"])
        bench.listener.calls = []
        client.notifyDidUpdateQueue()
        client.notifyDidReceiveQueueItemIDs([4])
        client.notifyDidInsertQueueItems(withIDs: [4], beforeItemWithID: 5)
        client.notifyDidUpdateQueueItems(withIDs: [4])
        client.notifyDidRemoveQueueItems(withIDs: [4])
        client.notifyDidReceive([])
        client.notifyDidUpdatePreloadStatus()
        #expect(
            bench.listener.calls == [
                "queue", "ids [4]", "inserted [4] before 5", "updated [4]", "removed [4]", "items []", "preload 0",
            ]
        )
        await bench.close()
    }

    @Test("RM41 the ad info parser is called before any listener receives the status")
    func parser() async throws {
        let client = GCKRemoteMediaClient()
        let parser = Parser()
        client.adInfoParserDelegate = parser
        var media = MediaBench.film
        media["breaks"] = [["id": "told", "breakClipIds": [], "position": 0]]
        let bench = try await MediaBench.open(MediaBench.status(media: media), client: client)
        #expect(parser.asked == ["playing", "breaks"])
        #expect(bench.listener.statuses.first??.playingAd == true)
        #expect(bench.listener.statuses.first??.mediaInformation?.adBreaks?.map(\.adBreakID) == ["mine"])
        parser.breaks = nil
        try await bench.send(MediaBench.status())
        #expect(await bench.until { bench.listener.statuses.count == 2 })
        #expect(bench.client.mediaStatus?.mediaInformation?.adBreaks == nil)

        // A parser without methods changes nothing.
        let silent = SilentParser()
        client.adInfoParserDelegate = silent
        try await bench.send(MediaBench.status())
        #expect(await bench.until { bench.listener.statuses.count == 3 })
        #expect(bench.client.mediaStatus?.playingAd == false)
        #expect(bench.client.mediaStatus?.mediaInformation?.adBreaks?.map(\.adBreakID) == ["told"])
        await bench.close()
    }

    @Test("A main thread that is blocked for five seconds loses no message")
    func busy() async throws {
        let bench = try await MediaBench.open(MediaBench.playing)
        bench.listener.calls = []
        let device = bench.device
        let sent = DispatchSemaphore(value: 0)
        let (playing, paused) = (MediaBench.playing, MediaBench.status("PAUSED"))
        let sending = Task.detached {
            for _ in 0..<50 { try await device.send(playing, in: .media, from: "web-1") }
            try await device.send(paused, in: .media, from: "web-1")
            sent.signal()
        }
        let begin = ContinuousClock.now
        block(for: 5)
        #expect(ContinuousClock.now - begin >= .seconds(5) && bench.listener.calls.isEmpty)
        #expect(sent.blockingWait(seconds: 1), "messages are received meanwhile")
        try await sending.value
        #expect(await bench.until { bench.listener.calls.last == "status paused" })
        #expect(bench.listener.calls.count == 51)
        await bench.close()
    }
}

/// Blocks the thread.
private func block(for seconds: TimeInterval) { Thread.sleep(forTimeInterval: seconds) }

private final class CountingClient: GCKRemoteMediaClient {
    var notified: [String] = []

    override func notifyDidStartMediaSession() {
        notified.append("session")
        super.notifyDidStartMediaSession()
    }

    override func notifyDidUpdateMediaStatus() {
        notified.append("status")
        super.notifyDidUpdateMediaStatus()
    }

    override func notifyDidUpdateMetadata() {
        notified.append("metadata")
        super.notifyDidUpdateMetadata()
    }
}

private final class Parser: NSObject, GCKRemoteMediaClientAdInfoParserDelegate {
    var asked: [String] = []
    var breaks: [GCKAdBreakInfo]? = [GCKAdBreakInfoBuilder(adBreakID: "mine", adBreakClipIds: []).build()]

    func remoteMediaClient(_ client: GCKRemoteMediaClient, shouldSetPlayingAdIn mediaStatus: GCKMediaStatus) -> Bool {
        asked.append("playing")
        return true
    }

    func remoteMediaClient(
        _ client: GCKRemoteMediaClient,
        shouldSetAdBreaksIn mediaStatus: GCKMediaStatus
    ) -> [GCKAdBreakInfo]? {
        asked.append("breaks")
        return breaks
    }
}

private final class SilentParser: NSObject, GCKRemoteMediaClientAdInfoParserDelegate {}
