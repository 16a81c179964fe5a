// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Loading a queue")
struct MediaQueueTests {
    private func load(_ extra: JSONObject = [:], count: Int = 3) -> JSONObject {
        let items = (0..<count).map { index -> JSONValue in
            ["media": ["contentId": .string("http://127.0.0.1/\(index).mp4")], "startTime": .integer(Int64(index))]
        }
        return ["media": nil, "queueData": .object(JSONObject([("items", .array(items))]).merging(extra))]
    }

    private func loaded(_ extra: JSONObject = [:], count: Int = 3) -> MediaTrace {
        var trace = MediaTrace()
        _ = trace.load(load(extra, count: count))
        _ = trace.player(.metadataLoaded(duration: 10, width: nil, height: nil))
        _ = trace.player(.playing(position: 0))
        return trace
    }

    @Test("the start item plays first, and the next ones follow in the same media session")
    func plays() throws {
        var trace = loaded(["startIndex": 1, "name": "List"])
        let current = trace.currentStatus()
        let status = try #require(current)
        #expect(status["currentItemId"] == .integer(2))
        #expect(status["media"]?["contentId"] == .string("http://127.0.0.1/1.mp4"))
        #expect(status["items"]?.arrayValue?.compactMap { $0["itemId"] } == [1, 2, 3])
        #expect(status["queueData"]?["name"] == .string("List"))
        #expect(status["queueData"]?["items"] == nil)
        let next = trace.player(.ended)
        #expect(next.statusSummary == ["IDLE+LOADING 0"])
        #expect(next.statuses.first?.status["loadingItemId"] == .integer(3))
        guard case .load(let item)? = next.commands.first else {
            Issue.record("the next item was not loaded")
            return
        }
        #expect(item.url == "http://127.0.0.1/2.mp4" && item.startTime == 2)
        #expect(trace.receiver.session?.id == 1)
        _ = trace.player(.metadataLoaded(duration: 10, width: nil, height: nil))
        #expect(trace.player(.ended).statusSummary == ["IDLE/FINISHED 0"])
    }

    @Test(
        "the repeat mode determines the next item",
        arguments: [("REPEAT_SINGLE", 3), ("REPEAT_ALL", 1)] as [(String, Int)]
    )
    func repeats(mode: String, next: Int) {
        var trace = loaded(["startIndex": 2, "repeatMode": .string(mode)])
        _ = trace.player(.ended)
        #expect(trace.receiver.session?.queue.current.itemID == next)
    }

    @Test("a failed item is reported and skipped; when no item is left, the load fails")
    func fails() {
        var trace = MediaTrace()
        _ = trace.load(load(count: 2), requestID: 6)
        let first = trace.player(.failed(detailedErrorCode: 104, message: ""))
        #expect(first.broadcasts.first?.messageType == "ERROR")
        #expect(first.broadcasts.first?["itemId"] == .integer(1))
        #expect(first.statusSummary == ["IDLE+LOADING 0"])
        let second = trace.player(.failed(detailedErrorCode: 104, message: ""))
        #expect(second.replies.first?.messageType == "LOAD_FAILED")
        #expect(second.replies.first?.requestID == 6)
        #expect(second.statusSummary == ["IDLE/ERROR 0"])
    }

    @Test("a repeating queue whose items all fail ends")
    func allFail() {
        var trace = MediaTrace()
        _ = trace.load(load(["repeatMode": "REPEAT_ALL"]))
        for _ in 0..<2 { #expect(trace.player(.failed(detailedErrorCode: 104, message: "")).commands.count == 1) }
        #expect(trace.player(.failed(detailedErrorCode: 104, message: "")).statusSummary == ["IDLE/ERROR 0"])
    }

    @Test("QUEUE_LOAD loads a queue; without items it is answered with INVALID_PARAMS")
    func queueLoad() {
        var trace = MediaTrace()
        let items: JSONValue = [["media": ["contentId": "a"]], ["media": ["contentId": "b"], "autoplay": false]]
        let actions = trace.send(["type": "QUEUE_LOAD", "requestId": 3, "items": items, "startIndex": 1])
        #expect(actions.statusSummary == ["IDLE+LOADING 3"])
        guard case .load(let item)? = actions.commands.first else {
            Issue.record("no load command")
            return
        }
        #expect(item.url == "b" && !item.autoplay)
        for bad in [["items": []], ["items": nil], ["items": "x"]] as [JSONObject] {
            let request = JSONObject([("type", "QUEUE_LOAD"), ("requestId", 3)]).merging(bad)
            #expect(trace.send(request).refusal == "INVALID_PARAMS")
        }
    }
}
