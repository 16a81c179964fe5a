// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The container of the segments of an HLS stream.
///
/// A real device expects transport streams unless the sender declares fragmented MP4 (`hlsSegmentFormat` and
/// `hlsVideoSegmentFormat`). If the segments have the other container, it waits for playable ones without an error.
package enum HLSSegmentContainer: String, Sendable, Hashable {
    case transportStream = "MPEG transport streams"
    case fragmentedMP4 = "fragmented MP4"

    /// Creates the container that a sender declares. The format of the video takes precedence.
    init(audio: HLSSegmentFormat?, video: HLSVideoSegmentFormat?) {
        let isMP4 = video.map { $0 == .fmp4 } ?? (audio == .fmp4)
        self = isMP4 ? .fragmentedMP4 : .transportStream
    }

    /// Creates the container that a media playlist shows; nil if the playlist does not show it, or if the segments are
    /// audio without a container.
    init?(playlist text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("#EXT-X-MAP:") {
                // Transport streams can have an initialization section as well.
                let uri = line.firstRange(of: "URI=\"").map { line[$0.upperBound...].prefix { $0 != "\"" } }
                self = uri.map(Self.isTransportStream) == true ? .transportStream : .fragmentedMP4
                return
            }
            guard !line.hasPrefix("#") else { continue }
            guard Self.isTransportStream(line) else { return nil }
            self = .transportStream
            return
        }
        return nil
    }

    private static func isTransportStream(_ uri: Substring) -> Bool {
        uri.prefix { $0 != "?" && $0 != "#" }.lowercased().hasSuffix(".ts")
    }
}
