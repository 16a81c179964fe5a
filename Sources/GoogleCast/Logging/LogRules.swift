/// Which messages pass: the criteria of a ``GCKLoggerFilter`` as a value (spec/logging.md, section 4).
struct LogRules: Sendable {
    private enum Subject: Sendable {
        /// A pattern for the class alone, or with an extension in parentheses.
        case classes(NamePattern, withExtension: Bool)
        case functions(NamePattern)
    }

    private struct Rule: Sendable {
        var subject: Subject
        /// Nil leaves it at the threshold of everything else.
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

    /// Adds a threshold for classes whose names match.
    mutating func add(classes names: [String], threshold: GCKLoggerLevel?) {
        for name in names {
            rules.append(
                Rule(subject: .classes(NamePattern(name), withExtension: name.contains("(")), threshold: threshold)
            )
        }
    }

    /// Adds a threshold for functions whose names match.
    mutating func add(functions names: [String], threshold: GCKLoggerLevel?) {
        for name in names { rules.append(Rule(subject: .functions(NamePattern(name)), threshold: threshold)) }
    }

    /// Adds expressions of which a message must match one.
    ///
    /// - Returns: Those that are no regular expressions; they are ignored.
    mutating func add(messages expressions: [String], ignoringCase: Bool = false) -> [String] {
        var refused: [String] = []
        for expression in expressions {
            let text = (ignoringCase ? "(?i)" : "") + expression
            if let pattern = try? NSRegularExpression(pattern: text) {
                patterns.append(pattern)
            } else {
                refused.append(expression)
            }
        }
        return refused
    }

    /// Removes every criterion but the general threshold.
    mutating func reset() {
        rules = []
        patterns = []
    }

    /// The threshold for messages from a function. The rule added last wins, so that a broad one can be refined.
    func threshold(for text: String) -> GCKLoggerLevel {
        let function = LogFunction(text)
        let rule = rules.last { $0.covers(function, text: text) }
        return rule?.threshold ?? minimumLevel.threshold ?? .standard
    }

    /// The lowest threshold that a message from some method of a class may meet.
    func lowestThreshold(forClass name: String) -> GCKLoggerLevel {
        let byFunction = rules.compactMap { rule in
            if case .functions = rule.subject { rule.threshold } else { nil }
        }
        return byFunction.reduce(threshold(for: "-[\(name) ]")) { $0.rawValue < $1.rawValue ? $0 : $1 }
    }

    /// Whether the text of a message is let through.
    func accept(_ message: String) -> Bool {
        guard !patterns.isEmpty else { return true }
        let range = NSRange(message.startIndex..., in: message)
        return patterns.contains { $0.firstMatch(in: message, range: range) != nil }
    }
}
