public import CastTransport
public import CastWire

/// A Cast device as it describes itself on the network. A value: a later description is another value with the same
/// ``id``.
public struct CastDevice: Sendable, Hashable, Identifiable {
    /// The device's own id: lower-case hex without hyphens. The only identity that lasts: names, addresses and ports
    /// change.
    public var id: String
    /// The name its owner gave it.
    public var friendlyName: String
    /// The model, such as `Chromecast Ultra`; empty where it names none.
    public var modelName: String
    public var capabilities: DeviceCapabilities
    /// Where it listens, IPv4 first.
    public var endpoints: [CastEndpoint]
    /// What the running application shows; nil when nothing runs or it says nothing.
    public var statusText: String?
    /// Whether an application runs. A hint: devices keep stale values for minutes.
    public var isBusy: Bool
    /// The protocol version it names.
    public var protocolVersion: Int?
    /// The path of its icon on its HTTP port 8008.
    public var iconPath: String?
    /// Whether this is a group of speakers.
    public var isGroup: Bool
    /// Every key of its TXT record, in lower case.
    public var text: [String: String]

    public init(
        id: String,
        friendlyName: String,
        modelName: String = "",
        capabilities: DeviceCapabilities = [.videoOut, .audioOut],
        endpoints: [CastEndpoint],
        statusText: String? = nil,
        isBusy: Bool = false,
        protocolVersion: Int? = nil,
        iconPath: String? = nil,
        isGroup: Bool = false,
        text: [String: String] = [:]
    ) {
        self.id = CastDevice.normalizedID(id)
        self.friendlyName = friendlyName
        self.modelName = modelName
        self.capabilities = capabilities
        self.endpoints = endpoints
        self.statusText = statusText
        self.isBusy = isBusy
        self.protocolVersion = protocolVersion
        self.iconPath = iconPath
        self.isGroup = isGroup
        self.text = text
    }

    /// Whether it shows pictures.
    public var hasVideoOutput: Bool { capabilities.contains(.videoOut) }

    /// Whether it plays sound and nothing else.
    public var isAudioOnly: Bool { !hasVideoOutput }

    /// An id as it is compared: lower case, without hyphens.
    public static func normalizedID(_ id: String) -> String {
        id.lowercased().filter { $0 != "-" }
    }
}
