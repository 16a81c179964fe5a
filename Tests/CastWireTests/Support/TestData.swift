// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

/// A folder with frames, messages and authentication vectors.
enum TestData: String, Sendable, CustomTestStringConvertible {
    /// Written or generated for the tests, in `Fixtures`.
    case fixtures
    /// Recorded from real devices. They are not part of this repository.
    ///
    /// Their folder is `protocol/data` in the folder that `CAST_SHARED` names, or in `shared` next to the package.
    case recordings

    /// The fixtures, and the recordings if they are present.
    static let available: [TestData] = {
        guard FileManager.default.fileExists(atPath: TestData.recordings.directory.path) else {
            let path = TestData.recordings.directory.path
            print("SKIPPED: recorded messages, because \(path) does not exist (set CAST_SHARED); fixtures are used")
            return [.fixtures]
        }
        return [.fixtures, .recordings]
    }()

    static let recordingsMissing: Comment = "recorded messages not found (CAST_SHARED)"

    var directory: URL {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        switch self {
        case .fixtures: return tests.appending(path: "Fixtures")
        case .recordings:
            let package = tests.deletingLastPathComponent().deletingLastPathComponent()
            let shared =
                ProcessInfo.processInfo.environment["CAST_SHARED"].map { URL(filePath: $0) }
                ?? package.deletingLastPathComponent().appending(path: "shared")
            return shared.appending(path: "protocol/data")
        }
    }

    var testDescription: String { rawValue }

    /// Expects the value of the fixture. The names, ids and numbers of recordings differ, so that any value is accepted
    /// for them, but not nil.
    func expect<Value: Equatable>(
        _ value: Value?,
        fixture: Value,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        switch self {
        case .fixtures: #expect(value == fixture, sourceLocation: sourceLocation)
        case .recordings: #expect(value != nil, sourceLocation: sourceLocation)
        }
    }

    /// Returns the content of a file; empty if it does not exist.
    func bytes(_ path: String) -> [UInt8] {
        guard let data = try? Data(contentsOf: directory.appending(path: path)) else { return [] }
        return Array(data)
    }
}

/// A message in a file.
struct Trace: Sendable, CustomTestStringConvertible {
    var data: TestData
    var file: String
    /// The Cast namespace, `http` or `mDNS`.
    var namespace: String

    var testDescription: String { "\(file) (\(data.rawValue))" }

    /// The fixtures.
    static let fixtures = messages(in: .fixtures)
    /// The recordings that are JSON; empty if they are missing.
    static let recordings = TestData.available.contains(.recordings) ? messages(in: .recordings) : []
    static let all = fixtures + recordings

    private static func messages(in data: TestData) -> [Trace] {
        guard let index = try? JSONValue(parsing: data.bytes("traces/index.json"), limits: .wide) else { return [] }
        return (index.arrayValue ?? []).compactMap { entry in
            guard let file = entry["file"]?.stringValue, file.hasSuffix(".json"),
                let namespace = entry["namespace"]?.stringValue
            else { return nil }
            return Trace(data: data, file: file, namespace: namespace)
        }
    }

    /// Returns the message of a kind; the names of the files are the same in all folders.
    static func object(_ name: String, in data: TestData) throws -> JSONObject {
        try Trace(data: data, file: "\(name).json", namespace: "").object()
    }

    var bytes: [UInt8] { data.bytes("traces/\(file)") }

    func object() throws -> JSONObject {
        guard let object = try JSONValue(parsing: bytes).objectValue else { throw PayloadError(.notAnObject) }
        return object
    }
}

extension JSONLimits {
    /// Limits for the files of tests.
    static let wide = JSONLimits(bytes: 1 << 24, values: 1 << 20)
}
