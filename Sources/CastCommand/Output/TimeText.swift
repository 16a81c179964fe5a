// SPDX-License-Identifier: Apache-2.0

/// Formats positions and durations for users.
enum TimeText {
    /// Formats a position in seconds as `00:05`, `09:59` or `1:02:03`, like `Localizer.time(_:)` of CastUI, which
    /// formats the progress line.
    ///
    /// Fractions of a second are truncated. A value that is not a positive, finite number is formatted as `00:00`.
    static func clock(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds > 0 else { return "00:00" }
        let total = Int(min(seconds, 359_999_999))
        let (hours, minutes, rest) = (total / 3600, total / 60 % 60, total % 60)
        if hours > 0 { return "\(hours):\(twoDigits(minutes)):\(twoDigits(rest))" }
        return "\(twoDigits(minutes)):\(twoDigits(rest))"
    }

    /// Formats a duration as `12 ms` or `1.4 s`.
    static func elapsed(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = Double(seconds) * 1000 + Double(attoseconds) / 1e15
        if milliseconds < 10 { return "\(decimal(milliseconds)) ms" }
        if milliseconds < 1000 { return "\(Int(milliseconds.rounded())) ms" }
        return "\(decimal(milliseconds / 1000)) s"
    }

    /// Formats a number with one decimal digit.
    private static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func twoDigits(_ value: Int) -> String {
        value < 10 ? "0\(value)" : "\(value)"
    }
}
