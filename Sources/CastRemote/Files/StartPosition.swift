// SPDX-License-Identifier: Apache-2.0

/// A start position as text, such as `1:02:03`.
package enum StartPosition {
    private static let maximumLength = 16

    /// Parses seconds, `M:SS` or `H:MM:SS`.
    ///
    /// - Returns: The position in seconds, 0 for an empty text; nil if the text is not a position.
    package static func parse(_ text: String) -> Double? {
        let text = text.drop(while: \.isWhitespace)
        guard text.count <= maximumLength else { return nil }
        let trimmed = text.prefix { !$0.isWhitespace }
        guard !trimmed.isEmpty else { return 0 }
        let parts = trimmed.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3 else { return nil }
        var seconds = 0
        for (index, part) in parts.enumerated() {
            guard (1...6).contains(part.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let value = Int(part), index == 0 || value < 60
            else { return nil }
            seconds = seconds * 60 + value
        }
        return Double(seconds)
    }

    /// Returns a position in the form that ``parse(_:)`` accepts; empty for the beginning.
    package static func text(_ seconds: Double?) -> String {
        guard let seconds, seconds.isFinite, seconds >= 1, seconds < 1e7 else { return "" }
        let whole = Int(seconds)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }
}
