// SPDX-License-Identifier: Apache-2.0

/// A date in HTTP header fields (RFC 9110, section 5.6.7), in whole seconds since 1970.
struct HTTPDate: Equatable {
    var seconds: Int

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    init(seconds: Int) {
        self.seconds = seconds
    }

    /// Parses a date such as `Sun, 06 Nov 1994 08:49:37 GMT`. Returns `nil` for the two obsolete formats, so that
    /// conditions with them are ignored.
    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", parts[0].hasSuffix(","),
            let day = Int(parts[1]), (1...31).contains(day),
            let month = Self.months.firstIndex(where: { $0 == parts[2] }),
            let year = Int(parts[3]), (1...9999).contains(year)
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3,
            let hour = Int(clock[0]), (0...23).contains(hour),
            let minute = Int(clock[1]), (0...59).contains(minute),
            let second = Int(clock[2]), (0...60).contains(second)
        else { return nil }
        seconds = Self.dayNumber(year: year, month: month + 1, day: day) * 86_400 + hour * 3600 + minute * 60 + second
    }

    var text: String {
        let day = floorDivide(seconds, 86_400)
        // The first second of this day can be less than the least integer.
        let time = seconds &- day &* 86_400
        let date = Self.date(dayNumber: day)
        let weekday = Self.days[(day + 4) - floorDivide(day + 4, 7) * 7]
        let clock = [time / 3600, time / 60 % 60, time % 60].map(Self.twoDigits).joined(separator: ":")
        let year = String(date.year)
        let padded = String(repeating: "0", count: max(0, 4 - year.count)) + year
        return "\(weekday), \(Self.twoDigits(date.day)) \(Self.months[date.month - 1]) \(padded) \(clock) GMT"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// Returns the days since 1970-01-01 in the Gregorian calendar. Computed in eras of 400 years that begin in March.
    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = floorDivide(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func date(dayNumber: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = dayNumber + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

private func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
    let quotient = dividend / divisor
    return dividend % divisor < 0 ? quotient - 1 : quotient
}
