// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import NIOConcurrencyHelpers
import NIOCore

/// A device over TLS whose connections behave as a test chooses.
///
/// A run uses its first connection to ask what the device is. Most tests answer that one honestly.
final class MisbehavingDevice: Sendable {
    enum Behavior: Sendable {
        /// Answers the platform's requests, and launches an app.
        case honest
        /// Does what it is asked, and says nothing.
        case silent
        /// Closes the connection instead of answering.
        case closes
        /// Sends messages that nobody asked for, as fast as they are read.
        case floods
        /// Sends half a reply, and closes the connection.
        case cutsFrames
        case sendsGarbage
        /// Answers with the ID of another request.
        case answersOthers
        /// Sends its reply byte by byte.
        case drips
        /// Claims to play media with every command, and answers everything with the same status.
        case lies
    }

    private struct State {
        var listener: (any CastListener)?
        var connections = 0
        var runsApp = false
        var stopped: [String] = []
    }

    static let sessionID = "session-1"
    /// Made once, because a key takes a tenth of a second.
    private static let identity = Result { try TLSIdentity.selfSigned(commonName: "device") }

    private let acceptor: CastTLSAcceptor
    private let offersMedia: Bool
    private let behavior: Behavior
    private let exceptions: [Int: Behavior]
    private let state = NIOLockedValueBox(State())

    private init(_ behavior: Behavior, except exceptions: [Int: Behavior], offersMedia: Bool) throws {
        acceptor = try CastTLSAcceptor(identity: Self.identity.get())
        self.offersMedia = offersMedia
        self.behavior = behavior
        self.exceptions = exceptions
    }

    /// Runs a test with a device, and stops it.
    ///
    /// - Parameters:
    ///   - behavior: How connections behave.
    ///   - exceptions: How others behave, which are counted from 1.
    ///   - offersMedia: Whether the device has the Default Media Receiver. Default false.
    static func withDevice<Value>(
        _ behavior: Behavior,
        except exceptions: [Int: Behavior] = [:],
        offersMedia: Bool = false,
        _ body: (MisbehavingDevice, CastEndpoint) async throws -> Value
    ) async throws -> Value {
        let device = try MisbehavingDevice(behavior, except: exceptions, offersMedia: offersMedia)
        let endpoint = try await device.start(at: CastEndpoint(host: "127.0.0.1", port: 0))
        let result: Result<Value, any Error>
        do { result = .success(try await body(device, endpoint)) } catch { result = .failure(error) }
        await device.stop()
        return try result.get()
    }

    /// The sessions that senders stopped.
    var stopped: [String] { state.withLockedValue { $0.stopped } }

    /// Listens, also again after ``stop()``.
    @discardableResult
    func start(at endpoint: CastEndpoint) async throws -> CastEndpoint {
        let listener = try await acceptor.listen(at: endpoint) { socket in
            let number = self.state.withLockedValue { state in
                state.connections += 1
                return state.connections
            }
            let connection = BadConnection(socket, self.exceptions[number] ?? self.behavior, of: self)
            socket.activate(connection)
            connection.begin()
        }
        state.withLockedValue { $0.listener = listener }
        return listener.endpoint
    }

    /// Accepts no connections any more.
    func stop() async {
        let listener = state.withLockedValue { state in
            defer { state.listener = nil }
            return state.listener
        }
        await listener?.close()
    }

    // MARK: - Answers

    /// The replies to a message.
    fileprivate func replies(to message: CastMessage, lies: Bool) -> [CastMessage] {
        guard let object = try? message.jsonObject() else { return [] }
        let type = object["type"]?.stringValue ?? ""
        var reply: JSONObject
        switch (message.namespace, type) {
        case (.heartbeat, "PING"): reply = ["type": "PONG"]
        case (.receiver, "GET_STATUS"): reply = receiverStatus
        case (.receiver, "LAUNCH"):
            state.withLockedValue { $0.runsApp = true }
            reply = receiverStatus
        case (.receiver, "STOP"):
            state.withLockedValue { state in
                state.runsApp = false
                state.stopped.append(object["sessionId"]?.stringValue ?? "")
            }
            reply = receiverStatus
        case (.receiver, "GET_APP_AVAILABILITY"):
            let answer: JSONValue = offersMedia ? "APP_AVAILABLE" : "APP_UNAVAILABLE"
            reply = ["responseType": "GET_APP_AVAILABILITY", "availability": ["CC1AD845": answer]]
        case (.media, "QUEUE_GET_ITEM_IDS") where lies: reply = ["type": "QUEUE_ITEM_IDS", "itemIds": []]
        case (.media, _) where lies:
            let status: JSONValue = [
                "mediaSessionId": 1, "playerState": "PLAYING", "currentTime": "soon", "supportedMediaCommands": 1e300,
            ]
            reply = ["type": "MEDIA_STATUS", "status": [status]]
        default: return []
        }
        reply["requestId"] = object["requestId"]
        return [
            CastMessage(
                from: message.destinationID,
                to: message.sourceID,
                namespace: message.namespace,
                payload: .text(reply.jsonString)
            )
        ]
    }

    private var receiverStatus: JSONObject {
        var status: JSONObject = [
            "volume": ["level": 0.5, "muted": false, "controlType": "attenuation", "stepInterval": 0.05]
        ]
        if state.withLockedValue({ $0.runsApp }) {
            status["applications"] = [
                [
                    "appId": "CC1AD845", "displayName": "Default Media Receiver", "statusText": "",
                    "sessionId": .string(Self.sessionID), "transportId": .string(Self.sessionID),
                    "namespaces": [["name": .string(CastNamespace.media.rawValue)]],
                ]
            ]
        }
        return ["type": "RECEIVER_STATUS", "status": .object(status)]
    }
}

/// A connection of a ``MisbehavingDevice``.
private final class BadConnection: CastSocketHandler, Sendable {
    private let socket: any CastSocket
    private let behavior: MisbehavingDevice.Behavior
    private let device: MisbehavingDevice
    private let isClosed = NIOLockedValueBox(false)

    init(_ socket: any CastSocket, _ behavior: MisbehavingDevice.Behavior, of device: MisbehavingDevice) {
        self.socket = socket
        self.behavior = behavior
        self.device = device
    }

    func begin() {
        if case .floods = behavior { flood() }
    }

    func socketDidReceive(_ message: CastMessage) {
        let replies = device.replies(to: message, lies: behavior == .lies)
        switch behavior {
        case .silent, .floods: break
        case .closes: socket.close(.local)
        case .sendsGarbage: send([UInt8](repeating: 0xFF, count: 64))
        // The sender detects a closed socket itself.
        case .honest, .lies: for reply in replies { try? socket.send(reply) }
        case .answersOthers:
            for reply in replies {
                guard var object = try? reply.jsonObject(), case .integer(let id)? = object["requestId"] else {
                    continue
                }
                object["requestId"] = .integer(id &+ 1)
                var other = reply
                other.payload = .text(object.jsonString)
                try? socket.send(other)
            }
        case .cutsFrames:
            for frame in replies.compactMap({ try? CastFrame.encode($0) }) {
                send(Array(frame[..<(frame.count / 2)]))
                socket.close(.local)
            }
        case .drips:
            for frame in replies.compactMap({ try? CastFrame.encode($0) }) { drip(frame[...]) }
        }
    }

    func socketDidChangeWritability(_ isWritable: Bool) {}

    func socketDidClose(_ reason: CastCloseReason) { isClosed.withLockedValue { $0 = true } }

    private func send(_ bytes: [UInt8]) { (socket as? any RawSocketAccess)?.sendBytes(bytes) }

    private func drip(_ bytes: ArraySlice<UInt8>) {
        guard let byte = bytes.first, !isClosed.withLockedValue({ $0 }) else { return }
        send([byte])
        socket.eventLoop.scheduleTask(in: .milliseconds(20)) { self.drip(bytes.dropFirst()) }
    }

    private func flood() {
        guard !isClosed.withLockedValue({ $0 }) else { return }
        let padding = String(repeating: "x", count: 20_000)
        let message = CastMessage(
            from: CastMessage.receiverID,
            to: CastMessage.broadcastID,
            namespace: .receiver,
            payload: .text(#"{"type":"RECEIVER_STATUS","requestId":0,"padding":"\#(padding)"}"#)
        )
        for _ in 0..<10 where socket.isWritable { try? socket.send(message) }
        socket.eventLoop.scheduleTask(in: .milliseconds(5)) { self.flood() }
    }
}
