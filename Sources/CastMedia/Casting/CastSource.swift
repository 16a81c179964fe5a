// SPDX-License-Identifier: Apache-2.0

import CastWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What to cast: a file of this machine, a URL that the device fetches itself, bytes in memory, or a live input.
public enum CastSource: Sendable, Hashable {
    /// The file at a path. A symbolic link is followed.
    case file(path: String)
    /// An `http` or `https` URL.
    case url(String)
    /// Bytes in memory with a file name and a media type.
    case data([UInt8], name: String, contentType: String)
    /// Media that is made while it plays: the standard input, a screen, or a capture device.
    case live(LiveInput)

    /// The file at a file URL, or the URL itself if it has another scheme.
    public static func file(_ url: URL) -> CastSource {
        url.isFileURL ? .file(path: url.path(percentEncoded: false)) : .url(url.absoluteString)
    }

    /// A URL that the device fetches, or the file at a file URL.
    public static func url(_ url: URL) -> CastSource { file(url) }

    /// Parses a path, or a URL with the scheme `http`, `https` or `file`; `nil` for an empty text and for URLs with a
    /// scheme that no Cast device supports.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        guard let end = text.firstRange(of: "://")?.lowerBound else {
            self = .file(path: text)
            return
        }
        switch text[..<end].lowercased() {
        case "http", "https": self = .url(text)
        case "file":
            // The path can be preceded by a host, which is empty or "localhost" (RFC 8089).
            let path = text.dropFirst("file://".count).drop { $0 != "/" }
            self = .file(path: Self.decoded(path))
        default: return nil
        }
    }

    /// Whether this process has to serve the media.
    public var isLocal: Bool {
        guard case .url = self else { return true }
        return false
    }

    /// Whether this process has to serve the media, or to relay it because of the options.
    package func isServed(_ options: MediaItem.Options) -> Bool { isLocal || options.isRelayed }

    /// The default title: the last path component, without the extension of a file or the percent-encoding of a URL.
    /// Control characters are replaced by spaces.
    public var title: String {
        switch self {
        case .data(_, let name, _): return name
        case .live(let input): return input.title
        case .file(let path):
            let name = path.split(separator: "/").last.map(String.init) ?? path
            guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return PrintableText.line(name) }
            return PrintableText.line(String(name[..<dot]))
        case .url(let url):
            let path = url.prefix { $0 != "?" && $0 != "#" }
            let parts = path.split(separator: "/")
            let name = parts.count > 2 ? PrintableText.line(Self.decoded(parts[parts.count - 1])) : ""
            // The title is shown on the screen and to other senders: no password, and no token in a query.
            return name.contains { !$0.isWhitespace } ? name : WebOrigin.redacted(url)
        }
    }

    /// The path or the URL, for messages; the name of bytes in memory.
    package var location: String {
        switch self {
        case .file(let path): path
        case .url(let url): url
        case .data(_, let name, _): name
        case .live(let input): input.location
        }
    }

    /// Decodes percent-encoding. Returns the text unchanged if the result is not UTF-8.
    private static func decoded(_ text: Substring) -> String {
        PercentEncoding.decode(text).flatMap { String(validUTF8: $0) } ?? String(text)
    }
}
