// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Stream transfer")
struct TransferTests {
    private static let tracks: JSONValue = [["trackId": 1, "type": "TEXT"], ["trackId": 2, "type": "TEXT"]]

    /// Returns the stored state with which another device can continue.
    private func state(of trace: inout MediaTrace) throws -> JSONValue {
        let actions = trace.ask("STORE_SESSION", requestID: 8)
        #expect(actions.count == 1)
        let answer = try #require(actions.replies.first)
        #expect(answer.messageType == "SESSION_STATE" && answer.requestID == 8)
        return try #require(answer["sessionState"])
    }

    private func resume(_ state: JSONValue, in trace: inout MediaTrace) -> [MediaAction] {
        trace.send(["type": "RESUME_SESSION", "requestId": 3, "sessionState": state])
    }

    @Test("the status lists the command for stream transfer")
    func streamTransferCommand() {
        var trace = MediaTrace.playing()
        let commands = trace.currentStatus()?["supportedMediaCommands"].flatMap(MediaCommands.init(json:))
        #expect(commands?.contains(.streamTransfer) == true)
        #expect(trace.receiver.playback?.streamTransferSupported == true)
    }

    @Test("A17 Another device continues with the same item, position, tracks, rate and custom data")
    func single() throws {
        var source = MediaTrace.playing([
            "media": .object(MediaTrace.film.merging(["tracks": Self.tracks])), "customData": ["user": 7],
        ])
        _ = source.ask("EDIT_TRACKS_INFO", ["activeTrackIds": [2], "textTrackStyle": ["fontScale": 2]])
        _ = source.ask("SET_PLAYBACK_RATE", ["playbackRate": 1.5])
        source.wait(20)
        let state = try state(of: &source)
        #expect(state["loadRequestData"]?["customData"] == ["user": 7])
        var target = MediaTrace()
        let actions = resume(state, in: &target)
        #expect(actions.statusSummary == ["IDLE+LOADING 3"])
        let item = try #require(actions.loads.first)
        #expect(item.startTime == 30 && item.rate == 1.5 && item.autoplay && item.url == "http://127.0.0.1/film.mp4")
        #expect(item.tracks.activeIDs == [2] && item.tracks.style?["fontScale"] == 2)
        target.play(at: 30)
        #expect(target.currentStatus()?["activeTrackIds"] == [2])
    }

    @Test("A17 The queue is transferred with its order, its current item and its repeat mode")
    func queue() throws {
        var source = QueueTrace.playing("ABCD", ["startIndex": 1, "repeatMode": "REPEAT_ALL", "name": "List"])
        _ = source.ask("QUEUE_REORDER", ["itemIds": [4], "insertBefore": 1])
        _ = source.ask("PAUSE")
        _ = source.player(.paused(position: 12))
        var target = MediaTrace()
        let actions = resume(try state(of: &source), in: &target)
        #expect(actions.loads.map(\.startTime) == [12])
        #expect(actions.loads.map(\.autoplay) == [false])
        #expect(target.order == "DA[B]C")
        #expect(target.receiver.session?.queue.ids == [1, 2, 3, 4])
        #expect(target.currentStatus()?["repeatMode"] == "REPEAT_ALL")
        #expect(target.currentStatus()?["queueData"]?["name"] == "List")
    }

    @Test("Of a queue larger than a message, the items around the current one are transferred")
    func largeQueue() throws {
        var source = QueueTrace.playing("A")
        let pad = JSONValue.string(String(repeating: "x", count: 1900))
        for portion in 0..<4 {
            let items = (0..<25).map { QueueTrace.item("\(portion)-\($0)", ["customData": pad]) }
            _ = source.ask("QUEUE_INSERT", ["items": .array(items)])
        }
        _ = source.ask("QUEUE_UPDATE", ["currentItemId": 50])
        source.play()
        let url = source.receiver.session?.media.url
        let state = try state(of: &source)
        #expect(state.jsonString.utf8.count < 65_000)
        var target = MediaTrace()
        #expect(resume(state, in: &target).loads.map(\.url) == [url])
        #expect((25..<35).contains(target.receiver.session?.queue.count ?? 0))
    }

    @Test("Media as large as a message is transferred without the parts that do not fit")
    func largeMedia() throws {
        let pad = JSONValue.string(String(repeating: "x", count: 60_000))
        let media = MediaTrace.film.merging(["customData": pad, "tracks": Self.tracks])
        for load in [["media": .object(media)], ["media": nil, "queueData": ["items": [["media": .object(media)]]]]]
            as [JSONObject]
        {
            var source = MediaTrace.playing(load.merging(["activeTrackIds": [1]]))
            let state = try state(of: &source)
            #expect(state.jsonString.utf8.count < 65_000)
            var target = MediaTrace()
            #expect(resume(state, in: &target).loads.map(\.url) == ["http://127.0.0.1/film.mp4"])
        }
    }

    @Test(
        "An invalid state is rejected, and playback continues",
        arguments: [nil, 5, [:], ["loadRequestData": [:]], ["loadRequestData": ["media": 4]]] as [JSONValue]
    )
    func refuses(state: JSONValue) {
        var trace = MediaTrace.playing()
        #expect(resume(state, in: &trace).refusal == "INVALID_PARAMS")
        #expect(trace.receiver.session?.phase == .playing)
    }

    @Test("Live media without a range is transferred without a position")
    func live() throws {
        var source = MediaTrace()
        let media: JSONObject = ["contentId": "http://127.0.0.1/radio", "streamType": "LIVE"]
        _ = source.load(["media": .object(media)])
        _ = source.player(.metadataLoaded(duration: nil, width: nil, height: nil))
        _ = source.player(.playing(position: 77))
        #expect(try state(of: &source)["loadRequestData"]?["currentTime"] == nil)
    }
}

@Suite("User actions")
struct UserActionTests {
    @Test("Likes are stored with the media; the opposite replaces them, and they can be cleared")
    func likes() {
        var trace = MediaTrace.playing()
        func states() -> [String] {
            let states = trace.currentStatus()?["media"]?["userActionStates"]?.arrayValue ?? []
            return states.compactMap { $0["userAction"]?.stringValue }
        }
        #expect(trace.ask("USER_ACTION", ["userAction": "LIKE"], requestID: 4).statusSummary == ["PLAYING 4"])
        #expect(states() == ["LIKE"])
        _ = trace.ask("USER_ACTION", ["userAction": "FOLLOW"])
        _ = trace.ask("USER_ACTION", ["userAction": "DISLIKE"])
        #expect(states() == ["FOLLOW", "DISLIKE"])
        _ = trace.ask("USER_ACTION", ["userAction": "DISLIKE", "clear": true])
        _ = trace.ask("USER_ACTION", ["userAction": "FOLLOW", "clear": true])
        #expect(states() == [])
    }

    @Test("Unknown user actions are rejected", arguments: [nil, "DANCE", 5] as [JSONValue])
    func unknown(action: JSONValue) {
        var trace = MediaTrace.playing()
        #expect(trace.ask("USER_ACTION", ["userAction": action]).refusal == "INVALID_PARAMS")
    }

    @Test("A deep link that is an address is loaded; precaching and credentials are not supported")
    func entity() {
        var trace = MediaTrace()
        let actions = trace.send(["type": "LOAD_BY_ENTITY", "requestId": 4, "entity": "http://127.0.0.1/film.mp4"])
        #expect(actions.statusSummary == ["IDLE+LOADING 4"])
        #expect(actions.loads.map(\.url) == ["http://127.0.0.1/film.mp4"])
        #expect(trace.send(["type": "LOAD_BY_ENTITY", "requestId": 5]).refusal == "INVALID_PARAMS")
        #expect(trace.load(["media": ["entity": "app://film/7"]]).loads.map(\.url) == ["app://film/7"])
        #expect(trace.send(["type": "PRECACHE", "requestId": 6]).refusal == "NOT_SUPPORTED")
        #expect(trace.send(["type": "SET_CREDENTIALS", "requestId": 7]).refusal == "NOT_SUPPORTED")
    }
}
