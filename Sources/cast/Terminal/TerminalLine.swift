/// A line of a terminal: pieces of text, each with what it is for, which colours follow from.
struct TerminalLine: Hashable, Sendable {
    enum Role: Hashable, Sendable {
        case plain, strong, faint
        /// All is well, something is to be waited for, something is wrong.
        case good, waiting, bad
    }

    struct Span: Hashable, Sendable {
        var text: String
        var role = Role.plain
    }

    var spans: [Span]

    init(_ spans: [Span] = []) { self.spans = spans.filter { !$0.text.isEmpty } }

    init(_ text: String, _ role: Role = .plain) { self.init([Span(text: text, role: role)]) }

    /// In columns.
    var width: Int { spans.reduce(0) { $0 + DisplayWidth.of($1.text) } }

    /// Without colours.
    var text: String { spans.map(\.text).joined() }

    /// As a terminal takes it. Every colour ends where its piece ends.
    func written(usesColor: Bool) -> String {
        guard usesColor else { return text }
        return spans.map { span in
            guard let code = span.role.code else { return span.text }
            return "\u{1B}[\(code)m\(span.text)\u{1B}[0m"
        }.joined()
    }

    /// The line in at most so many columns.
    func cut(to columns: Int, ellipsis: String) -> TerminalLine {
        guard width > columns else { return self }
        var room = columns
        var kept: [Span] = []
        for span in spans {
            let needed = DisplayWidth.of(span.text)
            if needed <= room {
                kept.append(span)
                room -= needed
            } else {
                kept.append(Span(text: DisplayWidth.cut(span.text, to: room, ellipsis: ellipsis), role: span.role))
                break
            }
        }
        return TerminalLine(kept)
    }

    /// Pieces side by side, two columns apart.
    static func row(_ spans: [Span]) -> TerminalLine {
        var line: [Span] = []
        for span in spans where !span.text.isEmpty {
            if !line.isEmpty { line.append(Span(text: gap)) }
            line.append(span)
        }
        return TerminalLine(line)
    }

    /// Between two pieces.
    static let gap = "  "
}

extension TerminalLine.Role {
    /// The parameter of Select Graphic Rendition (ECMA-48, 8.3.117).
    fileprivate var code: Int? {
        switch self {
        case .plain: nil
        case .strong: 1
        case .faint: 2
        case .good: 32
        case .waiting: 33
        case .bad: 31
        }
    }
}
