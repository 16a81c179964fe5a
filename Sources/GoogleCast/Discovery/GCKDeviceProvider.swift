// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A source of devices of one category and of sessions with them. An abstract class: subclass it and register an
/// instance with the context.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKDeviceProvider)@objcMembers
#endif
open class GCKDeviceProvider: NSObject {
    private let category: String
    private let log = Log(of: "GCKDeviceProvider")
    private var isPassive = false
    private var published: [GCKDevice] = []
    /// The discovery manager to notify. Nil while the provider isn't registered.
    weak var manager: GCKDiscoveryManager?

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(deviceCategory: "") }

    /// Creates a provider.
    ///
    /// - Parameter deviceCategory: The category of its devices. No other provider may have the same category.
    public init(deviceCategory: String) {
        requireMainThread(of: GCKDeviceProvider.self)
        category = deviceCategory
        super.init()
    }

    /// The category of the provider's devices.
    open var deviceCategory: String {
        requireMainThread(of: GCKDeviceProvider.self)
        return category
    }

    /// Whether the provider should send fewer queries, which makes its list less current. A hint.
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

    /// The devices that are currently published.
    open var devices: [GCKDevice] {
        requireMainThread(of: GCKDeviceProvider.self)
        return published
    }

    // MARK: Methods to override

    /// Starts discovery. Subclasses override this method and call ``notifyDidStartDiscovery()``, synchronously or
    /// later.
    open func startDiscovery() {
        requireMainThread(of: GCKDeviceProvider.self)
        mustOverride()
    }

    /// Stops discovery. Subclasses override this method.
    open func stopDiscovery() {
        requireMainThread(of: GCKDeviceProvider.self)
        mustOverride()
    }

    /// Creates a session. Subclasses override this method.
    ///
    /// - Parameters:
    ///   - device: The device to connect to.
    ///   - sessionID: The ID of the session to resume, or nil to start a new session.
    ///   - sessionOptions: The options that were passed when the session was started.
    #if canImport(ObjectiveC)
    @objc(createSessionForDevice:sessionID:sessionOptions:)
    #endif
    open func createSession(
        for device: GCKDevice,
        sessionID: String?,
        sessionOptions: [String: any NSCoding & NSObjectProtocol]? = nil
    ) -> GCKSession {
        requireMainThread(of: GCKDeviceProvider.self)
        return sessionFromDeprecatedMethod(for: device, sessionID: sessionID)
    }

    /// Creates a session without options.
    @available(
        *,
        deprecated,
        message: "Override createSession(for:sessionID:sessionOptions:), which receives the options."
    )
    #if canImport(ObjectiveC)
    @objc(createSessionForDevice:sessionID:)
    #endif
    open func createSession(for device: GCKDevice, sessionID: String?) -> GCKSession {
        requireMainThread(of: GCKDeviceProvider.self)
        mustOverride()
    }

    private func mustOverride(_ method: StaticString = #function) -> Never {
        raise("NSInternalInconsistencyException", "\(type(of: self)) must override GCKDeviceProvider.\(method)")
    }

    // MARK: Notifications from subclasses

    /// Reports that discovery has started.
    open func notifyDidStartDiscovery() {
        requireMainThread(of: GCKDeviceProvider.self)
        log.info("discovery of category \(category) started")
        manager?.providerStarted(self)
    }

    /// Publishes a device. If a device with the same ID is published, updates that object and reports an update instead.
    open func notifyDidPublishDevice(_ device: GCKDevice) {
        requireMainThread(of: GCKDeviceProvider.self)
        log.debug("published \(device)")
        if let index = published.firstIndex(where: { $0.deviceID == device.deviceID }) {
            if published[index] !== device { published[index].update(from: device) }
            manager?.deviceUpdated(published[index])
        } else {
            published.append(device)
            manager?.devicePublished(device)
        }
    }

    /// Unpublishes a device. Devices that aren't published are ignored.
    open func notifyDidUnpublishDevice(_ device: GCKDevice) {
        requireMainThread(of: GCKDeviceProvider.self)
        guard let index = published.firstIndex(where: { $0.deviceID == device.deviceID }) else { return }
        log.debug("unpublished \(device)")
        manager?.deviceUnpublished(published.remove(at: index))
    }

    /// Updates the properties of a published device.
    open func notifyDidUpdateDevice(_ device: GCKDevice) {
        requireMainThread(of: GCKDeviceProvider.self)
        guard let known = published.first(where: { $0.deviceID == device.deviceID }) else { return }
        if known !== device { known.update(from: device) }
        log.verbose("updated \(device)")
        manager?.deviceUpdated(known)
    }

    // MARK: Creating devices

    /// Creates a device with an IPv4 address, without publishing it.
    @available(*, deprecated, message: "Call createDevice(withID:networkAddress:servicePort:) instead.")
    open func createDevice(withID deviceID: String, ipAddress: String, servicePort: UInt16) -> GCKDevice {
        requireMainThread(of: GCKDeviceProvider.self)
        return createDevice(
            withID: deviceID,
            networkAddress: GCKNetworkAddress(iPv4Address: ipAddress),
            servicePort: servicePort
        )
    }

    /// Creates a device, without publishing it.
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

/// Lets the newer method fall back to the deprecated method, which existing subclasses override.
@MainActor
private protocol DeprecatedSessionFactory {
    func createSession(for device: GCKDevice, sessionID: String?) -> GCKSession
}

extension GCKDeviceProvider: DeprecatedSessionFactory {
    fileprivate func sessionFromDeprecatedMethod(for device: GCKDevice, sessionID: String?) -> GCKSession {
        (self as any DeprecatedSessionFactory).createSession(for: device, sessionID: sessionID)
    }
}
