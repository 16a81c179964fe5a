// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The media of a page on a video site.
package struct SiteMedia: Sendable, Hashable {
    /// A form in which the site offers the media: a file, or a variant of a stream.
    package struct Format: Sendable, Hashable {
        package var url: String
        /// The URL of the manifest that lists this variant and others.
        package var manifestURL: String?
        /// The extension of a file name, such as `mp4`.
        package var fileExtension: String
        /// The protocol in the words of `yt-dlp`, such as `https` or `m3u8_native`.
        package var transport: String
        /// The codecs as in the `codecs` parameter of a media type; `none` without such a track, `nil` if unknown.
        package var videoCodec: String?
        package var audioCodec: String?
        package var width: Int?
        package var height: Int?
        package var frameRate: Double?
        /// The bit rate in kilobits per second.
        package var bitRate: Double?
        package var isHighDynamicRange = false
        /// Whether a digital rights management system protects the media.
        package var isProtected = false
        /// The headers that the server expects and that a device does not send by itself.
        package var requestHeaders: [String: String] = [:]
    }

    /// Subtitles in WebVTT.
    package struct Subtitles: Sendable, Hashable {
        /// The language as the site names it, such as `en` or `pt-BR`.
        package var language: String
        package var name: String?
        package var url: String
    }

    package var title: String?
    package var uploader: String?
    package var thumbnail: String?
    /// The duration in seconds; `nil` for live media and if it is unknown.
    package var duration: Double?
    package var isLive: Bool
    package var formats: [Format]
    /// The subtitles by language, at most 100.
    package var subtitles: [Subtitles]
}

extension SiteMedia {
    private static let formatLimit = 1000
    private static let subtitleLimit = 100

    /// Reads an object of `yt-dlp`. Members of other types than expected are ignored.
    init(_ object: JSONObject) {
        title = SitePage.text(object["title"])
        uploader = ["uploader", "channel", "artist"].lazy.compactMap { SitePage.text(object[$0]) }.first
        let images = [object["thumbnail"]] + (object["thumbnails"]?.arrayValue ?? []).reversed().map { $0["url"] }
        thumbnail = images.lazy.compactMap(SitePage.webURL).first
        isLive = object["is_live"] == true || object["live_status"] == "is_live"
        duration = isLive ? nil : SitePage.seconds(object["duration"])
        let listed = (object["formats"]?.arrayValue ?? []).prefix(Self.formatLimit).compactMap(\.objectValue)
        // Some extractors describe the only format in the object itself.
        formats = (listed.isEmpty ? [object] : listed).compactMap(Format.init)
        subtitles = Self.subtitles(object["subtitles"]?.objectValue)
    }

    private static func subtitles(_ object: JSONObject?) -> [Subtitles] {
        var subtitles: [Subtitles] = []
        for member in object?.members ?? [] where subtitles.count < subtitleLimit {
            let forms = member.value.arrayValue?.compactMap(\.objectValue) ?? []
            let form = forms.first { form in
                form["ext"] == "vtt" && form["protocol"]?.stringValue?.hasPrefix("m3u8") != true
            }
            guard let form, let url = SitePage.webURL(form["url"]), let tag = SitePage.text(.string(member.key)),
                tag.utf8.count <= 35
            else { continue }
            subtitles.append(Subtitles(language: tag, name: SitePage.text(form["name"]), url: url))
        }
        return subtitles
    }
}

extension SiteMedia.Format {
    /// Reads an object of `yt-dlp`; `nil` if it has no usable URL.
    init?(_ object: JSONObject) {
        guard let url = SitePage.webURL(object["url"]) else { return nil }
        self.url = url
        manifestURL = SitePage.webURL(object["manifest_url"])
        fileExtension = object["ext"]?.stringValue?.lowercased() ?? ""
        transport = object["protocol"]?.stringValue?.lowercased() ?? String(url.prefix { $0 != ":" }).lowercased()
        videoCodec = object["vcodec"]?.stringValue
        audioCodec = object["acodec"]?.stringValue
        width = SitePage.number(object["width"]).map { Int($0) }
        height = SitePage.number(object["height"]).map { Int($0) }
        frameRate = SitePage.number(object["fps"])
        bitRate = SitePage.number(object["tbr"]) ?? SitePage.number(object["abr"])
        let range = object["dynamic_range"]?.stringValue ?? "SDR"
        isHighDynamicRange = !range.isEmpty && range != "SDR"
        isProtected = object["has_drm"] == true
        requestHeaders = Self.requestHeaders(object)
    }

    /// The headers that every device sends in its own form.
    private static let ordinaryHeaders: Set<String> = [
        "user-agent", "accept", "accept-language", "accept-encoding", "accept-charset", "connection", "host", "range",
    ]

    private static func requestHeaders(_ object: JSONObject) -> [String: String] {
        var headers: [String: String] = [:]
        for member in object["http_headers"]?.objectValue?.members ?? [] where headers.count < 30 {
            let key = member.key.lowercased()
            guard !ordinaryHeaders.contains(key), !key.hasPrefix("sec-"), isToken(member.key),
                let text = member.value.stringValue, isHeaderValue(text)
            else { continue }
            headers[member.key] = text
        }
        if headers["Cookie"] == nil, let cookies = object["cookies"]?.stringValue, let value = cookie(cookies) {
            headers["Cookie"] = value
        }
        return headers
    }

    /// Returns the value of a `Cookie` header for cookies with their attributes: `a=1; Domain=.example.org; b=2; …`.
    private static func cookie(_ text: String) -> String? {
        let attributes: Set<String> = [
            "domain", "path", "expires", "secure", "httponly", "samesite", "max-age", "version",
        ]
        let pairs = text.split(separator: ";").map { PrintableText.line($0, limit: 4096) }.filter { pair in
            pair.contains("=") && !attributes.contains(String(pair.prefix { $0 != "=" }).lowercased())
        }
        let value = pairs.joined(separator: "; ")
        return value.isEmpty || !isHeaderValue(value) ? nil : value
    }

    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 100
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Whether a text cannot end a header and begin another one.
    private static func isHeaderValue(_ text: String) -> Bool {
        text.utf8.count <= 8192 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
