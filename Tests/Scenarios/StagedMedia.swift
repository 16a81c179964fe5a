// SPDX-License-Identifier: Apache-2.0

import CastReceiver

/// The media that the device finds at an address, without HTTP: video of a given length, a live stream, or a failure.
struct StagedMedia: MediaInspector {
    /// The duration, in seconds.
    var duration = 60.0
    /// The size of the video in pixels; nil for media without video.
    var picture: (width: Int, height: Int)?
    /// Unplayable addresses, with their Cast error codes.
    var failures: [String: Int] = [:]

    /// Addresses of live streams, with their seekable range when they are opened.
    var live: [String: LiveWindow] = [:]

    func inspect(_ item: PlayerItem) async -> MediaInspection {
        if let code = failures[item.url] {
            return .unplayable(detailedErrorCode: code, message: "nothing plays at \(item.url)")
        }
        if let window = live[item.url] { return .playable(MediaMetadataFacts(live: window), kind: .video) }
        let facts = MediaMetadataFacts(duration: duration, width: picture?.width, height: picture?.height)
        return .playable(facts, kind: .video)
    }
}
