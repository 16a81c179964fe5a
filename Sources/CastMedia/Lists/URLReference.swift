// SPDX-License-Identifier: Apache-2.0

/// A URL or a relative reference, split into its components (RFC 3986).
///
/// Characters that a URL may not contain, such as spaces and letters outside ASCII, are percent-encoded. Existing
/// percent signs are kept, so templates such as `$Number%05d$` remain intact.
package struct URLReference: Sendable, Hashable {
    /// The maximum length of a reference, in bytes.
    static let maximumLength = 16 << 10

    /// The scheme in lower case, without the colon.
    package var scheme: String?
    /// The host with the port and the user information.
    package var authority: String?
    package var path: String
    package var query: String?
    package var fragment: String?

    /// Splits text, from which surrounding spaces are removed. Returns `nil` if the text contains control characters
    /// or is too long.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.maximumLength, let encoded = Self.encoded(Array(text.utf8)) else { return nil }
        var rest = encoded[...]
        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
            fragment = Self.text(rest[(hash + 1)...])
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = Self.text(rest[(mark + 1)...])
            rest = rest[..<mark]
        }
        if let length = Self.schemeLength(rest) {
            scheme = Self.text(rest.prefix(length)).lowercased()
            rest = rest.dropFirst(length + 1)
        }
        if rest.starts(with: Array("//".utf8)) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = Self.text(rest[..<end])
            rest = rest[end...]
        }
        path = Self.text(rest)
    }

    /// The reference as text.
    package var text: String {
        var text = scheme.map { $0 + ":" } ?? ""
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// Whether this is an absolute `http` or `https` URL with a host and a valid port.
    package var isWebURL: Bool { origin != nil }

    /// The scheme, host and port of an `http` or `https` URL, in lower case and always with the port.
    package var origin: String? {
        guard let scheme, scheme == "http" || scheme == "https", let authority else { return nil }
        var host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        var port = scheme == "http" ? 80 : 443
        let bracket = host.lastIndex(of: "]") ?? host.startIndex
        if let colon = host[bracket...].lastIndex(of: ":") {
            let digits = host[host.index(after: colon)...]
            guard digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
            if !digits.isEmpty {
                guard let number = UInt16(digits), number > 0 else { return nil }
                port = Int(number)
            }
            host = host[..<colon]
        }
        guard !host.isEmpty, host.hasPrefix("[") ? host.hasSuffix("]") : !host.contains(":") else { return nil }
        return "\(scheme)://\(host.lowercased()):\(port)"
    }

    /// The length of the scheme at the beginning of text, or `nil` if the text does not begin with a scheme.
    static func schemeLength(_ text: some Sequence<UInt8>) -> Int? {
        for (index, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                if index == 0 { return nil }
            case UInt8(ascii: ":"): return index == 0 ? nil : index
            default: return nil
            }
        }
        return nil
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func encoded(_ bytes: [UInt8]) -> [UInt8]? {
        let space = UInt8(ascii: " ")
        guard let first = bytes.firstIndex(where: { $0 != space }),
            let last = bytes.lastIndex(where: { $0 != space })
        else { return [] }
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count)
        for byte in bytes[first...last] {
            switch byte {
            case 0..<0x20, 0x7F: return nil
            case space, 0x80..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
                UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: encoded.append(byte)
            }
        }
        return encoded
    }
}

// MARK: Resolution

extension URLReference {
    /// Returns the absolute URL of a reference, or `nil` if it has none (RFC 3986, section 5.2).
    ///
    /// The result of an `http` or `https` URL without a host is `nil`. A reference with another scheme, such as
    /// `data`, is returned as it is, so the caller has to check the scheme.
    package static func resolve(_ reference: String, against base: String) -> String? {
        guard let base = URLReference(base), base.scheme != nil, let reference = URLReference(reference) else {
            return nil
        }
        let resolved = reference.resolved(against: base)
        if resolved.scheme == "http" || resolved.scheme == "https", !resolved.isWebURL { return nil }
        return resolved.text
    }

    /// Returns the absolute URL if it is an `http` or `https` URL.
    package static func resolveWeb(_ reference: String, against base: String) -> String? {
        URLReference(base).flatMap { resolveWeb(reference, against: $0) }
    }

    package static func resolveWeb(_ reference: String, against base: URLReference) -> String? {
        guard let resolved = URLReference(reference)?.resolved(against: base), resolved.isWebURL else { return nil }
        return resolved.text
    }

    package func resolved(against base: URLReference) -> URLReference {
        var result = self
        if scheme != nil {
            if authority != nil || path.hasPrefix("/") { result.path = Self.removingDotSegments(path) }
            return result
        }
        result.scheme = base.scheme
        if authority != nil {
            result.path = Self.removingDotSegments(path)
            return result
        }
        result.authority = base.authority
        if path.isEmpty {
            result.path = base.path
            result.query = query ?? base.query
        } else if path.hasPrefix("/") {
            result.path = Self.removingDotSegments(path)
        } else if base.authority != nil, base.path.isEmpty {
            result.path = Self.removingDotSegments("/" + path)
        } else {
            let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? ""
            result.path = Self.removingDotSegments(folder + path)
        }
        return result
    }

    /// Whether the path has a segment `.` or `..`. Clients remove these segments, also percent-encoded ones.
    package var hasDotSegments: Bool {
        path.split(separator: "/").contains { Self.dots($0) != nil }
    }

    /// Returns a path without the segments `.` and `..` in linear time (RFC 3986, section 5.2.4).
    static func removingDotSegments(_ path: some StringProtocol) -> String {
        var segments = path.split(separator: "/", omittingEmptySubsequences: false)
        let isAbsolute = path.hasPrefix("/")
        if isAbsolute { segments.removeFirst() }
        var kept: [Substring] = []
        for (index, segment) in segments.enumerated() {
            guard let dots = dots(Substring(segment)) else {
                kept.append(Substring(segment))
                continue
            }
            if dots == 2 { _ = kept.popLast() }
            if index == segments.count - 1 { kept.append("") }
        }
        return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
    }

    /// Returns 1 for `.` and 2 for `..`, where `%2e` is the same as a dot (RFC 3986, section 6.2.2.2).
    private static func dots(_ segment: Substring) -> Int? {
        guard segment.utf8.count <= 6 else { return nil }
        return switch segment.lowercased() {
        case ".", "%2e": 1
        case "..", ".%2e", "%2e.", "%2e%2e": 2
        default: nil
        }
    }
}
