import CastSender
import CastTesting
import CastTransport
import CastWire
import Foundation
import NIOCore

@testable import GoogleCast

/// A client on a scripted device in memory, in a time of its own.
///
/// Requests for the ids of the queue are answered by themselves with ``itemIDs`` unless a test turns that off.
@MainActor
final class MediaBench {
    let time: ManualTime
    let session: CastSession
    let device: ScriptedConnection
    let client: GCKRemoteMediaClient
    let listener = MediaListener()
    private let peer: ScriptedPeer

    /// - Parameters:
    ///   - media: What the device plays when the session begins.
    ///   - itemIDs: Its queue; nil leaves the question to the test.
    ///   - client: The client under test.
    ///   - connects: Whether the client is connected at once.
    static func open(
        _ media: JSONObject = nothing,
        itemIDs: [Int]? = [],
        client: GCKRemoteMediaClient = GCKRemoteMediaClient(),
        connects: Bool = true
    ) async throws -> MediaBench {
        let time = ManualTime()
        let network = CastMemoryNetwork(eventLoop: time.eventLoop)
        let peer = try await ScriptedPeer(acceptor: network)
        let start = ContinuousClock.now
        let environment = ConnectionEnvironment(
            connector: network,
            eventLoop: time.eventLoop,
            now: { start + .nanoseconds(Int64(time.now.uptimeNanoseconds)) },
            firstRequestID: { 100 }
        )
        let known = CastDevice(id: "1234", friendlyName: "Test TV", endpoints: [peer.endpoint])
        async let opening = CastConnection.open(to: known, options: ConnectionOptions(), environment: environment)
        let device = try await peer.accept()
        if let itemIDs {
            device.whenever("QUEUE_GET_ITEM_IDS", in: .media) { _ in
                [["type": "QUEUE_ITEM_IDS", "itemIds": .array(itemIDs.map { .integer(Int64($0)) })]]
            }
        }
        try await device.expect("CONNECT", in: .connection, to: "receiver-0")
        try await device.reply(to: try await device.expect("GET_STATUS", in: .receiver), running)
        let connection = try await opening
        async let launching = connection.launch("CC1AD845")
        try await device.expect("CONNECT", in: .connection, to: "web-1")
        try await device.reply(to: try await device.expect("GET_STATUS", in: .media, to: "web-1"), media)
        let bench = MediaBench(time: time, session: try await launching, device: device, client: client, peer: peer)
        client.add(bench.listener)
        if connects {
            client.connect(to: bench.session.media)
            let isPlaying = media["status"]?.arrayValue?.isEmpty == false
            _ = await bench.until { !isPlaying || client.mediaStatus != nil }
            if itemIDs != nil, isPlaying {
                _ = await bench.until { bench.listener.calls.contains { $0.hasPrefix("ids") } }
            }
        }
        return bench
    }

    private init(
        time: ManualTime,
        session: CastSession,
        device: ScriptedConnection,
        client: GCKRemoteMediaClient,
        peer: ScriptedPeer
    ) {
        self.time = time
        self.session = session
        self.device = device
        self.client = client
        self.peer = peer
    }

    /// Lets everything happen that needs no time.
    func settle() async {
        for _ in 0..<4 { await time.settle() }
    }

    /// Lets things happen until a condition holds; false when it does not.
    func until(_ condition: () -> Bool) async -> Bool {
        for _ in 0..<500 {
            if condition() { return true }
            await time.settle()
        }
        return condition()
    }

    /// The device says something that nobody asked for.
    func say(_ message: JSONObject) async throws {
        try await device.send(message, in: .media, from: "web-1")
        await settle()
    }

    /// What the client sends for a request that is made of it, and the request.
    func sent(_ type: String, by make: () -> GCKRequest) async throws -> (request: GCKRequest, message: ScriptedRequest)
    {
        let request = make()
        return (request, try await device.expect(type, in: .media, to: "web-1"))
    }

    /// Ends everything.
    func close() async {
        client.disconnect(GCKError(code: .channelNotConnected), isOver: true)
        await session.connection.close()
        await peer.close()
    }

    // MARK: Messages

    static let nothing: JSONObject = ["type": "MEDIA_STATUS", "status": []]

    private static let running: JSONObject = {
        let application = Application(
            appID: "CC1AD845",
            displayName: "Default Media Receiver",
            namespaces: [.media],
            sessionID: "session-1",
            statusText: "Ready To Cast",
            transportID: "web-1"
        )
        let status = ReceiverStatus(applications: [application], volume: Volume(level: 0.5, muted: false))
        return ReceiverStatusMessage(status: status, requestID: nil).fields
    }()

    static let film: JSONObject = [
        "contentId": "http://192.0.2.1/film.mp4", "contentType": "video/mp4", "streamType": "BUFFERED", "duration": 60,
        "metadata": ["metadataType": 0, "title": "A film"],
    ]

    /// A status; `extra` is laid over it.
    static func status(
        _ state: String = "PLAYING",
        session: Int = 1,
        at time: Double = 10,
        media: JSONObject? = nil,
        extra: JSONObject = [:]
    ) -> JSONObject {
        var status: JSONObject = [
            "mediaSessionId": .integer(Int64(session)), "playerState": .string(state), "currentTime": .number(time),
            "playbackRate": 1, "supportedMediaCommands": 274_447, "volume": ["level": 1, "muted": false],
        ]
        if let media { status["media"] = .object(media) }
        status.merge(extra)
        return ["type": "MEDIA_STATUS", "status": [.object(status)]]
    }

    /// A film plays, at 10 s of 60.
    static var playing: JSONObject { status(media: film) }

    static func change(
        _ type: String,
        _ ids: [Int]? = nil,
        before: Int? = nil,
        number: Int? = nil
    ) -> JSONObject {
        var message: JSONObject = ["type": "QUEUE_CHANGE", "changeType": .string(type)]
        if let ids { message["itemIds"] = .array(ids.map { .integer(Int64($0)) }) }
        if let before { message["insertBefore"] = .integer(Int64(before)) }
        if let number { message["sequenceNumber"] = .integer(Int64(number)) }
        return message
    }
}

/// Keeps what it hears in words.
@MainActor
final class MediaListener: NSObject, GCKRemoteMediaClientListener {
    var calls: [String] = []
    var statuses: [GCKMediaStatus?] = []
    var name = ""
    var onCall: ((String) -> Void)?

    private func hear(_ call: String) {
        calls.append(name + call)
        onCall?(call)
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didStartMediaSessionWithID sessionID: Int) {
        hear("started \(sessionID), status of \(client.mediaStatus?.mediaSessionID ?? 0)")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaStatus: GCKMediaStatus?) {
        statuses.append(mediaStatus)
        hear("status \(mediaStatus.map { "\($0.playerState)" } ?? "nil")")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaMetadata: GCKMediaMetadata?) {
        hear("metadata \(mediaMetadata?.string(forKey: kGCKMetadataKeyTitle) ?? "nil")")
    }

    func remoteMediaClientDidUpdateQueue(_ client: GCKRemoteMediaClient) { hear("queue") }

    func remoteMediaClientDidUpdatePreloadStatus(_ client: GCKRemoteMediaClient) {
        hear("preload \(client.mediaStatus?.preloadedItemID ?? 0)")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didReceiveQueueItemIDs queueItemIDs: [NSNumber]) {
        hear("ids \(queueItemIDs.map(\.intValue))")
    }

    func remoteMediaClient(
        _ client: GCKRemoteMediaClient,
        didInsertQueueItemsWithIDs queueItemIDs: [NSNumber],
        beforeItemWithID beforeItemID: UInt
    ) {
        hear("inserted \(queueItemIDs.map(\.intValue)) before \(beforeItemID)")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdateQueueItemsWithIDs queueItemIDs: [NSNumber]) {
        hear("updated \(queueItemIDs.map(\.intValue))")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didRemoveQueueItemsWithIDs queueItemIDs: [NSNumber]) {
        hear("removed \(queueItemIDs.map(\.intValue))")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didReceive queueItems: [GCKMediaQueueItem]) {
        hear("items \(queueItems.map(\.itemID))")
    }
}

/// Keeps the outcome of requests in words.
@MainActor
final class Outcomes: NSObject, GCKRequestDelegate {
    var words: [String] = []
    var errors: [GCKError] = []
    var onOutcome: (() -> Void)?

    func requestDidComplete(_ request: GCKRequest) { hear("completed") }

    func request(_ request: GCKRequest, didFailWithError error: GCKError) {
        errors.append(error)
        hear("failed \(error.code)")
    }

    func request(_ request: GCKRequest, didAbortWith abortReason: GCKRequestAbortReason) {
        hear("aborted \(abortReason)")
    }

    private func hear(_ word: String) {
        words.append(word)
        onOutcome?()
    }
}

/// Whether an object has these members, numbers being equal whatever their form.
func has(_ object: JSONObject, _ members: JSONObject) -> Bool {
    members.members.allSatisfy { member in object[member.key].map { same($0, member.value) } ?? false }
}

/// Equality that does not tell 30 from 30.0.
func same(_ left: JSONValue, _ right: JSONValue) -> Bool {
    if let left = left.objectValue, let right = right.objectValue {
        return left.count == right.count && has(left, right)
    }
    if let left = left.arrayValue, let right = right.arrayValue {
        return left.count == right.count && zip(left, right).allSatisfy { same($0, $1) }
    }
    if let left = Double(json: left), let right = Double(json: right) { return left == right }
    return left == right
}
