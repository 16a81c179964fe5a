/// What a group of virtual devices is to be.
public struct GroupConfiguration: Sendable {
    /// The friendly name that people see.
    public var name: String
    /// Where the group's identity is kept, so that senders recognise it after a restart; nil, the default, forgets it.
    public var stateDirectory: String?
    /// The port of the group's own at the leader's host; 0, the default, takes a free one.
    public var port: Int
    /// App ids that run the Default Media Receiver besides its own.
    public var appIDs: [String]
    /// Whether the group is announced. Default true.
    public var advertises: Bool
    /// Whether the group was made on the fly, to be dissolved again. Default false.
    public var isDynamic: Bool
    /// Where every message of the group's endpoint is written as JSON Lines; nil for nowhere.
    public var frameLogPath: String?
    /// What goes wrong from the beginning. Default nothing.
    public var faults: [Fault] = []

    public init(
        name: String,
        stateDirectory: String? = nil,
        port: Int = 0,
        appIDs: [String] = [],
        advertises: Bool = true,
        isDynamic: Bool = false,
        frameLogPath: String? = nil
    ) {
        self.name = name
        self.stateDirectory = stateDirectory
        self.port = port
        self.appIDs = appIDs
        self.advertises = advertises
        self.isDynamic = isDynamic
        self.frameLogPath = frameLogPath
    }

    /// The endpoint: a device without a screen of its own.
    var endpoint: DeviceConfiguration {
        var configuration = DeviceConfiguration(
            name: name,
            modelName: "Google Cast Group",
            stateDirectory: stateDirectory,
            port: port,
            httpPort: nil,
            httpsPort: nil,
            advertises: advertises,
            appIDs: appIDs,
            isHeadless: true,
            frameLogPath: frameLogPath,
            volumeControl: .master,
            showsBackdrop: false
        )
        configuration.faults = faults
        return configuration
    }
}
