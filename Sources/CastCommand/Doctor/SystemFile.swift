// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastWire

/// The small text files in which a system is configured and describes itself.
enum SystemFile {
    private static let sizeLimit = 16 << 20

    /// Returns the text of a file; nil if it cannot be read, has more than 16 MB, or is not text. Blocks on the file system.
    static func text(of path: String) -> String? {
        (try? SmallFile.read(path, limit: sizeLimit)).flatMap { String(validUTF8: $0) }
    }
}
