#if canImport(ObjectiveC)
import Foundation

// Option sets of Swift do not exist in Objective-C, where the capabilities are their bits. The module GoogleCastConstants
// declares the type and the names of the bits.

extension GCKDevice {
    /// Returns whether the device has all of these capabilities.
    @available(swift, obsoleted: 5.0, message: "Use hasCapabilities(_:) with GCKDeviceCapabilities.")
    @objc(hasCapabilities:)
    public func hasCapabilityBits(_ bits: Int) -> Bool { hasCapabilities(GCKDeviceCapabilities(rawValue: bits)) }
}

extension GCKDynamicDevice {
    /// The capabilities of the device.
    @available(swift, obsoleted: 5.0, message: "Use capabilities, a GCKDeviceCapabilities.")
    @objc(capabilities)
    public var capabilityBits: Int { capabilities.rawValue }

    /// Returns whether the device has all of these capabilities.
    @available(swift, obsoleted: 5.0, message: "Use hasCapabilities(_:) with GCKDeviceCapabilities.")
    @objc(hasCapabilities:)
    public func hasCapabilityBits(_ bits: Int) -> Bool { hasCapabilities(GCKDeviceCapabilities(rawValue: bits)) }
}
#endif
