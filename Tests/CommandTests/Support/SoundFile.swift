// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A temporary file of silence that all players support.
struct SoundFile {
    let path: String

    /// The name of the file.
    var name: String { URL(filePath: path).lastPathComponent }
    var title: String { URL(filePath: path).deletingPathExtension().lastPathComponent }

    /// Creates the file: 8-bit mono WAVE at 8,000 Hz.
    ///
    /// - Parameter isAlone: Whether the file is in its own folder with exactly `name`, instead of a unique name.
    init(seconds: Int, name: String = "silence", isAlone: Bool = false) throws {
        let count = seconds * 8000
        func little(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) } }
        var bytes = Array("RIFF".utf8) + little(36 + count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
        bytes += little(1, 2) + little(1, 2) + little(8000, 4) + little(8000, 4) + little(1, 2) + little(8, 2)
        bytes += Array("data".utf8) + little(count, 4) + [UInt8](repeating: 128, count: count)
        let folder = FileManager.default.temporaryDirectory
        let url = folder.appending(path: isAlone ? "\(UUID())/\(name).wav" : "\(name)-\(UUID()).wav")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        path = url.path
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
