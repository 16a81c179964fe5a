/// What a virtual device is to be.
public struct DeviceConfiguration: Sendable {
    /// The network interfaces on which the device is to be found and reached.
    public enum Interfaces: Sendable, Hashable {
        /// Every interface that is up and capable of multicast; loopback is not among them.
        case all
        /// The interfaces of these names, as `eth0`. Loopback only when it is named.
        case named([String])
    }

    /// How the device answers a sender that wants it to prove what it is.
    public enum Authentication: Sendable, Hashable {
        /// As a device of Google's does, with the device's own root (``VirtualDevice/rootCertificate``). Senders that
        /// trust that root accept it.
        case genuine
        /// Not at all.
        case silent
        /// With an error.
        case error
        /// With a signature that does not belong to the connection.
        case wrongSignature
        /// As ``genuine``, after a while. Official senders wait for 5 s.
        case slow(Duration)
    }

    /// Who controls the volume.
    public enum VolumeControl: String, Sendable, Hashable {
        /// The device: senders see a slider.
        case attenuation
        /// Something behind the device: SET_VOLUME has no effect.
        case fixed
        /// The device as a whole, as on speakers.
        case master
    }

    /// The friendly name that people see. Default `swift-cast`.
    public var name: String
    /// The model that senders show below the name. Default `swift-cast`.
    public var modelName: String
    /// What kind of device it is. Default a television.
    public var form: DeviceForm = .television
    /// Where the identity is kept, so that senders recognise the device after a restart; made when missing, for this
    /// user alone. Nil, the default, forgets the device when it stops.
    public var stateDirectory: String?
    /// The Cast port. Default 8009; 0 takes a free one. Many senders take another port for that of a group.
    public var port: Int
    /// The port of HTTP and of the page for the television. Default 8008; 0 takes a free one; nil serves no HTTP.
    public var httpPort: Int?
    /// The port of HTTPS, where some senders look for the device's name. Default 8443; 0 takes a free one; nil serves
    /// none.
    public var httpsPort: Int?
    /// Default all but loopback.
    public var interfaces: Interfaces
    /// The one address of this machine to listen at and to announce, in numbers; nil, the default, for those of the
    /// interfaces. Gives several devices of one machine the same port, each at an address of its own.
    public var address: String?
    /// Whether the device is announced by multicast DNS. Default true.
    public var advertises: Bool
    /// App ids that run the Default Media Receiver besides its own, `CC1AD845`.
    public var appIDs: [String]
    /// Apps besides the Default Media Receiver; one under its id takes its place. Default none.
    public var applications: [InstalledApplication]
    /// Whether senders may start apps. Default allowed.
    public var launchPolicy: LaunchPolicy
    /// Whether an app ends when its last sender leaves with CLOSE, as web receivers do. A sender whose socket is
    /// lost has not left. Default true.
    public var endsAppWithLastSender: Bool
    /// How long such an app goes on after that CLOSE, for senders that disconnect before they STOP it. Default 3 s.
    public var lastSenderGracePeriod: Duration = .seconds(3)
    /// After how long an app ends to which nobody is connected and on which nothing plays; four times as long while
    /// something is paused. Nil for never. Default 5 min.
    public var idleTimeout: Duration?
    /// How long an app may take to get ready before its launch has failed. Default 60 s.
    public var readyTimeout: Duration
    /// Media is played by the clock alone, even when a page is open. Default false.
    public var isHeadless: Bool
    /// Where every message is written as JSON Lines, behind what is there; nil, the default, for nowhere. Payloads may
    /// hold credentials of senders.
    public var frameLogPath: String?
    /// Default genuine.
    public var authentication: Authentication
    /// Default attenuation.
    public var volumeControl: VolumeControl
    /// The volume at the start, 0 to 1. Default 1.
    public var volumeLevel: Double
    /// Whether the Backdrop app runs when nothing is cast, as on devices with a screen; false leaves the status
    /// without apps, as speakers do. Default true.
    public var showsBackdrop: Bool
    /// What goes wrong from the beginning; ``VirtualDevice/faults`` changes it later. Default nothing.
    public var faults: [Fault] = []
    /// The chance of faults with a probability comes out the same for the same seed and messages. Default 0.
    public var faultSeed: UInt64 = 0
    /// How far the device's clock is from the right time: its certificates are valid from then. Default 0.
    public var clockSkew: Duration = .zero

    public init(
        name: String = "swift-cast",
        modelName: String = "swift-cast",
        stateDirectory: String? = nil,
        port: Int = 8009,
        httpPort: Int? = 8008,
        httpsPort: Int? = 8443,
        interfaces: Interfaces = .all,
        address: String? = nil,
        advertises: Bool = true,
        appIDs: [String] = [],
        applications: [InstalledApplication] = [],
        launchPolicy: LaunchPolicy = .allowed,
        endsAppWithLastSender: Bool = true,
        idleTimeout: Duration? = .seconds(5 * 60),
        readyTimeout: Duration = .seconds(60),
        isHeadless: Bool = false,
        frameLogPath: String? = nil,
        authentication: Authentication = .genuine,
        volumeControl: VolumeControl = .attenuation,
        volumeLevel: Double = 1,
        showsBackdrop: Bool = true
    ) {
        self.name = name
        self.modelName = modelName
        self.stateDirectory = stateDirectory
        self.port = port
        self.httpPort = httpPort
        self.httpsPort = httpsPort
        self.interfaces = interfaces
        self.address = address
        self.advertises = advertises
        self.appIDs = appIDs
        self.applications = applications
        self.launchPolicy = launchPolicy
        self.endsAppWithLastSender = endsAppWithLastSender
        self.idleTimeout = idleTimeout
        self.readyTimeout = readyTimeout
        self.isHeadless = isHeadless
        self.frameLogPath = frameLogPath
        self.authentication = authentication
        self.volumeControl = volumeControl
        self.volumeLevel = volumeLevel
        self.showsBackdrop = showsBackdrop
    }
}
