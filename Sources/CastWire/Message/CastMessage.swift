// SPDX-License-Identifier: Apache-2.0

/// A message of the CASTV2 protocol, with its source, destination, namespace and payload.
public struct CastMessage: Sendable, Hashable {
    /// The payload of a message.
    public enum Payload: Sendable, Hashable {
        /// Text, which is JSON in nearly every namespace.
        case text(String)
        /// Bytes, used for device authentication and by some applications in their own namespaces.
        case binary([UInt8])
    }

    /// The ID of the source: `sender-0`, `receiver-0`, or the transport ID of an application.
    public var sourceID: String
    /// The ID of the destination. ``broadcastID`` stands for all endpoints that have a virtual connection to the
    /// source.
    public var destinationID: String
    /// The namespace, which determines the format of the payload.
    public var namespace: CastNamespace
    /// The text or the bytes of the message.
    public var payload: Payload
    /// Whether the payload continues in the next message with the same IDs and namespace. This package never sends such
    /// messages.
    public var isContinued: Bool

    /// Creates a message.
    public init(
        from sourceID: String,
        to destinationID: String,
        namespace: CastNamespace,
        payload: Payload,
        isContinued: Bool = false
    ) {
        self.sourceID = sourceID
        self.destinationID = destinationID
        self.namespace = namespace
        self.payload = payload
        self.isContinued = isContinued
    }

    /// Creates a message with an object as JSON text.
    public init(
        from sourceID: String,
        to destinationID: String,
        namespace: CastNamespace,
        json payload: some WireObject
    ) {
        self.init(from: sourceID, to: destinationID, namespace: namespace, json: payload.fields)
    }

    /// Creates a message with an object as JSON text.
    public init(from sourceID: String, to destinationID: String, namespace: CastNamespace, json object: JSONObject) {
        self.init(from: sourceID, to: destinationID, namespace: namespace, payload: .text(object.jsonString))
    }

    /// The ID of the platform on a device, as opposed to its applications.
    public static let receiverID = "receiver-0"
    /// The ID of the platform on a sender.
    public static let senderID = "sender-0"
    /// The destination for all endpoints that have a virtual connection to the source.
    public static let broadcastID = "*"

    /// Parses the payload as a JSON object.
    ///
    /// - Throws: ``PayloadError`` if the payload is binary, is not JSON within ``JSONLimits/payload``, or is not an
    ///   object.
    public func jsonObject() throws(PayloadError) -> JSONObject {
        guard case .text(let text) = payload else { throw PayloadError(.notJSON) }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: text)
        } catch {
            throw PayloadError(.notJSON, cause: error)
        }
        guard let object = value.objectValue else { throw PayloadError(.notAnObject) }
        return object
    }
}

/// A namespace of a Cast connection, such as `urn:x-cast:com.google.cast.media`.
public struct CastNamespace: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a namespace. Namespaces of applications begin with `urn:x-cast:`.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }
}

extension CastNamespace {
    /// Virtual connections: CONNECT and CLOSE.
    public static let connection: CastNamespace = "urn:x-cast:com.google.cast.tp.connection"
    /// PING and PONG.
    public static let heartbeat: CastNamespace = "urn:x-cast:com.google.cast.tp.heartbeat"
    /// Device authentication; payloads are binary.
    public static let deviceAuth: CastNamespace = "urn:x-cast:com.google.cast.tp.deviceauth"
    /// Control of the device: applications and volume.
    public static let receiver: CastNamespace = "urn:x-cast:com.google.cast.receiver"
    /// Device information: GET_DEVICE_INFO.
    public static let discovery: CastNamespace = "urn:x-cast:com.google.cast.receiver.discovery"
    /// Setup information over the Cast connection: eureka_info.
    public static let setup: CastNamespace = "urn:x-cast:com.google.cast.setup"
    /// Groups and their members.
    public static let multizone: CastNamespace = "urn:x-cast:com.google.cast.multizone"
    /// The media sessions of an application.
    public static let media: CastNamespace = "urn:x-cast:com.google.cast.media"
    /// Voice and cloud control of an application.
    public static let commandAndControl: CastNamespace = "urn:x-cast:com.google.cast.cac"
    /// Messages to applications that may not be running.
    public static let broadcast: CastNamespace = "urn:x-cast:com.google.cast.broadcast"
}

extension CastNamespace {
    /// The prefix of every namespace.
    public static let prefix = "urn:x-cast:"
    /// The longest namespace, in bytes: the limit that Google documents for senders.
    public static let maximumLength = 128

    /// Whether the namespace is valid for an application: it has the prefix, a name after it, and at most
    /// ``maximumLength`` bytes.
    public var isWellFormed: Bool {
        rawValue.hasPrefix(Self.prefix) && rawValue.utf8.count > Self.prefix.utf8.count
            && rawValue.utf8.count <= Self.maximumLength
    }

    /// Whether the namespace belongs to the protocol rather than to applications. Namespaces of Google's sample
    /// applications are not reserved.
    public var isReserved: Bool {
        rawValue.hasPrefix("urn:x-cast:com.google.cast.") && !rawValue.hasPrefix("urn:x-cast:com.google.cast.sample.")
    }
}

extension CastNamespace: JSONConvertible {
    /// Reads a string, or an object with a `name`.
    public init?(json: JSONValue) {
        guard let name = json.stringValue ?? json["name"]?.stringValue else { return nil }
        self.init(name)
    }

    /// An object with a `name`, as in an application's list of namespaces.
    public var json: JSONValue { ["name": .string(rawValue)] }
}
