// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The scope within which an address is reachable.
package enum NetworkScope: Int, Sendable, Comparable {
    /// Loopback: this machine.
    case machine
    /// The local link, without a router: 169.254.0.0/16, fe80::/10.
    case link
    /// A private network.
    case site
    /// The internet.
    case internet
    /// No single host: multicast, broadcast and reserved addresses.
    case noHost

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Classifies a numeric address; nil for anything else, such as a host name.
    ///
    /// - Parameter text: An IPv4 or IPv6 address in any format that `inet_pton` accepts, without brackets.
    package init?(address text: String) {
        // The zone identifies an interface of this machine and does not affect the scope.
        let address = text.prefix { $0 != "%" }
        var four = in_addr()
        if inet_pton(AF_INET, String(address), &four) == 1 {
            self = Self(four: withUnsafeBytes(of: &four) { Array($0) })
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, String(address), &six) == 1 else { return nil }
        self = Self(six: withUnsafeBytes(of: &six) { Array($0) })
    }

    /// Classifies an IPv4 address according to the registries of RFC 6890.
    private init(four bytes: [UInt8]) {
        switch (bytes[0], bytes[1], bytes[2]) {
        case (0, _, _), (127, _, _): self = .machine
        case (169, 254, _): self = .link
        case (10, _, _), (172, 16...31, _), (192, 168, _), (100, 64...127, _), (198, 18...19, _): self = .site
        case (224..., _, _), (192, 0, 0), (192, 0, 2), (198, 51, 100), (203, 0, 113): self = .noHost
        default: self = .internet
        }
    }

    private init(six bytes: [UInt8]) {
        let leadingZeros = bytes.prefix { $0 == 0 }.count
        let last = Array(bytes.suffix(4))
        if leadingZeros == 16 || (leadingZeros == 15 && bytes[15] == 1) {
            self = .machine
        } else if leadingZeros >= 12 || (leadingZeros == 10 && bytes[10] == 0xFF && bytes[11] == 0xFF) {
            // IPv4-mapped and IPv4-compatible addresses.
            self = Self(four: last)
        } else if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B]) {
            // NAT64 (RFC 6052) translates this into the embedded IPv4 address.
            self = Self(four: last)
        } else if bytes.starts(with: [0x20, 0x02]) {
            self = Self(four: Array(bytes[2..<6]))
        } else if bytes[0] == 0xFE, bytes[1] & 0xC0 == 0x80 {
            self = .link
        } else if bytes[0] & 0xFE == 0xFC || (bytes[0] == 0xFE && bytes[1] & 0xC0 == 0xC0) {
            self = .site
        } else if bytes[0] == 0xFF || bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) {
            self = .noHost
        } else {
            self = .internet
        }
    }

    /// Whether a server in this scope may refer the client to a server in another one.
    ///
    /// A reference may lead to the internet or stay in the same scope, never to a narrower one. A server on this
    /// machine may refer to any host.
    package func allowsReference(to next: NetworkScope) -> Bool {
        switch (self, next) {
        case (_, .noHost), (.noHost, _): false
        case (_, .internet), (.machine, _): true
        default: self == next
        }
    }
}
