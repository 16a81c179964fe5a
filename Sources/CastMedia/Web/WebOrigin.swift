// SPDX-License-Identifier: Apache-2.0

import CastHTTPClient

/// The origin of an http or https URL: scheme, host and port.
struct WebOrigin: Sendable, Hashable {
    var isSecure: Bool
    /// The host in lower case, without the brackets of an IPv6 address.
    var host: String
    var port: Int

    /// The origin of a URL; `nil` if it is not an absolute http or https URL.
    init?(_ url: String) {
        // Always has a scheme and a port.
        guard let origin = URLReference(url)?.origin, let schemeEnd = origin.firstRange(of: "://"),
            let colon = origin.lastIndex(of: ":"), colon > schemeEnd.lowerBound,
            let port = Int(origin[origin.index(after: colon)...])
        else { return nil }
        isSecure = origin.hasPrefix("https")
        var host = origin[schemeEnd.upperBound..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        self.host = String(host)
        self.port = port
    }

    /// The same host with https, for http at the standard port.
    var upgraded: WebOrigin {
        var origin = self
        if !isSecure, port == 80 { (origin.isSecure, origin.port) = (true, 443) }
        return origin
    }

    /// The path of a URL, without the query.
    static func path(of url: String) -> String {
        let path = URLReference(url)?.path ?? ""
        return path.isEmpty ? "/" : path
    }

    /// A URL for messages: without user information, query and fragment, which may be secrets.
    static func redacted(_ url: String) -> String {
        guard var reference = URLReference(url), reference.authority != nil else {
            return String(url.prefix { $0 != "?" && $0 != "#" })
        }
        reference.authority = reference.authority?.split(separator: "@").last.map(String.init)
        (reference.query, reference.fragment) = (nil, nil)
        return reference.text
    }
}

/// A host, or all hosts below a name.
struct HostPattern: Sendable, Hashable {
    private var name: String
    private var includesSubdomains: Bool

    /// Parses `example.org` or `*.example.org`.
    init?(_ text: String) {
        includesSubdomains = text.hasPrefix("*.")
        let host = includesSubdomains ? String(text.dropFirst(2)) : text
        let isName = host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isName || NetworkScope(address: host) != nil,
            let origin = WebOrigin("http://\(isName ? host : "[\(host)]")/")
        else { return nil }
        name = origin.host
    }

    func matches(_ host: String) -> Bool {
        includesSubdomains ? host.hasSuffix("." + name) : host == name
    }
}
