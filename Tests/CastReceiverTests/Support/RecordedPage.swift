// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastReceiver

/// A recording of the frames that a receiver page received, and of the requests of its senders.
///
/// Those in `Fixtures` were written for the tests. Those of real devices are not part of this repository; they are in the
/// folder that `CAST_SHARED` names, or in `shared` beside the package.
struct RecordedPage: Sendable, CustomTestStringConvertible {
    private var file: URL

    /// The name of the file, which is the same for all recordings of a kind.
    var name: String { file.lastPathComponent }

    var testDescription: String { file.pathComponents.suffix(3).joined(separator: "/") }

    /// The recordings in `Fixtures`.
    static let fixtures: [RecordedPage] = {
        let target = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return pages(in: target.appending(path: "Fixtures/ipc"))
    }()

    /// All recordings.
    static let all: [RecordedPage] = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let shared =
            ProcessInfo.processInfo.environment["CAST_SHARED"].map { URL(filePath: $0) }
            ?? package.deletingLastPathComponent().appending(path: "shared")
        let recorded = pages(in: shared.appending(path: "protocol/data/ipc"))
        if recorded.isEmpty {
            print("SKIPPED: recorded pages, because \(shared.path) has none (set CAST_SHARED); fixtures are used")
        }
        return fixtures + recorded
    }()

    private static func pages(in folder: URL) -> [RecordedPage] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().map { RecordedPage(file: folder.appending(path: $0)) }
    }

    /// Returns the frames, in order.
    func frames() throws -> [WebReceiverFrame] {
        let bytes = try Array(Data(contentsOf: file))
        let list = try JSONValue(parsing: bytes, limits: JSONLimits(bytes: 4 << 20, values: 1 << 20))
        return (list.arrayValue ?? []).compactMap { entry in
            guard let namespace = entry["namespace"]?.stringValue, let sender = entry["senderId"]?.stringValue,
                let data = entry["data"]?.stringValue
            else { return nil }
            return WebReceiverFrame(CastNamespace(namespace), sender, data)
        }
    }
}
