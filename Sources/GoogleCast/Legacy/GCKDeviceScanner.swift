import CastSender
public import Foundation

/// Looks for Cast devices, with or without a ``GCKCastContext`` beside it.
///
/// Scanners that look for the same devices share one search.
@available(*, deprecated, message: "use the discoveryManager of GCKCastContext")
@preconcurrency @MainActor
open class GCKDeviceScanner: NSObject {
    private var criteria: GCKFilterCriteria?
    private var scan: LegacyScan?
    private var list: [GCKDevice] = []
    private var listeners = WeakList<any GCKDeviceScannerListener>()
    private var isPassive = false

    /// - Parameter filterCriteria: Which devices are listed; nil lists all.
    public init(filterCriteria: GCKFilterCriteria?) {
        requireMainThread(of: GCKDeviceScanner.self)
        criteria = filterCriteria
        super.init()
    }

    /// A scanner for every Cast device.
    @available(*, deprecated, message: "use init(filterCriteria:)")
    public convenience override init() {
        self.init(filterCriteria: nil)
    }

    /// Which devices are listed; nil lists all. During a scan a change begins the list anew.
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

    /// What is there, in the order of its appearance. Stays when the scan stops.
    open var devices: [GCKDevice] {
        requireMainThread(of: GCKDeviceScanner.self)
        return list
    }

    /// Whether the present or latest scan found anything.
    open var hasDiscoveredDevices: Bool {
        requireMainThread(of: GCKDeviceScanner.self)
        return !list.isEmpty
    }

    /// Whether a scan runs.
    open var scanning: Bool {
        requireMainThread(of: GCKDeviceScanner.self)
        return scan != nil
    }

    /// Kept, and of no consequence: a search asks no more than it must. Default false.
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

    /// Begins to look for devices, until ``stopScan()``.
    open func startScan() {
        requireMainThread(of: GCKDeviceScanner.self)
        guard scan == nil else { return }
        Log(of: "GCKDeviceScanner").info("starting a scan")
        let scan = LegacyScan.shared(criteria?.engineCriteria ?? .any)
        self.scan = scan
        scan.add(self) { [weak self] in self?.take($0) }
        guard !scan.list.isEmpty else { return }
        // What another scanner has found already is told in the next turn, as anything is.
        Task { [weak self] in
            guard let self, self.scan === scan else { return }
            self.take(scan.list)
        }
    }

    /// Looks for no more devices; ``devices`` stays.
    open func stopScan() {
        requireMainThread(of: GCKDeviceScanner.self)
        guard let scan else { return }
        Log(of: "GCKDeviceScanner").info("stopping the scan")
        scan.remove(self)
        self.scan = nil
    }

    /// Adds a listener. It is not kept alive.
    open func add(_ listener: any GCKDeviceScannerListener) {
        requireMainThread(of: GCKDeviceScanner.self)
        listeners.add(listener)
    }

    /// Removes a listener.
    open func remove(_ listener: any GCKDeviceScannerListener) {
        requireMainThread(of: GCKDeviceScanner.self)
        listeners.remove(listener)
    }

    /// Brings the list into line with what a search found, one step and one callback after the other.
    private func take(_ found: [CastDevice]) {
        let ids = Set(found.map(\.id))
        for device in list where !ids.contains(device.deviceID) { goOffline(device) }
        for device in found.map({ GCKDevice($0) }) {
            guard let known = list.first(where: { $0.deviceID == device.deviceID }) else {
                comeOnline(device)
                continue
            }
            if known.isElsewhere(than: device) {
                goOffline(known)
                comeOnline(device)
            } else if !known.says(theSameAs: device) {
                known.take(over: device)
                tell { $0.deviceDidChange(known) }
            }
        }
    }

    private func comeOnline(_ device: GCKDevice) {
        list.append(device)
        tell { $0.deviceDidComeOnline(device) }
    }

    private func goOffline(_ device: GCKDevice) {
        list.removeAll { $0 === device }
        tell { $0.deviceDidGoOffline(device) }
    }

    private func tell(_ call: (any GCKDeviceScannerListener) -> Void) {
        for listener in listeners.all where listeners.contains(listener) { call(listener) }
    }
}
