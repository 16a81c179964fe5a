import CastWire

/// An item of a queue, as it is listed.
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
