// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe

extension MediaServer {
    /// Shares the picture inside a media file, such as an album cover, as artwork of the item.
    ///
    /// - Parameter path: The path of the media file.
    /// - Returns: The shared image; `nil` if the file has none.
    package func shareCover(of path: String) async -> SharedMedia? {
        guard let cover = try? await MediaProbe.cover(file: path) else { return nil }
        return share(
            data: cover.bytes,
            contentType: cover.format.mediaType,
            name: "cover.\(cover.format.rawValue)"
        )
    }
}
