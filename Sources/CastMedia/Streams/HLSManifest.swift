// SPDX-License-Identifier: Apache-2.0

/// An HLS playlist, as far as a sender needs it (RFC 8216).
package struct HLSManifest: Sendable, Hashable {
    /// A variant stream of a multivariant playlist (`EXT-X-STREAM-INF`).
    package struct Variant: Sendable, Hashable {
        /// The absolute URL of the variant's playlist.
        package var uri: String
        /// The peak bit rate, in bits per second.
        package var bandwidth: Int?
        /// The codecs, such as `avc1.640028`.
        package var codecs: [String]
        package var width: Int?
        package var height: Int?
        /// The group of audio renditions that belong to the variant.
        package var audioGroup: String?
    }

    /// An alternative rendition (`EXT-X-MEDIA`).
    package struct Rendition: Sendable, Hashable {
        /// The type, such as `AUDIO` or `SUBTITLES`.
        package var type: String
        /// The absolute URL of the rendition's playlist. It is absent if the variants contain the rendition.
        package var uri: String?
        package var groupID: String
        package var language: String?
        package var name: String
        package var isDefault: Bool
    }

    /// A key of the segments (`EXT-X-KEY` or `EXT-X-SESSION-KEY`).
    package struct Key: Sendable, Hashable {
        /// The method, such as `AES-128` or `SAMPLE-AES`.
        package var method: String
        /// The URI of the key. It is not resolved if its scheme is not `http` or `https`.
        package var uri: String?
        /// The format of the key. The format `identity` is a key as 16 bytes.
        package var format: String

        /// Whether a digital rights management system provides the key.
        package var isDRM: Bool {
            method.hasPrefix("SAMPLE-AES") || format != "identity" || uri?.lowercased().hasPrefix("skd:") == true
        }
    }

    /// The absolute URL of the playlist.
    package private(set) var url: String
    /// Whether this is a multivariant playlist, which references playlists instead of segments.
    package private(set) var isMaster = false
    /// The variants, at most 1,000.
    package private(set) var variants: [Variant] = []
    /// The renditions, at most 1,000.
    package private(set) var renditions: [Rendition] = []
    /// The number of segments.
    package private(set) var segmentCount = 0
    /// The absolute URLs of the first three segments.
    package private(set) var firstSegments: [String] = []
    /// The absolute URL of the first initialization section (`EXT-X-MAP`).
    package private(set) var mapURI: String?
    /// Whether segments can still be added. Always `false` for a multivariant playlist, which does not show this.
    package private(set) var isLive = false
    /// The maximum duration of a segment, in seconds.
    package private(set) var targetDuration: Double?
    /// The sum of the segments' durations, in seconds.
    package private(set) var duration = 0.0
    /// The different keys, at most 100.
    package private(set) var keys: [Key] = []
    /// Whether segments are encrypted.
    package var isEncrypted: Bool { !keys.isEmpty }
    /// Whether a digital rights management system provides a key.
    package var isDRM: Bool { keys.contains { $0.isDRM } }
}

/// An error that prevents an HLS playlist from being parsed.
package struct HLSManifestError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an error.
    package enum Code: Sendable, Hashable {
        /// The text has more than 4 MiB, or 200,000 lines or more.
        case tooLarge
        /// The text does not start with `#EXTM3U`.
        case notAPlaylist
        /// The URL of the playlist is not an absolute `http` or `https` URL.
        case invalidURL
    }

    package var code: Code
    /// The URL of the playlist.
    package var url: String

    package var description: String {
        switch code {
        case .tooLarge: "the HLS playlist is too large: \(url)"
        case .notAPlaylist: "the response is not an HLS playlist: \(url)"
        case .invalidURL: "the URL is not an http or https URL: \(url)"
        }
    }
}

// MARK: Parsing

extension HLSManifest {
    /// The maximum size of a playlist, in bytes.
    static let sizeLimit = 4 << 20

    /// Parses a playlist.
    ///
    /// - Parameters:
    ///   - text: The playlist.
    ///   - url: The `http` or `https` URL of the playlist, against which references are resolved.
    package init(parsing text: String, url: String) throws(HLSManifestError) {
        guard text.utf8.count <= Self.sizeLimit else { throw HLSManifestError(code: .tooLarge, url: url) }
        guard let base = URLReference(url), base.isWebURL else { throw HLSManifestError(code: .invalidURL, url: url) }
        let bytes = Array(text.utf8)
        guard let first = LineRanges(bytes).first(where: { _ in true }),
            bytes.text(bytes.trimmed(first)) == "#EXTM3U"
        else { throw HLSManifestError(code: .notAPlaylist, url: url) }
        self.url = base.text

        var lines = HLSLines(bytes)
        var parsing = Parsing(bytes: bytes, base: base)
        while let line = lines.next() {
            switch line {
            case .tag(let name, let value): parse(name, value, &parsing)
            case .uri(let range): parse(uri: range, &parsing)
            }
        }
        guard lines.count < HLSLines.limit else { throw HLSManifestError(code: .tooLarge, url: url) }
        isLive = !isMaster && !parsing.isEnded
    }

    private struct Parsing {
        let bytes: [UInt8]
        let base: URLReference
        var variables = HLSVariables()
        /// The variant whose URI is on the next line.
        var variant: Variant?
        var isEnded = false

        /// Returns a number of seconds. The limit keeps sums finite.
        func number(_ range: Range<Int>) -> Double? {
            guard let number = Double(bytes.text(range.prefix(32))), number >= 0, number <= 1e9 else { return nil }
            return number
        }
    }

    private mutating func parse(_ name: String, _ value: Range<Int>, _ parsing: inout Parsing) {
        let bytes = parsing.bytes
        switch name {
        case "EXTINF":
            let end = bytes[value].firstIndex(of: UInt8(ascii: ",")) ?? value.upperBound
            duration += parsing.number(bytes.trimmed(value.lowerBound..<end)) ?? 0
        case "EXT-X-TARGETDURATION": targetDuration = parsing.number(value)
        case "EXT-X-ENDLIST": parsing.isEnded = true
        case "EXT-X-PLAYLIST-TYPE": if bytes.text(value) == "VOD" { parsing.isEnded = true }
        case "EXT-X-DEFINE": parsing.variables.define(HLSAttributes(bytes, value))
        case "EXT-X-STREAM-INF":
            isMaster = true
            parsing.variant = Self.variant(HLSAttributes(bytes, value))
        case "EXT-X-MEDIA":
            isMaster = true
            guard renditions.count < 1_000 else { return }
            let attributes = HLSAttributes(bytes, value)
            guard let type = attributes["TYPE"], let group = attributes["GROUP-ID"] else { return }
            renditions.append(
                Rendition(
                    type: type,
                    uri: resolve(attributes["URI"], &parsing),
                    groupID: group,
                    language: attributes["LANGUAGE"],
                    name: attributes["NAME"] ?? "",
                    isDefault: attributes["DEFAULT"] == "YES"
                )
            )
        case "EXT-X-MAP":
            guard mapURI == nil else { return }
            mapURI = resolve(HLSAttributes(bytes, value)["URI"], &parsing)
        case "EXT-X-KEY", "EXT-X-SESSION-KEY":
            let attributes = HLSAttributes(bytes, value)
            guard let method = attributes["METHOD"], method != "NONE" else { return }
            let uri = attributes["URI"]
            let format = attributes["KEYFORMAT"] ?? "identity"
            var key = Key(method: method, uri: uri, format: format)
            // The list is full, but a key of a digital rights management system must not be missed.
            guard keys.count < 100 else {
                if key.isDRM, !isDRM { keys[keys.count - 1] = key }
                return
            }
            key.uri = resolve(uri, &parsing) ?? uri
            if !keys.contains(key) { keys.append(key) }
        default: break
        }
    }

    private mutating func parse(uri range: Range<Int>, _ parsing: inout Parsing) {
        if var variant = parsing.variant {
            parsing.variant = nil
            guard variants.count < 1_000, let uri = resolve(parsing.bytes.text(range), &parsing) else {
                return
            }
            variant.uri = uri
            variants.append(variant)
        } else {
            segmentCount += 1
            guard segmentCount <= 3, let uri = resolve(parsing.bytes.text(range), &parsing) else { return }
            firstSegments.append(uri)
        }
    }

    private func resolve(_ reference: String?, _ parsing: inout Parsing) -> String? {
        reference.flatMap { parsing.variables.substitute($0) }
            .flatMap { URLReference.resolveWeb($0, against: parsing.base) }
    }

    private static func variant(_ attributes: HLSAttributes) -> Variant {
        let size = attributes["RESOLUTION"]?.lowercased().split(separator: "x") ?? []
        return Variant(
            uri: "",
            bandwidth: attributes["BANDWIDTH"].flatMap { Int($0) },
            codecs: attributes["CODECS"]?.split(separator: ",").map { $0.filter { $0 != " " } } ?? [],
            width: size.count == 2 ? Int(size[0]) : nil,
            height: size.count == 2 ? Int(size[1]) : nil,
            audioGroup: attributes["AUDIO"]
        )
    }
}
