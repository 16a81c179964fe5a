// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The film included with the tool: 20 s, 854 × 480 pixels, H.264 and AAC in MP4. It is embedded in the executable, so
/// that the tool consists of a single file.
enum Film {
    static let contentType = "video/mp4"

    /// The contents of the MP4 file.
    static var bytes: [UInt8] {
        let text = base64.withUTF8Buffer { Data($0) }
        return Data(base64Encoded: text).map { Array($0) } ?? []
    }
}
