// SPDX-License-Identifier: Apache-2.0

/// The paths at which a relay serves resources of other origins.
///
/// `https://host:8443/a/b.mpd?c` becomes `/TOKEN/r/https/host:8443/a/b.mpd?c`. The path of the resource remains the
/// end of the relay's path, so a client that resolves a relative reference gets the relay's path of that resource.
///
/// A client can write any origin in such a path. The relay therefore has to accept only origins that occur in the
/// playlists that it rewrote. ``Target/origin`` is the value to compare.
package struct RelayPath: Sendable, Hashable {
    /// A resource that a client requested from the relay.
    package struct Target: Sendable, Hashable {
        /// The URL of the resource.
        package var url: String
        /// The scheme, host and port, such as `https://host:443`.
        package var origin: String
    }

    private let prefix: String

    /// - Parameter token: A text that only authorized clients know.
    package init(token: String) {
        prefix = "/" + PercentEncoding.encode(token) + "/r/"
    }

    /// Returns the relay's path of a resource, or `nil` if the URL is not an absolute `http` or `https` URL.
    ///
    /// The fragment is kept, because it is meant for the client.
    package func encode(_ url: String) -> String? {
        guard let reference = URLReference(url), reference.isWebURL, let scheme = reference.scheme,
            let authority = reference.authority
        else { return nil }
        // Without this, a client would remove the segments and with them parts of the relay's path.
        var path = URLReference.removingDotSegments(reference.path)
        if path.isEmpty { path = "/" }
        var text = prefix + scheme + "/" + Self.encodedAuthority(authority) + path
        if let query = reference.query { text += "?" + query }
        if let fragment = reference.fragment { text += "#" + fragment }
        return text
    }

    /// Returns the resource of a request's path and query, or `nil` if it is not a path of this relay.
    package func decode(_ requestTarget: String) -> Target? {
        guard requestTarget.hasPrefix(prefix), let request = URLReference(requestTarget), !request.hasDotSegments,
            request.path.hasPrefix(prefix)
        else { return nil }
        let parts = request.path.dropFirst(prefix.count)
            .split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "http" || parts[0] == "https",
            let bytes = PercentEncoding.decode(parts[1]), bytes.allSatisfy(Self.isAllowedInAuthority)
        else { return nil }
        var url = "\(parts[0])://\(String(decoding: bytes, as: UTF8.self))/\(parts[2])"
        if let query = request.query { url += "?" + query }
        guard let reference = URLReference(url), let origin = reference.origin else { return nil }
        return Target(url: reference.text, origin: origin)
    }

    /// Encodes the characters of an authority that a path may not contain, such as the brackets of an IPv6 address.
    private static func encodedAuthority(_ authority: String) -> String {
        authority.split(separator: ":", omittingEmptySubsequences: false)
            .map { part in
                part.split(separator: "@", omittingEmptySubsequences: false)
                    .map { PercentEncoding.encode(String($0)) }
                    .joined(separator: "@")
            }
            .joined(separator: ":")
    }

    /// Prevents that a decoded character ends the authority and starts a path, or that it splits a request line.
    private static func isAllowedInAuthority(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F..., UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"): false
        default: true
        }
    }
}
