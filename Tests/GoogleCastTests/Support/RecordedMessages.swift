import CastWire
import Foundation

/// Messages recorded from real devices, which do not lie in this repository: they are looked for where `CAST_SHARED`
/// says, else in `shared` beside the package.
struct RecordedMessage: Sendable, CustomStringConvertible {
    var file: String
    var object: JSONObject
    var description: String { file }

    static let whenMissing = "there are no recorded messages here"

    static let media = all.filter { $0.file.hasPrefix("media-status") }
    static let receiver = all.filter { $0.file.hasPrefix("receiver-status") }

    private static let all: [RecordedMessage] = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let shared =
            ProcessInfo.processInfo.environment["CAST_SHARED"].map { URL(filePath: $0) }
            ?? package.deletingLastPathComponent().appending(path: "shared")
        let folder = shared.appending(path: "protocol/data/traces")
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            print("SKIPPED: every test of recorded messages, since \(folder.path) is missing (set CAST_SHARED)")
            return []
        }
        return names.sorted().filter { $0.hasSuffix(".json") }.compactMap { name in
            guard
                let data = try? Data(contentsOf: folder.appending(path: name)),
                let object = try? JSONValue(parsing: Array(data)).objectValue
            else { return nil }
            return RecordedMessage(file: name, object: object)
        }
    }()

    static func named(_ name: String) -> RecordedMessage? { media.first { $0.file == name + ".json" } }

    /// The statuses of the message.
    var statuses: [JSONObject] { object["status"]?.arrayValue?.compactMap(\.objectValue) ?? [] }
}
