// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder for one test, deleted at its end.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("cast-media-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String, _ content: [UInt8] = []) throws -> String {
        let file = "\(path)/\(name)"
        try Data(content).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// Creates a sparse file of any size that ends with the given bytes.
    func sparseFile(_ name: String, size: Int, ending: [UInt8]) throws -> String {
        let file = try file(name)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try handle.truncate(atOffset: UInt64(size - ending.count))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(ending))
        try handle.close()
        return file
    }
}

/// Returns bytes in which neighboring bytes differ.
func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &* 7) }
}
