public import Foundation

/// Hears of the list of devices.
///
/// Every change lies between ``willUpdateDeviceList()`` and ``didUpdateDeviceList()``. An index is one of the list as the
/// callback before left it, so that a table that follows call by call ends up equal to the list.
@preconcurrency
@MainActor
public protocol GCKDiscoveryManagerListener: NSObjectProtocol {
    /// A provider looks for devices now.
    func didStartDiscovery(forDeviceCategory deviceCategory: String)

    /// Changes follow.
    func willUpdateDeviceList()

    /// The changes are complete.
    func didUpdateDeviceList()

    func didInsert(_ device: GCKDevice, at index: UInt)

    /// A device says something else of itself.
    func didUpdate(_ device: GCKDevice, at index: UInt)

    /// A device says something else of itself, and has another place now.
    func didUpdate(_ device: GCKDevice, at index: UInt, andMoveTo newIndex: UInt)

    func didRemoveDevice(at index: UInt)

    func didRemove(_ device: GCKDevice, at index: UInt)

    /// Discovery starts again, and devices of the time before are still listed.
    func didHaveDiscoveredDeviceWhenStartingDiscovery()
}

extension GCKDiscoveryManagerListener {
    public func didStartDiscovery(forDeviceCategory deviceCategory: String) {}

    public func willUpdateDeviceList() {}

    public func didUpdateDeviceList() {}

    public func didInsert(_ device: GCKDevice, at index: UInt) {}

    public func didUpdate(_ device: GCKDevice, at index: UInt) {}

    public func didUpdate(_ device: GCKDevice, at index: UInt, andMoveTo newIndex: UInt) {}

    public func didRemoveDevice(at index: UInt) {}

    public func didRemove(_ device: GCKDevice, at index: UInt) {}

    public func didHaveDiscoveredDeviceWhenStartingDiscovery() {}
}
