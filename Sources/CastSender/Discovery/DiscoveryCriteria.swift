public import CastWire

/// Which devices a ``DeviceBrowser`` lists.
public struct DiscoveryCriteria: Sendable, Hashable {
    /// The applications of which a device must be able to run one; empty lists every device.
    public var appIDs: Set<String>
    /// What the application that runs on a device must speak, all of it; empty does not look at what runs.
    public var namespaces: Set<CastNamespace>
    /// What a device must be able to do, such as showing pictures; by default nothing. A device that does not say what
    /// it can do is listed.
    public var capabilities: DeviceCapabilities

    public init(
        appIDs: Set<String> = [],
        namespaces: Set<CastNamespace> = [],
        capabilities: DeviceCapabilities = []
    ) {
        self.appIDs = appIDs
        self.namespaces = namespaces
        self.capabilities = capabilities
    }

    /// Every device.
    public static let any = DiscoveryCriteria()

    /// Devices that can run this application. Each device is connected to and asked.
    public static func app(_ appID: String) -> DiscoveryCriteria { DiscoveryCriteria(appIDs: [appID]) }

    /// Devices that can run at least one of these applications.
    public static func anyApp(of appIDs: Set<String>) -> DiscoveryCriteria { DiscoveryCriteria(appIDs: appIDs) }

    /// Whether a device can do what is asked for, as far as it says.
    func allows(_ device: CastDevice) -> Bool {
        device.capabilities.isEmpty || device.capabilities.isSuperset(of: capabilities)
    }
}
