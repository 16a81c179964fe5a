// SPDX-License-Identifier: Apache-2.0

// Times, percentages and numbers.

extension Localizer {
    /// The longest time that is shown, in seconds: one second less than a thousand hours. The position of a live stream
    /// may count from 1970.
    static var longestTime: Double { 3_599_999 }

    /// Formats a time as `MM:SS`, or as `H:MM:SS` from one hour on. Negative times have a sign.
    ///
    /// Fractions of seconds are truncated, hours are not padded, and digits are those of the language.
    ///
    /// - Parameter seconds: The time in seconds. Nil, non-finite numbers, and times longer than 999:59:59 return the
    ///   no-time text.
    public func time(_ seconds: Double?) -> String {
        guard let seconds, seconds.isFinite, abs(seconds) <= Self.longestTime else { return text(.noTime) }
        let whole = Int(seconds.magnitude)
        let sign = seconds < 0 && whole > 0 ? "-" : ""
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        let short = "\(digits(minutes, atLeast: 2)):\(digits(rest, atLeast: 2))"
        return sign + (hours > 0 ? "\(digits(hours)):\(short)" : short)
    }

    /// Formats a remaining time, which is zero at least.
    ///
    /// - Parameters:
    ///   - seconds: The remaining time in seconds; nil returns the no-time text.
    ///   - isNegative: Whether it is shown as a negative time.
    public func remaining(_ seconds: Double?, isNegative: Bool = true) -> String {
        let left = seconds.map { $0 < 0 ? 0 : $0 }
        return time(isNegative ? left.map { -$0 } : left)
    }

    /// Formats a time in words, for screen readers: `2 minutes, 5 seconds`.
    public func spokenTime(_ seconds: Double?) -> String {
        guard let seconds, seconds.isFinite, abs(seconds) <= Self.longestTime else { return text(.noTime) }
        return format.spokenTime(Int(seconds.magnitude))
    }

    /// Formats a time of day, such as that of a position in a live stream.
    ///
    /// - Parameter seconds: Seconds since 1970; nil and numbers that are not a valid time return the no-time text.
    public func timeOfDay(_ seconds: Double?) -> String {
        guard let seconds, seconds.isFinite, abs(seconds) < 1e11 else { return text(.noTime) }
        return format.timeOfDay(seconds)
    }

    /// Formats a fraction as a whole percentage. The fraction is clamped to 0…1.
    public func percent(_ share: Double) -> String {
        format.percent(share.isNaN ? 0 : min(max(share, 0), 1))
    }

    /// Formats a number with at most two fractional digits. Numbers of more than nine integer digits return the no-time
    /// text.
    public func decimal(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e9 else { return text(.noTime) }
        return format.decimal(number)
    }

    /// Formats an integer in the digits of the language, without grouping.
    public func digits(_ number: Int, atLeast length: Int = 1) -> String {
        format.digits(number, atLeast: length)
    }

    /// Returns the name of a language in the language of the texts; the tag itself if its name is not known.
    ///
    /// - Parameter tag: A language tag (BCP 47): `de`, `pt-BR`.
    public func languageName(_ tag: String) -> String { format.languageName(tag) ?? tag }
}

/// A plural category of a language (Unicode CLDR plural rules), for integers.
public enum PluralCategory: String, Sendable, Hashable, CaseIterable {
    case zero, one, two, few, many, other

    /// Creates the category of a number in a language.
    ///
    /// - Parameters:
    ///   - number: An integer; its sign is ignored.
    ///   - language: A language code without a region.
    public init(of number: Int, in language: String) {
        let number = number.magnitude
        let (ones, tens) = (number % 10, number % 100)
        switch language {
        case "ja", "ko", "zh", "th", "vi", "id", "ms", "my", "lo", "km":
            self = .other
        case "fr", "pt", "hy", "hi", "bn", "fa", "gu", "kn", "zu", "am":
            self = number <= 1 ? .one : .other
        case "ru", "uk", "be", "sr", "hr", "bs":
            if ones == 1, tens != 11 {
                self = .one
            } else if (2...4).contains(ones), !(12...14).contains(tens) {
                self = .few
            } else {
                self = ["sr", "hr", "bs"].contains(language) ? .other : .many
            }
        case "pl":
            let isFew = (2...4).contains(ones) && !(12...14).contains(tens)
            self = number == 1 ? .one : isFew ? .few : .many
        case "cs", "sk":
            self = number == 1 ? .one : (2...4).contains(number) ? .few : .other
        case "he":
            self = number == 1 ? .one : number == 2 ? .two : .other
        case "ar":
            switch number {
            case 0: self = .zero
            case 1: self = .one
            case 2: self = .two
            default: self = (3...10).contains(tens) ? .few : (11...99).contains(tens) ? .many : .other
            }
        default:
            self = number == 1 ? .one : .other
        }
    }
}
