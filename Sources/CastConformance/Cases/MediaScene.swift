// SPDX-License-Identifier: Apache-2.0

import CastWire

extension ConformanceCase {
    /// A case with a running app.
    static func mediaCase(
        _ id: String,
        _ level: Level,
        _ statement: String,
        test: @escaping @Sendable (MediaScene) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(id, level, statement, requires: [.media]) { context in
            let connection = try await context.open()
            let app = try await context.launch(connection)
            try await test(MediaScene(context: context, connection: connection, app: app))
        }
    }
}

/// A connection to a running app.
struct MediaScene: Sendable {
    let context: CaseContext
    let connection: TestConnection
    let app: CaseContext.Application

    /// Loads the silent sound and waits until it plays, or is paused.
    func load(autoplay: Bool = true, _ extra: JSONObject = [:]) async throws -> JSONObject {
        try await context.load(connection, app, autoplay: autoplay, extra)
    }

    /// Sends a LOAD without waiting for its effect.
    func sendLoad(_ extra: JSONObject = [:]) async throws {
        var request: JSONObject = [
            "type": "LOAD", "media": .object(try await context.device.sound.media()),
            "requestId": .integer(Int64(connection.nextRequestID())),
        ]
        request.merge(extra)
        try await connection.send(request, in: .media, to: app.transportID)
    }

    /// The items of a queue, each with the silent sound.
    ///
    /// - Parameter customData: What each item carries; nil for nothing.
    func items(_ count: Int, customData: JSONValue? = nil) async throws -> [JSONValue] {
        var items: [JSONValue] = []
        for _ in 0..<count {
            var item: JSONObject = ["media": .object(try await context.device.sound.media())]
            item["customData"] = customData
            items.append(.object(item))
        }
        return items
    }

    /// The members of a queue, for LOAD and QUEUE_LOAD.
    func queue(_ count: Int, startIndex: Int = 0) async throws -> JSONObject {
        [
            "items": .array(try await items(count)), "startIndex": .integer(Int64(startIndex)),
            "repeatMode": "REPEAT_OFF",
        ]
    }

    /// Loads a queue, and waits until it plays.
    func loadQueue(_ count: Int) async throws -> JSONObject {
        try await load(["queueData": .object(try await queue(count))])
    }

    /// Another sender that is connected to the app.
    func observer() async throws -> TestConnection {
        let observer = try await context.open()
        try await observer.connect(to: app.transportID)
        _ = try await observer.request(["type": "GET_STATUS"], in: .media, to: app.transportID)
        return observer
    }

    /// Skips the case if the media does not support a command.
    ///
    /// - Parameters:
    ///   - bit: The bit in `supportedMediaCommands`.
    ///   - name: The name of the command, for the report.
    ///   - status: A status of the media.
    func requireCommand(_ bit: Int, _ name: String, in status: JSONObject) throws(CaseSkip) {
        let commands = Int(exactly: status["supportedMediaCommands"]?.numberValue ?? 0) ?? 0
        guard commands & bit != 0 else { throw CaseSkip(reason: "the app does not support \(name) (\(bit))") }
    }

    /// Sends a command without waiting for its reply.
    func send(_ object: JSONObject, _ session: JSONObject) async throws {
        var request = object
        request["mediaSessionId"] = session["mediaSessionId"] ?? .null
        request["requestId"] = .integer(Int64(connection.nextRequestID()))
        try await connection.send(request, in: .media, to: app.transportID)
    }

    func command(_ object: JSONObject, _ session: JSONObject) async throws -> TestConnection.Received {
        try await context.command(object, session, connection, app)
    }

    /// The status of the media session, as the device answers GET_STATUS.
    func status() async throws -> JSONObject {
        let reply = try await connection.request(["type": "GET_STATUS"], in: .media, to: app.transportID)
        return try unwrap(CaseContext.session(of: reply), "a media session", received: reply.summary)
    }

    func status(
        _ expected: String,
        within limit: Duration = .seconds(10),
        where matches: @escaping @Sendable (JSONObject) -> Bool
    ) async throws -> JSONObject {
        try await context.mediaStatus(expected, connection, within: limit, where: matches)
    }

    /// Waits for the end of the media session. Before media plays, devices report IDLE without a reason.
    func idleReason() async throws -> String {
        let status = try await status("IDLE with an idleReason", within: .seconds(20)) {
            $0["playerState"]?.stringValue == "IDLE" && $0["idleReason"]?.stringValue != nil
        }
        return status["idleReason"]?.stringValue ?? "none"
    }

    /// The IDs of the items of the queue.
    func itemIDs() async throws -> [Int] {
        let reply = try await command(["type": "QUEUE_GET_ITEM_IDS"], try await status())
        return (reply.object?["itemIds"]?.arrayValue ?? []).compactMap { $0.numberValue.flatMap { Int(exactly: $0) } }
    }

    /// The IDs of the items of the queue, of which there must be so many.
    func itemIDs(_ count: Int) async throws -> [Int] {
        let ids = try await itemIDs()
        try require(ids.count == count, "the IDs of \(count) items", received: "\(ids)")
        return ids
    }
}
