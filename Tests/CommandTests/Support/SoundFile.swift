import Foundation

/// A file of silence that any player plays, as long as a test needs it.
struct SoundFile {
    let path: String

    /// As people see it.
    var name: String { URL(filePath: path).lastPathComponent }
    var title: String { URL(filePath: path).deletingPathExtension().lastPathComponent }

    /// 8-bit mono WAVE with 8000 samples a second.
    ///
    /// - Parameter isAlone: Whether it is in a folder of its own, and called `name` and nothing else.
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
