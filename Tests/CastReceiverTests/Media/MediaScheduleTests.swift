// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

import enum CastTesting.RandomSchedules

@testable import CastReceiver

/// Invariants that hold for every sequence of requests and player events.
@Suite("Media session and queue under random schedules")
struct MediaScheduleTests {
    @Test("item ids are unique, one is current, change numbers are consecutive, and each request is answered once")
    func schedules() {
        for seed in RandomSchedules.seeds(2_000) {
            var schedule = MediaSchedule(seed: seed)
            for _ in 0..<60 { schedule.step() }
            schedule.settle()
            if let violation = schedule.violation {
                let steps = schedule.story.filter { $0 != "time -> []" }.suffix(14).joined(separator: "\n")
                Issue.record("seed \(seed): \(violation)\n\(steps)")
                return
            }
        }
    }
}

/// A receiver under random events, with the invariants to check after each event.
struct MediaSchedule {
    private(set) var trace: MediaTrace
    private var random: SeededGenerator
    private var nextRequest = 1
    /// Requests that have not been answered.
    private var unanswered: Set<Int> = []
    /// Loads, which may get another message with their id after their reply, when they end.
    private var loads: Set<Int> = []
    private var answered: Set<Int> = []
    private var sequences: [Int: Int] = [:]
    private(set) var story: [String] = []
    private(set) var violation: String?

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        trace = MediaTrace(receiver: DefaultMediaReceiver(shuffleSeed: seed))
    }

    mutating func step() {
        guard violation == nil else { return }
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: ask()
        case 5: press()
        case 6..<9: report()
        default: wait()
        }
        check()
    }

    /// Lets the player respond to everything and time advance, until no request waits.
    mutating func settle() {
        for _ in 0..<100 where violation == nil {
            if trace.receiver.session?.phase == .loading {
                take(trace.player(.metadataLoaded(duration: 100, width: nil, height: nil)), "loaded")
            }
            trace.wait(4)
            take(trace.receiver.timeReached(trace.now), "time")
            check()
            if unanswered.isEmpty { return }
        }
        if violation == nil { violation = "never answered: \(unanswered.sorted())" }
    }

    // MARK: - Events

    private mutating func ask() {
        let ids = trace.receiver.session?.queue.ids ?? []
        func anID() -> JSONValue { .integer(Int64(ids.randomElement(using: &random) ?? 7)) }
        func sometimes() -> Bool { Int.random(in: 0..<3, using: &random) == 0 }
        func items() -> JSONValue {
            .array(
                (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    var item: JSONObject = ["media": ["contentId": .string("m\(random.next() % 100)")]]
                    if sometimes() { item["preloadTime"] = 10 }
                    if sometimes() { item["playbackDuration"] = [0, 20, -20][Int.random(in: 0..<3, using: &random)] }
                    if sometimes() { item["autoplay"] = false }
                    return .object(item)
                }
            )
        }
        func someIDs() -> JSONValue {
            .array(
                Set((0..<Int.random(in: 1...3, using: &random)).map { _ in ids.randomElement(using: &random) ?? 7 })
                    .map(\.json)
            )
        }
        let modes: [JSONValue] = ["REPEAT_OFF", "REPEAT_ALL", "REPEAT_SINGLE", "REPEAT_ALL_AND_SHUFFLE"]
        var request: JSONObject
        switch Int.random(in: 0..<21, using: &random) {
        case 0:
            request = [
                "type": "LOAD",
                "queueData": ["items": items(), "repeatMode": modes[Int.random(in: 0..<4, using: &random)]],
            ]
        case 1:
            let breaks: JSONObject = [
                "breaks": [
                    ["id": "pre", "position": 0, "breakClipIds": ["a", "missing"]],
                    ["id": "mid", "position": 40, "breakClipIds": ["a", "b"]],
                    ["id": "inside", "position": 70, "breakClipIds": ["b"], "isEmbedded": true],
                    ["id": "post", "position": -1, "breakClipIds": ["b"]],
                ],
                "breakClips": [
                    ["id": "a", "contentId": "a.mp4", "duration": 10, "whenSkippable": 2],
                    ["id": "b", "contentId": "b.mp4", "duration": 5],
                ],
            ]
            request = ["type": "LOAD", "media": .object(MediaTrace.film.merging(sometimes() ? [:] : breaks))]
        case 2, 3, 4:
            request = ["type": "QUEUE_INSERT", "items": items()]
            if sometimes() { request["insertBefore"] = anID() }
            if sometimes() { request["currentItemIndex"] = 0 }
        case 5, 6:
            request = ["type": "QUEUE_REMOVE", "itemIds": someIDs()]
            if sometimes() { request["currentItemId"] = anID() }
        case 7, 8:
            request = ["type": "QUEUE_REORDER", "itemIds": someIDs()]
            if sometimes() { request["insertBefore"] = anID() }
            if sometimes() { request["currentItemId"] = anID() }
        case 9: request = ["type": "QUEUE_UPDATE", "jump": .integer(Int64.random(in: -3...3, using: &random))]
        case 10: request = ["type": "QUEUE_UPDATE", "shuffle": .bool(sometimes())]
        case 11: request = ["type": "QUEUE_UPDATE", "repeatMode": modes[Int.random(in: 0..<4, using: &random)]]
        case 12:
            request = ["type": "QUEUE_UPDATE", "items": [["itemId": anID(), "startTime": 3]], "currentItemId": anID()]
        case 13: request = ["type": "QUEUE_GET_ITEMS", "itemIds": someIDs()]
        case 14: request = ["type": "QUEUE_GET_ITEM_IDS"]
        case 15: request = ["type": "PLAY"]
        case 16: request = ["type": "PAUSE"]
        case 17: request = ["type": "SEEK", "currentTime": .integer(Int64.random(in: -5...105, using: &random))]
        case 18: request = ["type": sometimes() ? "STOP" : "PLAY_AGAIN"]
        case 19: request = ["type": sometimes() ? "SKIP_AD" : "STORE_SESSION"]
        default: request = ["type": "GET_STATUS"]
        }
        request["requestId"] = .integer(Int64(nextRequest))
        request["mediaSessionId"] = .integer(Int64(trace.receiver.session?.id ?? 1))
        unanswered.insert(nextRequest)
        if ["LOAD", "PLAY_AGAIN"].contains(request.messageType ?? "") { loads.insert(nextRequest) }
        nextRequest += 1
        take(trace.send(request, from: 1), "\(request)")
    }

    private mutating func report() {
        let position = Double(Int.random(in: 0...100, using: &random))
        let events: [PlayerEvent] = [
            .metadataLoaded(duration: 100, width: 640, height: 360),
            .metadataLoaded(duration: 100, width: 640, height: 360),
            .playing(position: position), .playing(position: position), .paused(position: position),
            .buffering(position: position), .seeked(position: position), .position(position), .ended,
            .failed(detailedErrorCode: 104, message: ""),
        ]
        let event = events[Int.random(in: 0..<events.count, using: &random)]
        take(trace.player(event), "\(event)")
    }

    private mutating func press() {
        let keys: [TelevisionCommand] = [.togglePlayback, .next, .previous, .skip(by: 30), .stop]
        let key = keys[Int.random(in: 0..<keys.count, using: &random)]
        take(trace.receiver.pressed(key, at: trace.now) ?? [], "\(key)")
    }

    private mutating func wait() {
        trace.wait(Double(Int.random(in: 0...5000, using: &random)) / 1000)
        guard let deadline = trace.receiver.nextDeadline, deadline <= trace.now else { return }
        take(trace.receiver.timeReached(trace.now), "time")
        if let deadline = trace.receiver.nextDeadline, deadline <= trace.now {
            violation = "a deadline is due again right after it was handled"
        }
    }

    // MARK: - Invariants

    private mutating func take(_ actions: [MediaAction], _ event: String) {
        story.append("\(event) -> \(actions.map { "\($0)".prefix(160) })")
        for payload in actions.broadcasts + actions.replies {
            if payload.jsonString.utf8.count > 65_000 { violation = "larger than a frame" }
            if payload.messageType == "QUEUE_CHANGE" { count(QueueChangeMessage(fields: payload)) }
            guard let id = payload.requestID, id != 0 else { continue }
            guard unanswered.remove(id) == nil else {
                answered.insert(id)
                continue
            }
            if answered.contains(id), loads.remove(id) != nil { continue }
            violation = "request \(id) was answered again"
        }
    }

    private mutating func count(_ change: QueueChangeMessage) {
        guard let session = change.mediaSessionID, let number = change.sequenceNumber else {
            violation = "a change without session id or sequence number"
            return
        }
        if number != sequences[session, default: 0] + 1 { violation = "change \(number) of session \(session)" }
        sequences[session] = number
    }

    private mutating func check() {
        guard violation == nil, let session = trace.receiver.session else { return }
        let ids = session.queue.ids
        if Set(ids).count != ids.count { violation = "an id occurs twice: \(ids)" }
        if !ids.contains(session.queue.currentID) || !ids.contains(session.currentItemID) {
            violation = "no current item"
        }
        let items = session.queue.items(at: 0..<session.queue.count)
        if Set(items.map(\.orderID)) != Set(0..<ids.count) { violation = "order ids: \(items)" }
        if session.phase != .loading, !trace.receiver.pendingRequests.isEmpty {
            violation = "requests are queued without a load"
        }
    }
}
