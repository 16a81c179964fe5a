import Foundation

/// The film that ships with the tool: 20 s, 854 by 480, H.264 and AAC in MP4. It is part of the program, so that the
/// program needs no file beside it.
enum Film {
    static let contentType = "video/mp4"

    /// The whole file.
    static var bytes: [UInt8] {
        let text = base64.withUTF8Buffer { Data($0) }
        return Data(base64Encoded: text).map { Array($0) } ?? []
    }
}
