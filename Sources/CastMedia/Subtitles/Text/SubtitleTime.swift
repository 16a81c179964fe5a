// SPDX-License-Identifier: Apache-2.0

/// Times of subtitle formats.
enum SubtitleTime {
    /// The end of the range of times, in seconds. It keeps arithmetic on times exact.
    static let maximum = 3_600_000.0

    /// Parses a time such as `1:02:03.456`, `00:01:02,5` or `02:03.456` at the beginning of text.
    static func clock(_ text: ArraySlice<UInt8>) -> (seconds: Double, rest: ArraySlice<UInt8>)? {
        var rest = text.trimmed
        var seconds = 0
        var components = 0
        while components < 3, let (value, _, after) = digits(rest, maximum: 6) {
            seconds = seconds * 60 + value
            components += 1
            rest = after
            guard components < 3, rest.first == UInt8(ascii: ":") else { break }
            rest = rest.dropFirst()
        }
        guard components >= 2, rest.first?.isDigit != true else { return nil }
        var time = Double(seconds)
        if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ","),
            let (value, divisor, after) = digits(rest.dropFirst(), maximum: 9)
        {
            time += Double(value) / Double(divisor)
            rest = after.drop(while: \.isDigit)
        }
        return time < maximum ? (time, rest) : nil
    }

    /// Parses a decimal number without a sign and an exponent at the beginning of text.
    static func number(_ text: ArraySlice<UInt8>) -> (value: Double, rest: ArraySlice<UInt8>)? {
        guard let (whole, _, after) = digits(text, maximum: 15), after.first?.isDigit != true else { return nil }
        guard after.first == UInt8(ascii: "."), let fraction = digits(after.dropFirst(), maximum: 9) else {
            return (Double(whole), after)
        }
        return (Double(whole) + Double(fraction.value) / Double(fraction.divisor), fraction.rest.drop(while: \.isDigit))
    }

    /// Parses the digits at the beginning of text. The divisor is 10 to the power of the number of digits.
    private static func digits(
        _ text: ArraySlice<UInt8>,
        maximum: Int
    ) -> (value: Int, divisor: Int, rest: ArraySlice<UInt8>)? {
        var value = 0
        var divisor = 1
        var index = text.startIndex
        while index < text.endIndex, index - text.startIndex < maximum, text[index].isDigit {
            value = value * 10 + Int(text[index] - 48)
            divisor *= 10
            index += 1
        }
        return index > text.startIndex ? (value, divisor, text[index...]) : nil
    }

    /// Parses the line with both times of a cue, as in SubRip and WebVTT. The rest is the text after the times.
    static func interval(
        _ line: ArraySlice<UInt8>
    ) -> (start: Double, end: Double, rest: ArraySlice<UInt8>)? {
        guard let arrow = arrow(line), let start = clock(line[..<arrow]), let end = clock(line[(arrow + 3)...]),
            start.seconds < end.seconds
        else { return nil }
        return (start.seconds, end.seconds, end.rest)
    }

    /// Returns the index of the first `-->` in a line.
    static func arrow(_ line: ArraySlice<UInt8>) -> Int? {
        var index = line.startIndex
        while index + 2 < line.endIndex {
            if line[index] == UInt8(ascii: "-"), line[index + 1] == UInt8(ascii: "-"),
                line[index + 2] == UInt8(ascii: ">")
            {
                return index
            }
            index += 1
        }
        return nil
    }

    /// Converts seconds to milliseconds. Negative times become 0. Returns `nil` for times that are not in range.
    static func milliseconds(_ seconds: Double) -> Int? {
        guard seconds.isFinite, seconds < maximum * 2 else { return nil }
        return seconds > 0 ? Int((seconds * 1000).rounded()) : 0
    }

    /// Returns a time in the syntax of WebVTT.
    static func webVTT(_ milliseconds: Int) -> String {
        let seconds = milliseconds / 1000
        return "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
            + ".\(padded(milliseconds % 1000, 3))"
    }

    private static func padded(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
