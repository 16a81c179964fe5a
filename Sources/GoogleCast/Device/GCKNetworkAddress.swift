public import Foundation

/// An address of a device: IPv4, IPv6, or a path of this machine. Immutable.
///
/// Two addresses are equal when their kinds and bytes are; the scope of an IPv6 address (`%en0`) is kept in the text only.
open class GCKNetworkAddress: NSObject, NSCopying, NSSecureCoding {
    /// What kind of address this is.
    open private(set) var type: GCKNetworkAddressType
    /// The address as text; nil for the wildcard that was made from nil, and for bytes that are no address.
    open private(set) var ipAddress: String?
    /// The bytes in network order, 4 or 16; the UTF-8 of a path. Nil for text that is no address.
    open private(set) var addressData: Data?

    /// An address from text; nil is the wildcard. Text that cannot be read leaves ``addressData`` nil.
    public init(type: GCKNetworkAddressType, ipAddress: String?) {
        self.type = type
        self.ipAddress = ipAddress
        addressData = ipAddress.map { Self.bytes(of: $0, type) } ?? Self.wildcard(type)
        super.init()
    }

    /// An address from its bytes. With another number of bytes than the kind has, it holds nothing.
    public init(type: GCKNetworkAddressType, addressData: Data?) {
        self.type = type
        ipAddress = addressData.flatMap { Self.text(of: $0, type) }
        self.addressData = ipAddress == nil ? nil : addressData
        super.init()
    }

    /// An IPv4 address from text.
    public init(iPv4Address ipAddress: String) {
        type = .iPv4
        self.ipAddress = ipAddress
        addressData = Self.bytes(of: ipAddress, .iPv4)
        super.init()
    }

    /// An IPv6 address from text.
    public init(iPv6Address ipAddress: String) {
        type = .iPv6
        self.ipAddress = ipAddress
        addressData = Self.bytes(of: ipAddress, .iPv6)
        super.init()
    }

    /// A path of this machine.
    public init(ipcPath path: String) {
        type = .IPC
        ipAddress = path
        addressData = Data(path.utf8)
        super.init()
    }

    /// Every address of a kind: `0.0.0.0` or `::`; empty for other kinds.
    open class func wildcardAddress(of type: GCKNetworkAddressType) -> GCKNetworkAddress {
        switch type {
        case .iPv4: GCKNetworkAddress(iPv4Address: "0.0.0.0")
        case .iPv6: GCKNetworkAddress(iPv6Address: "::")
        case .IPC, .unknown: GCKNetworkAddress(type: type, ipAddress: nil)
        }
    }

    /// This machine: `127.0.0.1` or `::1`; empty for other kinds.
    open class func loopbackAddress(of type: GCKNetworkAddressType) -> GCKNetworkAddress {
        switch type {
        case .iPv4: GCKNetworkAddress(iPv4Address: "127.0.0.1")
        case .iPv6: GCKNetworkAddress(iPv6Address: "::1")
        case .IPC, .unknown: GCKNetworkAddress(type: type, ipAddress: nil)
        }
    }

    /// `255.255.255.255`.
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
