import NIOCore

/// The authority that a request names, taken apart.
///
/// Devices answer only where they are named by an address: a page elsewhere can make its own host name point at a
/// device (DNS rebinding), but cannot make a browser send an address that it did not ask for.
struct HostHeader: Hashable {
    /// The address as it stands in a URL: `192.0.2.7`, `[fe80::1]`, or `localhost`.
    let host: String
    let port: Int?

    /// Nil when the host is a name, or nothing that can be a host.
    init?(_ authority: String) {
        let host: Substring
        let rest: Substring
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[...end]
            rest = authority[authority.index(after: end)...]
            guard case .v6? = try? SocketAddress(ipAddress: String(host.dropFirst().dropLast()), port: 0) else {
                return nil
            }
        } else {
            let colon = authority.firstIndex(of: ":") ?? authority.endIndex
            host = authority[..<colon]
            rest = authority[colon...]
            if host.lowercased() != "localhost" {
                guard case .v4? = try? SocketAddress(ipAddress: String(host), port: 0) else { return nil }
            }
        }
        if rest.isEmpty {
            port = nil
        } else {
            guard rest.first == ":", let number = UInt16(rest.dropFirst()) else { return nil }
            port = Int(number)
        }
        self.host = host.lowercased()
    }
}
