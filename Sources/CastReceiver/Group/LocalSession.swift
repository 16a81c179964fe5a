// SPDX-License-Identifier: Apache-2.0

import CastWire

/// A ``LocalSender`` that is connected to an app.
final class LocalSession: Sendable {
    private let sender: LocalSender
    private let device: VirtualDevice
    private let kind: VirtualConnectionType

    private init(_ sender: LocalSender, _ device: VirtualDevice, _ kind: VirtualConnectionType) {
        self.sender = sender
        self.device = device
        self.kind = kind
    }

    /// - Parameter isVisible: Whether the app is notified of the sender. Only visible senders may launch apps.
    static func connect(to device: VirtualDevice, isVisible: Bool) async throws -> LocalSession {
        let kind: VirtualConnectionType = isVisible ? .strong : .invisible
        return LocalSession(try await LocalSender.connect(to: device.parts.core, kind: kind), device, kind)
    }

    func close() async {
        await sender.close()
    }

    /// Launches an app and connects to it. Does not restart the app if it is running already.
    func launch(_ appID: String) async throws {
        let answer = try await sender.ask(["type": "LAUNCH", "appId": .string(appID)])
        guard answer.messageType == ReceiverStatusMessage.type, let running = device.snapshot.application else {
            throw refusal(of: "LAUNCH", answer)
        }
        try await sender.join(running.sessionID, kind: kind)
    }

    /// Sends a request to the media namespace of the running app.
    func ask(_ type: String, _ members: JSONObject = [:]) async throws -> JSONObject {
        guard let running = device.snapshot.application else {
            throw LocalSender.Failure(description: "no app is running")
        }
        var request: JSONObject = ["type": .string(type)]
        request.merge(members)
        return try await sender.ask(request, in: .media, of: running.sessionID)
    }

    /// Sends a request for the media session of the running app.
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
            description: "the device answered \(type) with \(answer.messageType ?? "a message without a type")\(reason)"
        )
    }
}
