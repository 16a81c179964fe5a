// SPDX-License-Identifier: Apache-2.0

public import CastTransport
import CastWire
public import MulticastDNS

/// The configuration of a virtual device.
public struct DeviceConfiguration: Sendable {
    /// The network interfaces on which the device is announced and listens.
    public enum Interfaces: Sendable, Hashable {
        /// Every interface that is up and supports multicast, except loopback.
        case all
        /// The interfaces with these names, such as `eth0`. Includes loopback only if it is named.
        case named([String])
    }

    /// How the device answers the authentication challenge of a sender.
    public enum Authentication: Sendable, Hashable {
        /// As Google's devices do, with a certificate chain that ends at the device's own root
        /// (``VirtualDevice/rootCertificate``). Senders that trust that root accept the device.
        case genuine
        /// With no answer.
        case silent
        /// With an error.
        case error
        /// With a signature that does not match the connection.
        case wrongSignature
        /// As ``genuine``, after this delay. Official senders wait for 5 s.
        case slow(Duration)
    }

    /// How the device's volume is controlled.
    public enum VolumeControl: String, Sendable, Hashable, CaseIterable {
        /// By the device: senders show a slider.
        case attenuation
        /// By equipment behind the device: SET_VOLUME has no effect.
        case fixed
        /// By the device as a whole, as on speakers.
        case master
    }

    /// The friendly name shown to users. Default `swift-cast`.
    public var name: String
    /// The model name that senders show below the friendly name. Default `swift-cast`.
    public var modelName: String
    /// The kind of device. Default television.
    public var form: DeviceForm = .television
    /// The directory that stores the device's identity, so that senders recognize the device after a restart. Created
    /// if missing, accessible to the current user only. Nil, the default, creates a new identity for each start.
    public var stateDirectory: String?
    /// The Cast port. Default 8009; 0 picks a free port. Many senders assume that any other port belongs to a group.
    public var port: Int
    /// The port of HTTP and of the device's page. Default 8008; 0 picks a free port; nil disables HTTP and HTTPS.
    public var httpPort: Int?
    /// The port of HTTPS, where some senders look up the device's name. Default 8443; 0 picks a free port; nil disables
    /// HTTPS.
    public var httpsPort: Int?
    /// The network interfaces of the device. Default all except loopback.
    public var interfaces: Interfaces
    /// The numeric address of this machine at which to listen and which is announced; nil, the default, for the
    /// addresses of ``interfaces``. With one address each, several devices on a machine can use the same port.
    public var address: String?
    /// Whether the device is announced by multicast DNS. Default true.
    public var advertises: Bool
    /// The multicast DNS endpoint that announces the device, which devices of a process can share; the caller closes it after
    /// them. Nil, the default, opens one on ``interfaces`` for this device. Hundreds of devices need a shared one: with one each,
    /// every message reaches all of them, and each has buffers of its own.
    public var announcer: MDNSEndpoint?
    /// Additional app ids that run the Default Media Receiver, besides its own id `CC1AD845`.
    public var appIDs: [String]
    /// Apps besides the Default Media Receiver. An app with its id replaces it. Default none.
    public var applications: [InstalledApplication]
    /// Whether senders may launch apps. Default allowed.
    public var launchPolicy: LaunchPolicy
    /// Whether an app ends when its last sender sends CLOSE, as web receivers do. The loss of a sender's socket does
    /// not end the app. Default true.
    public var endsAppWithLastSender: Bool
    /// How long the app keeps running after that CLOSE, for senders that disconnect before they send STOP. Default 3 s.
    public var lastSenderGracePeriod: Duration = .seconds(3)
    /// How long an app keeps running without senders and without playback; four times as long while media is paused.
    /// Nil for no limit. Default 5 min.
    public var idleTimeout: Duration?
    /// How long an app may take to become ready before its launch fails. Default 60 s.
    public var readyTimeout: Duration
    /// Whether media always plays by the clock, even if a page is open. Default false.
    public var isHeadless: Bool
    /// The path of the file to which every message is appended as JSON Lines; nil, the default, for no log. Payloads
    /// can contain credentials of senders.
    public var frameLogPath: String?
    /// How the device answers authentication challenges. Default genuine.
    public var authentication: Authentication
    /// How the device's volume is controlled. Default attenuation.
    public var volumeControl: VolumeControl
    /// The initial volume level, 0 to 1. Default 1.
    public var volumeLevel: Double
    /// Whether the Backdrop app runs while no app is cast, as on devices with a screen. If false, the status lists no
    /// app, as on speakers. Default true.
    public var showsBackdrop: Bool
    /// The model or firmware that the device imitates; nil, the default, for none. Setting it also sets ``modelName``, ``form``,
    /// ``volumeControl``, ``volumeLevel`` and ``showsBackdrop``, which can be changed afterward.
    public var profile: DeviceProfile? {
        didSet { if let profile { adopt(profile) } }
    }
    /// The initial faults; ``VirtualDevice/faults`` changes them later. Default none.
    public var faults: [Fault] = []
    /// The seed for faults with a probability: equal seeds and messages cause equal faults. Default 0.
    public var faultSeed: UInt64 = 0
    /// The offset of the device's clock from the correct time; its certificates are issued by that clock. Default 0.
    public var clockSkew: Duration = .zero
    /// Observers of all messages of the device's sockets, as they are on the wire: after the faults. Default none.
    public var observers: [any CastSocketObserver] = []

    /// Creates a configuration.
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

    private mutating func adopt(_ profile: DeviceProfile) {
        modelName = profile.device.model
        form = profile.device.form
        volumeControl = profile.volume.control
        volumeLevel = profile.volume.level
        showsBackdrop = profile.idle == .backdrop
    }

    /// The capabilities that senders see: those of the profile, unless the device has another form.
    var capabilities: DeviceCapabilities {
        guard let profile, form == profile.device.form else { return form.capabilities }
        return profile.device.capabilities
    }
}

/// The kind of a virtual device, which determines its capabilities and what its page shows.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum DeviceForm: String, Sendable, Hashable, CaseIterable {
    /// A television, viewed from a distance. Shows titles and progress over the media.
    case television
    /// A touchscreen. The device's system shows titles and controls over the lower part of the screen, so the page
    /// shows none over video and keeps to the area above them.
    case display
    /// A speaker, without a screen. Its page shows the current item and nothing that looks like a control.
    case speaker

    /// The capabilities that senders see.
    var capabilities: DeviceCapabilities {
        switch self {
        case .television, .display: PlatformOptions.videoDevice
        case .speaker: [.audioOut, .attenuationOrFixedVolume]
        }
    }
}
