import CastMedia

/// An address that a person typed, for the device to fetch.
struct WebAddress: Sendable, Hashable {
    static let longest = 2_000

    let text: String
    /// As it was typed.
    let typed: String

    /// Nil for what is no address of http or https.
    init?(_ typed: String) {
        guard typed.utf8.count <= Self.longest else { return nil }
        let text = typed.filter { !$0.isNewline }.drop { $0 == " " }
        guard let colon = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<colon.lowerBound].lowercased()
        let rest = text[colon.upperBound...].prefix { $0 != " " }
        let hasHost = rest.first.map { $0 != "/" && $0 != "?" && $0 != "#" } ?? false
        guard scheme == "http" || scheme == "https", hasHost, rest.allSatisfy({ $0 != "\"" && $0 != "<" && $0 != ">" })
        else { return nil }
        self.typed = typed
        self.text = "\(scheme)://\(rest)"
    }

    private var path: Substring { text.prefix { $0 != "?" && $0 != "#" } }

    /// The last part of the path without its percent-encoding, else all of it.
    var title: String {
        let parts = path.split(separator: "/")
        guard parts.count > 2 else { return text }
        let name = parts[parts.count - 1]
        let decoded = PercentEncoding.decode(name).flatMap { String(validating: $0, as: UTF8.self) } ?? String(name)
        return decoded.contains { !$0.isWhitespace } ? decoded : text
    }

    /// What its path speaks for. Devices want a type; most of what has no name is a film.
    var contentType: String {
        let type = ContentType.guess(fileName: String(path))
        return type == ContentType.unknown ? "video/mp4" : type
    }
}
