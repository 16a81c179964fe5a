import Foundation

/// A file of silence that any player plays, as long as a test needs it.
struct SoundFile {
    let path: String

    /// 8-bit mono WAVE with 8000 samples a second.
    init(seconds: Int, name: String = "silence") throws {
        let count = seconds * 8000
        func little(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) } }
        var bytes = Array("RIFF".utf8) + little(36 + count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
        bytes += little(1, 2) + little(1, 2) + little(8000, 4) + little(8000, 4) + little(1, 2) + little(8, 2)
        bytes += Array("data".utf8) + little(count, 4) + [UInt8](repeating: 128, count: count)
        let url = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID()).wav")
        try Data(bytes).write(to: url)
        path = url.path
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
