// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

/// Replays requests of real senders. The player responds at once.
private struct Replay {
    var trace = MediaTrace()
    /// The number of answers to each request id.
    var answers: [Int: Int] = [:]
    /// The metadata that senders sent last, by content id.
    var metadata: [String: JSONValue] = [:]

    mutating func send(_ request: JSONObject, from socket: Int) {
        recordMetadata(request)
        follow(trace.send(request, from: socket))
    }

    private mutating func recordMetadata(_ request: JSONObject) {
        let items = (request["items"]?.arrayValue ?? []).compactMap { $0["media"] }
        for media in items + [request["media"]].compactMap(\.self) {
            guard let id = media["contentId"]?.stringValue else { continue }
            metadata[id] = media["metadata"]
        }
    }

    private mutating func follow(_ actions: [MediaAction]) {
        for payload in actions.broadcasts + actions.replies {
            if payload.messageType != "QUEUE_CHANGE", let id = payload.requestID, id != 0 {
                answers[id, default: 0] += 1
            }
        }
        for command in actions.commands {
            let position = trace.receiver.session?.position(at: trace.now) ?? 0
            switch command {
            case .load(let item):
                let duration = trace.receiver.session?.media.duration ?? 600
                follow(trace.player(.metadataLoaded(duration: duration, width: nil, height: nil)))
                follow(trace.player(.playing(position: item.startTime ?? 0)))
            case .play: follow(trace.player(.playing(position: position)))
            case .pause: follow(trace.player(.paused(position: position)))
            case .seek(let target):
                follow(trace.player(.seeked(position: target)))
                follow(trace.player(.playing(position: target)))
            default: break
            }
        }
    }
}

@Suite("Recorded requests of senders")
struct RecordedRequestTests {
    /// The position at the end of a recording.
    private enum Position {
        /// That of the load request.
        case loaded
        /// That of the last seek request.
        case sought
    }

    /// The expected positions; nil if no media is loaded at the end. Otherwise the first loaded item plays.
    private static let ends: [String: Position?] = [
        "android-pause-play.json": .loaded,
        "android-queue-jump-past-end.json": nil,
        "android-queue-load-play.json": .loaded,
        "android-queue-load-volume-half.json": .loaded,
        "android-queue-update-currentItemId.json": .loaded,
        "android-seek-repeat-single.json": .sought,
        "chrome-cac-pause-play.json": nil,
        "chrome-caf-load-seek.json": .sought,
        "chrome-load-by-entity.json": nil,
    ]

    @Test("all recordings are present in the fixtures")
    func count() {
        #expect(RecordedPage.fixtures.map(\.name) == Self.ends.keys.sorted())
    }

    @Test(
        "each request is answered once, and the final state is as expected",
        arguments: RecordedPage.all
    )
    func replays(recording: RecordedPage) throws {
        let end = try #require(Self.ends[recording.name], "no expected state for \(recording.name)")
        var replay = Replay()
        var requestIDs: Set<Int> = []
        var requests: [JSONObject] = []
        for frame in try recording.frames() where frame.namespace == .media {
            let colon = try #require(frame.senderID.firstIndex(of: ":"))
            let socket = try #require(frame.senderID[..<colon].split(separator: ".").last.flatMap { Int($0) })
            let request = try #require(frame.object)
            requestIDs.insert(try #require(request.requestID))
            requests.append(request)
            replay.send(request, from: socket)
        }
        #expect(!requestIDs.isEmpty)
        #expect(replay.answers == Dictionary(uniqueKeysWithValues: requestIDs.map { ($0, 1) }))
        let status = replay.trace.currentStatus()
        guard let end else {
            #expect(status == nil)
            return
        }
        let load = try #require(requests.first { ["LOAD", "QUEUE_LOAD"].contains($0.messageType) })
        let items = load["items"]?.arrayValue
        let media = try #require(items?[0]["media"] ?? load["media"])
        let contentID = try #require(media["contentId"]?.stringValue)
        let last = end == .sought ? requests.last { $0.messageType == "SEEK" } : load
        #expect(status?["playerState"] == "PLAYING")
        #expect(status?["media"]?["contentId"] == .string(contentID))
        #expect(status?["media"]?["metadata"] == replay.metadata[contentID], "unknown keys are returned")
        #expect(status?["currentTime"].flatMap(Double.init(json:)) == last?["currentTime"].flatMap(Double.init(json:)))
        #expect(status?["repeatMode"] == load["repeatMode"] ?? "REPEAT_OFF")
        #expect(replay.trace.receiver.session?.queue.count == items?.count ?? 1)
    }
}
