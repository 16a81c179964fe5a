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
    private let connections = NIOLockedValueBox<[TestConnection]>([])
    private let launched = NIOLockedValueBox<[String]>([])

    init(_ device: DeviceUnderTest) { self.device = device }

    // MARK: - Connections

    /// Opens a connection with a sender ID of its own.
    ///
    /// - Parameter greets: Whether to open the virtual connection to the platform. Default true.
    /// - Throws: ``CaseDifference`` if the device does not accept the connection.
    func open(greets: Bool = true) async throws -> TestConnection {
        let socket: any CastSocket
        do {
            socket = try await device.connector.connect(to: device.endpoint, timeout: .seconds(10), on: nil)
        } catch {
            throw CaseDifference(expected: "a connection over TLS", received: "\(error)")
        }
        let senderID = "sender-\(Int.random(in: 100_000...999_999))"
        let connection = try await TestConnection.open(socket, senderID: senderID)
        connections.withLockedValue { $0.append(connection) }
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
    func launch(_ connection: TestConnection) async throws -> Application {
        let id = connection.nextRequestID()
        let request: JSONObject = ["type": "LAUNCH", "appId": .string(Self.app), "requestId": .integer(Int64(id))]
        try await connection.send(request, in: .receiver)
        let status = try await connection.next(
            "RECEIVER_STATUS with the app and its media namespace, after LAUNCH",
            within: .seconds(60)
        ) {
            if $0.type == "LAUNCH_ERROR" { return $0.object?.requestID == id }
            guard $0.type == "RECEIVER_STATUS" else { return false }
            let app = Self.application(Self.app, in: $0.object?["status"]?.objectValue)
            return app.map { Self.names(of: $0.fields["namespaces"]).contains(CastNamespace.media.rawValue) } ?? false
        }
        let app = try unwrap(
            Self.application(Self.app, in: status.object?["status"]?.objectValue),
            "the app runs after LAUNCH",
            received: status.summary
        )
        launched.withLockedValue { $0.append(app.sessionID) }
        try await connection.connect(to: app.transportID)
        return app
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

    // MARK: - End

    /// Stops what the case started, and closes its connections, also if the task was canceled.
    func end() async {
        // A task of its own, which is waited for, because a canceled task opens no connections.
        await Task { await cleanUp() }.value
    }

    private func cleanUp() async {
        let sessions = launched.withLockedValue { $0 }
        if !sessions.isEmpty, let connection = try? await open() {
            for session in sessions {
                // An app that has ended meanwhile is not stopped again.
                _ = try? await connection.request(
                    ["type": "STOP", "sessionId": .string(session)],
                    within: .seconds(5)
                )
            }
        }
        for connection in connections.withLockedValue({ $0 }) { await connection.close() }
    }
}
