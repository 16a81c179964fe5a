// SPDX-License-Identifier: Apache-2.0

import CastAdmission
import NIOCore

/// Functions for addresses in URLs and messages.
enum URLHost {
    /// Returns an IPv6 address in brackets, as in a URL. Returns other hosts unchanged.
    static func bracketed(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }

    /// Returns the address of this machine that the client connected to, or `nil` if the connection has none.
    static func server(_ channel: any Channel) -> String? {
        channel.localAddress?.ipAddress.map(IPv4MappedAddress.unmapped)
    }

    /// Returns the client's address without its port, or `nil` if the connection has none.
    static func client(_ channel: any Channel) -> String? {
        channel.remoteAddress?.ipAddress.map(IPv4MappedAddress.unmapped)
    }
}
