public import CastWire

/// What a device may expect of a sender, checked message by message.
///
/// A strict model of the sending side of CASTV2 (ids and addressing, virtual connections, requests and replies): real
/// devices forgive some of this silently, which is how a sender's mistake stays hidden.
public struct SenderRules: Sendable {
    /// What a sender did wrong.
    public enum Violation: Error, Sendable, Hashable {
        /// Spoke to an id without CONNECT from the same source before.
        case notConnected(CastMessage)
        /// A request with an id that was used on this socket before.
        case requestIDReused(Int, CastMessage)
        /// A request without an id, or with one that is no positive integer.
        case requestIDMissing(CastMessage)
        /// A platform or media message that is no JSON object with a `type`.
        case notAnObject(CastMessage)
        /// Spoke to an id that is neither the platform nor a known transport.
        case unknownDestination(CastMessage)
        /// The socket closed because of a frame that no device accepts.
        case badFrame(CastFrameError)
    }

    private struct Route: Hashable {
        var source: String
        var destination: String
    }

    /// Transport ids of running applications; nil accepts any. The platform is always known.
    public var transports: Set<String>?

    private var connections: Set<Route> = []
    private var requestIDs: Set<Int> = []

    /// - Parameter transports: Transport ids of running applications; nil accepts any.
    public init(transports: Set<String>? = nil) {
        self.transports = transports
    }

    /// Takes the next message of the socket.
    ///
    /// - Returns: What is wrong with it, or nil.
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
        if Self.speaksJSON.contains(message.namespace), object?.type == nil { return .notAnObject(message) }
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
            return Self.asksOnly.contains(message.namespace) ? .requestIDMissing(message) : nil
        }
        guard case .integer(let number) = id, let number = Int(exactly: number), number > 0 else {
            return .requestIDMissing(message)
        }
        return requestIDs.insert(number).inserted ? nil : .requestIDReused(number, message)
    }

    /// Namespaces in which every message is a JSON object with a type.
    private static let speaksJSON: Set<CastNamespace> = [.connection, .receiver, .media, .discovery, .multizone]
    /// Namespaces in which a sender only asks.
    private static let asksOnly: Set<CastNamespace> = [.receiver, .media, .discovery, .multizone]
}

extension SenderRules.Violation: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notConnected(let message): "the sender spoke without a virtual connection: \(message)"
        case .requestIDReused(let id, let message): "the sender used request id \(id) again: \(message)"
        case .requestIDMissing(let message): "the sender asked without a positive integer request id: \(message)"
        case .notAnObject(let message): "the sender sent no JSON object with a type: \(message)"
        case .unknownDestination(let message): "the sender spoke to an id that does not exist: \(message)"
        case .badFrame(let error): "the sender sent \(error)"
        }
    }
}

extension JSONObject {
    /// The `type` of a message, or what stands for it (CASTV2 requests and replies: `responseType`).
    var type: String? {
        for key in ["type", "responseType"] {
            if case .string(let type)? = self[key] { return type }
        }
        return nil
    }
}
