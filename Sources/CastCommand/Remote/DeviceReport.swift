// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

/// The report of `cast status` about a device.
struct DeviceReport: Hashable, Sendable {
    /// A running application.
    struct App: Hashable, Sendable {
        var id: String
        var name: String
        var sessionID: String?
        var statusText: String?

        var json: JSONObject {
            var object: JSONObject = ["id": .string(id), "name": .string(name)]
            if let sessionID { object["sessionID"] = .string(sessionID) }
            if let statusText { object["statusText"] = .string(statusText) }
            return object
        }
    }

    var device: DeviceDescription
    var volume: VolumeStatus?
    /// The running application; nil if there is none, or only an idle screen.
    var app: App?
    /// The current media; nil if the application has none.
    var media: PlaybackStatus?

    /// The members of the JSON object, without the envelope.
    var json: JSONObject {
        [
            "device": .object(device.briefJSON),
            "volume": volume.map { .object($0.json) } ?? .null,
            "application": app.map { .object($0.json) } ?? .null,
            "media": media.map { .object($0.json) } ?? .null,
        ]
    }

    /// The report as lines of text.
    var lines: [String] {
        var lines = [device.name == device.endpoint ? device.name : device.headline]
        if let app {
            lines.append("  app     \(DisplayWidth.field(app.name.isEmpty ? app.id : app.name))")
            lines.append("  media   \(mediaText)")
        } else {
            lines.append("  app     none")
        }
        if let volume { lines.append("  volume  \(volume.text)\(volume.isAdjustable ? "" : ", fixed")") }
        return lines
    }

    /// The report on one line, for `--watch`.
    var changeLine: String {
        var parts = [app.map { DisplayWidth.field($0.name.isEmpty ? $0.id : $0.name) } ?? "no app"]
        if app != nil { parts.append(mediaText) }
        if let volume { parts.append("volume \(volume.text)") }
        return parts.joined(separator: "  ")
    }

    private var mediaText: String {
        guard let media, media.isActive else { return "nothing playing" }
        let title = DisplayWidth.field(media.title ?? media.contentID ?? "untitled")
        return "\(media.state.word): \(title), \(media.positionText)"
    }

    /// The report without the position, which changes with time alone.
    var withoutPosition: DeviceReport {
        var report = self
        report.media?.position = 0
        return report
    }
}

extension DeviceReport {
    init(device: CastDevice, status: ReceiverStatus, media: MediaSnapshot?) {
        self.init(
            device: DeviceDescription(device),
            volume: VolumeStatus(status.volume),
            app: status.runningApplication.map(App.init),
            media: media.map { PlaybackStatus($0) }
        )
    }
}

extension DeviceReport.App {
    init(_ application: ApplicationStatus) {
        self.init(
            id: application.appID ?? "",
            name: application.displayName ?? "",
            sessionID: application.sessionID,
            statusText: application.statusText
        )
    }
}

/// An item of a queue listing.
struct QueueEntry: Hashable, Sendable {
    static let header = ["", "ID", "TITLE", "LENGTH"]

    var id: Int
    var title: String?
    var contentID: String?
    var duration: Double?

    init(id: Int, item: QueueItem?) {
        self.id = id
        title = item?.media?.metadata?.title.flatMap { $0.isEmpty ? nil : $0 }
        contentID = item?.media?.playedURL
        duration = item?.media?.knownDuration
    }

    var json: JSONObject {
        var object: JSONObject = ["id": .integer(Int64(id))]
        if let title { object["title"] = .string(title) }
        if let contentID { object["contentID"] = .string(contentID) }
        if let duration { object["duration"] = .number(duration) }
        return object
    }

    func row(isCurrent: Bool) -> [String] {
        [isCurrent ? ">" : "", "\(id)", title ?? contentID ?? "unknown", duration.map { TimeText.clock($0) } ?? ""]
    }
}

/// A track of a track listing.
struct TrackDescription: Hashable, Sendable {
    static let header = ["", "ID", "TYPE", "LANGUAGE", "NAME"]

    var id: Int?
    var type: String?
    var language: String?
    var name: String?
    var isActive: Bool

    init(_ track: MediaTrack, isActive: Bool) {
        id = track.trackID
        type = track.type?.rawValue
        language = track.language
        name = track.name
        self.isActive = isActive
    }

    var json: JSONObject {
        var object: JSONObject = ["active": .bool(isActive)]
        if let id { object["id"] = .integer(Int64(id)) }
        if let type { object["type"] = .string(type) }
        if let language { object["language"] = .string(language) }
        if let name { object["name"] = .string(name) }
        return object
    }

    var row: [String] {
        let texts = [type?.lowercased(), language, name].map { DisplayWidth.field($0 ?? "") }
        return [isActive ? "*" : "", id.map { "\($0)" } ?? ""] + texts
    }
}
