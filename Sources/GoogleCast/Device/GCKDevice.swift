import CastSender
public import Foundation

/// A receiver as a ``GCKDeviceProvider`` sees it.
///
/// A device in the discovery manager's list is changed in place when it says something new of itself, so that a reference
/// stays current; a copy is independent. Two devices are equal when their ``uniqueID``s are.
open class GCKDevice: NSObject, NSCopying, NSSecureCoding {
    /// Where it is reached.
    open internal(set) var networkAddress: GCKNetworkAddress
    /// The port at that address.
    open internal(set) var servicePort: UInt16
    /// Its id, unique within its category.
    open internal(set) var deviceID: String
    /// The name its owner gave it.
    open var friendlyName: String?
    open var modelName: String?
    open var icons: [GCKImage]?
    /// Whether it ran an application when it was last seen.
    open var status: GCKDeviceStatus = .unknown
    /// What the running application shows.
    open var statusText: String?
    /// The version of the protocol that it names.
    open var deviceVersion: String?
    /// Whether it was found in the local network.
    open internal(set) var isOnLocalNetwork = true
    /// The category of the provider that made it.
    open internal(set) var category: String

    var capabilities: GCKDeviceCapabilities = []
    /// The device as the engine found it; nil for one that a provider made from an address.
    var found: CastDevice?
    private var attributes: [String: any NSObjectProtocol & NSSecureCoding] = [:]

    init(category: String, deviceID: String, networkAddress: GCKNetworkAddress, servicePort: UInt16) {
        self.category = category
        self.deviceID = deviceID
        self.networkAddress = networkAddress
        self.servicePort = servicePort
        super.init()
    }

    /// The dotted IPv4 address; empty for a device that is reached otherwise.
    @available(*, deprecated, message: "Take networkAddress, which also holds IPv6 addresses.")
    open var ipAddress: String { networkAddress.type == .iPv4 ? networkAddress.ipAddress ?? "" : "" }

    /// What kind of device it is, by what it can do.
    open var type: GCKDeviceType {
        let groups: GCKDeviceCapabilities = [.multizoneGroup, .dynamicGroup, .multiChannelGroup]
        if !capabilities.isDisjoint(with: groups) { return .speakerGroup }
        return capabilities.contains(.audioOut) && !capabilities.contains(.videoOut) ? .speaker : .generic
    }

    /// ``category`` and ``deviceID`` in one.
    open var uniqueID: String { Self.uniqueID(category: category, deviceID: deviceID) }

    /// Whether both are the same device at the same place, speaking the same version. Names do not matter.
    open func isSameDevice(as other: GCKDevice) -> Bool {
        category == other.category && deviceID == other.deviceID && networkAddress == other.networkAddress
            && servicePort == other.servicePort && deviceVersion == other.deviceVersion
    }

    /// Whether it has all of these capabilities.
    open func hasCapabilities(_ deviceCapabilities: GCKDeviceCapabilities) -> Bool {
        capabilities.isSuperset(of: deviceCapabilities)
    }

    // MARK: Attributes

    /// Keeps a value of a custom provider's own.
    open func setAttribute(_ attribute: any NSObjectProtocol & NSSecureCoding, forKey key: String) {
        attributes[key] = attribute
    }

    /// The value that was kept under a key; nil when there is none.
    open func attribute(forKey key: String) -> (any NSObjectProtocol & NSSecureCoding)? { attributes[key] }

    open func removeAttribute(forKey key: String) { attributes[key] = nil }

    open func removeAllAttributes() { attributes = [:] }

    // MARK: Unique ids

    /// The category within a ``uniqueID``; a text that is none is returned whole.
    open class func deviceCategory(forDeviceUniqueID deviceUniqueID: String) -> String {
        guard let colon = deviceUniqueID.firstIndex(of: ":") else { return deviceUniqueID }
        return deviceUniqueID[..<colon].removingPercentEncoding ?? deviceUniqueID
    }

    private static func uniqueID(category: String, deviceID: String) -> String {
        // The first colon separates, so the category must have none of its own.
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
        copy.take(over: self)
        copy.attributes = attributes
        return copy
    }

    /// Takes what another description of this device says.
    func take(over other: GCKDevice) {
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

    /// What is read back from an archive; values of other classes are left out.
    private static let attributeClasses: [AnyClass] = [
        NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSData.self, NSDate.self, NSURL.self,
        NSNull.self,
        GCKNetworkAddress.self,
    ]

    /// The object behind a value that was bridged on the way out of an archive.
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
