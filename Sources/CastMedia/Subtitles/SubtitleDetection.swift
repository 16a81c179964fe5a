// SPDX-License-Identifier: Apache-2.0

/// Detection of the format of subtitle files.
enum SubtitleDetection {
    /// Returns whether a file contains subtitles as images.
    static func isPictures(_ bytes: [UInt8], fileName: String?) -> Bool {
        if bytes.starts(with: [0, 0, 1, 0xBA]) || bytes.starts(with: "# VobSub index file".utf8) { return true }
        // The signature of PGS is two letters, which could also be the beginning of a text. The type of the first
        // segment is a control character.
        if bytes.starts(with: "PG".utf8), bytes.count > 10, bytes[10] == 0x16 { return true }
        let name = fileName?.lowercased() ?? ""
        return name.hasSuffix(".sup") || name.hasSuffix(".idx")
    }

    /// Returns the format of decoded text.
    static func format(_ text: [UInt8]) -> Subtitles.Format? {
        guard let start = text.firstIndex(where: { !$0.isSubtitleSpace }) else { return nil }
        let content = text[start...]
        if content.starts(with: "WEBVTT".utf8) { return .webVTT }
        if content.first == UInt8(ascii: "<"), isTimedText(text, from: start) { return .ttml }
        var lines = SubtitleLines(text)
        while let line = lines.next() {
            guard let first = line.trimmed.first else { continue }
            switch first {
            case UInt8(ascii: "["), UInt8(ascii: "D"), UInt8(ascii: "d"):
                if isSubStation(line.trimmed) { return .subStation }
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                if SubRipParser.isTimeLine(line) { return .subRip }
            default: break
            }
        }
        return nil
    }

    private static func isSubStation(_ line: ArraySlice<UInt8>) -> Bool {
        ["[script info]", "[v4", "[events]", "dialogue:"].contains { line.hasPrefix(ignoringCase: $0) }
    }

    /// Returns whether the root element of an XML document is `tt`.
    private static func isTimedText(_ text: [UInt8], from start: Int) -> Bool {
        var tokens = XMLTokenizer(text, from: start)
        while let token = tokens.next() {
            if case .start(let name, _, _) = token { return name == "tt" }
        }
        return false
    }
}
