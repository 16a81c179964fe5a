import CastWire

/// A ``LocalSender`` with an app to speak to.
final class LocalSession: Sendable {
    private let sender: LocalSender
    private let device: VirtualDevice
    private let kind: VirtualConnectionType

    private init(_ sender: LocalSender, _ device: VirtualDevice, _ kind: VirtualConnectionType) {
        self.sender = sender
        self.device = device
        self.kind = kind
    }

    /// - Parameter isVisible: As a sender that the app knows of, and that may launch; otherwise unseen.
    static func connect(to device: VirtualDevice, isVisible: Bool) async throws -> LocalSession {
        let kind: VirtualConnectionType = isVisible ? .strong : .invisible
        return LocalSession(try await LocalSender.connect(to: device.parts.core, kind: kind), device, kind)
    }

    func close() async {
        await sender.close()
    }

    /// Starts an app and joins it; it goes on if it runs already.
    func launch(_ appID: String) async throws {
        let answer = try await sender.ask(["type": "LAUNCH", "appId": .string(appID)])
        guard answer.messageType == ReceiverStatusMessage.type, let running = device.snapshot.application else {
            throw refusal(of: "LAUNCH", answer)
        }
        try await sender.join(running.sessionID, kind: kind)
    }

    /// A request to the running app's media namespace.
    func ask(_ type: String, _ members: JSONObject = [:]) async throws -> JSONObject {
        guard let running = device.snapshot.application else { throw LocalSender.Failure(description: "no app runs") }
        var request: JSONObject = ["type": .string(type)]
        request.merge(members)
        return try await sender.ask(request, in: .media, of: running.sessionID)
    }

    /// A request to the media session of the running app.
    func askMedia(_ type: String, _ members: JSONObject = [:]) async throws -> JSONObject {
        guard let running = device.snapshot.application, let media = device.snapshot.media else {
            throw LocalSender.Failure(description: "no media is loaded")
        }
        try await sender.join(running.sessionID, kind: kind)
        var members = members
        members["mediaSessionId"] = .integer(Int64(media.mediaSessionID))
        return try await ask(type, members)
    }

    func refusal(of type: String, _ answer: JSONObject) -> LocalSender.Failure {
        let reason = answer["reason"]?.stringValue.map { ", \($0)" } ?? ""
        return LocalSender.Failure(
            description: "\(type) was answered \(answer.messageType ?? "without a type")\(reason)"
        )
    }
}
