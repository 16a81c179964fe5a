// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
public import Foundation

/// The members of a speaker group.
#if canImport(ObjectiveC)
@objc(GCKMultizoneStatus)
@objcMembers
#endif
open class GCKMultizoneStatus: NSObject, NSCopying, NSSecureCoding {
    /// The members of the group.
    open private(set) var devices: [GCKMultizoneDevice]

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public override init() {
        devices = []
        super.init()
    }

    /// Creates a status from a status message or its `status` member. Devices without an ID are omitted.
    @available(*, deprecated, message: "The session provides the status.")
    #if canImport(ObjectiveC)
    @objc(initWithJSONObject:)
    #endif
    public init(jsonObject JSONObject: Any) {
        let object = JSONObject as? [String: Any] ?? [:]
        let status = object["status"] as? [String: Any] ?? object
        devices = (status["devices"] as? [Any] ?? []).compactMap { ($0 as? [String: Any]).flatMap(Self.device) }
        super.init()
    }

    /// Creates a status with the given devices.
    @available(*, deprecated, message: "The session provides the status.")
    public init(devices: [GCKMultizoneDevice]) {
        self.devices = devices
        super.init()
    }

    init(_ status: GroupStatus) {
        devices = status.members.map(GCKMultizoneDevice.init)
        super.init()
    }

    private static func device(_ object: [String: Any]) -> GCKMultizoneDevice? {
        guard let id = object["deviceId"] as? String, !id.isEmpty else { return nil }
        let volume = object["volume"] as? [String: Any]
        return GCKMultizoneDevice(
            deviceID: CastDevice.normalizedID(id),
            friendlyName: object["name"] as? String,
            capabilities: GCKDeviceCapabilities(rawValue: (object["capabilities"] as? NSNumber)?.intValue ?? 0),
            volumeLevel: (volume?["level"] as? NSNumber)?.floatValue ?? 0,
            muted: (volume?["muted"] as? NSNumber)?.boolValue ?? false
        )
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? GCKMultizoneStatus)?.devices == devices }

    open override var hash: Int { devices.hashValue }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        devices =
            coder.decodeIfPresent(of: [NSArray.self, GCKMultizoneDevice.self], forKey: "devices")
            as? [GCKMultizoneDevice]
            ?? []
        super.init()
    }

    public func encode(with coder: NSCoder) { coder.encode(devices as NSArray, forKey: "devices") }
}

/// A member of a speaker group.
#if canImport(ObjectiveC)
@objc(GCKMultizoneDevice)
@objcMembers
#endif
open class GCKMultizoneDevice: GCKDynamicDevice {
    /// The volume of the device, from 0 to 1.
    open internal(set) var volumeLevel: Float
    /// Whether the device is muted.
    open internal(set) var muted: Bool

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience init() { self.init(deviceID: "", friendlyName: nil) }

    init(
        deviceID: String,
        friendlyName: String?,
        capabilities: GCKDeviceCapabilities = [],
        volumeLevel: Float = 0,
        muted: Bool = false
    ) {
        self.volumeLevel = volumeLevel
        self.muted = muted
        super.init(deviceID: deviceID, friendlyName: friendlyName, capabilities: capabilities)
    }

    public required init?(coder: NSCoder) {
        volumeLevel = coder.decodeFloat(forKey: "volumeLevel")
        muted = coder.decodeBool(forKey: "muted")
        super.init(coder: coder)
    }

    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(volumeLevel, forKey: "volumeLevel")
        coder.encode(muted, forKey: "muted")
    }
}

/// A member of a device group. Two objects are equal if their IDs are equal.
#if canImport(ObjectiveC)
@objc(GCKDynamicDevice)
@objcMembers
#endif
open class GCKDynamicDevice: NSObject, NSCopying, NSSecureCoding {
    /// The ID of the device.
    open internal(set) var deviceID: String
    /// The name of the device.
    open internal(set) var friendlyName: String?
    /// The capabilities of the device.
    open internal(set) var capabilities: GCKDeviceCapabilities

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(deviceID: "", friendlyName: nil, capabilities: []) }

    init(deviceID: String, friendlyName: String?, capabilities: GCKDeviceCapabilities) {
        self.deviceID = deviceID
        self.friendlyName = friendlyName
        self.capabilities = capabilities
        super.init()
    }

    /// Returns whether the device has all of these capabilities.
    open func hasCapabilities(_ deviceCapabilities: GCKDeviceCapabilities) -> Bool {
        capabilities.isSuperset(of: deviceCapabilities)
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? GCKDynamicDevice)?.deviceID == deviceID }

    open override var hash: Int { deviceID.hashValue }

    open override var description: String { friendlyName ?? deviceID }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let deviceID = coder.decodeObject(of: NSString.self, forKey: "deviceID") as String? else { return nil }
        self.deviceID = deviceID
        friendlyName = coder.decodeObject(of: NSString.self, forKey: "friendlyName") as String?
        capabilities = GCKDeviceCapabilities(rawValue: coder.decodeInteger(forKey: "capabilities"))
        super.init()
    }

    public func encode(with coder: NSCoder) {
        coder.encode(deviceID as NSString, forKey: "deviceID")
        coder.encode(friendlyName as NSString?, forKey: "friendlyName")
        coder.encode(capabilities.rawValue, forKey: "capabilities")
    }
}

extension GCKMultizoneDevice {
    convenience init(_ member: GroupMember) {
        let capabilities = member.description.capabilities?.rawValue ?? 0
        self.init(
            deviceID: member.id,
            friendlyName: member.description.name,
            capabilities: GCKDeviceCapabilities(rawValue: Int(truncatingIfNeeded: capabilities)),
            volumeLevel: Float(member.level ?? 0),
            muted: member.isMuted ?? false
        )
    }
}
