// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

/// A folder with messages, discovery records and authentication vectors.
enum TestData: String, Sendable, CustomTestStringConvertible {
    /// Written or generated for the tests, in `Fixtures` of `CastWireTests`.
    case fixtures
    /// Recorded from real devices. They are not part of this repository.
    ///
    /// Their folder is `protocol/data` in the folder that `CAST_SHARED` names, or in `shared` next to the package.
    case recordings

    /// The fixtures, and the recordings if they are present.
    static let available: [TestData] = {
        let path = TestData.recordings.directory.path
        guard FileManager.default.fileExists(atPath: path) else {
            print("SKIPPED: recorded messages, because \(path) does not exist (set CAST_SHARED); fixtures are used")
            return [.fixtures]
        }
        return [.fixtures, .recordings]
    }()

    var directory: URL {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        switch self {
        case .fixtures: return tests.appending(path: "CastWireTests/Fixtures")
        case .recordings:
            let package = tests.deletingLastPathComponent()
            let shared =
                ProcessInfo.processInfo.environment["CAST_SHARED"].map { URL(filePath: $0) }
                ?? package.deletingLastPathComponent().appending(path: "shared")
            return shared.appending(path: "protocol/data")
        }
    }

    var testDescription: String { rawValue }

    func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: directory.appending(path: path)))
    }

    /// Returns the message of a kind; the names of the files are the same in all folders.
    func message(_ name: String) throws -> JSONObject {
        guard let object = try JSONValue(parsing: bytes("traces/\(name).json")).objectValue else {
            throw PayloadError(.notAnObject)
        }
        return object
    }
}

/// A message in a file.
struct TestMessage: Sendable, CustomTestStringConvertible {
    var data: TestData
    /// The name of the file, without extension.
    var name: String

    var testDescription: String { "\(name) (\(data.rawValue))" }

    var object: JSONObject {
        get throws { try data.message(name) }
    }

    /// Returns the messages whose names have a prefix, of all available folders.
    static func all(_ prefix: String) -> [TestMessage] {
        TestData.available.flatMap { data in
            let folder = data.directory.appending(path: "traces")
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return files.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }.sorted().map { file in
                TestMessage(data: data, name: String(file.dropLast(5)))
            }
        }
    }
}
