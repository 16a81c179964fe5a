// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// A cookie of a browser (RFC 6265).
struct WebCookie: Sendable, Hashable {
    var name: String
    var value: String
    /// The domain in lower case, without a leading dot.
    var domain: String
    /// Whether the cookie is also sent to the hosts below the domain.
    var includesSubdomains: Bool
    var path: String
    var isSecure: Bool
    /// The time of expiry in seconds since 1970; `nil` for the end of the browser's session.
    var expiry: Double?

    /// Whether a host is in the domain of the cookie.
    func includes(_ host: String) -> Bool {
        if host == domain { return true }
        // An address is a domain without hosts below it.
        return includesSubdomains && host.hasSuffix("." + domain) && !Self.isAddress(host)
    }

    /// Whether a browser sends the cookie with a request (RFC 6265, section 5.4).
    func isSent(to origin: WebOrigin, path requestPath: String, now: Double) -> Bool {
        guard includes(origin.host), !isSecure || origin.isSecure, expiry.map({ $0 > now }) ?? true else {
            return false
        }
        guard requestPath.hasPrefix(path) else { return false }
        return requestPath.utf8.count == path.utf8.count || path.hasSuffix("/")
            || requestPath.utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
    }

    private static func isAddress(_ host: String) -> Bool {
        (try? SocketAddress(ipAddress: host, port: 0)) != nil
    }
}

extension WebCookie {
    /// The maximum size of a cookies file. Exports of all sites of a browser have some hundred KiB.
    static let fileLimit = 4 << 20
    private static let countLimit = 20_000

    /// Parses a cookies file in the Netscape format, which browser extensions, `curl` and `yt-dlp` write: a cookie per line
    /// with the domain, whether it includes subdomains, the path, whether it needs https, the expiry, name and value,
    /// separated by tabs.
    ///
    /// - Returns: The cookies, or the number of the first line that is not a cookie.
    static func parse(_ bytes: [UInt8]) -> Result<[WebCookie], InvalidLine> {
        var cookies: [WebCookie] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            var text = String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
            if text.hasPrefix("#HttpOnly_") { text.removeFirst("#HttpOnly_".count) }
            if text.hasPrefix("#") || text.allSatisfy(\.isWhitespace) { continue }
            guard let cookie = WebCookie(line: text), cookies.count < countLimit else {
                return .failure(InvalidLine(number: index + 1))
            }
            cookies.append(cookie)
        }
        return .success(cookies)
    }

    struct InvalidLine: Error { var number: Int }

    private init?(line: String) {
        var fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        // Editors remove the tab before an empty value.
        if fields.count == 6 { fields.append("") }
        guard fields.count == 7, let expiry = Double(fields[4]), expiry.isFinite,
            ["TRUE", "FALSE"].contains(fields[1].uppercased()), ["TRUE", "FALSE"].contains(fields[3].uppercased()),
            fields[2].hasPrefix("/"), !fields[5].isEmpty
        else { return nil }
        let domain = (fields[0].hasPrefix(".") ? String(fields[0].dropFirst()) : fields[0]).lowercased()
        let isText = fields[5...].allSatisfy { field in
            field.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ";") }
        }
        guard !domain.isEmpty, isText, !fields[5].contains("=") else { return nil }
        self.init(
            name: fields[5],
            value: fields[6],
            domain: domain,
            includesSubdomains: fields[1].uppercased() == "TRUE",
            path: fields[2],
            isSecure: fields[3].uppercased() == "TRUE",
            expiry: expiry > 0 ? expiry : nil
        )
    }
}

extension RequestHeaders {
    /// Adds the cookies of a file in the Netscape format, as browser extensions, `curl` and `yt-dlp` write it. Reads the
    /// file on the caller's thread.
    ///
    /// Cookies are sent by domain, path, expiry and whether they need https, as browsers send them. Those of unrelated
    /// hosts are ignored.
    ///
    /// - Throws: ``RequestHeadersError`` if the file cannot be read, has more than 4 MiB, or another format.
    public mutating func addCookies(file path: String) throws(RequestHeadersError) {
        let cookies: [WebCookie]
        do {
            cookies = try WebCookie.parse(SmallFile.read(path, limit: WebCookie.fileLimit)).get()
        } catch let error as WebCookie.InvalidLine {
            throw RequestHeadersError(.invalidCookies(line: error.number), subject: path)
        } catch {
            throw RequestHeadersError(.cookiesNotReadable, subject: path, detail: "\(error)")
        }
        add(cookies)
    }
}
