// SPDX-License-Identifier: Apache-2.0

/// Subtitles of a media item, converted from a subtitle file to the cues of WebVTT.
///
/// Cast devices display WebVTT. This type reads the other formats in which subtitles are distributed:
///
/// ```swift
/// let subtitles = try Subtitles(bytes, fileName: "film.en.srt")
/// let text = subtitles.webVTT(delay: 1.5)
/// ```
public struct Subtitles: Sendable, Hashable {
    /// A text and the interval in which it is displayed.
    public struct Cue: Sendable, Hashable {
        /// The time at which the text appears, in seconds.
        public var start: Double
        /// The time at which the text disappears, in seconds.
        public var end: Double
        /// The text in the syntax of WebVTT: escaped, with balanced tags and without empty lines.
        public var text: String
        /// The settings in the syntax of WebVTT, such as `line:0 align:left`, or an empty string.
        public var settings: String

        /// Creates a cue. The text and the settings are not checked.
        public init(start: Double, end: Double, text: String, settings: String = "") {
            self.start = start
            self.end = end
            self.text = text
            self.settings = settings
        }
    }

    /// A format of subtitle files.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Format: Sendable, Hashable {
        /// SubRip, `.srt`.
        case subRip
        /// SubStation Alpha, `.ssa`, and Advanced SubStation Alpha, `.ass`.
        case subStation
        /// WebVTT, `.vtt`.
        case webVTT
        /// Timed Text Markup Language, `.ttml`, and its predecessor DFXP, `.dfxp`.
        case ttml
    }

    /// Limits on the size of subtitles. They bound the memory and time that a file can take.
    public struct Limits: Sendable, Hashable {
        /// The maximum size of a file in bytes. A larger file is an error. The default is 16 MiB.
        public var bytes = 16 << 20
        /// The maximum number of cues. Further cues are dropped. The default is 100,000.
        public var cues = 100_000
        /// The maximum size of a cue's text in bytes. Longer text is cut. The default is 8 KiB.
        public var cueText = 8 << 10

        /// Creates the default limits.
        public init() {}
    }

    /// The cues. Those of SubStation Alpha files are sorted by start and layer, others are in the order of the file.
    public var cues: [Cue]
    /// The format of the file.
    public var format: Format

    /// Reads a subtitle file.
    ///
    /// The content determines the format, not the name. Invalid parts of the file are skipped.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - fileName: The name of the file, with or without its path. A language in it, as in `film.ru.srt`, helps to
    ///     determine the character encoding.
    ///   - encoding: The name of the character encoding, such as `windows-1250`. By default, it is detected. A byte
    ///     order mark takes precedence.
    ///   - limits: The limits on the size.
    public init(
        _ bytes: [UInt8],
        fileName: String? = nil,
        encoding: String? = nil,
        limits: Limits = Limits()
    ) throws(SubtitleError) {
        guard bytes.count <= limits.bytes else { throw .tooLarge(bytes: limits.bytes) }
        guard !SubtitleDetection.isPictures(bytes, fileName: fileName) else { throw .pictures }
        let text = try TextEncoding.decode(bytes, encoding: encoding, fileName: fileName)
        guard let format = SubtitleDetection.format(text) else {
            throw text.allSatisfy({ $0 == 32 || (9...13).contains($0) }) ? .empty : .unknownFormat
        }
        let cues =
            switch format {
            case .subRip: SubRipParser.cues(text, limits: limits)
            case .subStation: SubStationParser.cues(text, limits: limits)
            case .webVTT: WebVTTParser.cues(text, limits: limits)
            case .ttml: TTMLParser.cues(text, limits: limits)
            }
        guard !cues.isEmpty else { throw .empty }
        self.cues = cues
        self.format = format
    }

    /// Returns the subtitles as a WebVTT file, sorted by start.
    ///
    /// - Parameter delay: The number of seconds by which the cues are shifted, negative to show them earlier. Cues that
    ///   would end before 0 are dropped. Cues that would start before 0 start at 0.
    public func webVTT(delay: Double = 0) -> String {
        let delay = delay.isFinite ? delay : 0
        var timed: [(start: Int, end: Int, index: Int)] = []
        timed.reserveCapacity(cues.count)
        for (index, cue) in cues.enumerated() {
            let start = SubtitleTime.milliseconds(cue.start + delay)
            let end = SubtitleTime.milliseconds(cue.end + delay)
            if let start, let end, start < end { timed.append((start, end, index)) }
        }
        timed.sort { ($0.start, $0.index) < ($1.start, $1.index) }
        var result = "WEBVTT\n"
        for (start, end, index) in timed {
            let cue = cues[index]
            result += "\n\(SubtitleTime.webVTT(start)) --> \(SubtitleTime.webVTT(end))"
            if !cue.settings.isEmpty { result += " " + cue.settings }
            result += "\n" + cue.text + "\n"
        }
        return result
    }
}
