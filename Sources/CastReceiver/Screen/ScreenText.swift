import CastWire

extension JSONValue {
    /// More than this no screen shows of a name or a title.
    static let screenTextLimit = 300

    /// A text as a page gets it: so much of it as can be shown.
    static func screenText(_ text: String?) -> JSONValue {
        guard let text else { return .null }
        // A single character may have any number of marks.
        let start = text.unicodeScalars.prefix(2 * screenTextLimit)
        return .string(String(String(start).prefix(screenTextLimit)))
    }
}

extension String {
    /// The text without what addresses may keep secret: of each one, only the file and the host are left.
    ///
    /// Senders put tokens into paths, queries and before the host; a television is read by everyone in the room.
    ///
    /// - Parameter known: An address that the text may have. Senders write them with spaces, too, where the text alone
    ///   does not tell where one ends.
    func withoutSecrets(of known: String = "") -> String {
        let text = known.isEmpty ? self : replacing(known, with: known.shownAddress)
        return text.split(separator: " ", omittingEmptySubsequences: false).map(Self.withoutSecret)
            .joined(separator: " ")
    }

    private static func withoutSecret(_ word: Substring) -> String {
        guard let scheme = word.range(of: "://") else { return String(word) }
        var address = word[scheme.upperBound...].beforeQuery
        // What stands around an address in a sentence is not of it.
        while let last = address.last, ").,;:]\"'".contains(last) { address.removeLast() }
        return address.fileAndHost
    }

    /// What may be shown of a text that is an address as a whole.
    private var shownAddress: String {
        if let scheme = self[...].range(of: "://") { return self[scheme.upperBound...].beforeQuery.fileAndHost }
        // Browsers take `http:tv/film` for an address, too; and all of a data address may be the media.
        if hasPrefix("data:") { return "data:" }
        let last = self[...].beforeQuery.split(whereSeparator: \.isSlash).last ?? ""
        return String(last.split(separator: "@").last ?? "")
    }
}

extension Character {
    /// Browsers read both alike.
    fileprivate var isSlash: Bool { self == "/" || self == "\\" }
}

extension Substring {
    fileprivate var beforeQuery: Substring { prefix { $0 != "?" && $0 != "#" } }

    /// Of an address without its scheme: `film.mp4 (host)`.
    fileprivate var fileAndHost: String {
        let authority = prefix { !$0.isSlash }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        let file = dropFirst(authority.count).split(whereSeparator: \.isSlash).last ?? ""
        let short = file.count > 40 ? "…\(file.suffix(40))" : String(file)
        return short.isEmpty ? String(host) : "\(short) (\(host))"
    }

    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            formIndex(after: &start)
        }
        return nil
    }
}
