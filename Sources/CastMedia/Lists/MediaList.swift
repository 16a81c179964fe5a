// SPDX-License-Identifier: Apache-2.0

/// A list of media files from a playlist in M3U, PLS or XSPF format.
public struct MediaList: Sendable, Hashable {
    /// A file of the list.
    public struct Entry: Sendable, Hashable {
        /// The absolute path, or the `http` or `https` URL.
        public var location: String
        /// The title, if the list states it.
        public var title: String?
        /// The duration in seconds, if the list states it.
        public var duration: Double?

        /// Creates an entry.
        public init(location: String, title: String? = nil, duration: Double? = nil) {
            self.location = location
            self.title = title
            self.duration = duration
        }
    }

    /// A part of the list that cannot be used.
    public struct Skipped: Sendable, Hashable {
        /// The beginning of the location as it is in the list, without control characters.
        public var location: String
        /// The reason, such as "is not a valid URL".
        public var reason: String
    }

    /// Where a list comes from. Relative locations are resolved against it.
    public enum Base: Sendable, Hashable {
        /// The absolute path of the folder of the list.
        case folder(String)
        /// The `http` or `https` URL of the list. Such a list may not name files of this machine.
        case url(String)
    }

    /// The limits for the content of lists.
    public struct Limits: Sendable, Hashable {
        /// The maximum size of a list, in bytes.
        public var bytes = 4 << 20
        /// The maximum number of entries.
        public var entries = 10_000
        /// The maximum depth of lists in lists, where a list without others has the depth 1.
        public var depth = 4

        /// Creates the default limits.
        public init() {}
    }

    /// The files, in the order of the list.
    public var entries: [Entry] = []
    /// The title of the list, if it states one.
    public var title: String?
    /// The parts of the list that cannot be used, at most 1,000.
    public private(set) var skipped: [Skipped] = []

    init() {}

    mutating func skip(_ location: String, _ reason: String) {
        guard skipped.count < 1_000 else { return }
        skipped.append(Skipped(location: Self.displayed(location), reason: reason))
    }

    /// Returns text on one line for messages and titles: at most 300 characters without control characters.
    static func displayed(_ text: String) -> String {
        var displayed = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(300) where scalar.properties.generalCategory != .control {
            displayed.append(scalar)
        }
        return String(displayed)
    }
}

// MARK: Parsing

extension MediaList {
    /// Parses a list.
    ///
    /// Entries that cannot be used are in ``skipped``. Playlists among the entries are not expanded.
    ///
    /// - Parameters:
    ///   - text: The content in UTF-8 or Windows-1252.
    ///   - fileName: The name of the list. Its extension is used if the content does not show the format.
    ///   - base: Where the list comes from.
    ///   - limits: The limits for the content.
    /// - Throws: ``MediaListError``.
    public init(
        parsing text: [UInt8],
        fileName: String,
        base: Base,
        limits: Limits = .init()
    ) throws(MediaListError) {
        guard text.count <= limits.bytes else { throw MediaListError(.tooLarge, subject: fileName) }
        guard let locations = MediaLocations(base: base) else {
            switch base {
            case .folder(let subject), .url(let subject): throw MediaListError(.invalidBase, subject: subject)
            }
        }
        // Binary files and UTF-16 contain zero bytes.
        guard !text.contains(0), let format = Format(text, fileName: fileName) else {
            throw MediaListError(.notAList, subject: fileName)
        }
        // Without a name of an encoding, decoding does not fail.
        let text = (try? TextEncoding.decode(text)) ?? text
        var parser = MediaListParser(text: text, locations: locations, entryLimit: limits.entries)
        switch format {
        case .m3u:
            guard !Self.isHLS(text) else { throw MediaListError(.isStream, subject: fileName) }
            parser.parseM3U()
        case .pls: parser.parsePLS()
        case .xspf:
            let isPlaylist: Bool
            do throws(XMLRangeTokenizer.SyntaxError) {
                isPlaylist = try parser.parseXSPF()
            } catch {
                throw MediaListError(.malformed, subject: fileName)
            }
            guard isPlaylist else { throw MediaListError(.notAList, subject: fileName) }
        }
        self = parser.list
    }

    /// Returns whether text is an HLS playlist, which a device plays as one stream.
    public static func isHLS(_ text: [UInt8]) -> Bool {
        let tags: [StaticString] = ["#EXT-X-TARGETDURATION", "#EXT-X-STREAM-INF", "#EXT-X-MEDIA-SEQUENCE"]
        return LineRanges(text).contains { line in
            tags.contains { text.matches($0, at: line.lowerBound) }
        }
    }

    /// Returns whether a file has the name extension of a list.
    package static func isNamed(_ fileName: String) -> Bool {
        ["m3u", "m3u8", "pls", "xspf"].contains(ContentType.fileExtension(fileName))
    }

    private enum Format {
        case m3u
        case pls
        case xspf

        init?(_ text: [UInt8], fileName: String) {
            let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            let content = text[start...].drop { $0 <= 0x20 }.prefix(16)
            let beginning = String(decoding: content, as: UTF8.self).lowercased()
            if beginning.hasPrefix("#extm3u") {
                self = .m3u
            } else if beginning.hasPrefix("[playlist]") {
                self = .pls
            } else if beginning.hasPrefix("<?xml") || beginning.hasPrefix("<playlist") {
                self = .xspf
            } else {
                switch ContentType.fileExtension(fileName) {
                case "m3u", "m3u8": self = .m3u
                case "pls": self = .pls
                case "xspf": self = .xspf
                default: return nil
                }
            }
        }
    }
}
