public import Foundation

/// A device that belongs to a group. Two are equal when their ids are.
open class GCKDynamicDevice: NSObject, NSCopying, NSSecureCoding {
    open internal(set) var deviceID: String
    open internal(set) var friendlyName: String?
    open internal(set) var capabilities: GCKDeviceCapabilities

    init(deviceID: String, friendlyName: String?, capabilities: GCKDeviceCapabilities) {
        self.deviceID = deviceID
        self.friendlyName = friendlyName
        self.capabilities = capabilities
        super.init()
    }

    /// Whether it has all of these capabilities.
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
