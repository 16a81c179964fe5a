// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Jumping in the queue")
struct QueuePlaybackTests {
    @Test(
        "A jump past the end ends the session or wraps, before the start it plays the first item",
        arguments: [
            ("REPEAT_OFF", 1, "C"), ("REPEAT_OFF", -1, "A"), ("REPEAT_OFF", -5, "A"), ("REPEAT_OFF", 2, nil),
            ("REPEAT_OFF", .max, nil), ("REPEAT_OFF", .min, "A"), ("REPEAT_ALL", 2, "A"), ("REPEAT_ALL", -2, "C"),
            ("REPEAT_ALL", 5, "A"), ("REPEAT_SINGLE", 1, "C"), ("REPEAT_SINGLE", 2, nil),
        ] as [(String, Int, String?)]
    )
    func jump(mode: String, distance: Int, expected: String?) {
        var trace = QueueTrace.playing("ABC", ["startIndex": 1, "repeatMode": .string(mode)])
        let actions = trace.ask("QUEUE_UPDATE", ["jump": distance.json], requestID: 9)
        if let expected {
            #expect(actions.loads.map(\.url) == [expected])
            #expect(actions.statusSummary == ["IDLE+LOADING 9"])
        } else {
            #expect(actions.commands == [.stop])
            #expect(actions.statusSummary == ["IDLE/INTERRUPTED 9"])
            #expect(trace.receiver.session == nil)
        }
        #expect(actions.queueChanges == [])
    }

    @Test("QUEUE_NEXT and QUEUE_PREV jump by one; a jump can start from another item")
    func nextAndPrevious() {
        var trace = QueueTrace.playing("ABCD")
        #expect(trace.ask("QUEUE_NEXT").loads.map(\.url) == ["B"])
        trace.play()
        #expect(trace.ask("QUEUE_PREV").loads.map(\.url) == ["A"])
        trace.play()
        #expect(trace.ask("QUEUE_UPDATE", ["currentItemId": 2, "jump": 2]).loads.map(\.url) == ["D"])
    }

    @Test("While an item loads, the previous one is current and the new one loading")
    func loadingItem() {
        var trace = QueueTrace.playing("AB")
        let actions = trace.ask("QUEUE_NEXT")
        #expect(actions.statuses.first?.status["currentItemId"] == 1)
        #expect(actions.statuses.first?.status["loadingItemId"] == 2)
        #expect(actions.statuses.first?.status["media"] == nil)
        #expect(actions.statuses.first?.status["extendedStatus"]?["media"]?["contentId"] == "B")
        let loaded = trace.player(.metadataLoaded(duration: 10, width: nil, height: nil))
        #expect(loaded.statuses.first?.status["currentItemId"] == 2)
        #expect(loaded.statuses.first?.status["loadingItemId"] == nil)
        #expect(loaded.statuses.first?.status["media"]?["contentId"] == "B")
    }

    @Test("Jumping to the current item does not restart it; with a time it seeks")
    func currentAgain() {
        var trace = QueueTrace.playing("AB")
        #expect(trace.ask("QUEUE_UPDATE", ["currentItemId": 1], requestID: 4).statusSummary == ["PLAYING 4"])
        let actions = trace.ask("QUEUE_UPDATE", ["currentItemId": 1, "currentTime": 30], requestID: 5)
        #expect(actions.commands == [.seek(30)])
        _ = trace.player(.seeked(position: 30))
        #expect(trace.player(.playing(position: 30)).statusSummary == ["PLAYING 5"])
    }

    @Test("The supported queue commands depend on the position in the queue")
    func commands() {
        func commands(_ trace: MediaTrace) -> MediaCommands { trace.receiver.session?.supportedMediaCommands ?? [] }
        let single = commands(QueueTrace.playing("A"))
        #expect(single.rawValue == 274_447)
        let first = commands(QueueTrace.playing("AB"))
        #expect(first.contains([.queueNext, .queueRepeatAll, .queueRepeatOne]))
        #expect(!first.contains(.queuePrev) && !first.contains(.queueShuffle))
        let last = commands(QueueTrace.playing("ABC", ["startIndex": 2]))
        #expect(last.contains([.queuePrev, .queueShuffle]) && !last.contains(.queueNext))
        let around = commands(QueueTrace.playing("AB", ["repeatMode": "REPEAT_ALL"]))
        #expect(around.contains([.queuePrev, .queueNext]))
    }

    @Test("Shuffling reorders the items once, and plays the item that is now at the current index")
    func shuffle() {
        var trace = QueueTrace.playing("ABCDEFGH", ["startIndex": 3], seed: 7)
        let actions = trace.ask("QUEUE_UPDATE", ["shuffle": true], requestID: 4)
        let shuffled = trace.order
        #expect(shuffled != "ABC[D]EFGH" && shuffled.filter { $0 != "[" && $0 != "]" }.sorted() == Array("ABCDEFGH"))
        #expect(trace.receiver.session?.queue.currentIndex == 3)
        #expect(actions.queueChanges.first?.changeType == .update)
        #expect(actions.queueChanges.first?.itemIDs == trace.receiver.session?.queue.ids)
        #expect(actions.statusSummary.count == 1 && actions.statusSummary[0].hasSuffix(" 4"))
        #expect(actions.loads.map(\.url) == [trace.receiver.session?.media.url])
        trace.play()
        let items = trace.ask("QUEUE_GET_ITEMS", ["itemIds": [1, 2, 3]]).replies.first?["items"]?.arrayValue
        #expect(items?.compactMap { $0["orderId"] } == [0, 1, 2])
        _ = trace.ask("QUEUE_UPDATE", ["shuffle": false])
        #expect(trace.order.filter { $0 != "[" && $0 != "]" } == "ABCDEFGH")
        #expect(trace.receiver.session?.queue.current.media?.url == trace.receiver.session?.media.url)
    }

    @Test("Shuffling two items has no effect")
    func shuffleTwo() {
        var trace = QueueTrace.playing("AB")
        #expect(trace.ask("QUEUE_SHUFFLE", requestID: 4).queueChanges.map(\.changeType) == [.noChange])
        #expect(trace.order == "[A]B")
    }

    @Test("REPEAT_ALL_AND_SHUFFLE restarts in another order and reports it")
    func shuffleAtWrap() {
        var trace = QueueTrace.playing(
            "ABCDEFGH",
            ["startIndex": 7, "repeatMode": "REPEAT_ALL_AND_SHUFFLE"],
            seed: 3
        )
        let actions = trace.player(.ended)
        #expect(actions.queueChanges.map(\.changeType) == [.update])
        #expect(trace.order != "[A]BCDEFGH")
        #expect(trace.receiver.session?.queue.currentIndex == 0)
        #expect(actions.statusSummary == ["IDLE+LOADING 0"])
    }

    @Test("Q26 The queue pauses at an item without autoplay")
    func autoplay() {
        var trace = QueueTrace.playing("AB", items: ["B": ["autoplay": false]])
        #expect(trace.player(.ended).loads.map(\.autoplay) == [false])
        _ = trace.player(.metadataLoaded(duration: 10, width: nil, height: nil))
        #expect(trace.player(.paused(position: 0)).statusSummary == ["PAUSED 0"])
    }

    @Test("Q27 The next item is preloaded at its preload time before the end")
    func preload() {
        var trace = QueueTrace.playing("ABC", items: ["B": ["preloadTime": 20], "C": ["preloadTime": 5]])
        #expect(trace.receiver.nextDeadline == trace.now + .seconds(80))
        trace.wait(79.9)
        #expect(trace.receiver.timeReached(trace.now) == [])
        trace.wait(0.1)
        let actions = trace.receiver.timeReached(trace.now)
        #expect(actions.statuses.first?.status["preloadedItemId"] == 2)
        #expect(trace.receiver.nextDeadline == nil)
        trace.wait(1)
        // Seeking back does not undo the preload; another next item does.
        _ = trace.ask("SEEK", ["currentTime": 1])
        _ = trace.player(.seeked(position: 1))
        #expect(trace.player(.playing(position: 1)).statuses.first?.status["preloadedItemId"] == 2)
        let reorder = trace.ask("QUEUE_REORDER", ["itemIds": [3], "insertBefore": 2])
        #expect(reorder.statuses.last?.status["preloadedItemId"] == nil)
        #expect(trace.receiver.nextDeadline == trace.now + .seconds(94))
    }

    @Test("An item inserted after its preload time is preloaded at once")
    func latePreload() {
        var trace = QueueTrace.playing("A")
        trace.wait(95)
        let actions = trace.ask("QUEUE_INSERT", ["items": [QueueTrace.item("B", ["preloadTime": 30])]])
        #expect(actions.statuses.last?.status["preloadedItemId"] == 2)
    }

    @Test(
        "An item is played for its playback duration",
        arguments: [(30.0, 10.0, 40.0), (-25.0, 0.0, 75.0), (500.0, 0.0, nil)] as [(Double, Double, Double?)]
    )
    func playbackDuration(length: Double, start: Double, end: Double?) {
        var trace = QueueTrace.playing(
            "AB",
            items: ["A": ["playbackDuration": length.json, "startTime": start.json]]
        )
        _ = trace.player(.playing(position: start))
        guard let end else {
            trace.wait(101)
            #expect(trace.player(.ended).loads.map(\.url) == ["B"])
            return
        }
        #expect(trace.receiver.nextDeadline == trace.now + .seconds(end - start))
        trace.wait(end - start)
        #expect(trace.receiver.timeReached(trace.now).loads.map(\.url) == ["B"])
    }

    @Test("An item with playback duration 0 is skipped, in both directions and at the start")
    func noLength() {
        let none: JSONObject = ["playbackDuration": 0]
        var trace = QueueTrace.playing("ABCD", items: ["A": none, "C": none])
        #expect(trace.order == "A[B]CD")
        #expect(trace.ask("QUEUE_NEXT").loads.map(\.url) == ["D"])
        trace.play()
        #expect(trace.ask("QUEUE_PREV").loads.map(\.url) == ["B"])
        var empty = MediaTrace()
        let items: JSONValue = [QueueTrace.item("A", none)]
        #expect(empty.load(["media": nil, "queueData": ["items": items]]).refusal == "INVALID_PARAMS")
    }

    @Test("Edits of a loading queue wait; queries do not")
    func whileLoading() {
        var trace = MediaTrace()
        _ = trace.load(["media": nil, "queueData": ["items": [QueueTrace.item("A"), QueueTrace.item("B")]]])
        #expect(trace.ask("QUEUE_NEXT", requestID: 3) == [])
        let ids = trace.ask("QUEUE_GET_ITEM_IDS", requestID: 4)
        #expect(ids.replies.first?["itemIds"] == [1, 2])
        let loaded = trace.player(.metadataLoaded(duration: 10, width: nil, height: nil))
        #expect(loaded.statusSummary.last == "IDLE+LOADING 3")
    }
}

@Suite("Queue queries")
struct QueueQueryTests {
    @Test("The ids, items by id, and an item with its neighbors are sent to the requesting sender only")
    func queries() {
        var trace = QueueTrace.playing("ABCDE")
        _ = trace.ask("QUEUE_REMOVE", ["itemIds": [2]])
        let ids = trace.ask("QUEUE_GET_ITEM_IDS", requestID: 5)
        #expect(ids.broadcasts == [])
        #expect(
            ids.replies == [
                ["type": "QUEUE_ITEM_IDS", "requestId": 5, "itemIds": [1, 3, 4, 5], "sequenceNumber": 1]
            ]
        )
        let items = trace.ask("QUEUE_GET_ITEMS", ["itemIds": [5, 99, 1]], requestID: 6)
        #expect(items.replies.first?.messageType == "QUEUE_ITEMS")
        #expect(items.replies.first?["items"]?.arrayValue?.compactMap { $0["media"]?["contentId"] } == ["E", "A"])
        let range = trace.ask("QUEUE_GET_ITEM_RANGE", ["itemId": 4, "nextCount": 1, "prevCount": 9])
        #expect(range.replies.first?["items"]?.arrayValue?.compactMap { $0["itemId"] } == [1, 3, 4, 5])
        let fetched = trace.ask("FETCH_ITEMS", ["itemId": 4])
        #expect(fetched.replies.first?["items"]?.arrayValue?.compactMap { $0["itemId"] } == [4])
    }

    @Test(
        "A range around an unknown item, or with negative counts, is rejected",
        arguments: [["itemId": 9], [:], ["itemId": 1, "nextCount": -1], ["itemId": 1, "prevCount": -1]]
            as [JSONObject]
    )
    func badRange(request: JSONObject) {
        var trace = QueueTrace.playing("AB")
        #expect(trace.ask("QUEUE_GET_ITEM_RANGE", request).refusal == "INVALID_PARAMS")
    }

    private static let pad = JSONValue.string(String(repeating: "x", count: 1900))

    @Test("A thousand items of 2 kB can be inserted in portions; every message about them fits into a frame")
    func thousandItems() throws {
        var trace = QueueTrace.playing("A")
        var messages: [JSONObject] = []
        for portion in 0..<40 {
            let items = (0..<25).map { QueueTrace.item("\(portion)-\($0)", ["customData": Self.pad]) }
            messages += trace.ask("QUEUE_INSERT", ["items": .array(items)]).broadcasts
        }
        #expect(trace.receiver.session?.queue.count == 1001)
        #expect(trace.receiver.session?.queue.sequenceNumber == 40)
        messages += trace.ask("QUEUE_GET_ITEM_IDS").replies
        let requestedIDs = (2...1001).map { JSONValue.integer(Int64($0)) }
        let answer = trace.ask("QUEUE_GET_ITEMS", ["itemIds": .array(requestedIDs)])
        messages += answer.replies
        let first = try #require(answer.replies.first?["items"]?.arrayValue)
        #expect(first.count > 20 && first.count < 35)
        #expect(first.compactMap { $0["itemId"] } == Array(requestedIDs.prefix(first.count)))
        let range = trace.ask(
            "QUEUE_GET_ITEM_RANGE",
            ["itemId": 900, "nextCount": 500, "prevCount": 500]
        )
        messages += range.replies
        let around = range.replies.first?["items"]?.arrayValue?.compactMap { $0["itemId"].flatMap(Int.init(json:)) }
        let ids = try #require(around)
        #expect(ids.count > 20 && ids.contains(900) && ids == Array(ids[0]..<ids[0] + ids.count))
        messages += trace.ask("QUEUE_UPDATE", ["currentItemId": 900]).broadcasts
        trace.play()
        messages += trace.send(["type": "GET_STATUS", "requestId": 3]).replies
        messages += trace.ask("QUEUE_SHUFFLE").broadcasts
        for message in messages { #expect(message.jsonString.utf8.count < 65_000) }
        trace.play()
        let status = trace.currentStatus()
        #expect(status?["items"]?.arrayValue?.count == 3)
    }

    @Test("An item as large as a frame is sent without the parts that do not fit")
    func hugeItem() {
        var trace = QueueTrace.playing("A")
        let pad = JSONValue.string(String(repeating: "x", count: 64_000))
        _ = trace.ask("QUEUE_INSERT", ["items": [QueueTrace.item("B", ["customData": pad])]])
        let answer = trace.ask("QUEUE_GET_ITEMS", ["itemIds": [2, 1]]).replies.first
        #expect(answer?["items"]?.arrayValue?.compactMap { $0["media"]?["contentId"] } == ["B", "A"])
        #expect((answer?.jsonString.utf8.count ?? 0) < 65_000)
    }
}
