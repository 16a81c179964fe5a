/// What kind of address a ``GCKNetworkAddress`` is.
// swift-format-ignore: AlwaysUseLowerCamelCase
@frozen
public enum GCKNetworkAddressType: Int {
    case unknown = 0
    case iPv4 = 1
    case iPv6 = 2
    /// A path of this machine.
    case IPC = 3
}
