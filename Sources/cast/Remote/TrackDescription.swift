import CastWire

/// A track, as it is listed.
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
