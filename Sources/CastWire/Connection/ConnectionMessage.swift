// SPDX-License-Identifier: Apache-2.0

/// A message of the connection namespace.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ConnectionMessage: Sendable, Hashable {
    case connect(ConnectRequest)
    case connected(ConnectedReply)
    case close(CloseMessage)
    /// Any other type, which is ignored. Nil if the message has no type.
    case unknown(type: String?)

    /// Creates a message from a JSON object. A type that is not known becomes ``unknown(type:)``.
    public init(_ object: JSONObject) {
        switch object.messageType {
        case ConnectRequest.type: self = .connect(ConnectRequest(fields: object))
        case ConnectedReply.type: self = .connected(ConnectedReply(fields: object))
        case CloseMessage.type: self = .close(CloseMessage(fields: object))
        case let type: self = .unknown(type: type)
        }
    }
}

/// CONNECT: opens a virtual connection between the message's source and destination.
///
/// It has no answer, except for a ``ConnectedReply`` if it specifies protocol versions. Repeated requests have no
/// effect.
public struct ConnectRequest: CastRequest {
    public static let type = "CONNECT"
    public static let namespace = CastNamespace.connection

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(userAgent: String? = nil, connectionType: VirtualConnectionType? = nil, senderInfo: SenderInfo? = nil) {
        fields = JSONObject(type: Self.type)
        origin = JSONObject()
        self.userAgent = userAgent
        self.connectionType = connectionType
        self.senderInfo = senderInfo
    }

    /// A description of the sender, which applications can read.
    public var userAgent: String? {
        get { self["userAgent"] }
        set { self["userAgent"] = newValue }
    }

    /// The type of the connection. Absent means ``VirtualConnectionType/strong``.
    public var connectionType: VirtualConnectionType? {
        get { self["connType"] }
        set { self["connType"] = newValue }
    }

    /// Information about the sender.
    public var senderInfo: SenderInfo? {
        get { self["senderInfo"] }
        set { self["senderInfo"] = newValue }
    }

    /// An empty object in messages of all known senders.
    public var origin: JSONObject? {
        get { self["origin"] }
        set { self["origin"] = newValue }
    }

    /// The requested protocol version, 0…3.
    public var protocolVersion: Int? {
        get { self["protocolVersion"] }
        set { self["protocolVersion"] = newValue }
    }

    /// The protocol versions that the sender supports, each 0…3. The highest common version is used.
    public var protocolVersionList: [Int]? {
        get { self["protocolVersionList"] }
        set { self["protocolVersionList"] = newValue }
    }

    /// The package name of the sending Android application.
    public var package: String? {
        get { self["package"] }
        set { self["package"] = newValue }
    }

    /// Whether `connType` is present but not a defined type. Devices close the socket in this case.
    public var hasInvalidConnectionType: Bool {
        guard let value = fields["connType"], !value.isNull else { return false }
        return VirtualConnectionType(json: value) == nil
    }
}

/// The type of a virtual connection.
public enum VirtualConnectionType: Int, WireNumber, CaseIterable {
    /// A user of the application. Some applications stop when the last strong connection closes. This is the default.
    case strong = 0
    /// A passive observer.
    case weak = 1
    /// A passive observer that is not announced to the application and may not launch applications.
    case invisible = 2
}

/// Information about a sender, which is part of a CONNECT.
public struct SenderInfo: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        sdkType: Int? = nil,
        version: String? = nil,
        browserVersion: String? = nil,
        platform: SenderPlatform? = nil,
        systemVersion: String? = nil,
        connectionType: Int? = nil
    ) {
        fields = JSONObject()
        self.sdkType = sdkType
        self.version = version
        self.browserVersion = browserVersion
        self.platform = platform
        self.systemVersion = systemVersion
        self.connectionType = connectionType
    }

    /// The SDK type; 2 in all public senders. One implementation misspells the key as `skdType`; both spellings are
    /// read.
    public var sdkType: Int? {
        get { self["sdkType"] ?? self["skdType"] }
        set { self["sdkType"] = newValue }
    }

    /// The version of the sender's software, such as `15.605.1.3`.
    public var version: String? {
        get { self["version"] }
        set { self["version"] = newValue }
    }

    /// The version of the browser, such as `44.0.2403.30`.
    public var browserVersion: String? {
        get { self["browserVersion"] }
        set { self["browserVersion"] = newValue }
    }

    /// The platform of the sender.
    public var platform: SenderPlatform? {
        get { self["platform"] }
        set { self["platform"] = newValue }
    }

    /// A description of the operating system.
    public var systemVersion: String? {
        get { self["systemVersion"] }
        set { self["systemVersion"] = newValue }
    }

    /// The connection type; 1 for the local network.
    public var connectionType: Int? {
        get { self["connectionType"] }
        set { self["connectionType"] = newValue }
    }
}

/// The platform that a sender runs on. Undefined numbers are preserved.
public struct SenderPlatform: WireNumber {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let other = SenderPlatform(rawValue: 0)
    public static let android = SenderPlatform(rawValue: 1)
    public static let iOS = SenderPlatform(rawValue: 2)
    public static let windows = SenderPlatform(rawValue: 3)
    public static let macOS = SenderPlatform(rawValue: 4)
    public static let chromeOS = SenderPlatform(rawValue: 5)
    public static let linux = SenderPlatform(rawValue: 6)
    public static let castDevice = SenderPlatform(rawValue: 7)
}

/// CONNECTED: the answer to a CONNECT that specified protocol versions.
public struct ConnectedReply: CastPayload {
    public static let type = "CONNECTED"
    public static let namespace = CastNamespace.connection

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message.
    public init(protocolVersion: Int) {
        fields = JSONObject(type: Self.type)
        self.protocolVersion = protocolVersion
    }

    /// The highest version that both ends support, 0…3.
    public var protocolVersion: Int? {
        get { self["protocolVersion"] }
        set { self["protocolVersion"] = newValue }
    }
}

/// CLOSE: ends the virtual connection between the message's source and destination.
///
/// From an application it means that the application ended or dropped this sender; from `receiver-0`, that the whole
/// connection must be re-established. With destination `*` it has no meaning.
public struct CloseMessage: CastPayload {
    public static let type = "CLOSE"
    public static let namespace = CastNamespace.connection

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The reason as a number, as received.
    public var reasonCode: Int? {
        get { self["reasonCode"] }
        set { self["reasonCode"] = newValue }
    }

    /// Creates the message.
    ///
    /// - Parameter reason: The reason. Nil omits it, as most devices do.
    public init(reason: VirtualCloseReason? = nil) {
        fields = JSONObject(type: Self.type)
        reasonCode = reason?.rawValue
    }

    /// The reason. If absent, ``VirtualCloseReason/closedByPeer``; for an undefined number,
    /// ``VirtualCloseReason/unknown``.
    public var reason: VirtualCloseReason {
        guard let reasonCode else { return .closedByPeer }
        return VirtualCloseReason(rawValue: reasonCode) ?? .unknown
    }
}

/// The reason why a virtual connection was closed.
public enum VirtualCloseReason: Int, WireNumber, CaseIterable {
    case unknown = 0
    case transportClosed = 1
    case transportAborted = 2
    case invalidMessage = 3
    case inactiveTooLong = 4
    case closedBySelf = 5
    case closedByPeer = 6
}
