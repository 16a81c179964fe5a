import CastWire

/// All that `cast status` says about a device.
struct DeviceReport: Hashable, Sendable {
    /// An application that runs.
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
    /// nil when nothing runs but an idle screen.
    var app: App?
    /// nil when the app plays nothing.
    var media: PlaybackStatus?

    /// The members of the object, without its envelope.
    var json: JSONObject {
        [
            "device": .object(device.briefJSON),
            "volume": volume.map { .object($0.json) } ?? .null,
            "application": app.map { .object($0.json) } ?? .null,
            "media": media.map { .object($0.json) } ?? .null,
        ]
    }

    /// The lines for people.
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

    /// One line for somebody who watches.
    var changeLine: String {
        var parts = [app.map { DisplayWidth.field($0.name.isEmpty ? $0.id : $0.name) } ?? "no app"]
        if app != nil { parts.append(mediaText) }
        if let volume { parts.append("volume \(volume.text)") }
        return parts.joined(separator: "  ")
    }

    private var mediaText: String {
        guard let media, media.isActive else { return "nothing plays" }
        let title = DisplayWidth.field(media.title ?? media.contentID ?? "untitled")
        return "\(media.state.word): \(title), \(media.positionText)"
    }

    /// The same without what time alone changes.
    var withoutPosition: DeviceReport {
        var report = self
        report.media?.position = 0
        return report
    }
}
