// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import NIOCore

/// A sender within the device's process, which reaches the device in the same way as every other sender. Used for a
/// takeover by another sender and for stream transfer.
///
/// Isolated to the device's event loop.
final class LocalSender: CastSocketHandler, @unchecked Sendable {
    // `@unchecked Sendable`: the mutable state is accessed on `eventLoop` only, which the methods check; the other
    // properties are immutable.

    /// The reason why a request has no answer.
    struct Failure: Error, Hashable, CustomStringConvertible {
        var description: String
    }

    private struct Request {
        let namespace: CastNamespace
        let promise: EventLoopPromise<JSONObject>
    }

    static let name = "sender-local"
    /// The time limit for an answer. A launch may wait for the user's permission.
    static let answerLimit = Duration.seconds(10)

    private let eventLoop: any EventLoop
    private let socket: any CastSocket
    private var pending: [Int: Request] = [:]
    /// Starts in a range that other senders do not use, because a device broadcasts its answers to all senders with the
    /// id of the request.
    private var nextRequestID = Int.random(in: 1 << 28..<1 << 29)
    private var isClosed = false

    private init(_ socket: any CastSocket) {
        self.socket = socket
        eventLoop = socket.eventLoop
    }

    /// Connects to a device's platform.
    static func connect(to core: DeviceCore, kind: VirtualConnectionType = .strong) async throws -> LocalSender {
        let network = CastMemoryNetwork(eventLoop: core.eventLoop)
        let endpoint = CastEndpoint(host: "local")
        let listener = try await network.listen(at: endpoint, accept: core.accept)
        let socket = try await network.connect(to: endpoint, timeout: answerLimit, on: core.eventLoop)
        await listener.close()
        let sender = LocalSender(socket)
        try await core.eventLoop.submit {
            socket.activate(sender)
            try sender.connectVirtually(to: CastMessage.receiverID, kind)
        }
        .get()
        return sender
    }

    /// Opens a virtual connection to an app.
    func join(_ transportID: String, kind: VirtualConnectionType = .strong) async throws {
        try await eventLoop.submit { try self.connectVirtually(to: transportID, kind) }.get()
    }

    /// Sends a request and returns the answer.
    ///
    /// - Throws: ``Failure`` if no answer arrives in time.
    func ask(
        _ request: JSONObject,
        in namespace: CastNamespace = .receiver,
        of destinationID: String = CastMessage.receiverID
    ) async throws -> JSONObject {
        let answer = eventLoop.flatSubmit { self.send(request, namespace, destinationID) }
        return try await answer.get()
    }

    /// Closes the socket without CLOSE, so that the effects of the requests remain.
    func close() async {
        // Throws only if the event loop has shut down, and the device with it.
        try? await eventLoop.submit { self.socket.close(.local) }.get()
    }

    private func connectVirtually(to destinationID: String, _ kind: VirtualConnectionType) throws {
        eventLoop.assertInEventLoop()
        try socket.send(
            CastMessage(
                from: Self.name,
                to: destinationID,
                namespace: .connection,
                json: ConnectRequest(userAgent: "swift-cast", connectionType: kind)
            )
        )
    }

    private func send(
        _ request: JSONObject,
        _ namespace: CastNamespace,
        _ destinationID: String
    ) -> EventLoopFuture<JSONObject> {
        eventLoop.assertInEventLoop()
        let promise = eventLoop.makePromise(of: JSONObject.self)
        guard !isClosed else {
            promise.fail(Failure(description: "the device closed the connection"))
            return promise.futureResult
        }
        let id = nextRequestID
        nextRequestID += 1
        var request = request
        request["requestId"] = .integer(Int64(id))
        pending[id] = Request(namespace: namespace, promise: promise)
        let timer = eventLoop.scheduleTask(in: TimeAmount(Self.answerLimit)) {
            self.finish(id, .failure(Failure(description: "the device did not answer within \(Self.answerLimit)")))
        }
        promise.futureResult.whenComplete { _ in timer.cancel() }
        do throws(CastSocketError) {
            try socket.send(
                CastMessage(
                    from: Self.name,
                    to: destinationID,
                    namespace: namespace,
                    payload: .text(request.jsonString)
                )
            )
        } catch {
            finish(id, .failure(error))
        }
        return promise.futureResult
    }

    private func finish(_ id: Int, _ result: Result<JSONObject, any Error>) {
        eventLoop.assertInEventLoop()
        pending.removeValue(forKey: id)?.promise.completeWith(result)
    }

    // MARK: - CastSocketHandler

    func socketDidReceive(_ message: CastMessage) {
        eventLoop.preconditionInEventLoop()
        guard let payload = try? message.jsonObject() else { return }
        if message.namespace == .heartbeat, payload.messageType == "PING" {
            let pong = CastMessage(
                from: Self.name,
                to: message.sourceID,
                namespace: .heartbeat,
                json: HeartbeatMessage.pong
            )
            try? socket.send(pong)
        }
        guard let id = payload.integerRequestID, pending[id]?.namespace == message.namespace else { return }
        finish(id, .success(payload))
    }

    func socketDidChangeWritability(_ isWritable: Bool) {}

    func socketDidClose(_ reason: CastCloseReason) {
        eventLoop.preconditionInEventLoop()
        isClosed = true
        for id in pending.keys { finish(id, .failure(Failure(description: "the device closed the connection"))) }
    }
}
