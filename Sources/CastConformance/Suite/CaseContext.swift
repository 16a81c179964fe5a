// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastSender
import CastTransport
import CastWire
import NIOConcurrencyHelpers
import NIOCore

/// What a case knows of the device, and the connections that it opened.
///
/// A context belongs to one case. Its end closes the connections and stops the app that the case launched.
final class CaseContext: Sendable {
    /// The Default Media Receiver, which every Cast device runs.
    static let app = ApplicationStatus.defaultMediaReceiverID

    let device: DeviceUnderTest
    private let launched: LaunchedApplications
    private let state = NIOLockedValueBox(State())

    private struct State {
        var connections: [TestConnection] = []
        var failures = 0
    }

    /// - Parameters:
    ///   - device: The device.
    ///   - launched: Where the apps are recorded that the case launches.
    init(_ device: DeviceUnderTest, launched: LaunchedApplications = LaunchedApplications()) {
        self.device = device
        self.launched = launched
    }

    // MARK: - Connections

    /// How far the case came with the device.
    var reach: Reach {
        let (connections, failures) = state.withLockedValue { ($0.connections, $0.failures) }
        if connections.contains(where: \.hasReceived) { return .answered }
        if !connections.isEmpty { return .connected }
        return failures > 0 ? .unreachable : .unknown
    }

    enum Reach: Sendable {
        /// The case opened no connection.
        case unknown
        /// All attempts to connect failed.
        case unreachable
        /// The device sent no message.
        case connected
        case answered
    }

    /// Opens a connection with a sender ID of its own.
    ///
    /// - Parameters:
    ///   - greets: Whether to open the virtual connection to the platform. Default true.
    ///   - senderID: The ID of the sender. Default: a random one.
    /// - Throws: ``CaseDifference`` if the device does not accept the connection.
    func open(
        greets: Bool = true,
        as senderID: String = "sender-\(Int.random(in: 100_000...999_999))"
    ) async throws -> TestConnection {
        let socket: any CastSocket
        do {
            socket = try await device.connector.connect(
                to: device.endpoint,
                timeout: .seconds(10),
                on: nil
            )
        } catch {
            state.withLockedValue { $0.failures += 1 }
            throw CaseDifference(expected: "a connection over TLS", received: "\(error)")
        }
        let connection = try await TestConnection.open(socket, senderID: senderID, patience: device.patience)
        state.withLockedValue { $0.connections.append(connection) }
        if greets { try await connection.connect() }
        return connection
    }

    /// Returns `status` of the reply to GET_STATUS.
    func receiverStatus(_ connection: TestConnection) async throws -> JSONObject {
        let reply = try await connection.request(["type": "GET_STATUS"])
        return try unwrap(reply.object?["status"]?.objectValue, "an object `status`", received: reply.summary)
    }

    // MARK: - Applications

    /// A running application of the device.
    struct Application: Sendable {
        var sessionID: String
        var transportID: String
        var fields: JSONObject
    }

    /// Returns an application of a status, if it has both IDs.
    static func application(_ appID: String, in status: JSONObject?) -> Application? {
        for case .object(let fields) in status?["applications"]?.arrayValue ?? [] {
            guard fields["appId"]?.stringValue == appID, let sessionID = fields["sessionId"]?.stringValue,
                let transportID = fields["transportId"]?.stringValue
            else { continue }
            return Application(sessionID: sessionID, transportID: transportID, fields: fields)
        }
        return nil
    }

    /// Launches the Default Media Receiver, waits until it has the media namespace, and opens a virtual connection to it.
    ///
    /// - Parameter extra: Further members of the request.
    func launch(_ connection: TestConnection, _ extra: JSONObject = [:]) async throws -> Application {
        let id = connection.nextRequestID()
        var request: JSONObject = ["type": "LAUNCH", "appId": .string(Self.app), "requestId": .integer(Int64(id))]
        request.merge(extra)
        launched.willLaunch()
        try await connection.send(request, in: .receiver)
        let status: TestConnection.Received
        do {
            status = try await connection.next(
                "RECEIVER_STATUS with the app and its media namespace, after LAUNCH",
                within: .seconds(60)
            ) {
                if $0.type == "LAUNCH_ERROR" { return $0.object?.requestID == id }
                guard $0.type == "RECEIVER_STATUS" else { return false }
                let app = Self.application(Self.app, in: $0.object?["status"]?.objectValue)
                return app.map { Self.names(of: $0.fields["namespaces"]).contains(CastNamespace.media.rawValue) }
                    ?? false
            }
        } catch {
            launched.launchUnanswered()
            throw error
        }
        let running = Self.application(Self.app, in: status.object?["status"]?.objectValue)
        launched.launched(running?.sessionID)
        let app = try unwrap(running, "the app runs after LAUNCH", received: status.summary)
        try await connection.connect(to: app.transportID)
        return app
    }

    /// Sends a request that may launch the app, although the device should refuse it, and returns the reply.
    func requestLaunch(_ request: JSONObject, _ connection: TestConnection) async throws -> TestConnection.Received {
        launched.willLaunch()
        let reply = try await connection.request(request, within: .seconds(60))
        launched.launched(Self.application(Self.app, in: reply.object?["status"]?.objectValue)?.sessionID)
        return reply
    }

    /// The names of a list of namespaces, which old firmware writes as text.
    static func names(of list: JSONValue?) -> [String] {
        (list?.arrayValue ?? []).compactMap { $0.stringValue ?? $0["name"]?.stringValue }
    }

    // MARK: - Media

    /// Loads the silent sound and waits until it plays, or is paused.
    ///
    /// - Parameters:
    ///   - extra: Further members of the request.
    /// - Returns: The status that shows the state.
    func load(
        _ connection: TestConnection,
        _ app: Application,
        autoplay: Bool = true,
        _ extra: JSONObject = [:]
    ) async throws -> JSONObject {
        var request: JSONObject = [
            "type": "LOAD", "autoplay": .bool(autoplay), "media": .object(try await device.sound.media()),
        ]
        request.merge(extra)
        let id = connection.nextRequestID()
        request["requestId"] = .integer(Int64(id))
        try await connection.send(request, in: .media, to: app.transportID)
        let state = autoplay ? "PLAYING" : "PAUSED"
        return try await mediaStatus("MEDIA_STATUS with \(state) after LOAD", connection, within: .seconds(20)) {
            $0["playerState"]?.stringValue == state
        }
    }

    /// Waits for a status of the media whose first session matches.
    func mediaStatus(
        _ expected: String,
        _ connection: TestConnection,
        within limit: Duration = .seconds(10),
        where matches: @escaping @Sendable (JSONObject) -> Bool
    ) async throws -> JSONObject {
        let received = try await connection.next(expected, within: limit) { received in
            if ["LOAD_FAILED", "LOAD_CANCELLED"].contains(received.type) { return true }
            guard received.type == "MEDIA_STATUS", let status = Self.session(of: received) else { return false }
            return matches(status)
        }
        return try unwrap(Self.session(of: received), expected, received: received.summary)
    }

    /// The first media session of a MEDIA_STATUS.
    static func session(of received: TestConnection.Received) -> JSONObject? {
        received.object?["status"]?[0]?.objectValue
    }

    /// Sends a request about a media session, and returns the reply.
    func command(
        _ object: JSONObject,
        _ session: JSONObject,
        _ connection: TestConnection,
        _ app: Application
    ) async throws -> TestConnection.Received {
        var request = object
        request["mediaSessionId"] = session["mediaSessionId"] ?? .null
        return try await connection.request(request, in: .media, to: app.transportID)
    }

    // MARK: - Time

    /// Waits, for a shorter time if the limits of the cases are shortened.
    func pause(_ time: Duration) async throws { try await Task.sleep(for: time * device.patience) }

    // MARK: - End

    /// Stops what the case started, and closes its connections, also if the task was canceled.
    func end() async {
        await uncanceled {
            if !self.launched.isEmpty, let connection = try? await self.open() {
                await self.launched.stop(self, over: connection)
            }
            for connection in self.state.withLockedValue({ $0.connections }) { await connection.close() }
        }
    }
}

/// Performs what has to happen also if the task was canceled: a canceled task opens no connections.
///
/// The task that performs it is waited for, and nothing cancels it.
func uncanceled(_ operation: @escaping @Sendable () async -> Void) async {
    await Task { await operation() }.value
}
