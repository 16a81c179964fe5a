public import Foundation

/// A source of devices of one category, and of sessions with them. Abstract: write a subclass and register it with the
/// context.
@preconcurrency
@MainActor
open class GCKDeviceProvider: NSObject {
    private let category: String
    private let log = Log(of: "GCKDeviceProvider")
    private var isPassive = false
    private var published: [GCKDevice] = []
    /// Where changes are told; nil while the provider is not registered.
    weak var manager: GCKDiscoveryManager?

    /// - Parameter deviceCategory: The category, which no other provider has.
    public init(deviceCategory: String) {
        requireMainThread(of: GCKDeviceProvider.self)
        category = deviceCategory
        super.init()
    }

    open var deviceCategory: String {
        requireMainThread(of: GCKDeviceProvider.self)
        return category
    }

    /// Whether fewer questions should be asked, at the price of older answers. A hint.
    open var passiveScan: Bool {
        get {
            requireMainThread(of: GCKDeviceProvider.self)
            return isPassive
        }
        set {
            requireMainThread(of: GCKDeviceProvider.self)
            isPassive = newValue
        }
    }

    /// What was published and not unpublished since.
    open var devices: [GCKDevice] {
        requireMainThread(of: GCKDeviceProvider.self)
        return published
    }

    // MARK: To override

    /// Begins to look for devices. Override it; call ``notifyDidStartDiscovery()`` now or later.
    open func startDiscovery() {
        requireMainThread(of: GCKDeviceProvider.self)
        mustOverride()
    }

    /// Ends the search. Override it.
    open func stopDiscovery() {
        requireMainThread(of: GCKDeviceProvider.self)
        mustOverride()
    }

    /// Makes a session. Override it.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - sessionID: The session to go on with; nil to start one.
    ///   - sessionOptions: What was given to the start.
    open func createSession(
        for device: GCKDevice,
        sessionID: String?,
        sessionOptions: [String: any NSCoding & NSObjectProtocol]? = nil
    ) -> GCKSession {
        requireMainThread(of: GCKDeviceProvider.self)
        return oldSession(for: device, sessionID: sessionID)
    }

    /// Makes a session without options.
    @available(
        *,
        deprecated,
        message: "Override createSession(for:sessionID:sessionOptions:), which is given the options."
    )
    open func createSession(for device: GCKDevice, sessionID: String?) -> GCKSession {
        requireMainThread(of: GCKDeviceProvider.self)
        mustOverride()
    }

    private func mustOverride(_ method: StaticString = #function) -> Never {
        raise("NSInternalInconsistencyException", "\(type(of: self)) must override GCKDeviceProvider.\(method)")
    }

    // MARK: What a subclass tells

    /// The search has begun.
    open func notifyDidStartDiscovery() {
        requireMainThread(of: GCKDeviceProvider.self)
        log.info("the search for devices of category \(category) has begun")
        manager?.providerStarted(self)
    }

    /// A device is there. One with the id of another that is there takes its place.
    open func notifyDidPublishDevice(_ device: GCKDevice) {
        requireMainThread(of: GCKDeviceProvider.self)
        log.debug("\(device) is there")
        if let index = published.firstIndex(where: { $0.deviceID == device.deviceID }) {
            if published[index] !== device { published[index].take(over: device) }
            manager?.deviceUpdated(published[index])
        } else {
            published.append(device)
            manager?.devicePublished(device)
        }
    }

    /// A device is there no more; unknown ones are passed over.
    open func notifyDidUnpublishDevice(_ device: GCKDevice) {
        requireMainThread(of: GCKDeviceProvider.self)
        guard let index = published.firstIndex(where: { $0.deviceID == device.deviceID }) else { return }
        log.debug("\(device) is gone")
        manager?.deviceUnpublished(published.remove(at: index))
    }

    /// A device says something else of itself.
    open func notifyDidUpdateDevice(_ device: GCKDevice) {
        requireMainThread(of: GCKDeviceProvider.self)
        guard let known = published.first(where: { $0.deviceID == device.deviceID }) else { return }
        if known !== device { known.take(over: device) }
        log.verbose("\(device) says something else of itself")
        manager?.deviceUpdated(known)
    }

    // MARK: Making devices

    /// Makes a device at an IPv4 address. It is not published.
    @available(*, deprecated, message: "Call createDevice(withID:networkAddress:servicePort:) instead.")
    open func createDevice(withID deviceID: String, ipAddress: String, servicePort: UInt16) -> GCKDevice {
        requireMainThread(of: GCKDeviceProvider.self)
        return createDevice(
            withID: deviceID,
            networkAddress: GCKNetworkAddress(iPv4Address: ipAddress),
            servicePort: servicePort
        )
    }

    /// Makes a device. It is not published.
    open func createDevice(
        withID deviceID: String,
        networkAddress: GCKNetworkAddress,
        servicePort: UInt16
    ) -> GCKDevice {
        requireMainThread(of: GCKDeviceProvider.self)
        return GCKDevice(
            category: category,
            deviceID: deviceID,
            networkAddress: networkAddress,
            servicePort: servicePort
        )
    }
}

/// Lets the newer method fall back to the one it took the place of, which only subclasses of old override.
@MainActor
private protocol FormerProvider {
    func createSession(for device: GCKDevice, sessionID: String?) -> GCKSession
}

extension GCKDeviceProvider: FormerProvider {
    fileprivate func oldSession(for device: GCKDevice, sessionID: String?) -> GCKSession {
        (self as any FormerProvider).createSession(for: device, sessionID: sessionID)
    }
}
