import CastWire
import Foundation

@testable import CastReceiver

/// What receiver pages heard on a real device, which does not lie in this repository.
///
/// Looked for where `CAST_SHARED` says, else in `shared` beside the package.
enum RecordedPage {
    static let whenMissing = "there are no recordings of pages here"

    private static let directory: URL? = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let shared =
            ProcessInfo.processInfo.environment["CAST_SHARED"].map { URL(filePath: $0) }
            ?? package.deletingLastPathComponent().appending(path: "shared")
        let data = shared.appending(path: "protocol/data/ipc")
        guard FileManager.default.fileExists(atPath: data.path) else {
            print("SKIPPED: every test of recorded pages, since \(data.path) is missing (set CAST_SHARED)")
            return nil
        }
        return data
    }()

    static let names: [String] = {
        guard let directory, let files = try? FileManager.default.contentsOfDirectory(atPath: directory.path) else {
            return []
        }
        return files.filter { $0.hasSuffix(".json") }.sorted()
    }()

    /// The frames of one recording, in order.
    static func frames(_ name: String) throws -> [WebReceiverFrame] {
        guard let directory else { return [] }
        let bytes = try Array(Data(contentsOf: directory.appending(path: name)))
        let list = try JSONValue(parsing: bytes, limits: JSONLimits(bytes: 4 << 20, values: 1 << 20))
        return (list.arrayValue ?? []).compactMap { entry in
            guard let namespace = entry["namespace"]?.stringValue, let sender = entry["senderId"]?.stringValue,
                let data = entry["data"]?.stringValue
            else { return nil }
            return WebReceiverFrame(CastNamespace(namespace), sender, data)
        }
    }
}
