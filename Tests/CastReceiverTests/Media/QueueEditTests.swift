// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

/// A trace with a queue of media `A`, `B`, `C`, … of 100 s each, one of which plays.
struct QueueTrace {
    static let names = ["A", "B", "C", "D", "E", "F", "G", "H"]

    static func item(_ name: String, _ extra: JSONObject = [:]) -> JSONValue {
        .object(JSONObject([("media", ["contentId": .string(name)])]).merging(extra))
    }

    static func playing(
        _ names: String,
        _ data: JSONObject = [:],
        items: [String: JSONObject] = [:],
        seed: UInt64 = 1
    ) -> MediaTrace {
        var trace = MediaTrace(receiver: DefaultMediaReceiver(shuffleSeed: seed))
        let elements = names.map { item(String($0), items[String($0)] ?? [:]) }
        let queue = JSONObject([("items", .array(elements))]).merging(data)
        _ = trace.load(["media": nil, "queueData": .object(queue)])
        trace.play()
        return trace
    }
}

extension MediaTrace {
    /// Starts playback of the loaded item.
    mutating func play(duration: Double = 100, at position: Double = 0) {
        _ = player(.metadataLoaded(duration: duration, width: nil, height: nil))
        _ = player(.playing(position: position))
    }

    /// The names of the queue's media in order, with the current one in brackets.
    var order: String {
        guard let queue = receiver.session?.queue else { return "-" }
        return queue.items(at: 0..<queue.count).enumerated().map { index, item in
            let name = item.media?.contentID ?? "?"
            return index == queue.currentIndex ? "[\(name)]" : name
        }.joined()
    }

    func id(_ name: String) -> JSONValue {
        let queue = receiver.session?.queue
        let item = queue?.items(at: 0..<(queue?.count ?? 0)).first { $0.media?.contentID == name }
        return .integer(Int64(item?.itemID ?? -1))
    }

    func ids(_ names: String) -> JSONValue { .array(names.map { id(String($0)) }) }
}

extension [MediaAction] {
    var queueChanges: [QueueChangeMessage] {
        broadcasts.filter { $0.messageType == "QUEUE_CHANGE" }.map(QueueChangeMessage.init(fields:))
    }

    var loads: [PlayerItem] {
        commands.compactMap { if case .load(let item) = $0 { item } else { nil } }
    }
}

@Suite("Editing the queue during playback")
struct QueueEditTests {
    @Test("Q13 Items are inserted before another one, or at the end; the change is reported before the answer")
    func insert() throws {
        var trace = QueueTrace.playing("ABC", ["startIndex": 1])
        let items: JSONValue = [QueueTrace.item("X"), QueueTrace.item("Y")]
        let actions = trace.ask("QUEUE_INSERT", ["items": items, "insertBefore": 2], requestID: 7)
        #expect(trace.order == "AXY[B]C")
        #expect(actions.broadcasts.map(\.messageType) == ["QUEUE_CHANGE", "MEDIA_STATUS"])
        let change = try #require(actions.queueChanges.first)
        #expect(change.changeType == .insert && change.itemIDs == [4, 5] && change.insertBefore == 2)
        #expect(change.sequenceNumber == 1 && change.mediaSessionID == 1)
        #expect(actions.statusSummary == ["PLAYING 7"])
        #expect(actions.statuses[0].status["items"]?.arrayValue?.compactMap { $0["itemId"] } == [5, 2, 3])
        #expect(actions.statuses[0].status["media"] != nil)
        let appended = trace.ask("QUEUE_INSERT", ["items": [QueueTrace.item("Z")]])
        #expect(trace.order == "AXY[B]CZ")
        #expect(appended.queueChanges.first?.insertBefore == nil)
        #expect(appended.queueChanges.first?.sequenceNumber == 2)
    }

    @Test("Items inserted before an unknown id are appended")
    func insertUnknown() {
        var trace = QueueTrace.playing("AB")
        let actions = trace.ask("QUEUE_INSERT", ["items": [QueueTrace.item("X")], "insertBefore": 99])
        #expect(trace.order == "[A]BX")
        #expect(actions.queueChanges.first?.insertBefore == nil)
    }

    @Test("Q14 A current item among the inserted ones plays at once, at the given time")
    func insertAndPlay() {
        var trace = QueueTrace.playing("AB")
        let items: JSONValue = [QueueTrace.item("X"), QueueTrace.item("Y", ["startTime": 5])]
        let actions = trace.ask(
            "QUEUE_INSERT",
            ["items": items, "insertBefore": 2, "currentItemIndex": 1, "currentTime": 12],
            requestID: 8
        )
        #expect(trace.order == "AX[Y]B")
        #expect(actions.statusSummary == ["IDLE+LOADING 8"])
        #expect(actions.loads.map(\.startTime) == [12])
        // The time applies once; afterward the item's own start time is used.
        trace.play()
        _ = trace.ask("QUEUE_UPDATE", ["jump": -1])
        trace.play()
        #expect(trace.ask("QUEUE_UPDATE", ["jump": 1]).loads.map(\.startTime) == [5])
    }

    @Test("A current item can be given by the id of an existing item")
    func insertWithCurrentID() {
        var trace = QueueTrace.playing("AB")
        let actions = trace.ask("QUEUE_INSERT", ["items": [QueueTrace.item("X")], "currentItemId": 2])
        #expect(trace.order == "A[B]X")
        #expect(actions.loads.map(\.url) == ["B"])
    }

    @Test(
        "Q28 Items with an id, without media, or with two current items are rejected without effect",
        arguments: [
            ["items": [["itemId": 9, "media": ["contentId": "X"]]]], ["items": [[:]]], ["items": []], ["items": 5], [:],
            ["items": [["media": ["contentId": "X"]]], "currentItemIndex": 0, "currentItemId": 1],
            ["items": [["media": ["contentId": "X"]]], "currentItemIndex": 1],
            ["items": [["media": ["contentId": "X"]]], "currentItemIndex": -1],
            ["items": [["media": ["contentId": "X"]]], "currentItemId": 77],
        ] as [JSONObject]
    )
    func refusesInsert(request: JSONObject) {
        var trace = QueueTrace.playing("AB")
        #expect(trace.ask("QUEUE_INSERT", request).refusal == "INVALID_PARAMS")
        #expect(trace.order == "[A]B")
        #expect(trace.receiver.session?.queue.sequenceNumber == 0)
    }

    @Test("The number of items in a queue is limited, and the error names the limit")
    func limit() {
        var trace = QueueTrace.playing("A")
        let items = (0..<1000).map { _ in QueueTrace.item("X") }
        for _ in 0..<4 { #expect(trace.ask("QUEUE_INSERT", ["items": .array(items)]).refusal == nil) }
        let actions = trace.ask("QUEUE_INSERT", ["items": .array(items)])
        #expect(actions.refusal == "INVALID_PARAMS")
        #expect(actions.replies.first?["customData"]?["detail"]?.stringValue?.contains("5000 items") == true)
        #expect(trace.receiver.session?.queue.count == 4001)
    }

    @Test("Removing other items does not affect playback; removing the current one plays the next")
    func remove() throws {
        var trace = QueueTrace.playing("ABCD", ["startIndex": 1])
        var actions = trace.ask("QUEUE_REMOVE", ["itemIds": [4, 1]], requestID: 5)
        #expect(trace.order == "[B]C")
        #expect(actions.queueChanges.first?.itemIDs == [1, 4])
        #expect(actions.queueChanges.first?.changeType == .remove)
        #expect(actions.statusSummary == ["PLAYING 5"])
        #expect(actions.commands == [])
        actions = trace.ask("QUEUE_REMOVE", ["itemIds": [2]], requestID: 6)
        #expect(trace.order == "[C]")
        #expect(actions.statusSummary == ["IDLE+LOADING 6"])
        #expect(actions.loads.map(\.url) == ["C"])
        #expect(actions.statuses[0].status["currentItemId"] == 3)
    }

    @Test("Removing the last item ends the media session")
    func removeAll() {
        var trace = QueueTrace.playing("AB")
        let actions = trace.ask("QUEUE_REMOVE", ["itemIds": [1, 2]], requestID: 5)
        #expect(actions.statusSummary == ["IDLE/INTERRUPTED 5"])
        #expect(actions.commands == [.stop])
        #expect(trace.currentStatus() == nil)
        #expect(trace.ask("QUEUE_GET_ITEM_IDS", session: 1).refusal == "INVALID_MEDIA_SESSION_ID")
    }

    @Test("Removing the last item in order continues at the start only if the queue repeats")
    func removeAtEnd() {
        var off = QueueTrace.playing("AB", ["startIndex": 1])
        #expect(off.ask("QUEUE_REMOVE", ["itemIds": [2]]).statusSummary == ["IDLE/INTERRUPTED 2"])
        var all = QueueTrace.playing("AB", ["startIndex": 1, "repeatMode": "REPEAT_ALL"])
        #expect(all.ask("QUEUE_REMOVE", ["itemIds": [2]]).loads.map(\.url) == ["A"])
        var chosen = QueueTrace.playing("AB", ["startIndex": 1])
        #expect(chosen.ask("QUEUE_REMOVE", ["itemIds": [2], "currentItemId": 1]).loads.map(\.url) == ["A"])
        #expect(chosen.order == "[A]")
    }

    @Test("Removing or moving unknown items has no effect and is reported as NO_CHANGE")
    func unknownIDs() {
        var trace = QueueTrace.playing("AB")
        for type in ["QUEUE_REMOVE", "QUEUE_REORDER"] {
            let actions = trace.ask(type, ["itemIds": [88]], requestID: 5)
            #expect(actions.queueChanges.map(\.changeType) == [.noChange])
            #expect(actions.statusSummary == ["PLAYING 5"])
        }
        #expect(trace.order == "[A]B")
    }

    @Test(
        "Lists of ids that are empty, invalid or contain duplicates are rejected",
        arguments: ["QUEUE_REMOVE", "QUEUE_REORDER", "QUEUE_GET_ITEMS"],
        [["itemIds": []], ["itemIds": 1], [:], ["itemIds": [1, 1]], ["itemIds": ["x"]]] as [JSONObject]
    )
    func badLists(type: String, request: JSONObject) {
        var trace = QueueTrace.playing("AB")
        #expect(trace.ask(type, request).refusal == "INVALID_PARAMS")
    }

    @Test(
        "Q25 Items are reordered as in the examples of the receiver reference",
        arguments: [(nil, "AGEDHB"), ("A", "DHBAGE"), ("G", "ADHBGE")] as [(String?, String)]
    )
    func reorder(before: String?, expected: String) {
        var trace = QueueTrace.playing("ADGHBE", ["startIndex": 2])
        var request: JSONObject = ["itemIds": trace.ids("DHB")]
        request["insertBefore"] = before.map { trace.id($0) }
        let actions = trace.ask("QUEUE_REORDER", request, requestID: 4)
        #expect(trace.order == expected.replacingCharacter("G", by: "[G]"))
        #expect(actions.queueChanges.first?.changeType == .update)
        #expect(actions.queueChanges.first?.itemIDs?.json == trace.ids(expected))
        #expect(actions.queueChanges.first?.reorderItemIDs?.json == trace.ids("DHB"))
        #expect(actions.statusSummary == ["PLAYING 4"])
        #expect(actions.commands == [])
    }

    @Test("Items cannot be moved before one of themselves")
    func reorderIntoItself() {
        var trace = QueueTrace.playing("ABC")
        #expect(trace.ask("QUEUE_REORDER", ["itemIds": [1, 2], "insertBefore": 2]).refusal == "INVALID_PARAMS")
    }

    @Test("An update changes only the given keys, and the change lists the item")
    func update() {
        var trace = QueueTrace.playing("AB", items: ["B": ["startTime": 5, "customData": "kept"]])
        let items: JSONValue = [["itemId": 2, "startTime": 9], ["itemId": 77, "startTime": 1]]
        let actions = trace.ask("QUEUE_UPDATE", ["items": items])
        #expect(actions.queueChanges.map(\.changeType) == [.itemsChange])
        #expect(actions.queueChanges.first?.itemIDs == [2])
        let load = trace.ask("QUEUE_NEXT")
        #expect(load.loads.map(\.startTime) == [9])
        #expect(trace.receiver.session?.queue.current.customData == "kept")
    }

    @Test("New metadata of the current item is reported to all senders; a new address is used the next time it plays")
    func updateCurrent() {
        var trace = QueueTrace.playing("AB")
        let renamed: JSONValue = [
            ["itemId": 1, "media": ["contentId": "A", "metadata": ["title": "Renamed"], "duration": 3]]
        ]
        let actions = trace.ask("QUEUE_UPDATE", ["items": renamed], requestID: 4)
        #expect(actions.statuses.first?.status["media"]?["metadata"]?["title"] == "Renamed")
        #expect(actions.statuses.first?.status["media"]?["duration"] == 100.0)
        _ = trace.ask("QUEUE_UPDATE", ["items": [["itemId": 1, "media": ["contentId": "N"]]]])
        #expect(trace.currentStatus()?["media"]?["contentId"] == "A")
        _ = trace.player(.metadataChanged(duration: 101, width: nil, height: nil))
        _ = trace.ask("QUEUE_NEXT")
        trace.play()
        #expect(trace.ask("QUEUE_PREV").loads.map(\.url) == ["N"])
    }

    @Test(
        "Invalid updates are rejected without effect",
        arguments: [
            ["items": [["startTime": 1]]], ["items": [["itemId": 1], ["itemId": 1]]], ["items": 4],
            ["items": [["itemId": 1, "media": [:]]]], ["repeatMode": "REPEAT_NEVER"], ["repeatMode": 5],
            ["currentItemId": 12],
        ] as [JSONObject]
    )
    func refusesUpdate(request: JSONObject) {
        var trace = QueueTrace.playing("AB")
        #expect(trace.ask("QUEUE_UPDATE", request).refusal == "INVALID_PARAMS")
        #expect(trace.receiver.session?.queue.sequenceNumber == 0)
    }

    @Test("A repeat mode alone is reported in a status; an empty update as NO_CHANGE")
    func repeatMode() {
        var trace = QueueTrace.playing("AB")
        let actions = trace.ask("QUEUE_UPDATE", ["repeatMode": "REPEAT_ALL"], requestID: 4)
        #expect(actions.queueChanges == [])
        #expect(actions.statusSummary == ["PLAYING 4"])
        #expect(actions.statuses.first?.status["repeatMode"] == "REPEAT_ALL")
        #expect(trace.ask("QUEUE_UPDATE").queueChanges.map(\.changeType) == [.noChange])
    }
}

extension String {
    func replacingCharacter(_ character: Character, by text: String) -> String {
        map { $0 == character ? text : String($0) }.joined()
    }
}
