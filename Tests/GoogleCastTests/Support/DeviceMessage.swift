// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

/// A message of a device in a file.
///
/// The fixtures were written for the tests and are in `Fixtures` of `CastWireTests`. The recordings of real devices are
/// not part of this repository; they are in the folder that `CAST_SHARED` names, or in `shared` beside the package.
struct DeviceMessage: Sendable, CustomTestStringConvertible {
    /// The folders of messages.
    enum Source: String, Sendable, CustomTestStringConvertible {
        case fixtures, recordings

        var testDescription: String { rawValue }

        /// The fixtures, and the recordings if they are present.
        static let available: [Source] = {
            let path = Source.recordings.folder.path
            guard FileManager.default.fileExists(atPath: path) else {
                print("SKIPPED: recorded messages, because \(path) is missing (set CAST_SHARED); fixtures are used")
                return [.fixtures]
            }
            return [.fixtures, .recordings]
        }()

        fileprivate var folder: URL {
            let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            switch self {
            case .fixtures: return tests.appending(path: "CastWireTests/Fixtures/traces")
            case .recordings:
                let shared =
                    ProcessInfo.processInfo.environment["CAST_SHARED"].map { URL(filePath: $0) }
                    ?? tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared")
                return shared.appending(path: "protocol/data/traces")
            }
        }
    }

    var source: Source
    var file: String
    var object: JSONObject

    var testDescription: String { "\(file) (\(source.rawValue))" }

    static let media = all.filter { $0.file.hasPrefix("media-status") }
    static let receiver = all.filter { $0.file.hasPrefix("receiver-status") }

    private static let all: [DeviceMessage] = Source.available.flatMap { source in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: source.folder.path)) ?? []
        return names.sorted().filter { $0.hasSuffix(".json") }.compactMap { name -> DeviceMessage? in
            guard
                let data = try? Data(contentsOf: source.folder.appending(path: name)),
                let object = try? JSONValue(parsing: Array(data)).objectValue
            else { return nil }
            return DeviceMessage(source: source, file: name, object: object)
        }
    }

    /// Returns the media status of a kind; the names of the files are the same in all folders.
    static func named(_ name: String, in source: Source) -> DeviceMessage? {
        media.first { $0.source == source && $0.file == name + ".json" }
    }

    /// The statuses of the message.
    var statuses: [JSONObject] { object["status"]?.arrayValue?.compactMap(\.objectValue) ?? [] }
}
