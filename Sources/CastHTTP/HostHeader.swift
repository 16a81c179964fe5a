// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes
import NIOCore

/// The authority of a request that addresses a server by an IP address or as `localhost`.
///
/// The package's servers respond to no other host names: a page on another host can make its own host name resolve to a
/// server (DNS rebinding), but cannot make the browser send an IP address instead of that name.
package struct HostHeader: Hashable {
    /// The host as written in a URL, in lowercase: `192.0.2.7`, `[fe80::1]`, or `localhost`.
    package let host: String
    package let port: Int?

    /// Returns nil if the host is another name, or the authority is invalid.
    package init?(_ authority: String) {
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

    /// Returns whether the host is the local address of a connection, or `localhost` on a loopback connection.
    ///
    /// - Parameter localAddress: The numeric address, for example `192.0.2.7` or `fe80::1%eth0`.
    package func names(_ localAddress: String) -> Bool {
        if host == "localhost" { return localAddress == "::1" || localAddress.hasPrefix("127.") }
        let address = localAddress.prefix { $0 != "%" }.lowercased()
        return host == (address.contains(":") ? "[\(address)]" : address)
    }
}

extension HTTPField.Name {
    /// Fetch Metadata Request Headers, section 2.2.
    package static var secFetchSite: Self { Self("Sec-Fetch-Site")! }
}
