// SPDX-License-Identifier: Apache-2.0

/// A parser for WebVTT files.
enum WebVTTParser {
    private enum State {
        /// Before the first line of a block.
        case start
        /// After a line that can be the identifier of a cue.
        case identifier
        /// In the header, a comment, a style sheet, a region or an invalid cue.
        case skipped
        case cue
    }

    static func cues(_ text: [UInt8], limits: Subtitles.Limits) -> [Subtitles.Cue] {
        var cues: [Subtitles.Cue] = []
        var state = State.skipped
        var cue = Subtitles.Cue(start: 0, end: 0, text: "")
        var content = 0..<0
        var lines = SubtitleLines(text)

        func finish() {
            guard state == .cue, cues.count < limits.cues else { return }
            var markup = CueMarkup(.webVTT, limit: limits.cueText)
            markup.append(text[content])
            cue.text = markup.finish()
            if !cue.text.isEmpty { cues.append(cue) }
        }

        while cues.count < limits.cues, let line = lines.next() {
            if line.isEmpty {
                finish()
                state = .start
            } else if SubtitleTime.arrow(line) != nil {
                finish()
                if let (start, end, rest) = SubtitleTime.interval(line) {
                    cue = Subtitles.Cue(start: start, end: end, text: "", settings: settings(rest))
                    content = line.endIndex..<line.endIndex
                    state = .cue
                } else {
                    state = .skipped
                }
            } else {
                switch state {
                case .cue: content = content.lowerBound..<line.endIndex
                case .start: state = isOtherBlock(line) ? .skipped : .identifier
                case .identifier: state = .skipped
                case .skipped: break
                }
            }
        }
        finish()
        return cues
    }

    private static func isOtherBlock(_ line: ArraySlice<UInt8>) -> Bool {
        ["NOTE", "STYLE", "REGION"].contains { name in
            line.starts(with: name.utf8) && line.dropFirst(name.utf8.count).first?.isSubtitleSpace != false
        }
    }

    /// Returns the valid settings of a cue.
    static func settings(_ text: ArraySlice<UInt8>) -> String {
        var result: [String] = []
        var names: Set<String> = []
        for part in text.prefix(256).split(whereSeparator: \.isSubtitleSpace) {
            guard let colon = part.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = part[..<colon].string
            guard let value = value(part[(colon + 1)...], of: name), names.insert(name).inserted else { continue }
            result.append("\(name):\(value)")
        }
        return result.joined(separator: " ")
    }

    /// Returns the value of a setting if it is valid.
    private static func value(_ text: ArraySlice<UInt8>, of name: String) -> String? {
        let value = text.string
        let parts = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2 else { return nil }
        let anchor = parts.count == 2 ? parts[1].string : nil
        switch name {
        case "vertical": return ["rl", "lr"].contains(value) ? value : nil
        // Drafts of WebVTT named this value `middle`.
        case "align" where value == "middle": return "center"
        case "align": return ["start", "center", "end", "left", "right"].contains(value) ? value : nil
        case "size": return parts.count == 1 && isPercentage(first) ? value : nil
        case "position":
            guard isPercentage(first), anchor.map(["line-left", "center", "line-right"].contains) ?? true else {
                return nil
            }
            return value
        case "line":
            guard isPercentage(first) || isLine(first), anchor.map(["start", "center", "end"].contains) ?? true else {
                return nil
            }
            return value
        default: return nil
        }
    }

    private static func isPercentage(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.last == UInt8(ascii: "%"), let (value, rest) = SubtitleTime.number(text) else { return false }
        return value <= 100 && rest.count == 1
    }

    private static func isLine(_ text: ArraySlice<UInt8>) -> Bool {
        let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
        return (1...4).contains(digits.count) && digits.allSatisfy(\.isDigit)
    }
}
