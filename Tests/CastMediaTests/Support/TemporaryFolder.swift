import Foundation

/// A folder of one test, gone when the test is.
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

    /// A file of any length that takes no room on the disk, with some bytes at its end.
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

/// Bytes in which every place differs from its neighbours.
func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &* 7) }
}
