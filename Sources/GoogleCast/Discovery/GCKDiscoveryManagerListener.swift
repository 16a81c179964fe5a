// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
import Foundation
#else
public import Foundation
#endif

#if !canImport(ObjectiveC)
/// Receives changes of the device list.
///
/// Every change is enclosed by ``willUpdateDeviceList()`` and ``didUpdateDeviceList()``. Each index refers to the list
/// as the previous callback left it, so a table that applies the callbacks in order matches the list.
@preconcurrency
@MainActor
public protocol GCKDiscoveryManagerListener: NSObjectProtocol {
    /// Called when discovery has started for a category.
    func didStartDiscovery(forDeviceCategory deviceCategory: String)

    /// Called before changes of the device list.
    func willUpdateDeviceList()

    /// Called after changes of the device list.
    func didUpdateDeviceList()

    /// Called when a device was inserted.
    func didInsert(_ device: GCKDevice, at index: UInt)

    /// Called when the properties of a device changed.
    func didUpdate(_ device: GCKDevice, at index: UInt)

    /// Called when the properties of a device changed and it moved to another index.
    func didUpdate(_ device: GCKDevice, at index: UInt, andMoveTo newIndex: UInt)

    /// Called when a device was removed, before ``didRemove(_:at:)``.
    func didRemoveDevice(at index: UInt)

    /// Called when a device was removed.
    func didRemove(_ device: GCKDevice, at index: UInt)

    /// Called when discovery restarts while devices of the previous search are still listed.
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
#endif

/// Whether discovery is running.
#if canImport(ObjectiveC)
@objc(GCKDiscoveryState)
#endif
public enum GCKDiscoveryState: Int, CaseIterable, Sendable {
    case stopped = 0
    case running = 1
}
