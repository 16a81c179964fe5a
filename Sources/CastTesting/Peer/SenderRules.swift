// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// The rules of CASTV2 for senders, checked for each message.
///
/// A strict model of the sender's side of the protocol: IDs and addressing, virtual connections, requests and replies.
/// Real devices silently accept some violations, so that tests with them do not find these errors.
public struct SenderRules: Sendable {
    /// A violation of a rule.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Violation: Error, Sendable, Hashable {
        /// A message without a preceding CONNECT from the same source to the same destination.
        case notConnected(CastMessage)
        /// A request with an ID that was already used on this socket.
        case requestIDReused(Int, CastMessage)
        /// A request without an ID, or with one that is not a positive integer.
        case requestIDMissing(CastMessage)
        /// A platform or media message that is not a JSON object with a `type`.
        case notAnObject(CastMessage)
        /// A message to an ID that is neither the platform nor a known transport.
        case unknownDestination(CastMessage)
        /// The socket was closed because of an invalid frame.
        case badFrame(CastFrameError)
    }

    private struct Route: Hashable {
        var source: String
        var destination: String
    }

    /// The transport IDs of running applications; nil accepts any. The platform is always known.
    public var transports: Set<String>?

    private var connections: Set<Route> = []
    private var requestIDs: Set<Int> = []

    /// Creates rules for a new socket.
    ///
    /// - Parameter transports: The transport IDs of running applications; nil accepts any.
    public init(transports: Set<String>? = nil) {
        self.transports = transports
    }

    /// Checks the next message of the socket.
    ///
    /// - Returns: The violation, or nil if there is none.
    public mutating func received(_ message: CastMessage) -> Violation? {
        switch message.namespace {
        case .deviceAuth: return nil
        case .heartbeat: return (try? message.jsonObject())?.type == nil ? .notAnObject(message) : nil
        default: break
        }
        if let transports, message.destinationID != CastMessage.receiverID,
            !transports.contains(message.destinationID)
        {
            return .unknownDestination(message)
        }
        let object = try? message.jsonObject()
        if Self.jsonNamespaces.contains(message.namespace), object?.type == nil { return .notAnObject(message) }
        let route = Route(source: message.sourceID, destination: message.destinationID)
        if message.namespace == .connection, object?.type == "CONNECT" {
            connections.insert(route)
            return nil
        }
        guard connections.contains(route) else { return .notConnected(message) }
        if message.namespace == .connection {
            if object?.type == "CLOSE" { connections.remove(route) }
            return nil
        }
        return requestViolation(of: message, object)
    }

    private mutating func requestViolation(of message: CastMessage, _ object: JSONObject?) -> Violation? {
        guard let id = object?["requestId"] else {
            return Self.requestNamespaces.contains(message.namespace) ? .requestIDMissing(message) : nil
        }
        guard case .integer(let number) = id, let number = Int(exactly: number), number > 0 else {
            return .requestIDMissing(message)
        }
        return requestIDs.insert(number).inserted ? nil : .requestIDReused(number, message)
    }

    /// The namespaces in which every message is a JSON object with a type.
    private static let jsonNamespaces: Set<CastNamespace> = [.connection, .receiver, .media, .discovery, .multizone]
    /// The namespaces in which a sender sends only requests.
    private static let requestNamespaces: Set<CastNamespace> = [.receiver, .media, .discovery, .multizone]
}

extension SenderRules.Violation: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notConnected(let message): "message without a virtual connection: \(message)"
        case .requestIDReused(let id, let message): "reused request ID \(id): \(message)"
        case .requestIDMissing(let message): "request without a positive integer request ID: \(message)"
        case .notAnObject(let message): "message that is not a JSON object with a type: \(message)"
        case .unknownDestination(let message): "message to an unknown destination ID: \(message)"
        case .badFrame(let error): "invalid frame: \(error)"
        }
    }
}

extension JSONObject {
    /// The `type` of a message or, if it has none, its `responseType`.
    var type: String? {
        for key in ["type", "responseType"] {
            if case .string(let type)? = self[key] { return type }
        }
        return nil
    }
}
