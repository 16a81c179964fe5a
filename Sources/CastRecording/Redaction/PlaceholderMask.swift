// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Gives private values and their placeholders in recordings the same form, so that both can be compared.
enum PlaceholderMask {
    /// Returns a value in which private values, and placeholders of any number, are the placeholders with number 1.
    /// Servers of the local network, whose addresses and ports change, have the same form.
    ///
    /// - Parameter isRedacted: Whether the recording has placeholders. If not, only the URLs of servers in the local
    ///   network are changed.
    static func masked(_ value: JSONValue, of key: String, isRedacted: Bool) -> JSONValue {
        if isRedacted {
            var redactor = Redactor(isMasking: true)
            return unnumbered(redactor.redacted(value, of: key))
        }
        guard case .string(let text) = value else { return value }
        var placeholders = Placeholders(isMasking: true)
        guard let url = PrivateText.redactedURL(text, &placeholders) else { return value }
        let masked = withoutLocalServer(url)
        return masked == url ? value : .string(masked)
    }

    private static func unnumbered(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text):
            .string(withoutLocalServer(Placeholders.prefixes.reduce(text) { unnumbered($0, after: $1) }))
        case .array(let elements): .array(elements.map(unnumbered))
        case .object(let object): .object(JSONObject(object.members.map { ($0.key, unnumbered($0.value)) }))
        case .integer, .number, .bool, .null: value
        }
    }

    /// Replaces the numbers after a prefix with 1.
    private static func unnumbered(_ text: String, after prefix: String) -> String {
        let parts = text.split(separator: prefix, omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts.first ?? "")) { result, part in
            let rest = part.drop { $0.isASCII && $0.isNumber }
            result += prefix + (rest.startIndex == part.startIndex ? "" : "1") + rest
        }
    }

    /// Replaces the host and the port in the URL of a server in the local network. Other texts stay.
    private static func withoutLocalServer(_ url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return url }
        let rest = url[scheme.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        let server = rest[..<end].split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard isLocal(server) else { return url }
        return "\(url[..<scheme.upperBound])local\(rest[end...])"
    }

    private static func isLocal(_ server: Substring) -> Bool {
        guard !server.hasPrefix("[") else { return true }
        let host = String(server.prefix { $0 != ":" })
        var placeholders = Placeholders(isMasking: true)
        return host == "localhost" || host.hasSuffix(".local")
            || PrivateText.redactedAddress(host, &placeholders) != nil
    }
}
