// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The options of the Cast context, which are copied when it is created.
#if canImport(ObjectiveC)
@objc(GCKCastOptions)
@objcMembers
#endif
open class GCKCastOptions: NSObject, NSCopying, NSSecureCoding {
    /// The criteria for devices, which also determine the application to launch.
    let discoveryCriteria: GCKDiscoveryCriteria
    /// Whether the volume keys of this machine control the device's volume while a session is connected. Default false.
    ///
    /// On iOS, key presses are detected automatically while the app's `AVAudioSession` is active. On other platforms,
    /// no framework reports them, and a program that handles the keys calls
    /// ``GCKCastContext/volumeKeyPressed(steps:)``.
    open var physicalVolumeButtonsWillControlDeviceVolume = false
    /// Whether discovery starts only when the app starts it. Default false.
    open var disableDiscoveryAutostart = false
    /// Has no effect, because this framework sends no analytics. Default false.
    open var disableAnalyticsLogging = false
    private var launch: GCKLaunchOptions?
    /// The app group container for background downloads. Has no effect outside Apple platforms.
    open var sharedContainerIdentifier: String?
    /// Whether a session is suspended while the app is in the background. Default true.
    open var suspendSessionsWhenBackgrounded = true
    /// Whether the button in the Cast dialog stops the receiver application when it ends a session. Default false.
    open var stopReceiverApplicationWhenEndingSession = false
    /// Whether discovery waits for the first tap on a Cast button. Applies only to platforms that ask for local network
    /// permission. Default true.
    open var startDiscoveryAfterFirstTapOnCastButton = true

    /// The names of the network interfaces to use for discovery, such as `eth0`. Nil, the default, means all interfaces
    /// except loopback. An addition to the original API. Has no effect where a system service performs discovery.
    public var discoveryInterfaces: [String]?

    /// Creates options for all devices.
    public convenience override init() { self.init(discoveryCriteria: GCKDiscoveryCriteria()) }

    /// Creates options for devices that match the criteria.
    public init(discoveryCriteria: GCKDiscoveryCriteria) {
        self.discoveryCriteria = discoveryCriteria
        super.init()
    }

    /// Creates options for devices that can run an application.
    @available(*, deprecated, message: "Use GCKCastOptions(discoveryCriteria:).")
    public init(receiverApplicationID applicationID: String) {
        discoveryCriteria = GCKDiscoveryCriteria(applicationID: applicationID)
        super.init()
    }

    /// Creates options for devices whose running application supports all of these namespaces.
    @available(*, deprecated, message: "Use GCKCastOptions(discoveryCriteria:).")
    public init(supportedNamespaces namespaces: [String]) {
        discoveryCriteria = GCKDiscoveryCriteria(namespaces: Set(namespaces))
        super.init()
    }

    /// The options for launching the application. The value is copied. Nil uses the defaults.
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
