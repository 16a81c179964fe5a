// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastWire

/// The media of a page on a video site and the form that a device receives, as text and as JSON.
struct SiteReport {
    var url: String
    var page: SitePage
    var device: PlaybackCapabilities
    /// The largest height of the picture in lines; nil for no limit.
    var maximumHeight: Int?

    /// The media of the page, or of the first entry of a list if the page contains it.
    private var media: SiteMedia? {
        switch page {
        case .media(let media): media
        case .list(let list): list.entries.first?.media
        }
    }

    /// The form that the device receives, or why it receives none; nil if the media is looked up later.
    private var choice: Result<SiteStream, VideoSiteError>? {
        guard let media else { return nil }
        do throws(VideoSiteError) {
            return .success(try SiteStream.choose(from: media, for: device, maximumHeight: maximumHeight))
        } catch {
            return .failure(error)
        }
    }

    /// Whether `cast play` sends something to the device.
    var isPlayable: Bool {
        if case .failure? = choice { return false }
        return true
    }

    // MARK: - Text

    /// The largest number of lines for the entries of a list.
    private static let entryLimit = 50

    /// The printed lines. Text from the site is made safe for terminals.
    var lines: [String] {
        var lines = ["\(DisplayWidth.field(url)): a web page; its media according to yt-dlp:"]
        if case .list(let list) = page {
            lines.append("List: \(list.title.map { DisplayWidth.field($0) + ", " } ?? "")\(list.entries.count) entries")
            for (index, entry) in list.entries.prefix(Self.entryLimit).enumerated() {
                let length = entry.duration.map { "  \(TimeText.clock($0))" } ?? ""
                lines.append("  \(index + 1)  \(DisplayWidth.field(entry.title ?? entry.url))\(length)")
            }
        }
        if let media { lines += Self.lines(media) }
        let model = DisplayWidth.field(device.model)
        switch choice {
        case .success(let stream)?:
            let size = stream.height.map { ", \($0) lines" } ?? ""
            lines.append(
                "On \(model): \(DisplayWidth.field(stream.contentType))\(size), \(DisplayWidth.field(stream.url))"
            )
            lines += stream.reasons.map { "  because \(DisplayWidth.field($0))" }
        case .failure(let error)?: lines.append("On \(model): not playable: \(DisplayWidth.field("\(error)"))")
        case nil: lines.append("cast play looks up the media of each entry when it is played.")
        }
        return lines
    }

    private static func lines(_ media: SiteMedia) -> [String] {
        var parts = [DisplayWidth.field(media.title ?? "Untitled")]
        if let uploader = media.uploader { parts.append(DisplayWidth.field(uploader)) }
        if media.isLive { parts.append("live") }
        if let duration = media.duration { parts.append(TimeText.clock(duration)) }
        var lines = ["Media: " + parts.joined(separator: ", ")]
        if let thumbnail = media.thumbnail { lines.append("Artwork: \(DisplayWidth.field(thumbnail))") }
        if !media.subtitles.isEmpty {
            lines.append("Subtitles: \(DisplayWidth.field(media.subtitles.map(\.language).joined(separator: ", ")))")
        }
        return lines
    }

    // MARK: - JSON

    /// The object for scripts.
    var json: JSONObject {
        var object: JSONObject = [
            "url": .string(url), "model": .string(device.model), "delivery": isPlayable ? "site" : "none",
        ]
        if case .list(let list) = page {
            object["entries"] = .array(
                list.entries.map { ["url": .string($0.url), "title": Self.value($0.title)] }
            )
        }
        if let media {
            object.merge([
                "title": Self.value(media.title), "author": Self.value(media.uploader),
                "artwork": Self.value(media.thumbnail), "live": .bool(media.isLive),
                "duration": media.duration.map { .number($0) } ?? .null,
                "subtitles": .array(media.subtitles.map { .string($0.language) }),
            ])
        }
        switch choice {
        case .success(let stream)?:
            object.merge([
                "media": [
                    "url": .string(stream.url), "contentType": .string(stream.contentType),
                    "height": stream.height.map { .integer(Int64($0)) } ?? .null,
                ],
                "reasons": .array(stream.reasons.map { .string($0) }),
            ])
        case .failure(let error)?: object["reasons"] = [.string("\(error)")]
        case nil: break
        }
        return object
    }

    private static func value(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
