import CastWire

/// What a ``ReceiverPlatform`` is told about its device once.
struct PlatformOptions: Sendable {
    /// What to show when nothing is cast.
    enum IdleScreen: Sendable, Hashable {
        /// The Backdrop app, as on devices with a screen.
        case backdrop
        /// No `applications` key at all, as on speakers and current firmware.
        case noApplication
    }

    /// 4101, as a Chromecast without the bits that no public source names.
    static let videoDevice: DeviceCapabilities = [.videoOut, .audioOut, .attenuationOrFixedVolume]

    /// What the endpoint of a group can do: that of its speakers.
    static let group: DeviceCapabilities = [.audioOut, .multizoneGroup, .masterOrFixedVolume]

    /// What the device says it is.
    var description: ReceiverDescription
    var capabilities: DeviceCapabilities
    /// 16 hexadecimal digits: the TXT key `rm`.
    var receiverMetricsID: String
    /// 12 hexadecimal digits: the TXT key `bs`.
    var bootstrapAddress: String
    var catalog: ApplicationCatalog
    var volume: DeviceVolume
    var idleScreen: IdleScreen
    /// Default 64.
    var connectionLimitPerSocket: Int
    /// How many senders an app serves at once. Default 256.
    var senderLimit: Int
    var rules: ApplicationRules
    /// Whether a sender that connects is told at once who belongs to the group, as real devices do. Default false.
    var greetsWithMembers = false
    /// How many ids one GET_APP_AVAILABILITY may name, so that the answer fits a frame. Default 256.
    var availabilityLimit: Int

    init(
        description: ReceiverDescription,
        capabilities: DeviceCapabilities = PlatformOptions.videoDevice,
        receiverMetricsID: String = "",
        bootstrapAddress: String = "",
        catalog: ApplicationCatalog = ApplicationCatalog(),
        volume: DeviceVolume = DeviceVolume(),
        idleScreen: IdleScreen = .backdrop,
        connectionLimitPerSocket: Int = 64,
        senderLimit: Int = 256,
        rules: ApplicationRules = ApplicationRules(),
        availabilityLimit: Int = 256
    ) {
        self.description = description
        self.capabilities = capabilities
        self.receiverMetricsID = receiverMetricsID
        self.bootstrapAddress = bootstrapAddress
        self.catalog = catalog
        self.volume = volume
        self.idleScreen = idleScreen
        self.connectionLimitPerSocket = connectionLimitPerSocket
        self.senderLimit = senderLimit
        self.rules = rules
        self.availabilityLimit = availabilityLimit
    }
}
