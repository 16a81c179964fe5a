// SPDX-License-Identifier: Apache-2.0

/// The configuration of a group of virtual devices.
public struct GroupConfiguration: Sendable {
    /// The friendly name shown to users.
    public var name: String
    /// The directory that stores the group's identity, so that senders recognize the group after a restart. Nil, the
    /// default, creates a new identity for each start.
    public var stateDirectory: String?
    /// The Cast port of the group's endpoint on the leader's host. Default 0, which picks a free port.
    public var port: Int
    /// Additional app ids that run the Default Media Receiver, besides its own id `CC1AD845`.
    public var appIDs: [String]
    /// Whether the group is announced by multicast DNS. Default true.
    public var advertises: Bool
    /// Whether the group is temporary, as when a user adds a speaker during playback. Default false.
    public var isDynamic: Bool
    /// The path of the file to which every message of the group's endpoint is appended as JSON Lines; nil, the default,
    /// for no log.
    public var frameLogPath: String?
    /// The initial faults of the endpoint. Default none.
    public var faults: [Fault] = []
    /// The seed for faults with a probability: equal seeds and messages cause equal faults. Default 0.
    public var faultSeed: UInt64 = 0
    /// The offset of the endpoint's clock from the correct time; its certificates are issued by that clock. Default 0.
    public var clockSkew: Duration = .zero

    /// Creates a configuration.
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

    /// The configuration of the endpoint, a device without a screen.
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
        configuration.faultSeed = faultSeed
        configuration.clockSkew = clockSkew
        return configuration
    }
}
