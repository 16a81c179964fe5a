// SPDX-License-Identifier: Apache-2.0

/// A line of a terminal: spans of text, each with a role that determines its color.
struct TerminalLine: Hashable, Sendable {
    enum Role: Hashable, Sendable {
        case plain, strong, faint
        /// Normal operation, waiting, and an error.
        case good, waiting, bad
    }

    struct Span: Hashable, Sendable {
        var text: String
        var role = Role.plain
    }

    var spans: [Span]

    init(_ spans: [Span] = []) { self.spans = spans.filter { !$0.text.isEmpty } }

    init(_ text: String, _ role: Role = .plain) { self.init([Span(text: text, role: role)]) }

    /// The width in columns.
    var width: Int { spans.reduce(0) { $0 + DisplayWidth.of($1.text) } }

    /// The text without color sequences.
    var text: String { spans.map(\.text).joined() }

    /// Returns the line with color sequences, if requested. The color of each span ends with the span.
    func written(usesColor: Bool) -> String {
        guard usesColor else { return text }
        return spans.map { span in
            guard let code = span.role.code else { return span.text }
            return "\u{1B}[\(code)m\(span.text)\u{1B}[0m"
        }.joined()
    }

    /// Returns the line cut to at most `columns`.
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

    /// Joins spans to a line, separated by ``gap``.
    static func row(_ spans: [Span]) -> TerminalLine {
        var line: [Span] = []
        for span in spans where !span.text.isEmpty {
            if !line.isEmpty { line.append(Span(text: gap)) }
            line.append(span)
        }
        return TerminalLine(line)
    }

    /// The separator between two spans.
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
