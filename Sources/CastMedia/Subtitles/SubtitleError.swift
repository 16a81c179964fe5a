// SPDX-License-Identifier: Apache-2.0

/// An error that prevents the conversion of a subtitle file.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SubtitleError: Error, Sendable, Hashable {
    /// The content is in none of the supported formats.
    case unknownFormat
    /// The file contains no cues.
    case empty
    /// The file is larger than the limit. The value is the limit in bytes.
    case tooLarge(bytes: Int)
    /// No supported character encoding has this name.
    case unknownEncoding(String)
    /// The subtitles are images, as in VobSub (`.idx`, `.sub`) and PGS (`.sup`) files.
    case pictures
}

extension SubtitleError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownFormat: "the subtitle format is not supported; use SRT, ASS, SSA, WebVTT or TTML"
        case .empty: "the subtitle file contains no subtitles"
        case .tooLarge(let bytes): "the subtitle file is larger than \(bytes) bytes"
        case .unknownEncoding(let name):
            "the character encoding \"\(name)\" is not supported; use for example utf-8 or windows-1252"
        case .pictures: "image subtitles cannot be converted to text; use a text format such as SRT"
        }
    }
}
