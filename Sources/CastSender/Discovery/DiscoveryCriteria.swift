/// Which devices a ``DeviceBrowser`` lists.
public struct DiscoveryCriteria: Sendable, Hashable {
    /// The applications of which a device must be able to run one; empty lists every device.
    public var appIDs: Set<String>

    /// Every device.
    public static let any = DiscoveryCriteria(appIDs: [])

    /// Devices that can run this application. Each device is connected to and asked.
    public static func app(_ appID: String) -> DiscoveryCriteria { DiscoveryCriteria(appIDs: [appID]) }

    /// Devices that can run at least one of these applications.
    public static func anyApp(of appIDs: Set<String>) -> DiscoveryCriteria { DiscoveryCriteria(appIDs: appIDs) }
}
