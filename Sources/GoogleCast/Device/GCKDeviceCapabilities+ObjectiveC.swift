// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
import Foundation
public import GoogleCastConstants

// Option sets of Swift do not exist in Objective-C. The module GoogleCastConstants declares the type. Because these members have
// it, `@import GoogleCast;` brings the constants as well.

extension GCKDevice {
    /// Returns whether the device has all of these capabilities.
    @available(swift, obsoleted: 5.0, message: "Use hasCapabilities(_:) with GCKDeviceCapabilities.")
    @objc(hasCapabilities:)
    public func hasCapabilityBits(_ bits: GoogleCastConstants.GCKDeviceCapabilities) -> Bool {
        hasCapabilities(GCKDeviceCapabilities(rawValue: bits.rawValue))
    }
}

extension GCKDynamicDevice {
    /// The capabilities of the device.
    @available(swift, obsoleted: 5.0, message: "Use capabilities, a GCKDeviceCapabilities.")
    @objc(capabilities)
    public var capabilityBits: GoogleCastConstants.GCKDeviceCapabilities {
        GoogleCastConstants.GCKDeviceCapabilities(rawValue: capabilities.rawValue)
    }

    /// Returns whether the device has all of these capabilities.
    @available(swift, obsoleted: 5.0, message: "Use hasCapabilities(_:) with GCKDeviceCapabilities.")
    @objc(hasCapabilities:)
    public func hasCapabilityBits(_ bits: GoogleCastConstants.GCKDeviceCapabilities) -> Bool {
        hasCapabilities(GCKDeviceCapabilities(rawValue: bits.rawValue))
    }
}
#endif
