import NIOCore

/// Addresses as they stand in URLs and in messages.
enum NetworkAddress {
    /// The host part of a URL: an IPv6 address in brackets and without its scope, which only means something to the
    /// machine that wrote it; an IPv4 address mapped into IPv6 as the IPv4 address it is.
    static func urlHost(_ address: String) -> String {
        var host = Substring(address)
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            host = host[host.index(after: host.startIndex)..<end]
        }
        if let percent = host.firstIndex(of: "%") {
            host = host[..<percent]
        }
        return bracketed(unmapped(String(host)))
    }

    static func bracketed(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }

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
