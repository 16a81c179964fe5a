#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One address on the way to a picture.
struct Hop: Sendable {
    var url: URL
    /// Without the brackets of an IPv6 address.
    var host: String

    init(_ address: String, requiresHTTPS: Bool) throws(ArtworkError) {
        guard address.utf8.count <= 8192, let url = URL(string: address) else { throw .notAnAddress(address) }
        try self.init(url, requiresHTTPS: requiresHTTPS)
    }

    private init(_ url: URL, requiresHTTPS: Bool) throws(ArtworkError) {
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), var host = url.host,
            !host.isEmpty
        else { throw .notAnAddress(url.absoluteString) }
        guard scheme == "https" || !requiresHTTPS else { throw .notSecure(url.absoluteString) }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        self.url = url
        self.host = host
    }

    /// Where a server sends on to.
    func next(_ location: String, requiresHTTPS: Bool) throws(ArtworkError) -> Hop {
        guard location.utf8.count <= 8192, let url = URL(string: location, relativeTo: url) else {
            throw .notAnAddress(location)
        }
        return try Hop(url.absoluteURL, requiresHTTPS: requiresHTTPS)
    }

    var namesThisMachine: Bool {
        let name = host.lowercased()
        return NetworkReach(address: name) == .machine || name == "localhost" || name.hasSuffix(".localhost")
    }
}
