// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Resolves the locations in a list of media.
struct MediaLocations {
    /// A location, or the reason why it cannot be used.
    enum Resolved {
        case location(String)
        case skipped(String)
    }

    private static let lengthLimit = 8 << 10

    private let base: MediaList.Base

    /// Returns `nil` if the base is neither an absolute path nor an `http` or `https` URL.
    init?(base: MediaList.Base) {
        switch base {
        case .folder(let path): guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        case .url(let url): guard URLReference(url)?.isWebURL == true else { return nil }
        }
        self.base = base
    }

    /// Resolves a location.
    ///
    /// - Parameter isURI: Whether a location without a scheme is a URI reference. Otherwise it is a path, in which
    ///   percent signs are part of the names.
    func resolve(_ text: String, isURI: Bool) -> Resolved {
        guard text.utf8.count <= Self.lengthLimit else { return .skipped("is too long") }
        guard !Self.hasControlCharacters(text) else { return .skipped("contains control characters") }
        let scheme = Self.scheme(of: text)
        switch (scheme, base) {
        case ("http", _), ("https", _):
            return URLReference.resolveWeb(text, against: text).map { .location($0) } ?? .skipped("is not a valid URL")
        case (let scheme?, _) where scheme.utf8.count == 1:
            return .skipped("is a path of Windows")
        case (_, _) where text.hasPrefix("\\\\"):
            return .skipped("is a network path of Windows")
        case ("file", .url):
            return .skipped("is not allowed: a playlist from the network may not name files of this machine")
        case ("file", .folder):
            return resolve(fileURI: text)
        case (let scheme?, _):
            return .skipped("has the scheme \"\(MediaList.displayed(scheme))\", which is not supported")
        case (nil, .url(let url)):
            // The prefix keeps a colon in the first path segment from being read as the end of a scheme.
            let isPath = text.hasPrefix("/") || text.hasPrefix("?")
            let location = URLReference.resolveWeb(isPath ? text : "./" + text, against: url)
            return location.map { .location($0) } ?? .skipped("is not a valid URL")
        case (nil, .folder(let folder)):
            guard isURI else { return .location(Self.path(text, in: folder)) }
            guard !text.hasPrefix("//") else { return .skipped("names another machine") }
            guard let path = Self.decode(text) else { return .skipped("is not a valid URI") }
            return path.isEmpty ? .skipped("is empty") : .location(Self.path(path, in: folder))
        }
    }

    private func resolve(fileURI text: String) -> Resolved {
        var path = text.dropFirst("file:".count)
        if path.hasPrefix("//") {
            path = path.dropFirst(2)
            let host = path.prefix { $0 != "/" }
            guard host.isEmpty || host.lowercased() == "localhost" else { return .skipped("names another machine") }
            path = path.dropFirst(host.count)
        }
        guard path.hasPrefix("/"), let decoded = Self.decode(path) else { return .skipped("is not a valid file URI") }
        return .location(Self.path(decoded, in: "/"))
    }

    /// Returns the scheme in lower case. A colon before a space is part of a file name such as `Mission: Two.mkv`.
    private static func scheme(of text: String) -> String? {
        guard let length = URLReference.schemeLength(text.utf8) else { return nil }
        let next = text.utf8.dropFirst(length + 1).first
        guard next != UInt8(ascii: " "), next != nil else { return nil }
        return text.prefix(length).lowercased()
    }

    /// Returns the decoded path of a URI reference without its query and fragment.
    private static func decode(_ text: some StringProtocol) -> String? {
        let path = text.prefix { $0 != "?" && $0 != "#" }
        guard let bytes = PercentEncoding.decode(Substring(path)),
            let decoded = String(validUTF8: bytes), !hasControlCharacters(decoded)
        else { return nil }
        return decoded
    }

    /// Returns the absolute path of a path, without the segments `.` and `..`.
    static func path(_ path: String, in folder: String) -> String {
        let whole = path.utf8.first == UInt8(ascii: "/") ? path : folder + "/" + path
        var kept: [String] = []
        for part in whole.unicodeScalars.split(separator: "/") {
            switch String(part) {
            case ".": continue
            case "..": _ = kept.popLast()
            case let name: kept.append(name)
            }
        }
        return "/" + kept.joined(separator: "/")
    }

    private static func hasControlCharacters(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
