// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTesting
import CastTransport
import CastWire
import Foundation
import NIOCore

@testable import GoogleCast

/// A client on a scripted device in memory, with a manual clock.
///
/// Requests for queue item IDs are answered with ``itemIDs`` unless a test disables that.
@MainActor
final class MediaBench {
    let time: ManualTime
    let session: CastSession
    let device: ScriptedConnection
    let client: GCKRemoteMediaClient
    let listener = MediaListener()
    private let peer: ScriptedPeer

    /// Starts a session with a scripted device.
    ///
    /// - Parameters:
    ///   - media: The media status of the device at the start of the session.
    ///   - itemIDs: The IDs of its queue; nil leaves the request to the test.
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

    /// Runs everything that is ready without advancing the clock.
    func settle() async {
        for _ in 0..<4 { await time.settle() }
    }

    /// Runs until a condition holds. Returns false if it does not.
    func until(_ condition: () -> Bool) async -> Bool {
        for _ in 0..<500 {
            if condition() { return true }
            await time.settle()
        }
        return condition()
    }

    /// Sends an unsolicited message from the device.
    func send(_ message: JSONObject) async throws {
        try await device.send(message, in: .media, from: "web-1")
        await settle()
    }

    /// Advances the clock beyond the grace period after which an empty status ends the media session.
    func passEmptyStatusGrace() async {
        await time.advance(by: .seconds(1))
        await settle()
    }

    /// Makes a request. Returns it with the message that the client sends for it.
    func sent(_ type: String, by make: () -> GCKRequest) async throws -> (request: GCKRequest, message: ScriptedRequest)
    {
        let request = make()
        return (request, try await device.expect(type, in: .media, to: "web-1"))
    }

    /// Closes the connections.
    func close() async {
        client.disconnect(GCKError(code: .channelNotConnected), isOver: true)
        await session.connection.close()
        await peer.close()
    }

    // MARK: Messages

    static let nothing: JSONObject = ["type": "MEDIA_STATUS", "status": []]

    private static let running: JSONObject = {
        let application = ApplicationStatus(
            appID: "CC1AD845",
            displayName: "Default Media Receiver",
            namespaces: [.media],
            sessionID: "session-1",
            statusText: "Ready To Cast",
            transportID: "web-1"
        )
        let status = ReceiverStatus(applications: [application], volume: CastVolume(level: 0.5, muted: false))
        return ReceiverStatusMessage(status: status, requestID: nil).fields
    }()

    static let film: JSONObject = [
        "contentId": "http://192.0.2.1/film.mp4", "contentType": "video/mp4", "streamType": "BUFFERED", "duration": 60,
        "metadata": ["metadataType": 0, "title": "A film"],
    ]

    /// A status with one entry, to which `extra` is added.
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

    /// The status of a video that plays at 10 s of 60 s.
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
