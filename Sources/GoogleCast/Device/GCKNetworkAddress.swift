// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An address of a device: an IPv4 address, an IPv6 address, or the path of a local socket. Immutable.
///
/// Two addresses are equal if their types and bytes are equal. The scope of an IPv6 address (`%en0`) is kept in
/// ``ipAddress`` only.
#if canImport(ObjectiveC)
@objc(GCKNetworkAddress)
@objcMembers
#endif
open class GCKNetworkAddress: NSObject, NSCopying, NSSecureCoding {
    /// The type of the address.
    open private(set) var type: GCKNetworkAddressType
    /// The address as text. Nil if the address was created from nil text or from invalid bytes.
    open private(set) var ipAddress: String?
    /// The bytes in network order, 4 or 16, or the UTF-8 encoding of a path. Nil if the text isn't a valid address.
    open private(set) var addressData: Data?

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(type: .unknown, addressData: nil) }

    /// Creates an address from text. Nil means the wildcard address. If the text is invalid, ``addressData`` is nil.
    public init(type: GCKNetworkAddressType, ipAddress: String?) {
        self.type = type
        self.ipAddress = ipAddress
        addressData = ipAddress.map { Self.bytes(of: $0, type) } ?? Self.wildcard(type)
        super.init()
    }

    /// Creates an address from its bytes. If their number doesn't match the type, ``addressData`` and ``ipAddress`` are
    /// nil.
    public init(type: GCKNetworkAddressType, addressData: Data?) {
        self.type = type
        ipAddress = addressData.flatMap { Self.text(of: $0, type) }
        self.addressData = ipAddress == nil ? nil : addressData
        super.init()
    }

    /// Creates an IPv4 address from text.
    public init(iPv4Address ipAddress: String) {
        type = .iPv4
        self.ipAddress = ipAddress
        addressData = Self.bytes(of: ipAddress, .iPv4)
        super.init()
    }

    /// Creates an IPv6 address from text.
    public init(iPv6Address ipAddress: String) {
        type = .iPv6
        self.ipAddress = ipAddress
        addressData = Self.bytes(of: ipAddress, .iPv6)
        super.init()
    }

    /// Creates an address from the path of a local socket.
    public init(ipcPath path: String) {
        type = .IPC
        ipAddress = path
        addressData = Data(path.utf8)
        super.init()
    }

    /// Returns the wildcard address, `0.0.0.0` or `::`. Empty for other types.
    #if canImport(ObjectiveC)
    @objc(wildcardAddressOfType:)
    #endif
    open class func wildcardAddress(of type: GCKNetworkAddressType) -> GCKNetworkAddress {
        switch type {
        case .iPv4: GCKNetworkAddress(iPv4Address: "0.0.0.0")
        case .iPv6: GCKNetworkAddress(iPv6Address: "::")
        case .IPC, .unknown: GCKNetworkAddress(type: type, ipAddress: nil)
        }
    }

    /// Returns the loopback address, `127.0.0.1` or `::1`. Empty for other types.
    #if canImport(ObjectiveC)
    @objc(loopbackAddressOfType:)
    #endif
    open class func loopbackAddress(of type: GCKNetworkAddressType) -> GCKNetworkAddress {
        switch type {
        case .iPv4: GCKNetworkAddress(iPv4Address: "127.0.0.1")
        case .iPv6: GCKNetworkAddress(iPv6Address: "::1")
        case .IPC, .unknown: GCKNetworkAddress(type: type, ipAddress: nil)
        }
    }

    /// Returns the IPv4 broadcast address, `255.255.255.255`.
    #if canImport(ObjectiveC)
    @objc(IPv4BroadcastAddress)
    #endif
    open class func iPv4Broadcast() -> GCKNetworkAddress { GCKNetworkAddress(iPv4Address: "255.255.255.255") }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? GCKNetworkAddress, other.type == type else { return false }
        guard addressData == nil, other.addressData == nil else { return addressData == other.addressData }
        return ipAddress == other.ipAddress
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(type)
        hasher.combine(addressData)
        return hasher.finalize()
    }

    open override var description: String { ipAddress ?? "any address" }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        type = GCKNetworkAddressType(rawValue: coder.decodeInteger(forKey: "type")) ?? .unknown
        ipAddress = coder.decodeObject(of: NSString.self, forKey: "ipAddress") as String?
        addressData = coder.decodeObject(of: NSData.self, forKey: "addressData") as Data?
        super.init()
    }

    public func encode(with coder: NSCoder) {
        coder.encode(type.rawValue, forKey: "type")
        coder.encode(ipAddress as NSString?, forKey: "ipAddress")
        coder.encode(addressData as NSData?, forKey: "addressData")
    }

    // MARK: Text and bytes

    private static func length(_ type: GCKNetworkAddressType) -> Int {
        switch type {
        case .iPv4: 4
        case .iPv6: 16
        case .IPC, .unknown: 0
        }
    }

    private static func wildcard(_ type: GCKNetworkAddressType) -> Data? {
        let length = length(type)
        return length == 0 ? nil : Data(repeating: 0, count: length)
    }

    private static func bytes(of text: String, _ type: GCKNetworkAddressType) -> Data? {
        if type == .IPC { return Data(text.utf8) }
        let length = length(type)
        guard length > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: length)
        let host = String(text.prefix { $0 != "%" })
        return inet_pton(type == .iPv4 ? AF_INET : AF_INET6, host, &bytes) == 1 ? Data(bytes) : nil
    }

    private static func text(of data: Data, _ type: GCKNetworkAddressType) -> String? {
        if type == .IPC { return String(data: data, encoding: .utf8) }
        guard data.count == length(type), !data.isEmpty else { return nil }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = type == .iPv4 ? AF_INET : AF_INET6
        guard inet_ntop(family, Array(data), &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// The type of a ``GCKNetworkAddress``.
// swift-format-ignore: AlwaysUseLowerCamelCase
@frozen
#if canImport(ObjectiveC)
@objc(GCKNetworkAddressType)
#endif
public enum GCKNetworkAddressType: Int {
    case unknown = 0
    case iPv4 = 1
    case iPv6 = 2
    /// The path of a local socket.
    case IPC = 3
}
