import ArgumentParser

/// A time as typed: `90`, `1:30`, `1:02:03`, `90s`, `1m30s`, `1h2m`, `1.5`.
struct TimePosition: Hashable, Sendable {
    /// Zero or more.
    var seconds: Double

    init(seconds: Double) {
        self.seconds = seconds
    }

    /// nil when the text is no time.
    init?(_ text: String) {
        let parsed = text.contains(":") ? Self.clock(text) : DecimalText.number(text[...]) ?? Self.units(text)
        guard let parsed, parsed.isFinite, parsed < 1e9 else { return nil }
        seconds = parsed
    }

    /// `1:30` or `1:02:03`; all but the first part have two digits below 60, the last one may have a fraction.
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

    /// `1h2m3s`: each unit at most once, the larger first.
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
