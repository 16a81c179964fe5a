// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Finds and replaces private parts of texts: addresses, and the private parts of URLs.
enum PrivateText {
    /// Returns a text without private parts.
    static func redacted(_ text: String, _ placeholders: inout Placeholders) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }) else { return text }
        if let address = redactedAddress(text, &placeholders) { return address }
        var result = ""
        // URLs and words end at the same characters.
        var word = ""
        for character in text {
            if character.isWhitespace || "\"'<>(){},;|".contains(character) {
                result += redactedWord(word, &placeholders)
                result.append(character)
                word = ""
            } else {
                word.append(character)
            }
        }
        return result + redactedWord(word, &placeholders)
    }

    private static func redactedWord(_ word: String, _ placeholders: inout Placeholders) -> String {
        guard !word.isEmpty else { return word }
        if let url = redactedURL(word, &placeholders) { return url }
        // An address with a port, or followed by a path.
        let end = word.firstIndex { $0 == ":" || $0 == "/" } ?? word.endIndex
        guard let host = redactedAddress(String(word[..<end]), &placeholders) else { return word }
        return host + word[end...]
    }

    /// Returns the replacement of an IP or hardware address; nil for other texts. Addresses of this machine stay.
    static func redactedAddress(_ text: String, _ placeholders: inout Placeholders) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        if isHardwareAddress(text) { return placeholders.replacement(of: text, .identifier) }
        let unscoped = text.split(separator: "%", maxSplits: 1).first.map(String.init) ?? text
        guard let address = try? SocketAddress(ipAddress: unscoped, port: 0) else { return nil }
        switch address {
        case .v4: return isLocal(text) ? text : placeholders.replacement(of: text, .ipv4)
        case .v6: return isLocal(text) ? text : placeholders.replacement(of: text, .ipv6)
        case .unixDomainSocket: return nil
        }
    }

    private static func isLocal(_ address: String) -> Bool {
        address.hasPrefix("127.") || ["::1", "::", "0.0.0.0", "255.255.255.255"].contains(address)
    }

    private static func isHardwareAddress(_ text: String) -> Bool {
        let parts = text.split(whereSeparator: { $0 == ":" || $0 == "-" })
        return text.utf8.count == 17 && parts.count == 6
            && parts.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isHexDigit) }
    }

    /// Returns a URL without user, secrets and private host; nil for other texts.
    ///
    /// Scheme, public host, port, path and the names of query items stay.
    static func redactedURL(_ text: String, _ placeholders: inout Placeholders) -> String? {
        guard let colon = text.firstRange(of: "://"), text[..<colon.lowerBound].allSatisfy(isSchemeCharacter),
            colon.lowerBound > text.startIndex
        else { return nil }
        let rest = text[colon.upperBound...]
        let authorityEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        let pathEnd = rest[authorityEnd...].firstIndex { "?#".contains($0) } ?? rest.endIndex
        let fragmentStart = rest[pathEnd...].firstIndex(of: "#") ?? rest.endIndex
        var result = String(text[..<colon.upperBound])
        result += redactedAuthority(rest[..<authorityEnd], &placeholders)
        result += redactedPath(rest[authorityEnd..<pathEnd], &placeholders)
        result += redactedQuery(rest[pathEnd..<fragmentStart], &placeholders)
        if fragmentStart < rest.endIndex {
            result += "#" + redactedItems(rest[rest.index(after: fragmentStart)...], &placeholders)
        }
        return result
    }

    private static func isSchemeCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
    }

    private static func redactedAuthority(_ authority: Substring, _ placeholders: inout Placeholders) -> String {
        var result = ""
        var host = authority
        if let at = authority.lastIndex(of: "@") {
            let user = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            result = user.enumerated().map { index, part in
                placeholders.replacement(of: String(part), index == 0 ? .user : .secret)
            }.joined(separator: ":")
            result += "@"
            host = authority[authority.index(after: at)...]
        }
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            let address = String(host[host.index(after: host.startIndex)..<end])
            return result + "[" + (redactedAddress(address, &placeholders) ?? address) + "]"
                + host[host.index(after: end)...]
        }
        let end = host.lastIndex(of: ":") ?? host.endIndex
        return result + redactedHost(String(host[..<end]), &placeholders) + host[end...]
    }

    private static func redactedHost(_ host: String, _ placeholders: inout Placeholders) -> String {
        if let address = redactedAddress(host, &placeholders) { return address }
        let name = host.lowercased()
        let suffixes = [".local", ".lan", ".home", ".internal", ".home.arpa", ".localdomain", ".fritz.box"]
        let isPrivate = !name.contains(".") || suffixes.contains { name.hasSuffix($0) }
        guard isPrivate, name != "localhost", !name.isEmpty else { return host }
        return placeholders.replacement(of: host, .host)
    }

    /// Replaces the parts of a path that look like keys: at least 20 letters and digits in one part.
    private static func redactedPath(_ path: Substring, _ placeholders: inout Placeholders) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            let isKey =
                part.count >= 20 && part.contains(where: \.isNumber) && part.contains(where: \.isLetter)
                && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_=~".contains($0)) }
            return isKey ? placeholders.replacement(of: String(part), .secret) : String(part)
        }.joined(separator: "/")
    }

    private static func redactedQuery(_ query: Substring, _ placeholders: inout Placeholders) -> String {
        guard let first = query.first else { return "" }
        return String(first) + redactedItems(query.dropFirst(), &placeholders)
    }

    /// Replaces the values of the items of a query or a fragment. An item without a name is a value.
    private static func redactedItems(_ items: Substring, _ placeholders: inout Placeholders) -> String {
        items.split(separator: "&", omittingEmptySubsequences: false).map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count > 1 else { return placeholders.replacement(of: parts.first ?? "", .secret) }
            return parts[0] + "=" + placeholders.replacement(of: parts[1], .secret)
        }.joined(separator: "&")
    }
}
