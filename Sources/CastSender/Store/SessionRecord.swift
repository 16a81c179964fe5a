public import CastTransport
public import CastWire

/// What must be known to go on with a session in another process: which device, which run of which application.
///
/// Nothing about who launched it, nothing about what plays: credentials and custom data are never part of it, and
/// media, position and queue are the device's to tell.
public struct SessionRecord: Sendable, Hashable {
    public var deviceID: String
    public var deviceName: String
    public var modelName: String
    public var capabilities: DeviceCapabilities
    public var isGroup: Bool
    /// Where the device was reached last, the best address first. It may have moved since.
    public var endpoints: [CastEndpoint]
    public var appID: String
    public var appName: String
    public var sessionID: String
    public var transportID: String
    public var namespaces: [CastNamespace]
    /// When the device was last heard of, in seconds since 1970.
    public var lastContact: Double
    /// The network this machine was in, where the platform names it.
    public var networkID: String?

    public init(
        deviceID: String,
        deviceName: String,
        modelName: String = "",
        capabilities: DeviceCapabilities = [.videoOut, .audioOut],
        isGroup: Bool = false,
        endpoints: [CastEndpoint],
        appID: String,
        appName: String = "",
        sessionID: String,
        transportID: String,
        namespaces: [CastNamespace] = [],
        lastContact: Double,
        networkID: String? = nil
    ) {
        self.deviceID = deviceID
        self.deviceName = deviceName
        self.modelName = modelName
        self.capabilities = capabilities
        self.isGroup = isGroup
        self.endpoints = endpoints
        self.appID = appID
        self.appName = appName
        self.sessionID = sessionID
        self.transportID = transportID
        self.namespaces = namespaces
        self.lastContact = lastContact
        self.networkID = networkID
    }

    /// The device as it was.
    public var device: CastDevice {
        CastDevice(
            id: deviceID,
            friendlyName: deviceName,
            modelName: modelName,
            capabilities: capabilities,
            endpoints: endpoints,
            isGroup: isGroup
        )
    }

    var application: Application {
        Application(
            appID: appID,
            displayName: appName,
            namespaces: namespaces,
            sessionID: sessionID,
            transportID: transportID
        )
    }

    /// Whether the record may still be used.
    ///
    /// - Parameters:
    ///   - now: Seconds since 1970.
    ///   - lifetime: How old it may be.
    ///   - networkID: The present network; nil when the platform does not say, then it is not compared.
    /// - Throws: ``SessionStoreError``: `expired`, `fromTheFuture`, `otherNetwork`.
    public func check(now: Double, lifetime: Duration, networkID: String?) throws(SessionStoreError) {
        // Clocks are set now and then; a few minutes are no journey through time.
        guard lastContact <= now + 300 else { throw .fromTheFuture }
        guard now - lastContact <= lifetime / .seconds(1) else { throw .expired }
        if let networkID, let known = self.networkID, known != networkID { throw .otherNetwork }
    }
}
