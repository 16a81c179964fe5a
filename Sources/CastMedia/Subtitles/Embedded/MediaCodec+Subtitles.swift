// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe

extension MediaCodec {
    /// Whether these subtitles are text that `ffmpeg` extracts in a format that ``Subtitles`` reads.
    var isTextSubtitles: Bool { subtitleExtraction != nil }

    /// Whether these subtitles are pictures, which can only be drawn into the video.
    var isPictureSubtitles: Bool { [MediaCodec.pgs, .vobSub, .dvbSubtitle, "xsub"].contains(self) }

    /// The options of `ffmpeg` that write subtitles of this format as text; `nil` for other formats.
    ///
    /// The text is copied rather than converted where a format of files exists, so that no styles are lost.
    var subtitleExtraction: [String]? {
        switch self {
        case .subRip, "srt", "text": ["-c:s", "copy", "-f", "srt"]
        case .subStation, "ssa": ["-c:s", "copy", "-f", "ass"]
        case .webVTT: ["-c:s", "copy", "-f", "webvtt"]
        case .movText: ["-c:s", "srt", "-f", "srt"]
        // The samples are documents.
        case .ttml: ["-c", "copy", "-f", "data"]
        default: nil
        }
    }
}

extension FFmpegArguments {
    /// Returns the arguments that write a subtitle track as text to the standard output; `nil` for other formats.
    func subtitles(_ track: TrackFacts) -> [String]? {
        track.codec.subtitleExtraction.map { output in
            input + ["-i", "file:\(path)", "-map", "0:\(track.index)", "-map_metadata", "-1"] + output + ["pipe:1"]
        }
    }
}
