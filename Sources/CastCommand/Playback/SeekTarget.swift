// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The target of a seek, parsed from a time, or from `+30` or `-1:30` relative to the current position.
enum SeekTarget: Hashable, Sendable {
    case position(Double)
    /// Seconds from the current position; negative to seek back.
    case offset(Double)

    /// Parses a target; nil if the text is not one. The minus sign (U+2212) is accepted, too.
    init?(_ text: String) {
        switch text.first {
        case "+":
            guard let time = TimePosition(String(text.dropFirst())) else { return nil }
            self = .offset(time.seconds)
        case "-", "\u{2212}":
            guard let time = TimePosition(String(text.dropFirst())) else { return nil }
            self = .offset(-time.seconds)
        default:
            guard let time = TimePosition(text) else { return nil }
            self = .position(time.seconds)
        }
    }
}

extension SeekTarget: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}

/// A time, parsed from `90`, `1:30`, `1:02:03`, `90s`, `1m30s`, `1h2m`, `1.5`.
struct TimePosition: Hashable, Sendable {
    /// The time in seconds, at least 0.
    var seconds: Double

    init(seconds: Double) {
        self.seconds = seconds
    }

    /// Parses a time; nil if the text is not one.
    init?(_ text: String) {
        let parsed = text.contains(":") ? Self.clock(text) : DecimalText.number(text[...]) ?? Self.units(text)
        guard let parsed, parsed.isFinite, parsed < 1e9 else { return nil }
        seconds = parsed
    }

    /// Parses `1:30` or `1:02:03`. All parts but the first have two digits and are below 60; the last may have a
    /// fraction.
    private static func clock(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let first = DecimalText.number(parts[0]), !parts[0].contains(".") else {
            return nil
        }
        var total = first
        for (index, part) in parts.enumerated().dropFirst() {
            let isLast = index == parts.count - 1
            guard let value = DecimalText.number(part), value < 60, part.prefix(while: { $0 != "." }).count == 2,
                isLast || !part.contains(".")
            else { return nil }
            total = total * 60 + value
        }
        return total
    }

    /// Parses `1h2m3s`: each unit at most once, larger units first.
    private static func units(_ text: String) -> Double? {
        var rest = text.lowercased()[...]
        var total = 0.0
        var found = false
        for (unit, factor) in [(Character("h"), 3600.0), ("m", 60), ("s", 1)] {
            guard let end = rest.firstIndex(of: unit), let value = DecimalText.number(rest[..<end]) else { continue }
            total += value * factor
            rest = rest[rest.index(after: end)...]
            found = true
        }
        return found && rest.isEmpty ? total : nil
    }
}

extension TimePosition: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
    var defaultValueDescription: String {
        seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }
}

/// Parses decimal numbers in arguments.
enum DecimalText {
    /// Parses ASCII digits with at most one decimal point between them; nil for anything else.
    static func number(_ text: Substring) -> Double? {
        guard let first = text.first, first.isASCII, first.isNumber, text.last != ".",
            text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
        else { return nil }
        return Double(String(text))
    }
}
