// SPDX-License-Identifier: Apache-2.0

import CastWire

/// A page of a video site as `yt-dlp` describes it: one item, or a list.
package enum SitePage: Sendable, Hashable {
    case media(SiteMedia)
    case list(SiteList)
}

/// A list on a video site, such as a playlist or a channel.
package struct SiteList: Sendable, Hashable {
    /// An entry of a list.
    package struct Entry: Sendable, Hashable {
        /// The URL of the entry's page.
        package var url: String
        package var title: String?
        /// The duration in seconds.
        package var duration: Double?
        /// The media of the entry, if the page of the list contains it.
        package var media: SiteMedia?
    }

    package var title: String?
    /// The entries, at most as many as the limits allow.
    package var entries: [Entry]
}

extension SitePage {
    /// The largest number of characters of a title.
    private static let titleLimit = 300
    /// Lists can contain lists.
    private static let depthLimit = 3

    /// Parses the output of `yt-dlp --dump-single-json`. Members of other types than expected are ignored.
    ///
    /// - Throws: ``VideoSiteError/unreadable(_:)`` if it is not JSON, ``VideoSiteError/noMedia`` if it names no media.
    package init(json: [UInt8], limits: VideoSite.Limits = VideoSite.Limits()) throws(VideoSiteError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(
                parsing: json,
                limits: JSONLimits(depth: 64, bytes: limits.output, values: 500_000)
            )
        } catch {
            throw .unreadable("\(error)")
        }
        guard let object = value.objectValue else {
            if value.isNull { throw .noMedia }
            throw .unreadable("it is not an object")
        }
        if object["entries"]?.arrayValue != nil {
            var entries: [SiteList.Entry] = []
            Self.collect(object, into: &entries, limit: limits.entries, depth: 1)
            guard !entries.isEmpty else { throw .noMedia }
            // A page with a single video is often described as a list.
            if entries.count == 1, let media = entries[0].media {
                self = .media(media)
            } else {
                self = .list(SiteList(title: Self.text(object["title"]), entries: entries))
            }
            return
        }
        var media = SiteMedia(object)
        guard !media.formats.isEmpty else { throw .noMedia }
        // The videos of a page are numbered, also if there is only one.
        if object["extractor"] == "html5", let title = media.title, title.hasSuffix(" (1)") {
            media.title = String(title.dropLast(4))
        }
        self = .media(media)
    }

    private static func collect(
        _ list: JSONObject,
        into entries: inout [SiteList.Entry],
        limit: Int,
        depth: Int
    ) {
        for case .object(let object) in list["entries"]?.arrayValue ?? [] {
            guard entries.count < limit else { return }
            if object["entries"]?.arrayValue != nil {
                if depth < depthLimit { collect(object, into: &entries, limit: limit, depth: depth + 1) }
                continue
            }
            let isReference = ["url", "url_transparent"].contains(object["_type"]?.stringValue)
            let media = isReference ? nil : SiteMedia(object)
            let pages = isReference ? [object["url"], object["webpage_url"]] : [object["webpage_url"], object["url"]]
            guard let url = pages.lazy.compactMap(webURL).first, media?.formats.isEmpty != true else { continue }
            entries.append(
                SiteList.Entry(
                    url: url,
                    title: text(object["title"]),
                    duration: seconds(object["duration"]),
                    media: media
                )
            )
        }
    }

    // MARK: - Values

    /// Returns a text for one line; `nil` if it is empty.
    static func text(_ value: JSONValue?) -> String? {
        let line = PrintableText.line(value?.stringValue ?? "", limit: titleLimit)
        return line.isEmpty ? nil : line
    }

    /// Returns an `http` or `https` URL; `nil` for anything else.
    static func webURL(_ value: JSONValue?) -> String? {
        guard let text = value?.stringValue, text.utf8.count <= 16 << 10, URLReference(text)?.isWebURL == true,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        return text
    }

    /// Returns a number that is positive and less than a billion; `nil` for anything else.
    static func number(_ value: JSONValue?) -> Double? {
        let number: Double? =
            switch value {
            case .integer(let integer): Double(integer)
            case .number(let number): number
            default: nil
            }
        return number.flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil }
    }

    static func seconds(_ value: JSONValue?) -> Double? { number(value) }
}
