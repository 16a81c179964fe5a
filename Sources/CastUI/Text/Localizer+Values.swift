import Foundation

// Times, shares and numbers.

extension Localizer {
    /// The longest time that is shown as one: a thousand hours less a second. A live stream may count from 1970.
    static var longestTime: Double { 3_599_999 }

    /// A time as digits: `MM:SS`, or `H:MM:SS` from an hour on; negative ones with a sign in front.
    ///
    /// Fractions are cut off, hours are not padded, digits are the locale's.
    ///
    /// - Parameter seconds: nil, what is not finite, and what is longer than a thousand hours give the no-time text.
    public func time(_ seconds: Double?) -> String {
        guard let seconds, seconds.isFinite, abs(seconds) <= Self.longestTime else { return text(.noTime) }
        let whole = Int(seconds.magnitude)
        let sign = seconds < 0 && whole > 0 ? "-" : ""
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        let short = "\(digits(minutes, atLeast: 2)):\(digits(rest, atLeast: 2))"
        return sign + (hours > 0 ? "\(digits(hours)):\(short)" : short)
    }

    /// What is left of something.
    ///
    /// - Parameter isNegative: Whether it is shown as a negative time.
    public func remaining(_ seconds: Double?, isNegative: Bool = true) -> String {
        let left = seconds.map { $0 < 0 ? 0 : $0 }
        return time(isNegative ? left.map { -$0 } : left)
    }

    /// A time in words, as a screen reader says it: `2 minutes, 5 seconds`.
    public func spokenTime(_ seconds: Double?) -> String {
        guard let seconds, seconds.isFinite, abs(seconds) <= Self.longestTime else { return text(.noTime) }
        let style = Duration.UnitsFormatStyle(
            allowedUnits: [.hours, .minutes, .seconds],
            width: .wide,
            fractionalPart: .hide(rounded: .towardZero)
        )
        return Duration.seconds(Int(seconds.magnitude)).formatted(style.locale(locale))
    }

    /// A time of day, such as of what a live stream showed.
    ///
    /// - Parameter seconds: Since 1970; nil, and what is no time, give the no-time text.
    public func timeOfDay(_ seconds: Double?) -> String {
        guard let seconds, seconds.isFinite, abs(seconds) < 1e11 else { return text(.noTime) }
        let style = Date.FormatStyle(date: .omitted, time: .shortened, locale: locale, timeZone: timeZone)
        return Date(timeIntervalSince1970: seconds).formatted(style)
    }

    /// A share in whole per cent, kept within 0…1.
    public func percent(_ share: Double) -> String {
        let share = share.isNaN ? 0 : min(max(share, 0), 1)
        return share.formatted(.percent.precision(.fractionLength(0)).locale(locale))
    }

    /// A number with at most two digits after the point; the no-time text for one of more than nine digits before it.
    public func decimal(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e9 else { return text(.noTime) }
        return number.formatted(.number.precision(.fractionLength(0...2)).locale(locale))
    }

    /// A whole number in the locale's digits, without grouping.
    public func digits(_ number: Int, atLeast length: Int = 1) -> String {
        number.formatted(.number.precision(.integerLength(length...)).grouping(.never).locale(locale))
    }
}
