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
    var withoutSecrets: String {
        split(separator: " ", omittingEmptySubsequences: false).map { Self.withoutSecret($0) }.joined(separator: " ")
    }

    private static func withoutSecret(_ word: Substring) -> String {
        guard let scheme = word.range(of: "://") else { return String(word) }
        var address = word[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
        // What stands around an address in a sentence is not of it.
        while let last = address.last, ").,;:]\"'".contains(last) { address.removeLast() }
        let authority = address.prefix { $0 != "/" }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        let file = address.dropFirst(authority.count).split(separator: "/").last ?? ""
        let short = file.count > 40 ? "…\(file.suffix(40))" : String(file)
        return short.isEmpty ? String(host) : "\(short) (\(host))"
    }
}

extension Substring {
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            formIndex(after: &start)
        }
        return nil
    }
}
