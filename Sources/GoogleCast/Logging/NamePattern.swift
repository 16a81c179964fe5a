/// A pattern for names, matched against a name as a whole: `*` any run of characters, `?` one, `[abc]`, `[a-z]` one of
/// these, `[!a]` any other. Case counts; everything else stands for itself, parentheses too.
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
        // Where one set is never closed, none behind it is: a pattern of brackets alone is read once and not once for each.
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

    /// The set whose opening bracket was just read; nil, and nothing read, where it is never closed.
    private static func popSet(from text: inout Substring) -> Part? {
        var rest = text
        let negated = rest.first == "!"
        if negated { rest.removeFirst() }
        var ranges: [ClosedRange<Character>] = []
        while let first = rest.popFirst() {
            // A bracket that is the first in its set belongs to it, as in a shell.
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

    /// Whether the whole name matches. Takes at most the product of both lengths.
    func matches(_ name: some StringProtocol) -> Bool {
        let name = Array(name)
        var part = 0
        var position = 0
        /// Where the last run began, and how much it has taken.
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
