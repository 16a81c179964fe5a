// SPDX-License-Identifier: Apache-2.0

/// The ranges that a `Range` field requests from content of a given length (RFC 9110, section 14).
enum ByteRanges: Equatable {
    /// The whole content: the field is absent, malformed, or names more ranges than allowed or overlapping ones.
    case whole
    /// At least one range, in the requested order, within the content and without overlaps.
    case parts([Range<Int>])
    /// All requested ranges are outside the content.
    case unsatisfiable

    /// - Parameter maximum: The maximum number of ranges. A larger set, or one with overlaps, results in the whole
    ///   content, as RFC 9110, section 14.2, allows against requests that only cause work for the server.
    init(_ field: String?, length: Int, maximum: Int) {
        guard let specifiers = field.flatMap(Self.specifiers), !specifiers.isEmpty, specifiers.count <= maximum else {
            self = .whole
            return
        }
        let parts = specifiers.compactMap { $0.resolve(length: length) }
        guard !parts.isEmpty else {
            self = .unsatisfiable
            return
        }
        let sorted = parts.sorted { $0.lowerBound < $1.lowerBound }
        let overlap = zip(sorted, sorted.dropFirst()).contains { $0.upperBound > $1.lowerBound }
        self = overlap ? .whole : .parts(parts)
    }

    private enum Specifier {
        case from(Int, through: Int?)
        case last(Int)

        /// Returns the specified bytes, or `nil` if they are outside the content.
        func resolve(length: Int) -> Range<Int>? {
            switch self {
            case .from(let first, let last):
                guard first < length else { return nil }
                return first..<(last.map { min($0, length - 1) + 1 } ?? length)
            case .last(let count):
                guard count > 0, length > 0 else { return nil }
                return max(0, length - count)..<length
            }
        }
    }

    /// Parses the field. Returns `nil` if its unit is not bytes or a part of it is malformed.
    private static func specifiers(_ field: String) -> [Specifier]? {
        let halves = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, trim(halves[0]).lowercased() == "bytes" else { return nil }
        var specifiers: [Specifier] = []
        for item in halves[1].split(separator: ",") {
            let item = trim(item)
            guard !item.isEmpty else { continue }
            guard let specifier = specifier(item) else { return nil }
            specifiers.append(specifier)
        }
        return specifiers
    }

    private static func specifier(_ item: Substring) -> Specifier? {
        let ends = item.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (ends[0].isEmpty, ends[1].isEmpty) {
        case (true, true): return nil
        case (true, false): return number(ends[1]).map { .last($0) }
        case (false, true): return number(ends[0]).map { .from($0, through: nil) }
        case (false, false):
            guard let first = number(ends[0]), let last = number(ends[1]), first <= last else { return nil }
            return .from(first, through: last)
        }
    }

    /// Parses a decimal number of any length. A number that exceeds `Int` becomes `Int.max`.
    private static func number(_ digits: Substring) -> Int? {
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int(digits) ?? .max
    }

    private static func trim(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
