/// Positions and lengths as people read them.
enum TimeText {
    /// `00:05`, `09:59`, `1:02:03`, as `Localizer.time(_:)` of CastUI formats times on the line below.
    ///
    /// Fractions of a second are cut off, and what is not a time is `00:00`.
    static func clock(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds > 0 else { return "00:00" }
        let total = Int(min(seconds, 359_999_999))
        let (hours, minutes, rest) = (total / 3600, total / 60 % 60, total % 60)
        if hours > 0 { return "\(hours):\(twoDigits(minutes)):\(twoDigits(rest))" }
        return "\(twoDigits(minutes)):\(twoDigits(rest))"
    }

    /// `12 ms`, `1.4 s`: how long something took.
    static func elapsed(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = Double(seconds) * 1000 + Double(attoseconds) / 1e15
        if milliseconds < 10 { return "\(decimal(milliseconds)) ms" }
        if milliseconds < 1000 { return "\(Int(milliseconds.rounded())) ms" }
        return "\(decimal(milliseconds / 1000)) s"
    }

    /// One digit behind the point.
    private static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func twoDigits(_ value: Int) -> String {
        value < 10 ? "0\(value)" : "\(value)"
    }
}
