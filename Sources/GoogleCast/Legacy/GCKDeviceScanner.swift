// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
public import Foundation

/// Scans for Cast devices, with or without a ``GCKCastContext``.
///
/// Scanners with the same criteria share one search.
@available(*, deprecated, message: "Use the discoveryManager of GCKCastContext.")
@preconcurrency @MainActor
#if canImport(ObjectiveC)
@objc(GCKDeviceScanner)@objcMembers
#endif
open class GCKDeviceScanner: NSObject {
    private var criteria: GCKFilterCriteria?
    private var scan: LegacyScan?
    private var list: [GCKDevice] = []
    private var listeners = WeakList<any GCKDeviceScannerListener>()
    private var isPassive = false

    /// Creates a scanner.
    ///
    /// - Parameter filterCriteria: The criteria that devices must meet. Nil lists all devices.
    public init(filterCriteria: GCKFilterCriteria?) {
        requireMainThread(of: GCKDeviceScanner.self)
        criteria = filterCriteria
        super.init()
    }

    /// Creates a scanner for all Cast devices.
    @available(*, deprecated, message: "Use init(filterCriteria:).")
    public convenience override init() {
        self.init(filterCriteria: nil)
    }

    /// The criteria that devices must meet. Nil lists all devices. Setting it during a scan clears the list and
    /// restarts the scan.
    open var filterCriteria: GCKFilterCriteria? {
        get {
            requireMainThread(of: GCKDeviceScanner.self)
            return criteria
        }
        set {
            requireMainThread(of: GCKDeviceScanner.self)
            criteria = newValue?.copy() as? GCKFilterCriteria
            guard scan != nil else { return }
            stopScan()
            take([])
            startScan()
        }
    }

    /// The discovered devices, in the order of discovery. The list is kept when the scan stops.
    open var devices: [GCKDevice] {
        requireMainThread(of: GCKDeviceScanner.self)
        return list
    }

    /// Whether the current or last scan found any devices.
    open var hasDiscoveredDevices: Bool {
        requireMainThread(of: GCKDeviceScanner.self)
        return !list.isEmpty
    }

    /// Whether a scan is running.
    open var scanning: Bool {
        requireMainThread(of: GCKDeviceScanner.self)
        return scan != nil
    }

    /// Has no effect, because a scan never sends more queries than necessary. Default false.
    open var passiveScan: Bool {
        get {
            requireMainThread(of: GCKDeviceScanner.self)
            return isPassive
        }
        set {
            requireMainThread(of: GCKDeviceScanner.self)
            isPassive = newValue
        }
    }

    /// Starts scanning. The scan runs until ``stopScan()`` is called.
    open func startScan() {
        requireMainThread(of: GCKDeviceScanner.self)
        guard scan == nil else { return }
        Log(of: "GCKDeviceScanner").info("starting a scan")
        let scan = LegacyScan.shared(criteria?.engineCriteria ?? .any)
        self.scan = scan
        scan.add(self) { [weak self] in self?.take($0) }
        guard !scan.list.isEmpty else { return }
        // Devices that another scanner has already found are reported asynchronously, like any others.
        Task { [weak self] in
            guard let self, self.scan === scan else { return }
            self.take(scan.list)
        }
    }

    /// Stops scanning. The list of devices is kept.
    open func stopScan() {
        requireMainThread(of: GCKDeviceScanner.self)
        guard let scan else { return }
        Log(of: "GCKDeviceScanner").info("stopping the scan")
        scan.remove(self)
        self.scan = nil
    }

    /// Adds a listener, which is held weakly.
    #if canImport(ObjectiveC)
    @objc(addListener:)
    #endif
    open func add(_ listener: any GCKDeviceScannerListener) {
        requireMainThread(of: GCKDeviceScanner.self)
        listeners.add(listener)
    }

    /// Removes a listener.
    #if canImport(ObjectiveC)
    @objc(removeListener:)
    #endif
    open func remove(_ listener: any GCKDeviceScannerListener) {
        requireMainThread(of: GCKDeviceScanner.self)
        listeners.remove(listener)
    }

    /// Updates the list to match the search result, with one callback per change.
    private func take(_ found: [CastDevice]) {
        let ids = Set(found.map(\.id))
        for device in list where !ids.contains(device.deviceID) { goOffline(device) }
        for device in found.map({ GCKDevice($0) }) {
            guard let known = list.first(where: { $0.deviceID == device.deviceID }) else {
                comeOnline(device)
                continue
            }
            if known.hasDifferentEndpoint(than: device) {
                goOffline(known)
                comeOnline(device)
            } else if !known.hasSameDescription(as: device) {
                known.update(from: device)
                notify { $0.deviceDidChange(known) }
            }
        }
    }

    private func comeOnline(_ device: GCKDevice) {
        list.append(device)
        notify { $0.deviceDidComeOnline(device) }
    }

    private func goOffline(_ device: GCKDevice) {
        list.removeAll { $0 === device }
        notify { $0.deviceDidGoOffline(device) }
    }

    private func notify(_ call: (GCKDeviceScannerListenerMethods) -> Void) {
        for listener in listeners.all where listeners.contains(listener) { call(listener.implemented) }
    }
}

#if !canImport(ObjectiveC)
/// Receives the changes of a ``GCKDeviceScanner``'s list. All methods are optional.
@available(*, deprecated, message: "Use GCKDiscoveryManagerListener.")
@preconcurrency @MainActor
public protocol GCKDeviceScannerListener: NSObjectProtocol {
    /// Called when a device was found and inserted into the list.
    func deviceDidComeOnline(_ device: GCKDevice)

    /// Called when a device was removed from the list. If a device's address changes, it is removed and inserted again.
    func deviceDidGoOffline(_ device: GCKDevice)

    /// Called when the properties of a device changed.
    func deviceDidChange(_ device: GCKDevice)
}

@available(*, deprecated, message: "Use GCKDiscoveryManagerListener.")
extension GCKDeviceScannerListener {
    public func deviceDidComeOnline(_ device: GCKDevice) {}
    public func deviceDidGoOffline(_ device: GCKDevice) {}
    public func deviceDidChange(_ device: GCKDevice) {}
}
#endif

/// The criteria for the devices that a ``GCKDeviceScanner`` lists.
@available(*, deprecated, message: "Use GCKDiscoveryCriteria with a GCKCastContext.")
#if canImport(ObjectiveC)
@objc(GCKFilterCriteria)@objcMembers
#endif
open class GCKFilterCriteria: NSObject, NSCopying, NSSecureCoding {
    private let appID: String?
    private let namespaces: [String]

    private init(appID: String?, namespaces: [String]) {
        self.appID = appID
        self.namespaces = namespaces
        super.init()
    }

    /// Creates criteria that all devices meet.
    public convenience override init() {
        self.init(appID: nil, namespaces: [])
    }

    /// Creates criteria for devices that can launch an application, whether or not it is running.
    public convenience init(forAvailableApplicationWithID applicationID: String) {
        self.init(appID: applicationID, namespaces: [])
    }

    /// Creates criteria for devices whose running application supports all of these namespaces.
    public convenience init(forRunningApplicationWithSupportedNamespaces namespaces: [String]) {
        self.init(appID: nil, namespaces: namespaces)
    }

    /// Creates criteria for devices whose running application supports all of these namespaces. The application ID is
    /// ignored.
    @available(*, deprecated, message: "Use init(forRunningApplicationWithSupportedNamespaces:).")
    public convenience init(forRunningApplicationWithID applicationID: String, supportedNamespaces: [String]) {
        self.init(appID: nil, namespaces: supportedNamespaces)
    }

    /// The criteria for the engine. An empty application ID is ignored.
    var engineCriteria: DiscoveryCriteria {
        DiscoveryCriteria(
            appIDs: Set([appID].compactMap(\.self).filter { !$0.isEmpty }),
            namespaces: Set(namespaces.map { CastNamespace(rawValue: $0) })
        )
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? GCKFilterCriteria else { return false }
        return other.appID == appID && Set(other.namespaces) == Set(namespaces)
    }

    open override var hash: Int { Set(namespaces).hashValue ^ appID.hashValue }

    /// Returns the object itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        appID = coder.decodeObject(of: NSString.self, forKey: "applicationID") as String?
        let list = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "namespaces") as? [String]
        guard let list else { return nil }
        namespaces = list
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(appID as NSString?, forKey: "applicationID")
        coder.encode(namespaces as NSArray, forKey: "namespaces")
    }
}
