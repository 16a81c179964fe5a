// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Expected text in a file. `CAST_RECORD_SNAPSHOTS=1` updates the files.
enum Snapshot {
    private static let directory = CastProgram.packageDirectory.appending(path: "Tests/CommandTests/Snapshots")

    static func expect(_ text: String, matches name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = directory.appending(path: name)
        if ProcessInfo.processInfo.environment["CAST_RECORD_SNAPSHOTS"] == "1" {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            // A run that records proves nothing.
            Issue.record("recorded \(name)", sourceLocation: sourceLocation)
            return
        }
        let expected = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        #expect(
            text == expected,
            "\(name) differs; CAST_RECORD_SNAPSHOTS=1 swift test --filter CommandTests updates it",
            sourceLocation: sourceLocation
        )
    }
}
