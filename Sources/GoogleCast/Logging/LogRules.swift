// SPDX-License-Identifier: Apache-2.0

/// The criteria of a ``GCKLoggerFilter`` as a value (docs/spec/logging.md, section 4).
struct LogRules: Sendable {
    private enum Subject: Sendable {
        /// A pattern for the class name only, or for the class name with an extension in parentheses.
        case classes(NamePattern, withExtension: Bool)
        case functions(NamePattern)
    }

    private struct Rule: Sendable {
        var subject: Subject
        /// The minimum level. Nil applies the general one.
        var threshold: GCKLoggerLevel?

        func covers(_ function: LogFunction, text: String) -> Bool {
            switch (subject, function) {
            case (.classes(let pattern, withExtension: false), .method(let name, _)):
                return pattern.matches(name)
            case (.classes(let pattern, withExtension: true), .method(let name, let part)):
                return part.map { pattern.matches("\(name)(\($0))") } ?? false
            case (.classes, .free):
                return false
            case (.functions(let pattern), _):
                return pattern.matches(text)
            }
        }
    }

    var minimumLevel = GCKLoggerLevel.none
    private var rules: [Rule] = []
    private var patterns: [NSRegularExpression] = []

    /// Adds a rule for classes whose names match.
    mutating func add(classes names: [String], threshold: GCKLoggerLevel?) {
        for name in names {
            rules.append(
                Rule(subject: .classes(NamePattern(name), withExtension: name.contains("(")), threshold: threshold)
            )
        }
    }

    /// Adds a rule for functions whose names match.
    mutating func add(functions names: [String], threshold: GCKLoggerLevel?) {
        for name in names { rules.append(Rule(subject: .functions(NamePattern(name)), threshold: threshold)) }
    }

    /// Adds regular expressions, of which a message must match at least one.
    ///
    /// - Returns: The invalid expressions, which are ignored.
    mutating func add(messages expressions: [String], ignoringCase: Bool = false) -> [String] {
        var invalid: [String] = []
        for expression in expressions {
            let text = (ignoringCase ? "(?i)" : "") + expression
            if let pattern = try? NSRegularExpression(pattern: text) {
                patterns.append(pattern)
            } else {
                invalid.append(expression)
            }
        }
        return invalid
    }

    /// Removes all criteria except the general minimum level.
    mutating func reset() {
        rules = []
        patterns = []
    }

    /// Returns the minimum level of messages from a function. The rule added last wins, so that a broad rule can be
    /// refined.
    func threshold(for text: String) -> GCKLoggerLevel {
        let function = LogFunction(text)
        let rule = rules.last { $0.covers(function, text: text) }
        return rule?.threshold ?? minimumLevel.threshold ?? .standard
    }

    /// Returns the lowest minimum level that applies to any method of a class.
    func lowestThreshold(forClass name: String) -> GCKLoggerLevel {
        let byFunction = rules.compactMap { rule in
            if case .functions = rule.subject { rule.threshold } else { nil }
        }
        return byFunction.reduce(threshold(for: "-[\(name) ]")) { $0.rawValue < $1.rawValue ? $0 : $1 }
    }

    /// Returns whether the text of a message is accepted.
    func accept(_ message: String) -> Bool {
        guard !patterns.isEmpty else { return true }
        let range = NSRange(message.startIndex..., in: message)
        return patterns.contains { $0.firstMatch(in: message, range: range) != nil }
    }
}

/// A glob pattern that is matched against a complete name: `*` matches any sequence of characters, `?` one character,
/// `[abc]` and `[a-z]` one of a set, `[!a]` one outside a set. Matching is case-sensitive. All other characters,
/// including parentheses, match themselves.
struct NamePattern: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case anyRun
        case anyOne
        case exactly(Character)
        case oneOf([ClosedRange<Character>], negated: Bool)

        func accepts(_ character: Character) -> Bool {
            switch self {
            case .anyRun, .anyOne: true
            case .exactly(let expected): expected == character
            case .oneOf(let ranges, let negated): ranges.contains { $0.contains(character) } != negated
            }
        }
    }

    private let parts: [Part]

    init(_ text: String) {
        var parts: [Part] = []
        var rest = Substring(text)
        // If one set isn't closed, no later set is. This keeps parsing of a pattern that consists of brackets linear.
        var canClose = true
        while let character = rest.popFirst() {
            switch character {
            case "*": if parts.last != .anyRun { parts.append(.anyRun) }
            case "?": parts.append(.anyOne)
            case "[":
                let set = canClose ? Self.popSet(from: &rest) : nil
                canClose = set != nil
                parts.append(set ?? .exactly("["))
            default: parts.append(.exactly(character))
            }
        }
        self.parts = parts
    }

    /// Removes and returns the set whose opening bracket was just read. Returns nil and removes nothing if it isn't
    /// closed.
    private static func popSet(from text: inout Substring) -> Part? {
        var rest = text
        let negated = rest.first == "!"
        if negated { rest.removeFirst() }
        var ranges: [ClosedRange<Character>] = []
        while let first = rest.popFirst() {
            // As in a shell, a closing bracket that is first in its set is a member of it.
            if first == "]", !ranges.isEmpty {
                text = rest
                return .oneOf(ranges, negated: negated)
            }
            let ahead = rest.prefix(2)
            if ahead.first == "-", let last = ahead.dropFirst().first, last != "]" {
                rest = rest.dropFirst(2)
                ranges.append(min(first, last)...max(first, last))
            } else {
                ranges.append(first...first)
            }
        }
        return nil
    }

    /// Returns whether the whole name matches, in at most the product of both lengths.
    func matches(_ name: some StringProtocol) -> Bool {
        let name = Array(name)
        var part = 0
        var position = 0
        /// The last `*` and the position up to which it has matched.
        var run: (part: Int, position: Int)?
        while position < name.count {
            if part < parts.count, parts[part] == .anyRun {
                run = (part, position)
                part += 1
            } else if part < parts.count, parts[part].accepts(name[position]) {
                part += 1
                position += 1
            } else if let last = run {
                run = (last.part, last.position + 1)
                part = last.part + 1
                position = last.position + 1
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .anyRun }
    }
}
