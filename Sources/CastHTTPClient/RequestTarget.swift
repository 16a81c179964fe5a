// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The URL of one request: the first one, or the target of a redirect.
struct RequestTarget: Sendable {
    private static let longestURL = 8192

    var url: URL
    /// The host, without the brackets of an IPv6 address.
    var host: String

    init(_ address: String, requiresHTTPS: Bool) throws(RestrictedHTTPError) {
        guard address.utf8.count <= Self.longestURL, let converted = InternationalHost.withASCIIHost(address),
            let url = URL(string: converted)
        else {
            throw .unsupportedURL(address)
        }
        try self.init(url, requiresHTTPS: requiresHTTPS)
    }

    private init(_ url: URL, requiresHTTPS: Bool) throws(RestrictedHTTPError) {
        // Other schemes are rejected, because AsyncHTTPClient also connects to Unix sockets (`http+unix`).
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), var host = url.host
        else { throw .unsupportedURL(url.absoluteString) }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard !host.isEmpty else { throw .unsupportedURL(url.absoluteString) }
        // NIO traps on other ports.
        guard url.port.map((1...65_535).contains) ?? true else { throw .unsupportedURL(url.absoluteString) }
        guard scheme == "https" || !requiresHTTPS else { throw .notSecure(url.absoluteString) }
        self.url = url
        self.host = host
    }

    /// Returns the target of a `Location` header.
    func redirected(to location: String, requiresHTTPS: Bool) throws(RestrictedHTTPError) -> RequestTarget {
        guard location.utf8.count <= Self.longestURL, let converted = InternationalHost.withASCIIHost(location),
            let url = URL(string: converted, relativeTo: url)
        else {
            throw .unsupportedURL(location)
        }
        return try RequestTarget(url.absoluteURL, requiresHTTPS: requiresHTTPS)
    }

    var text: String { url.absoluteString }

    var port: Int { url.port ?? (url.scheme?.lowercased() == "http" ? 80 : 443) }

    /// Whether the host is a loopback address or `localhost`, rather than a name that resolves to loopback.
    var namesThisMachine: Bool {
        let name = host.lowercased()
        return NetworkScope(address: name) == .machine || name == "localhost" || name.hasSuffix(".localhost")
    }
}
