import CastWire
import Foundation

/// Recorded frames and messages of real devices, which do not lie in this repository.
///
/// They are looked for where `CAST_SHARED` says, else in `shared` beside the package.
enum SharedData {
    static let directory: URL? = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let shared =
            ProcessInfo.processInfo.environment["CAST_SHARED"].map { URL(filePath: $0) }
            ?? package.deletingLastPathComponent().appending(path: "shared")
        let data = shared.appending(path: "protocol/data")
        guard FileManager.default.fileExists(atPath: data.path) else {
            print("SKIPPED: every test of recorded messages, since \(data.path) is missing (set CAST_SHARED)")
            return nil
        }
        return data
    }()

    static var isAvailable: Bool { directory != nil }
    static let whenMissing = "there are no recorded messages here"

    static func bytes(_ path: String) -> [UInt8] {
        guard let directory, let data = try? Data(contentsOf: directory.appending(path: path)) else { return [] }
        return Array(data)
    }
}

/// One recorded message.
struct Trace: Sendable, CustomStringConvertible {
    var file: String
    /// A Cast namespace, `http` or `mDNS`.
    var namespace: String
    var description: String { file }

    static let all: [Trace] = {
        guard let index = try? JSONValue(parsing: SharedData.bytes("traces/index.json"), limits: .wide) else {
            return []
        }
        return (index.arrayValue ?? []).compactMap { entry in
            guard let file = entry["file"]?.stringValue, let namespace = entry["namespace"]?.stringValue else {
                return nil
            }
            return Trace(file: file, namespace: namespace)
        }
    }()

    /// Without what is no JSON.
    static let json = all.filter { trace in
        let isJSON = trace.file.hasSuffix(".json")
        if !isJSON { print("SKIPPED: \(trace.file), which is no JSON and no payload of the Cast socket") }
        return isJSON
    }

    static func named(_ name: String) -> Trace {
        Trace(file: "\(name).json", namespace: all.first { $0.file == "\(name).json" }?.namespace ?? "")
    }

    var bytes: [UInt8] { SharedData.bytes("traces/\(file)") }

    func object() throws -> JSONObject {
        guard let object = try JSONValue(parsing: bytes).objectValue else { throw PayloadError(.notAnObject) }
        return object
    }
}

extension JSONLimits {
    /// For files of tests.
    static let wide = JSONLimits(bytes: 1 << 24, values: 1 << 20)
}
