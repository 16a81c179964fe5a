// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Converts metadata dates to and from text. The protocol uses a restricted form of ISO 8601: `20080410`, or
/// `20190704T183000Z` with a time of day.
enum MetadataDate {
    /// Returns the text for a date: without the time at midnight UTC, otherwise with a precision of one second. Dates
    /// outside the years 0 to 9999 are clamped. Returns nil for NaN.
    static func text(of date: Date) -> String? {
        let seconds = date.timeIntervalSince1970
        guard !seconds.isNaN else { return nil }
        let range = (daysFromCivil(0, 1, 1) * 86_400)...(daysFromCivil(9999, 12, 31) * 86_400 + 86_399)
        let second = Int(min(max(seconds.rounded(.down), Double(range.lowerBound)), Double(range.upperBound)))
        let day = Int((Double(second) / 86_400).rounded(.down))
        let (year, month, dayOfMonth) = civil(fromDays: day)
        let date = padded(year, 4) + padded(month, 2) + padded(dayOfMonth, 2)
        let time = second - day * 86_400
        guard time != 0 else { return date }
        return date + "T" + padded(time / 3600, 2) + padded(time / 60 % 60, 2) + padded(time % 60, 2) + "Z"
    }

    /// Parses a date in the basic or extended form of ISO 8601: a year, a year and a month, or a day, optionally with
    /// time and time zone. Without a time zone, UTC is used. Returns nil for any other text.
    static func date(of text: String) -> Date? {
        var reader = Reader(text)
        guard let day = reader.day() else { return nil }
        var seconds = Double(day) * 86_400
        if reader.skip("T") || reader.skip("t") {
            guard let time = reader.time(), let zone = reader.zone() else { return nil }
            seconds += time - Double(zone)
        }
        return reader.isAtEnd ? Date(timeIntervalSince1970: seconds) : nil
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    // Calculations in the proleptic Gregorian calendar, in eras of 400 years that start in March.

    fileprivate static func daysFromCivil(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

/// A parser for the components of a date.
private struct Reader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Reads a number with the given number of digits.
    private mutating func number(_ width: Int) -> Int? {
        let digits = rest.prefix(width)
        guard digits.count == width, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(width)
        return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    private var isAtDigit: Bool { rest.first.map { (0x30...0x39).contains($0) } ?? false }

    /// Reads a date and returns the number of days since 1970.
    mutating func day() -> Int? {
        guard let year = number(4) else { return nil }
        var (month, day) = (1, 1)
        if skip("-") {
            guard let value = number(2) else { return nil }
            month = value
            if skip("-") {
                guard let value = number(2) else { return nil }
                day = value
            }
        } else if isAtDigit {
            guard let monthValue = number(2), let dayValue = number(2) else { return nil }
            (month, day) = (monthValue, dayValue)
        }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
        return MetadataDate.daysFromCivil(year, month, day)
    }

    /// Reads a time and returns the number of seconds since midnight.
    mutating func time() -> Double? {
        guard let hour = number(2) else { return nil }
        let isExtended = skip(":")
        guard let minute = number(2) else { return nil }
        var second = 0.0
        if isExtended ? skip(":") : isAtDigit {
            guard let whole = number(2) else { return nil }
            second = Double(whole)
            if skip(".") || skip(",") {
                var scale = 0.1
                guard isAtDigit else { return nil }
                while let digit = number(1) {
                    second += Double(digit) * scale
                    scale /= 10
                }
            }
        }
        guard hour < 24, minute < 60, second < 61 else { return nil }
        return Double(hour * 3600 + minute * 60) + second
    }

    /// Reads a time zone and returns its offset in seconds east of UTC. 0 if there is none.
    mutating func zone() -> Int? {
        if isAtEnd || skip("Z") || skip("z") { return 0 }
        let sign: Int
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = number(2) else { return nil }
        var minutes = 0
        if skip(":") || isAtDigit {
            guard let value = number(2) else { return nil }
            minutes = value
        }
        guard hours < 24, minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
