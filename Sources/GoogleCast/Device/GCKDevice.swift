// SPDX-License-Identifier: Apache-2.0

import CastSender
public import Foundation

/// A receiver device, published by a ``GCKDeviceProvider``.
///
/// Devices in the discovery manager's list are updated in place, so that a reference stays current. A copy is
/// independent. Two devices are equal if their ``uniqueID``s are equal.
#if canImport(ObjectiveC)
@objc(GCKDevice)
@objcMembers
#endif
open class GCKDevice: NSObject, NSCopying, NSSecureCoding {
    /// The address of the device.
    open internal(set) var networkAddress: GCKNetworkAddress
    /// The port to connect to.
    open internal(set) var servicePort: UInt16
    /// The ID of the device, unique within its category.
    open internal(set) var deviceID: String
    /// The name that the user gave the device.
    open var friendlyName: String?
    /// The model name.
    open var modelName: String?
    /// The icons. Devices discovered by the framework have at most one.
    open var icons: [GCKImage]?
    /// Whether the device was running an application when it was last discovered.
    open var status: GCKDeviceStatus = .unknown
    /// The status text of the running application.
    open var statusText: String?
    /// The protocol version that the device announces.
    open var deviceVersion: String?
    /// Whether the device was discovered on the local network.
    open internal(set) var isOnLocalNetwork = true
    /// The category of the provider that created the device.
    open internal(set) var category: String

    var capabilities: GCKDeviceCapabilities = []
    /// The device as discovered by the engine. Nil for a device that a provider created from an address.
    var found: CastDevice?
    private var attributes: [String: any NSObjectProtocol & NSSecureCoding] = [:]

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() {
        self.init(category: "", deviceID: "", networkAddress: GCKNetworkAddress(), servicePort: 0)
    }

    init(category: String, deviceID: String, networkAddress: GCKNetworkAddress, servicePort: UInt16) {
        self.category = category
        self.deviceID = deviceID
        self.networkAddress = networkAddress
        self.servicePort = servicePort
        super.init()
    }

    /// The IPv4 address in dotted notation. Empty if the device has no IPv4 address.
    @available(*, deprecated, message: "Use networkAddress, which also holds IPv6 addresses.")
    open var ipAddress: String { networkAddress.type == .iPv4 ? networkAddress.ipAddress ?? "" : "" }

    /// The kind of device, derived from its capabilities.
    open var type: GCKDeviceType {
        let groups: GCKDeviceCapabilities = [.multizoneGroup, .dynamicGroup, .multiChannelGroup]
        if !capabilities.isDisjoint(with: groups) { return .speakerGroup }
        return capabilities.contains(.audioOut) && !capabilities.contains(.videoOut) ? .speaker : .generic
    }

    /// The ``category`` and the ``deviceID``, combined in one string.
    open var uniqueID: String { Self.uniqueID(category: category, deviceID: deviceID) }

    /// Returns whether another device has the same category, ID, address, port and protocol version. Names are ignored.
    open func isSameDevice(as other: GCKDevice) -> Bool {
        category == other.category && deviceID == other.deviceID && networkAddress == other.networkAddress
            && servicePort == other.servicePort && deviceVersion == other.deviceVersion
    }

    /// Returns whether the device has all of these capabilities.
    open func hasCapabilities(_ deviceCapabilities: GCKDeviceCapabilities) -> Bool {
        capabilities.isSuperset(of: deviceCapabilities)
    }

    // MARK: Attributes

    /// Stores a provider-specific attribute.
    open func setAttribute(_ attribute: any NSObjectProtocol & NSSecureCoding, forKey key: String) {
        attributes[key] = attribute
    }

    /// Returns the attribute for a key, or nil if it isn't set.
    open func attribute(forKey key: String) -> (any NSObjectProtocol & NSSecureCoding)? { attributes[key] }

    /// Removes the attribute for a key.
    open func removeAttribute(forKey key: String) { attributes[key] = nil }

    /// Removes all attributes.
    open func removeAllAttributes() { attributes = [:] }

    // MARK: Unique IDs

    /// Returns the category that a ``uniqueID`` contains. A string that isn't a unique ID is returned unchanged.
    open class func deviceCategory(forDeviceUniqueID deviceUniqueID: String) -> String {
        guard let colon = deviceUniqueID.firstIndex(of: ":") else { return deviceUniqueID }
        return deviceUniqueID[..<colon].removingPercentEncoding ?? deviceUniqueID
    }

    private static func uniqueID(category: String, deviceID: String) -> String {
        // The first colon is the separator, so colons in the category are escaped.
        let escaped = category.replacingOccurrences(of: "%", with: "%25").replacingOccurrences(of: ":", with: "%3A")
        return "\(escaped):\(deviceID)"
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { (object as? GCKDevice)?.uniqueID == uniqueID }

    open override var hash: Int { uniqueID.hashValue }

    open override var description: String { "\(friendlyName ?? deviceID) (\(uniqueID))" }

    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = GCKDevice(
            category: category,
            deviceID: deviceID,
            networkAddress: networkAddress,
            servicePort: servicePort
        )
        copy.update(from: self)
        copy.attributes = attributes
        return copy
    }

    /// Updates this device from another description of it.
    func update(from other: GCKDevice) {
        networkAddress = other.networkAddress
        servicePort = other.servicePort
        friendlyName = other.friendlyName
        modelName = other.modelName
        icons = other.icons
        status = other.status
        statusText = other.statusText
        deviceVersion = other.deviceVersion
        isOnLocalNetwork = other.isOnLocalNetwork
        capabilities = other.capabilities
        found = other.found
    }

    public class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let category = coder.decodeObject(of: NSString.self, forKey: "category") as String?,
            let deviceID = coder.decodeObject(of: NSString.self, forKey: "deviceID") as String?,
            let address = coder.decodeObject(of: GCKNetworkAddress.self, forKey: "networkAddress"),
            let port = UInt16(exactly: coder.decodeInteger(forKey: "servicePort"))
        else { return nil }
        self.category = category
        self.deviceID = deviceID
        networkAddress = address
        servicePort = port
        friendlyName = coder.decodeObject(of: NSString.self, forKey: "friendlyName") as String?
        modelName = coder.decodeObject(of: NSString.self, forKey: "modelName") as String?
        let pictures: [AnyClass] = [NSArray.self, GCKImage.self]
        icons = coder.decodeIfPresent(of: pictures, forKey: "icons") as? [GCKImage]
        status = GCKDeviceStatus(rawValue: coder.decodeInteger(forKey: "status")) ?? .unknown
        statusText = coder.decodeObject(of: NSString.self, forKey: "statusText") as String?
        deviceVersion = coder.decodeObject(of: NSString.self, forKey: "deviceVersion") as String?
        isOnLocalNetwork = coder.decodeBool(forKey: "isOnLocalNetwork")
        capabilities = GCKDeviceCapabilities(rawValue: coder.decodeInteger(forKey: "capabilities"))
        super.init()
        let values = coder.decodeIfPresent(of: Self.attributeClasses, forKey: "attributes") as? [String: Any]
        attributes = values?.compactMapValues(Self.object) ?? [:]
    }

    /// The classes that attributes can have in an archive. Values of other classes are dropped.
    private static let attributeClasses: [AnyClass] = [
        NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSData.self, NSDate.self, NSURL.self,
        NSNull.self,
        GCKNetworkAddress.self,
    ]

    /// Converts a decoded value that was bridged to a Swift type back to its object type.
    private static func object(_ value: Any) -> (any NSObjectProtocol & NSSecureCoding)? {
        switch value {
        case let value as any NSObjectProtocol & NSSecureCoding: value
        case let value as String: value as NSString
        case let value as Data: value as NSData
        case let value as Date: value as NSDate
        case let value as URL: value as NSURL
        case let value as [Any]: value as NSArray
        case let value as [String: Any]: value as NSDictionary
        default: value as? NSNumber
        }
    }

    public func encode(with coder: NSCoder) {
        coder.encode(category as NSString, forKey: "category")
        coder.encode(deviceID as NSString, forKey: "deviceID")
        coder.encode(networkAddress, forKey: "networkAddress")
        coder.encode(Int(servicePort), forKey: "servicePort")
        coder.encode(friendlyName as NSString?, forKey: "friendlyName")
        coder.encode(modelName as NSString?, forKey: "modelName")
        coder.encode(icons as NSArray?, forKey: "icons")
        coder.encode(status.rawValue, forKey: "status")
        coder.encode(statusText as NSString?, forKey: "statusText")
        coder.encode(deviceVersion as NSString?, forKey: "deviceVersion")
        coder.encode(isOnLocalNetwork, forKey: "isOnLocalNetwork")
        coder.encode(capabilities.rawValue, forKey: "capabilities")
        coder.encode(attributes as NSDictionary, forKey: "attributes")
    }
}

/// The capabilities of a device, with the bits of the `ca` key in its TXT record.
public struct GCKDeviceCapabilities: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The device has a video output.
    public static let videoOut = GCKDeviceCapabilities(rawValue: 1 << 0)
    /// The device has a video input, such as a camera.
    public static let videoIn = GCKDeviceCapabilities(rawValue: 1 << 1)
    /// The device has an audio output.
    public static let audioOut = GCKDeviceCapabilities(rawValue: 1 << 2)
    /// The device has an audio input, such as a microphone.
    public static let audioIn = GCKDeviceCapabilities(rawValue: 1 << 3)
    /// The device is a group of devices.
    public static let multizoneGroup = GCKDeviceCapabilities(rawValue: 1 << 5)
    /// The device is a dynamic group.
    public static let dynamicGroup = GCKDeviceCapabilities(rawValue: 1 << 6)
    /// The device is a group in which each member plays one channel.
    public static let multiChannelGroup = GCKDeviceCapabilities(rawValue: 1 << 7)
    /// The device is a member of a multichannel group.
    public static let multiChannelMember = GCKDeviceCapabilities(rawValue: 1 << 8)
    /// The device has a master volume or a fixed volume.
    public static let masterOrFixedVolume = GCKDeviceCapabilities(rawValue: 1 << 11)
    /// The device has an attenuation volume or a fixed volume.
    public static let attenuationOrFixedVolume = GCKDeviceCapabilities(rawValue: 1 << 12)
    /// The device can join dynamic groups.
    public static let dynamicGroupingSupported = GCKDeviceCapabilities(rawValue: 1 << 16)
}

/// The former name of ``GCKDeviceCapabilities``.
public typealias GCKDeviceCapability = GCKDeviceCapabilities

/// Whether a device was running an application when it was last discovered.
#if canImport(ObjectiveC)
@objc(GCKDeviceStatus)
#endif
public enum GCKDeviceStatus: Int, CaseIterable, Sendable {
    case unknown = -1
    case idle = 0
    case busy = 1
}

/// The kind of a device.
// swift-format-ignore: AlwaysUseLowerCamelCase
#if canImport(ObjectiveC)
@objc(GCKDeviceType)
#endif
public enum GCKDeviceType: Int, CaseIterable, Sendable {
    /// A device of no specific kind.
    case generic = 0
    /// A TV.
    case TV = 1
    /// A speaker.
    case speaker = 2
    /// A group of speakers.
    case speakerGroup = 3
    /// A guest-mode device. Guest mode no longer exists, so no device has this type.
    case nearbyUnpaired = 4
}
