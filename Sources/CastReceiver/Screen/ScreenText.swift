// SPDX-License-Identifier: Apache-2.0

import CastWire

extension JSONValue {
    /// The maximum length of a name or title on the screen, in characters.
    static let screenTextLimit = 300

    /// Returns a text for a page, cut to the maximum length.
    static func screenText(_ text: String?) -> JSONValue {
        guard let text else { return .null }
        // A single character may have any number of combining marks.
        let start = text.unicodeScalars.prefix(2 * screenTextLimit)
        return .string(String(String(start).prefix(screenTextLimit)))
    }
}

extension String {
    /// Returns the text without the secrets that URLs may contain: only the file name and the host of each URL remain.
    ///
    /// Senders put tokens into paths, queries and user information, and everyone in the room can read a television.
    ///
    /// - Parameter known: A URL that the text may contain. Senders also write URLs with spaces, whose end cannot be
    ///   found from the text alone.
    func withoutSecrets(of known: String = "") -> String {
        let text = known.isEmpty ? self : replacing(known, with: known.shownAddress)
        return text.split(separator: " ", omittingEmptySubsequences: false).map(Self.withoutSecret)
            .joined(separator: " ")
    }

    private static func withoutSecret(_ word: Substring) -> String {
        guard let scheme = word.range(of: "://") else { return String(word) }
        var address = word[scheme.upperBound...].beforeQuery
        // Strips punctuation that surrounds a URL in running text.
        while let last = address.last, ").,;:]\"'".contains(last) { address.removeLast() }
        return address.fileAndHost
    }

    /// The part of a URL that may be shown, where the whole text is the URL.
    private var shownAddress: String {
        if let scheme = self[...].range(of: "://") { return self[scheme.upperBound...].beforeQuery.fileAndHost }
        // Browsers also accept `http:tv/film` as a URL. A data URL may consist of the media itself.
        if hasPrefix("data:") { return "data:" }
        let last = self[...].beforeQuery.split(whereSeparator: \.isSlash).last ?? ""
        return String(last.split(separator: "@").last ?? "")
    }
}

extension Character {
    /// Whether browsers treat the character as a slash.
    fileprivate var isSlash: Bool { self == "/" || self == "\\" }
}

extension Substring {
    fileprivate var beforeQuery: Substring { prefix { $0 != "?" && $0 != "#" } }

    /// The file name and host of a URL without its scheme: `film.mp4 (host)`.
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
