import NIOCore

/// Addresses as they stand in URLs and in messages.
enum NetworkAddress {
    /// An IPv6 address in the brackets that a URL needs; any other host as it is.
    static func bracketed(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }

    /// An IPv4 address that is mapped into IPv6 as the IPv4 address; any other host as it is.
    static func unmapped(_ host: String) -> String {
        let prefix = "::ffff:"
        guard host.lowercased().hasPrefix(prefix), host.contains(".") else { return host }
        return String(host.dropFirst(prefix.count))
    }

    /// The client's address without its port, or nothing for a connection that has none.
    static func client(_ channel: any Channel) -> String? {
        channel.remoteAddress?.ipAddress.map(unmapped)
    }
}
