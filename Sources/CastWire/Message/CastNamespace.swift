/// The name of a conversation within a Cast socket, such as `urn:x-cast:com.google.cast.media`.
public struct CastNamespace: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
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
    /// The device itself: applications and volume.
    public static let receiver: CastNamespace = "urn:x-cast:com.google.cast.receiver"
    /// What the device is: GET_DEVICE_INFO.
    public static let discovery: CastNamespace = "urn:x-cast:com.google.cast.receiver.discovery"
    /// Set-up information over the Cast socket: eureka_info.
    public static let setup: CastNamespace = "urn:x-cast:com.google.cast.setup"
    /// Groups and their members.
    public static let multizone: CastNamespace = "urn:x-cast:com.google.cast.multizone"
    /// Media sessions of an application.
    public static let media: CastNamespace = "urn:x-cast:com.google.cast.media"
    /// Voice and cloud control of an application.
    public static let commandAndControl: CastNamespace = "urn:x-cast:com.google.cast.cac"
    /// Messages to applications that may not run yet.
    public static let broadcast: CastNamespace = "urn:x-cast:com.google.cast.broadcast"
}

extension CastNamespace {
    /// What every namespace begins with.
    public static let prefix = "urn:x-cast:"
    /// The longest namespace in bytes; the limit that Google documents for senders.
    public static let maximumLength = 128

    /// Whether an application could speak in it: the prefix, something behind it, at most ``maximumLength`` bytes.
    public var isWellFormed: Bool {
        rawValue.hasPrefix(Self.prefix) && rawValue.utf8.count > Self.prefix.utf8.count
            && rawValue.utf8.count <= Self.maximumLength
    }

    /// Whether it belongs to the protocol itself and not to applications. Those of Google's sample applications do not.
    public var isReserved: Bool {
        rawValue.hasPrefix("urn:x-cast:com.google.cast.") && !rawValue.hasPrefix("urn:x-cast:com.google.cast.sample.")
    }
}

extension CastNamespace: JSONConvertible {
    /// From a plain string, or from an object with a `name`.
    public init?(json: JSONValue) {
        guard let name = json.stringValue ?? json["name"]?.stringValue else { return nil }
        self.init(name)
    }

    /// An object with a `name`, as an application's list of namespaces has it.
    public var json: JSONValue { ["name": .string(rawValue)] }
}
