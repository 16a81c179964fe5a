import CastWire
import Testing

@testable import CastReceiver

/// What real senders asked of real receivers, asked of ours. The player does at once what it is told.
private struct Replay {
    var trace = MediaTrace()
    /// What answers each request.
    var answers: [Int: Int] = [:]
    /// The metadata that senders gave last, by content id.
    var metadata: [String: JSONValue] = [:]

    mutating func say(_ request: JSONObject, from socket: Int) {
        note(request)
        follow(trace.say(request, from: socket))
    }

    private mutating func note(_ request: JSONObject) {
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
        for order in actions.orders {
            let position = trace.receiver.session?.position(at: trace.now) ?? 0
            switch order {
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

@Suite("Recorded requests of real senders")
struct RecordedRequestTests {
    /// What plays at the end of a recording: nil where nothing does.
    private struct End {
        var contentID: String
        var position: Double
        var repeatMode: String
        var count: Int
    }

    private static let film = "http://commondatastorage.googleapis.com/gtv-videos-bucket/sample/BigBuckBunny.mp4"

    private static let ends: [String: End?] = [
        "android-pause-play.json": End(contentID: "7625577", position: 2.694, repeatMode: "REPEAT_ALL", count: 2),
        "android-queue-jump-past-end.json": nil,
        "android-queue-load-play.json": End(contentID: "7625577", position: 0, repeatMode: "REPEAT_ALL", count: 2),
        "android-queue-load-volume-half.json":
            End(contentID: "108038256", position: 11.524, repeatMode: "REPEAT_OFF", count: 21),
        "android-queue-update-currentItemId.json":
            End(contentID: "7625577", position: 0, repeatMode: "REPEAT_ALL", count: 2),
        "android-seek-repeat-single.json":
            End(contentID: "7625577", position: 251.212, repeatMode: "REPEAT_SINGLE", count: 2),
        "chrome-cac-pause-play.json": nil,
        "chrome-caf-load-seek.json": End(contentID: film, position: 376, repeatMode: "REPEAT_OFF", count: 1),
        "chrome-load-by-entity.json": nil,
    ]

    @Test(
        "each is answered once, and leads to what was asked for",
        .enabled(if: !RecordedPage.names.isEmpty, Comment(rawValue: RecordedPage.whenMissing)),
        arguments: RecordedPage.names
    )
    func replays(name: String) throws {
        let end = try #require(Self.ends[name], "what is \(name) to lead to?")
        var replay = Replay()
        var asked: Set<Int> = []
        for frame in try RecordedPage.frames(name) where frame.namespace == .media {
            let colon = try #require(frame.senderID.firstIndex(of: ":"))
            let socket = try #require(frame.senderID[..<colon].split(separator: ".").last.flatMap { Int($0) })
            let request = try #require(frame.object)
            asked.insert(try #require(request.requestID))
            replay.say(request, from: socket)
        }
        #expect(!asked.isEmpty)
        #expect(replay.answers == Dictionary(uniqueKeysWithValues: asked.map { ($0, 1) }))
        let status = replay.trace.currentStatus()
        guard let end else {
            #expect(status == nil)
            return
        }
        #expect(status?["playerState"] == "PLAYING")
        #expect(status?["media"]?["contentId"] == .string(end.contentID))
        #expect(status?["media"]?["metadata"] == replay.metadata[end.contentID], "unknown keys come back")
        #expect(status?["currentTime"].flatMap(Double.init(json:)) == end.position)
        #expect(status?["repeatMode"] == .string(end.repeatMode))
        #expect(replay.trace.receiver.session?.queue.count == end.count)
    }
}
