import CastWire
import Foundation

/// Messages that real devices sent, which do not lie in this repository.
///
/// They are looked for where `CAST_SHARED` says, else in `shared` beside the package.
enum RecordedMessages {
    private static let directory: URL? = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let shared =
            ProcessInfo.processInfo.environment["CAST_SHARED"].map { URL(filePath: $0) }
            ?? package.deletingLastPathComponent().appending(path: "shared")
        let traces = shared.appending(path: "protocol/data/traces")
        guard FileManager.default.fileExists(atPath: traces.path) else {
            print(
                "SKIPPED: what a sender makes of recorded messages, since \(traces.path) is missing (set CAST_SHARED)"
            )
            return nil
        }
        return traces
    }()

    static var isAvailable: Bool { directory != nil }

    /// The names, without extension, of the recordings that begin like this.
    static func names(_ prefix: String) -> [String] {
        guard let directory, let files = try? FileManager.default.contentsOfDirectory(atPath: directory.path) else {
            return []
        }
        return files.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }

    static func object(_ name: String) throws -> JSONObject {
        guard let directory else { return JSONObject() }
        let data = try Data(contentsOf: directory.appending(path: "\(name).json"))
        guard let object = try JSONValue(parsing: Array(data)).objectValue else { throw PayloadError(.notAnObject) }
        return object
    }
}
