// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
import Foundation
import Testing

@testable import CastMedia

@Suite(.timeLimit(.minutes(1))) struct MediaConverterTests {
    /// A folder with an `ffmpeg` that records its runs and takes some time, and fails as long as there is no file `works`.
    private static func program() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let script = """
            #!/bin/sh
            echo run >>'\(folder.path)/runs'
            sleep 0.2
            [ -e '\(folder.path)/works' ] || exit 1
            echo ' V..... libx264 H.264'
            """
        let path = try folder.file("ffmpeg", Array(script.utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return folder
    }

    private static func runs(_ folder: TemporaryFolder) -> Int {
        (try? String(contentsOfFile: folder.path + "/runs", encoding: .utf8))?.split(separator: "\n").count ?? 0
    }

    @Test func `callers at the same time ask a program once, and a program that fails is asked again`() async throws {
        let folder = try Self.program()
        await #expect(throws: MediaConversionError.self) {
            try await MediaConverter.find(encodesVideo: true, searchPath: folder.path)
        }
        let before = Self.runs(folder)
        _ = try folder.file("works")
        let path = folder.path
        let names = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await MediaConverter.find(encodesVideo: true, searchPath: path).abilities?.videoEncoder?.name
                }
            }
            var names: [String?] = []
            for try await name in group { names.append(name) }
            return names
        }
        #expect(names == Array(repeating: "libx264", count: 4))
        // The encoders and the filters.
        #expect(Self.runs(folder) == before + 2)
    }
}
#endif
