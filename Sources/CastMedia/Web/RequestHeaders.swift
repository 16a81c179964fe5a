// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The header fields and cookies that the server of a URL requires, such as `Authorization`.
///
/// A Cast device cannot send them, so media with request headers is relayed: this machine requests it and passes it on.
///
/// Values are secrets. Only the names of fields are in the description of a value and in what a debugger or `dump`
/// shows.
///
/// `User-Agent`, `Referer`, `Origin`, `Accept` and `Accept-Language` are sent to all servers of a stream. All other
/// fields are sent only to the origin of the media's URL (scheme, host and port; also to https if the URL is http) and
/// to the hosts that ``allowHost(_:)`` names. Cookies are sent as browsers send them, but only those that the host of
/// the media's URL, or an allowed host, would receive.
public struct RequestHeaders: Sendable, Hashable {
    struct Field: Sendable, Hashable {
        var name: String
        var value: String
    }

    private(set) var fields: [Field] = []
    private(set) var cookies: [WebCookie] = []
    private var hosts: [HostPattern] = []
    private var isOnlyForHosts = false

    /// The maximum number of fields.
    static let fieldLimit = 100
    /// The maximum size of a value in bytes.
    static let valueLimit = 8 << 10
    /// The maximum size of all names and values in bytes.
    static let sizeLimit = 32 << 10

    /// Creates headers without fields and cookies.
    public init() {}

    /// Creates headers with fields in the order of their names.
    ///
    /// - Throws: ``RequestHeadersError``, as ``add(name:value:)`` does.
    public init(_ fields: [String: String]) throws(RequestHeadersError) {
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { try add(name: name, value: value) }
    }

    /// Whether there are neither fields nor cookies.
    public var isEmpty: Bool { fields.isEmpty && cookies.isEmpty }

    /// The names of the fields in their order.
    public var names: [String] { fields.map(\.name) }

    /// Adds a field. Fields of the same name are all sent, in their order.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value. Spaces around it are removed.
    /// - Throws: ``RequestHeadersError`` if the name or the value is not valid in HTTP, if the relay determines the field
    ///   itself, such as `Range` and `Host`, or if there are too many fields.
    public mutating func add(name: String, value: String) throws(RequestHeadersError) {
        guard Self.isToken(name) else { throw RequestHeadersError(.invalidName, subject: Self.printable(name)) }
        guard !Self.isForbidden(name) else { throw RequestHeadersError(.forbiddenName, subject: name) }
        // Line ends would start another field.
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }), value.utf8.count <= Self.valueLimit
        else { throw RequestHeadersError(.invalidValue, subject: name) }
        let size = fields.reduce(name.utf8.count + value.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard fields.count < Self.fieldLimit, size <= Self.sizeLimit else {
            throw RequestHeadersError(.tooLarge, subject: name)
        }
        fields.append(Field(name: name, value: Self.trimmed(value)))
    }

    /// Adds a field of the form `Name: value`.
    ///
    /// - Throws: ``RequestHeadersError``, as ``add(name:value:)`` does, and if there is no colon. The error does not
    ///   contain the text, which may be a secret.
    public mutating func add(line: String) throws(RequestHeadersError) {
        guard let colon = line.firstIndex(of: ":") else { throw RequestHeadersError(.noColon, subject: "") }
        try add(
            name: Self.trimmed(line[..<colon]),
            value: String(line[line.index(after: colon)...])
        )
    }

    /// Sets the only field of a name.
    ///
    /// - Throws: ``RequestHeadersError``, as ``add(name:value:)`` does. The earlier fields then remain.
    public mutating func set(_ name: String, to value: String) throws(RequestHeadersError) {
        var others = self
        others.fields.removeAll { $0.name.lowercased() == name.lowercased() }
        try others.add(name: name, value: value)
        self = others
    }

    /// Sends all fields and matching cookies to another host as well, such as a content delivery network whose segments
    /// need the same headers. If the URL of the media is https, they are not sent to http.
    ///
    /// - Parameter host: The name of the host, or `*.example.org` for all hosts below a name.
    /// - Throws: ``RequestHeadersError`` if the text is not a host.
    public mutating func allowHost(_ host: String) throws(RequestHeadersError) {
        guard let pattern = HostPattern(host), hosts.count < Self.fieldLimit else {
            throw RequestHeadersError(.invalidHost, subject: Self.printable(host))
        }
        hosts.append(pattern)
    }

    mutating func add(_ cookies: [WebCookie]) { self.cookies += cookies }

    // MARK: - Requests

    /// Returns the fields for a request.
    ///
    /// - Parameters:
    ///   - url: The URL of the request, also after a redirect.
    ///   - first: The URL of the media, for which the user specified the fields.
    ///   - now: The time in seconds since 1970, for the expiry of cookies.
    package func fields(for url: String, media first: String, now: Double) -> [(name: String, value: String)] {
        guard !isEmpty, let target = WebOrigin(url), let origin = WebOrigin(first) else { return [] }
        let isAllowed = allows(target, origin)
        var result = fields.filter { isAllowed || Self.isIdentification($0.name) }.map { ($0.name, $0.value) }
        let isEncrypted = target.isSecure || !origin.isSecure
        let isAllowedHost = hosts.contains { $0.matches(target.host) }
        let matching = cookies.filter { cookie in
            isEncrypted && cookie.isSent(to: target, path: WebOrigin.path(of: url), now: now)
                && (isAllowedHost || !isOnlyForHosts && cookie.includes(origin.host))
        }
        // Cookies with longer paths come first (RFC 6265, section 5.4).
        let pairs = matching.enumerated().sorted { one, other in
            (other.element.path.utf8.count, one.offset) < (one.element.path.utf8.count, other.offset)
        }
        if !pairs.isEmpty {
            let text = pairs.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; ")
            // A request has one `Cookie` field.
            if let index = result.firstIndex(where: { $0.0.lowercased() == "cookie" }) {
                result[index].1 += "; " + text
            } else if text.utf8.count <= Self.sizeLimit {
                result.append(("Cookie", text))
            }
        }
        return result
    }

    private func allows(_ target: WebOrigin, _ origin: WebOrigin) -> Bool {
        if !isOnlyForHosts, target == origin || target == origin.upgraded { return true }
        return (target.isSecure || !origin.isSecure) && hosts.contains { $0.matches(target.host) }
    }

    /// Whether there are fields that are not sent to a URL because of its origin.
    func withholdsCredentials(from url: String, media first: String) -> Bool {
        guard let target = WebOrigin(url), let origin = WebOrigin(first), !allows(target, origin) else { return false }
        return fields.contains { !Self.isIdentification($0.name) }
    }

    /// Returns these headers for a URL for which the user did not specify them, such as one in a playlist: its origin
    /// receives the credentials, cookies included, only if it is an allowed host.
    package func restrictedToHosts() -> RequestHeaders {
        var headers = self
        headers.isOnlyForHosts = true
        if hosts.isEmpty { headers.fields.removeAll { !Self.isIdentification($0.name) } }
        return headers
    }

    /// Whether a field describes the client and does not authorize it.
    private static func isIdentification(_ name: String) -> Bool {
        ["user-agent", "referer", "origin", "accept", "accept-language"].contains(name.lowercased())
    }

    /// Whether the relay or the connection determines a field.
    private static func isForbidden(_ name: String) -> Bool {
        let name = name.lowercased()
        let others = [
            "host", "content-length", "transfer-encoding", "connection", "keep-alive", "te", "trailer", "upgrade",
            "expect", "range", "accept-encoding",
        ]
        return others.contains(name) || name.hasPrefix("if-") || name.hasPrefix("proxy-")
    }

    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 256
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    private static func trimmed(_ text: some StringProtocol) -> String { text.trimming { $0 == " " || $0 == "\t" } }

    private static func printable(_ text: String) -> String { String(PrintableText.line(text).prefix(100)) }
}

extension RequestHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names of the fields and the number of cookies, without values.
    public var description: String {
        let cookies = cookies.isEmpty ? [] : ["\(cookies.count) cookies"]
        return (names + cookies).joined(separator: ", ")
    }

    public var debugDescription: String { "RequestHeaders(\(description))" }

    public var customMirror: Mirror {
        Mirror(self, children: ["names": names, "cookies": cookies.count], displayStyle: .struct)
    }
}

/// The reason that request headers cannot be used. It does not contain values.
public struct RequestHeadersError: Error, Sendable, Hashable {
    /// The kind of an error.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Code: Sendable, Hashable {
        /// The name is empty or contains characters that HTTP does not allow in names.
        case invalidName
        /// The relay or the connection determines the field.
        case forbiddenName
        /// The value has line ends or other control characters, or is longer than 8 KiB.
        case invalidValue
        /// There is no colon between name and value.
        case noColon
        /// There are more than 100 fields, or they have more than 32 KiB.
        case tooLarge
        /// The text is not the name of a host.
        case invalidHost
        /// The cookies file cannot be read.
        case cookiesNotReadable
        /// A line of the cookies file does not have the Netscape format.
        case invalidCookies(line: Int)
    }

    /// The kind of the error.
    public var code: Code
    /// The name of the field, the host or the path of the file.
    public var subject: String
    /// The description of the system, or an empty string.
    package var detail = ""

    init(_ code: Code, subject: String, detail: String = "") {
        self.code = code
        self.subject = subject
        self.detail = detail
    }
}

extension RequestHeadersError: CustomStringConvertible {
    public var description: String {
        switch code {
        case .invalidName: "\"\(subject)\" is not the name of a header field"
        case .forbiddenName: "the header field \(subject) cannot be set, because the relay determines it"
        case .invalidValue: "the value of the header field \(subject) has control characters or more than 8 KiB"
        case .noColon: "a header field has the form \"Name: value\""
        case .tooLarge: "there are more than 100 header fields, or they have more than 32 KiB"
        case .invalidHost: "\"\(subject)\" is not the name of a host, such as cdn.example.org or *.example.org"
        case .cookiesNotReadable: "\(subject) cannot be read\(detail.isEmpty ? "" : ": \(detail)")"
        case .invalidCookies(let line):
            "line \(line) of \(subject) is not a cookie in the Netscape format, which has seven fields separated by tabs"
        }
    }
}
