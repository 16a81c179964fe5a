public import Foundation

/// How the context behaves; given to it once, when it is created.
open class GCKCastOptions: NSObject, NSCopying, NSSecureCoding {
    /// What devices must offer, and with it what is launched.
    let discoveryCriteria: GCKDiscoveryCriteria
    /// Whether the volume keys of this machine drive the device's volume while a session is connected. Default false.
    ///
    /// On iOS keys are heard by themselves, while the app's `AVAudioSession` is active. Elsewhere no framework hears of them: a program that does calls
    /// ``GCKCastContext/volumeKeyPressed(steps:)``.
    open var physicalVolumeButtonsWillControlDeviceVolume = false
    /// Whether devices are looked for only when the app asks for it. Default false.
    open var disableDiscoveryAutostart = false
    /// Of no effect: nothing is ever reported to anybody. Default false.
    open var disableAnalyticsLogging = false
    private var launch: GCKLaunchOptions?
    /// A container shared with extensions, for downloads in the background; of no effect off Apple's systems.
    open var sharedContainerIdentifier: String?
    /// Whether a session is suspended while the app is in the background. Default true.
    open var suspendSessionsWhenBackgrounded = true
    /// Whether the framework's own button stops the receiver's application when it ends a session. Default false.
    open var stopReceiverApplicationWhenEndingSession = false
    /// Whether discovery waits for a first tap on the Cast button, on platforms that ask for permission then. Default
    /// true.
    open var startDiscoveryAfterFirstTapOnCastButton = true

    /// The network interfaces on which devices are looked for, by name, as `eth0`; nil, the default, means all but
    /// loopback. An addition to the original, which has one platform that chooses. Without effect where the system's
    /// daemon looks.
    public var discoveryInterfaces: [String]?

    /// Options for devices that meet these criteria.
    public init(discoveryCriteria: GCKDiscoveryCriteria) {
        self.discoveryCriteria = discoveryCriteria
        super.init()
    }

    /// Options for devices that can run an application.
    @available(*, deprecated, message: "Give the criteria: GCKCastOptions(discoveryCriteria:).")
    public init(receiverApplicationID applicationID: String) {
        discoveryCriteria = GCKDiscoveryCriteria(applicationID: applicationID)
        super.init()
    }

    /// Options for devices whose running application supports all of these namespaces.
    @available(*, deprecated, message: "Give the criteria: GCKCastOptions(discoveryCriteria:).")
    public init(supportedNamespaces namespaces: [String]) {
        discoveryCriteria = GCKDiscoveryCriteria(namespaces: Set(namespaces))
        super.init()
    }

    /// How an application is launched; a copy of what was set. Nil launches with the defaults.
    open var launchOptions: GCKLaunchOptions? {
        get { launch }
        set { launch = newValue?.copy() as? GCKLaunchOptions }
    }

    // MARK: Copying, coding

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = GCKCastOptions(discoveryCriteria: discoveryCriteria)
        copy.physicalVolumeButtonsWillControlDeviceVolume = physicalVolumeButtonsWillControlDeviceVolume
        copy.disableDiscoveryAutostart = disableDiscoveryAutostart
        copy.disableAnalyticsLogging = disableAnalyticsLogging
        copy.launchOptions = launch
        copy.discoveryInterfaces = discoveryInterfaces
        copy.sharedContainerIdentifier = sharedContainerIdentifier
        copy.suspendSessionsWhenBackgrounded = suspendSessionsWhenBackgrounded
        copy.stopReceiverApplicationWhenEndingSession = stopReceiverApplicationWhenEndingSession
        copy.startDiscoveryAfterFirstTapOnCastButton = startDiscoveryAfterFirstTapOnCastButton
        return copy
    }

    public class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let criteria = coder.decodeObject(of: GCKDiscoveryCriteria.self, forKey: "discoveryCriteria") else {
            return nil
        }
        discoveryCriteria = criteria
        launch = coder.decodeObject(of: GCKLaunchOptions.self, forKey: "launchOptions")
        sharedContainerIdentifier =
            coder.decodeObject(of: NSString.self, forKey: "sharedContainerIdentifier") as String?
        discoveryInterfaces =
            coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "discoveryInterfaces") as? [String]
        physicalVolumeButtonsWillControlDeviceVolume = coder.decodeBool(forKey: "physicalVolumeButtons")
        disableDiscoveryAutostart = coder.decodeBool(forKey: "disableDiscoveryAutostart")
        disableAnalyticsLogging = coder.decodeBool(forKey: "disableAnalyticsLogging")
        suspendSessionsWhenBackgrounded = coder.decodeBool(forKey: "suspendSessionsWhenBackgrounded")
        stopReceiverApplicationWhenEndingSession = coder.decodeBool(forKey: "stopReceiverApplication")
        startDiscoveryAfterFirstTapOnCastButton = coder.decodeBool(forKey: "startDiscoveryAfterFirstTap")
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(discoveryCriteria, forKey: "discoveryCriteria")
        coder.encode(launch, forKey: "launchOptions")
        coder.encode(discoveryInterfaces as NSArray?, forKey: "discoveryInterfaces")
        coder.encode(sharedContainerIdentifier as NSString?, forKey: "sharedContainerIdentifier")
        coder.encode(physicalVolumeButtonsWillControlDeviceVolume, forKey: "physicalVolumeButtons")
        coder.encode(disableDiscoveryAutostart, forKey: "disableDiscoveryAutostart")
        coder.encode(disableAnalyticsLogging, forKey: "disableAnalyticsLogging")
        coder.encode(suspendSessionsWhenBackgrounded, forKey: "suspendSessionsWhenBackgrounded")
        coder.encode(stopReceiverApplicationWhenEndingSession, forKey: "stopReceiverApplication")
        coder.encode(startDiscoveryAfterFirstTapOnCastButton, forKey: "startDiscoveryAfterFirstTap")
    }
}
