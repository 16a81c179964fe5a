// SPDX-License-Identifier: Apache-2.0

/// A parser for SubRip files.
///
/// Files in circulation have missing numbers, missing empty lines and empty lines inside the text. Therefore, only a
/// line with two times begins a cue, and only the next such line ends it.
enum SubRipParser {
    static func cues(_ text: [UInt8], limits: Subtitles.Limits) -> [Subtitles.Cue] {
        var cues: [Subtitles.Cue] = []
        var current: Pending?
        var lines = SubtitleLines(text)
        while cues.count < limits.cues, let line = lines.next() {
            if isTimeLine(line) {
                if let cue = current?.finish(beforeTimes: true) { cues.append(cue) }
                current = SubtitleTime.interval(line).map {
                    Pending(start: $0.start, end: $0.end, limit: limits.cueText)
                }
            } else {
                current?.append(line)
            }
        }
        if cues.count < limits.cues, let cue = current?.finish(beforeTimes: false) { cues.append(cue) }
        return cues
    }

    /// Returns whether a line contains the times of a cue. They can be invalid, for example negative.
    static func isTimeLine(_ line: ArraySlice<UInt8>) -> Bool {
        var start = line.trimmed
        if start.first == UInt8(ascii: "-") { start = start.dropFirst() }
        guard start.first?.isDigit == true, let arrow = SubtitleTime.arrow(line), arrow >= start.startIndex else {
            return false
        }
        return start[..<arrow].contains(UInt8(ascii: ":"))
    }

    /// A cue whose text is not complete.
    private struct Pending {
        let start: Double
        let end: Double
        var markup: CueMarkup
        /// The last line. It is held back because it can be the number of the next cue.
        var last: ArraySlice<UInt8>?
        var followsEmptyLine = false

        init(start: Double, end: Double, limit: Int) {
            self.start = start
            self.end = end
            markup = CueMarkup(.subRip, limit: limit)
        }

        mutating func append(_ line: ArraySlice<UInt8>) {
            let line = line.trimmed
            if line.isEmpty {
                flush()
                followsEmptyLine = true
            } else {
                let isAfterEmptyLine = last == nil && followsEmptyLine
                flush()
                last = line
                followsEmptyLine = isAfterEmptyLine
            }
        }

        private mutating func flush() {
            guard let line = last else { return }
            markup.append(line)
            markup.newline()
            last = nil
        }

        mutating func finish(beforeTimes: Bool) -> Subtitles.Cue? {
            // A number directly before the times is the number of the next cue, unless it is the only text.
            let isNumber = last.map { $0.allSatisfy(\.isDigit) } ?? false
            if !(beforeTimes && isNumber && (followsEmptyLine || !markup.text.isEmpty)) { flush() }
            let settings = CueAlignment.settings(markup.alignment ?? 2)
            let text = markup.finish()
            return text.isEmpty ? nil : Subtitles.Cue(start: start, end: end, text: text, settings: settings)
        }
    }
}
