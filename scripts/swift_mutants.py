# SPDX-License-Identifier: Apache-2.0
"""Finds the places of a Swift file that scripts/mutation changes, and compiles all changes into the file at once.

A mutant is one small fault in the program. Each is guarded by a function of the type `Mutant` (SUPPORT below), which every
mutated module contains: `a < b` becomes `Mutant.less(17, a, b)`, which is `a <= b` if the environment variable
CAST_MUTANT_CastWire is 17, and `a < b` otherwise. So one build has all mutants of all modules.

The source is split into tokens, and operands are found by the precedence of operators. There is no type information: a
place where the function does not fit is reported by the compiler, and scripts/mutation then removes it. Lines keep their
numbers.

Not mutated: strings, comments, attributes, patterns, declarations' parameters, raw values of enums, code inside `#if`, and
statements that only log, reserve memory or check the package's own assumptions.
"""
import bisect
import dataclasses
import re

SUPPORT = r"""
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The switch of the mutants that scripts/mutation compiled into this module, @MODULE@.
enum Mutant {
    private static let active: Int = getenv("CAST_MUTANT_@MODULE@").flatMap { Int(String(cString: $0)) } ?? -1
    /// The file that lists the places which were executed; -1 if they are not recorded.
    private static let record: CInt = getenv("CAST_MUTANT_RECORD_@MODULE@").map { open($0, O_WRONLY | O_CREAT | O_APPEND, 0o600) } ?? -1
    /// The bytes of places that are recorded already. Two threads may record a place twice, which is harmless.
    private nonisolated(unsafe) static let recorded = {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16)
        bytes.initialize(repeating: 0, count: 1 << 16)
        return bytes
    }()

    static func isActive(_ id: Int) -> Bool {
        if record >= 0, recorded[id] == 0 {
            recorded[id] = 1
            _ = "\(id)\n".withCString { write(record, $0, strlen($0)) }
        }
        return id == active
    }

    static func drops(_ id: Int) -> Bool { isActive(id) }
    static func negated(_ id: Int, _ condition: Bool) -> Bool { isActive(id) != condition }
    static func flag(_ id: Int, _ value: Bool) -> Bool { isActive(id) != value }
    static func choice<T>(_ id: Int, _ value: T, _ other: T) -> T { isActive(id) ? other : value }
    static func number<T: FixedWidthInteger>(_ id: Int, _ value: T) -> T { isActive(id) ? value &+ 1 : value }
    static func equal<T: Equatable>(_ id: Int, _ a: T, _ b: T) -> Bool { isActive(id) != (a == b) }
    static func unequal<T: Equatable>(_ id: Int, _ a: T, _ b: T) -> Bool { isActive(id) != (a != b) }
    static func less<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool { isActive(id) ? a <= b : a < b }
    static func lessOrEqual<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool { isActive(id) ? a < b : a <= b }
    static func greater<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool { isActive(id) ? a >= b : a > b }
    static func greaterOrEqual<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool { isActive(id) ? a > b : a >= b }
    static func upTo<T: FixedWidthInteger>(_ id: Int, _ a: T, _ b: T) -> Range<T> {
        isActive(id) ? a..<b &+ 1 : a..<b
    }
    static func and(_ id: Int, _ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool {
        try isActive(id) ? a || b() : a && b()
    }
    static func or(_ id: Int, _ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool {
        try isActive(id) ? a && b() : a || b()
    }
}
"""

# The operators, and the order in which those at the same place enclose each other.
OPERATORS = {
    "drop statement": 0,
    "negate condition": 1,
    "swap && and ||": 2,
    "negate comparison": 3,
    "comparison boundary": 3,
    "range boundary": 4,
    "off by one": 5,
    "swap enum case": 5,
    "swap boolean": 5,
}

COMPARISONS = {
    "<": ("less", "comparison boundary"),
    "<=": ("lessOrEqual", "comparison boundary"),
    ">": ("greater", "comparison boundary"),
    ">=": ("greaterOrEqual", "comparison boundary"),
    "==": ("equal", "negate comparison"),
    "!=": ("unequal", "negate comparison"),
}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&+=", "&-="}
PRECEDENCE = {
    **dict.fromkeys(ASSIGNMENTS, 0),
    **dict.fromkeys(("?", ":", "->"), 0),
    "||": 1,
    "&&": 2,
    **dict.fromkeys((*COMPARISONS, "===", "!==", "~="), 3),
    "??": 4,
    **dict.fromkeys(("..<", "..."), 6),
    **dict.fromkeys(("+", "-", "&+", "&-", "|", "^"), 7),
    **dict.fromkeys(("*", "/", "%", "&", "&*"), 8),
    **dict.fromkeys(("<<", ">>", "&<<", "&>>"), 9),
}
KEYWORDS = set(
    "actor as associatedtype async await break case catch class continue convenience default defer deinit do else enum"
    " extension fallthrough fileprivate final for func get guard if import in indirect init inout internal is isolated lazy"
    " let mutating nonisolated nonmutating open operator override package precedencegroup private protocol public repeat"
    " required rethrows return set some any static struct subscript switch throw throws try typealias unowned var weak"
    " where while willSet didSet yield borrowing consuming sending".split()
)
# Keywords before which an operand ends.
ENDS = KEYWORDS - {"as", "is", "init", "some", "any", "class", "get", "set", "open", "yield", "package", "final", "operator"}
IGNORED_CALLS = re.compile(
    r"(?:self\.)?(?:\w*[lL]og(?:ger)?\b|assert\b|assertionFailure\b|precondition\w*\b|(?:\w+\.)+(?:assert|precondition)InEventLoop\b|\w+(?:\.\w+)*\.reserveCapacity\b)"
)
TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<comment>//[^\n]*)
    |(?P<directive>\#(?:if|elseif|else|endif)\b[^\n]*)
    |(?P<attribute>@\w+|\#\w+)
    |(?P<number>0[xX][0-9a-fA-F_]+|0b[01_]+|0o[0-7_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)
    |(?P<word>`?[A-Za-z_$][\w$]*`?)
    |(?P<dots>\.\.<|\.\.\.)
    |(?P<open>[(\[{])|(?P<close>[)\]}])
    |(?P<mark>[.,;:])
    |(?P<operator>[-+*/%=<>!&|^~?]+)
    |(?P<other>.)""",
    re.VERBOSE,
)


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int
    starts_line: bool
    space_before: bool
    space_after: bool = True
    partner: int = -1  # the index of the other bracket
    parent: int = -1  # the index of the opening bracket around it
    excluded: bool = False


@dataclasses.dataclass
class Site:
    """A place where a mutant is possible."""

    file: str
    line: int
    operator: str
    start: int
    end: int
    before: str  # `before` + ID + `, ` precedes the range
    after: str
    comma: tuple[int, int] | None = None  # the range of the binary operator, which becomes a comma
    id: int = -1
    source: str = ""
    change: str = ""


def end_of_string(text, start):
    """The end of the string literal at `start`, with everything in its interpolations."""
    hashes = re.compile("#*").match(text, start).end() - start
    at = start + hashes
    quote = '"""' if text.startswith('"""', at) else '"'
    at += len(quote)
    closing, escape = quote + "#" * hashes, "\\" + "#" * hashes
    while at < len(text):
        if text.startswith(closing, at):
            return at + len(closing)
        if text.startswith(escape + "(", at):
            at += len(escape) + 1
            depth = 1
            while depth:
                if text[at] == '"':
                    at = end_of_string(text, at)
                    continue
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                at += 1
        elif text.startswith(escape, at):
            at += len(escape) + 1
        else:
            at += 1
    raise ValueError("unterminated string")


def tokens_of(text):
    tokens, at, starts_line, space = [], 0, True, True
    while at < len(text):
        if re.compile('#*"').match(text, at):
            kind, end = "string", end_of_string(text, at)
        elif text.startswith("/*", at):
            kind, end = "comment", text.index("*/", at) + 2
        else:
            match = TOKEN.match(text, at)
            kind, end = match.lastgroup, match.end()
        if kind in ("space", "comment"):
            starts_line = starts_line or "\n" in text[at:end]
            space = True
        else:
            if tokens:
                tokens[-1].space_after = space
            tokens.append(Token(kind, text[at:end], at, end, starts_line, space))
            starts_line = space = False
        at = end
    return tokens


class File:
    """The tokens of a source file and its sites."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.lines = [0] + [i + 1 for i, c in enumerate(text) if c == "\n"]
        self.tokens = tokens_of(text)
        self.blocks = {}  # the kind of each opening brace: enum, type, switch, init or code
        self.sites = []
        self.pair_brackets()
        self.classify_blocks()
        self.exclude()

    def line(self, offset):
        return bisect.bisect_right(self.lines, offset)

    # Structure

    def pair_brackets(self):
        stack = []
        for index, token in enumerate(self.tokens):
            if token.kind == "close":
                stack_top = stack.pop()
                token.partner, self.tokens[stack_top].partner = stack_top, index
            token.parent = stack[-1] if stack else -1
            if token.kind == "open":
                stack.append(index)

    def classify_blocks(self):
        """Names each brace after the last word of its declaration that decides what it contains."""
        tokens = self.tokens
        for index, token in enumerate(tokens):
            if token.text != "{":
                continue
            kind, at = "code", index - 1
            while at > token.parent:
                current = tokens[at]
                if current.text in (";", "{", "}") and (current.text != "}" or tokens[at + 1].starts_line):
                    break
                if current.kind == "close":
                    at = current.partner - 1
                    continue
                previous = tokens[at - 1].text if at else ""
                if current.text in ("struct", "class", "actor", "extension", "protocol", "enum") and previous != ":":
                    kind = "enum" if current.text == "enum" else "type"
                    break
                if current.text == "init" and previous != ".":
                    kind = "init"
                    break
                if current.text == "switch":
                    kind = "switch"
                    break
                if current.text in ("func", "if", "guard", "for", "while", "subscript", "return", "in", "=", "case"):
                    break
                if current.starts_line and tokens[at].text not in (":", ",", "where", "->", "?", ".") and at < index - 1:
                    following = tokens[at]
                    if following.kind in ("word", "attribute") and following.text not in ENDS:
                        if tokens[at - 1].text not in (",", "&&", "||", ":"):
                            break
                at -= 1
            self.blocks[index] = kind

    def block(self, index):
        """The kind of the bracket around a token; None at file level."""
        parent = self.tokens[index].parent
        return None if parent < 0 else self.blocks.get(parent, self.tokens[parent].text)

    def mark(self, start, end):
        for token in self.tokens[start:end]:
            token.excluded = True

    def exclude(self):
        tokens = self.tokens
        conditional = 0
        for index, token in enumerate(tokens):
            if token.kind == "directive":
                conditional += {"#if": 1, "#endif": -1}.get(token.text.split()[0], 0)
                token.excluded = True
            if conditional:
                token.excluded = True
            following = tokens[index + 1] if index + 1 < len(tokens) else None
            if token.kind == "attribute":
                end = index + 1
                if following and following.text == "(" and not token.space_after:
                    end = following.partner + 1
                self.mark(index, end)
            elif token.text in ("func", "subscript") or (token.text == "init" and tokens[index - 1].text != "."):
                at = index
                while at < len(tokens) and tokens[at].text != "(":
                    at += 1
                if at < len(tokens) and at - index < 40:
                    self.mark(at, tokens[at].partner)
            elif token.text == "where" and self.block(index) in (None, "type", "enum"):
                at = index
                while at < len(tokens) and tokens[at].text != "{":
                    at += 1
                self.mark(index, at)
            elif token.text == "case" and tokens[index - 1].text != ".":
                self.mark(index, self.end_of_pattern(index))
            elif self.starts_statement(index) and IGNORED_CALLS.match(self.text, token.start):
                self.mark(index, self.end_of_statement(index))

    def end_of_pattern(self, index):
        tokens, parent = self.tokens, self.tokens[index].parent
        block = self.block(index)
        stops = {"switch": (":", "where"), "enum": ()}.get(block, ("=", "in", "where"))
        at = index + 1
        while at < len(tokens):
            token = tokens[at]
            if token.parent == parent:
                if token.text in stops or token.kind == "close":
                    break
                if block == "enum" and token.starts_line and tokens[at - 1].text != ",":
                    break
            elif token.parent < parent:
                break
            at += 1
        return at

    # Statements and operands

    def continues(self, index):
        """Whether a token that starts a line continues the expression of the line before."""
        token, previous = self.tokens[index], self.tokens[index - 1]
        if token.text in (".", "?", ":", ",", ")", "]", "}", "else", "where", "as", "is", "{", "in", "??", "&&", "||"):
            return True
        if token.kind == "operator" and token.space_after:
            return True
        return previous.text in (",", "(", "[", "?", "->", "else") or (
            previous.kind in ("operator", "dots") and previous.space_before and previous.text not in ("!",)
        )

    def starts_statement(self, index):
        tokens, token = self.tokens, self.tokens[index]
        if self.block(index) not in ("code", "switch", "init"):
            return False
        previous = tokens[index - 1]
        if previous.text == "{" or (previous.text == "in" and self.is_closure_header(index - 1)):
            return True
        if previous.text == ":" and self.block(index) == "switch":
            return self.is_label_end(index - 1)
        return token.starts_line and not self.continues(index)

    def is_closure_header(self, index):
        """Whether `in` ends the parameters of a closure rather than belonging to a loop."""
        tokens, parent, at = self.tokens, self.tokens[index].parent, index - 1
        while at > parent:
            if tokens[at].text == "for":
                return False
            if tokens[at].starts_line and tokens[at].parent == parent and at != parent + 1:
                return False
            at -= 1
        return True

    def is_label_end(self, index):
        tokens, parent, at = self.tokens, self.tokens[index].parent, index - 1
        while at > parent:
            if tokens[at].parent == parent:
                if tokens[at].text in ("case", "default"):
                    return tokens[at - 1].text != "."
                if tokens[at].text in (":", "?") and tokens[at].space_before != (tokens[at].text == ":"):
                    return False
            at -= 1
        return False

    def end_of_statement(self, index):
        """The index after the last token of the statement."""
        tokens, parent = self.tokens, self.tokens[index].parent
        at = index
        while at < len(tokens):
            token = tokens[at]
            if at > index and (token.text == ";" or (token.kind == "close" and token.partner == parent)):
                break
            if at > index and token.starts_line and not self.continues(at):
                break
            at = token.partner + 1 if token.kind == "open" else at + 1
        return at

    def is_binary(self, token):
        if token.text in (":", "->", "="):
            return True
        if token.kind == "dots":
            return not token.space_before and not token.space_after
        return token.kind == "operator" and token.space_before and token.space_after and token.text in PRECEDENCE

    def left(self, index, level):
        """The start of the operand before an operator."""
        tokens, at = self.tokens, index
        while at > 0:
            previous = tokens[at - 1]
            if previous.kind == "close":
                if previous.text == "}" and tokens[at].starts_line and not self.continues(at):
                    break
                at = previous.partner
                continue
            if previous.kind in ("open", "directive") or previous.text in (",", ";"):
                break
            if previous.text in ENDS and tokens[at - 2].text != ".":
                break
            if self.is_binary(previous) and PRECEDENCE[previous.text] < level:
                break
            if previous.kind == "attribute" and previous.text.startswith("@"):
                break
            if tokens[at].starts_line and not self.continues(at):
                break
            at -= 1
        return at

    def right(self, index, level):
        """The index after the operand that follows an operator."""
        tokens, at = self.tokens, index + 1
        while at < len(tokens):
            token = tokens[at]
            if token.text == "{" or token.kind in ("close", "directive") or token.text in (",", ";"):
                break
            if at > index + 1:
                if token.text in ENDS and tokens[at - 1].text != ".":
                    break
                if self.is_binary(token) and PRECEDENCE[token.text] <= level:
                    break
                if token.starts_line and not self.continues(at):
                    break
            at = token.partner + 1 if token.kind == "open" else at + 1
        return at

    def conditions(self, index):
        """The ranges of the conditions of `if`, `guard`, `while` or `where`."""
        tokens, at, start, ranges = self.tokens, index + 1, index + 1, []
        keyword = tokens[index].text
        while at < len(tokens):
            token = tokens[at]
            ends = token.text == "else" if keyword == "guard" else token.text in ("{", ":") or token.kind == "close"
            if token.text == "," or ends:
                if start < at:
                    ranges.append((start, at))
                start = at + 1
                if ends:
                    break
            if token.kind == "open":
                at = token.partner
            elif token.kind == "close":
                return []
            at += 1
        # A loop `while true` needs no return after it, which the compiler would miss.
        bindings = ("let", "var", "case", "#available", "#unavailable", "true")
        return [(a, b) for a, b in ranges if tokens[a].text not in bindings]

    # Sites

    def add(self, operator, start, end, before, after=")", comma=None, change=""):
        tokens = self.tokens
        if start >= end or (comma is not None and not start < comma < end - 1) or any(t.excluded for t in tokens[start:end]):
            return
        a, b = tokens[start].start, tokens[end - 1].end
        line = self.line(a if comma is None else tokens[comma].start)
        source = self.text[self.lines[line - 1] :].split("\n", 1)[0].strip()
        self.sites.append(
            Site(
                self.path, line, operator, a, b, before, after,
                None if comma is None else (tokens[comma].start, tokens[comma].end),
                source=source, change=change,
            )
        )

    def find(self, enums):
        """Adds all sites. `enums` has the cases without associated values, by enum."""
        tokens = self.tokens
        conditions = set()
        for index, token in enumerate(tokens):
            previous = tokens[index - 1] if index else None
            if token.text in ("if", "guard", "while", "where") and previous and previous.text != ".":
                if token.text == "while" and previous.text == "}" and not token.starts_line:
                    continue
                for start, end in self.conditions(index):
                    conditions.add((start, end))
                    self.add("negate condition", start, end, "Mutant.negated(")
            elif token.text == "?" and token.space_before and token.space_after:
                start = self.left(index, 1)
                conditions.add((start, index))
                self.add("negate condition", start, index, "Mutant.negated(")
            elif token.text in COMPARISONS and self.is_binary(token):
                function, operator = COMPARISONS[token.text]
                start, end = self.left(index, 3), self.right(index, 3)
                # The negated condition is the same fault.
                if operator == "comparison boundary" or (start, end) not in conditions:
                    self.add(operator, start, end, f"Mutant.{function}(", comma=index)
            elif token.text == "..<" and self.is_binary(token):
                self.add("range boundary", self.left(index, 6), self.right(index, 6), "Mutant.upTo(", comma=index)
            elif token.text in ("&&", "||") and self.is_binary(token):
                level = PRECEDENCE[token.text]
                function = "and" if token.text == "&&" else "or"
                self.add(
                    "swap && and ||", self.left(index, level), self.right(index, level), f"Mutant.{function}(", comma=index
                )
            elif token.kind == "number" and re.fullmatch(r"0[xX][0-9a-fA-F_]+|[\d_]+|0[bo][0-7_]+", token.text):
                if previous and previous.text != ".":
                    self.add("off by one", index, index + 1, "Mutant.number(", change=f"{token.text} + 1")
            elif token.text in ("true", "false") and previous.text != "while":
                self.add("swap boolean", index, index + 1, "Mutant.flag(")
            elif token.text == "." and index + 1 < len(tokens):
                self.find_case(index, enums)
            if self.starts_statement(index):
                self.find_statement(index)

    def find_case(self, index, enums):
        tokens = self.tokens
        name = tokens[index + 1]
        follows = tokens[index + 2].text if index + 2 < len(tokens) else ""
        previous = tokens[index - 1]
        is_member = not tokens[index].space_before and (
            previous.kind in ("word", "string", "number") or previous.text in (")", "]", "}", "?", "!", ">")
        )
        if name.kind != "word" or follows in ("(", ".") or is_member or tokens[index].starts_line:
            return
        for cases in enums:
            if name.text in cases and len(cases) > 1:
                other = cases[(cases.index(name.text) + 1) % len(cases)]
                self.add("swap enum case", index, index + 2, "Mutant.choice(", f", .{other})", change=f".{other}")
                return

    def find_statement(self, index):
        tokens, token = self.tokens, self.tokens[index]
        if token.kind != "word" or (token.text in KEYWORDS and token.text not in ("try", "await")):
            return
        end = self.end_of_statement(index)
        depth = tokens[index].parent
        assigns = any(t.text in ASSIGNMENTS and t.parent == depth and t.space_before for t in tokens[index:end])
        if tokens[index + 1].text == ":" or (not assigns and tokens[end - 1].text not in (")", "}")):
            return
        if assigns and self.block(index) == "init":
            return
        if not assigns and self.is_result(index, end):
            return
        self.add("drop statement", index, end, "if !Mutant.drops(", " }")

    def is_result(self, index, end):
        """Whether a statement is the only one of a function or property that has a result, and so is the result."""
        tokens, parent = self.tokens, self.tokens[index].parent
        if index != parent + 1 or end != tokens[parent].partner:
            return False
        at = parent - 1
        while at > tokens[parent].parent:
            token = tokens[at]
            if token.text in ("->", "var", "get", "return") or (token.text == "=" and token.space_before):
                return True
            if token.text in ("func", "init", "if", "else", "guard", "for", "while", "defer", "do", "{", "}", "case", "switch"):
                return False
            at = token.partner - 1 if token.kind == "close" else at - 1
        return False


def enum_cases(files):
    """The cases without associated values of all enums, those with more than one such case."""
    found = []
    for file in files:
        tokens = file.tokens
        for brace, kind in file.blocks.items():
            if kind != "enum":
                continue
            cases, inside, at = [], False, brace + 1
            while at < tokens[brace].partner:
                token = tokens[at]
                if token.starts_line:
                    inside = token.text in ("case", "indirect") or (inside and tokens[at - 1].text == ",")
                if inside and token.kind == "word" and tokens[at - 1].text in ("case", ","):
                    if tokens[at + 1].text != "(":
                        cases.append(token.text)
                at = token.partner + 1 if token.kind == "open" else at + 1
            if len(cases) > 1:
                found.append(cases)
    return found


def find_sites(sources):
    """All sites of a module, in the order of files and lines. `sources` has the text of each file by path."""
    files = [File(path, text) for path, text in sorted(sources.items())]
    enums = enum_cases(files)
    for file in files:
        own = enum_cases([file])
        file.find(own + [cases for cases in enums if cases not in own])
        file.sites.sort(key=lambda s: (s.start, OPERATORS[s.operator], s.end))
    return [site for file in files for site in file.sites]


def render(text, sites):
    """The text with the given sites compiled in, and the range of each site in it, by id."""
    inserts = []  # (offset, 0 closing or 1 opening, order, text, id)
    for site in sites:
        rank = OPERATORS[site.operator]
        separator = ") { " if site.operator == "drop statement" else ", "
        inserts.append((site.start, 1, (-site.end, rank, site.id), f"{site.before}{site.id}{separator}", site.id))
        inserts.append((site.end, 0, (-site.start, -rank, -site.id), site.after, site.id))
    commas = {s.comma[0]: s.comma[1] for s in sites if s.comma}
    events = sorted([*inserts, *((start, 2, (), "", -1) for start in commas)])
    out, at, length, ranges = [], 0, 0, {}

    def emit(part):
        nonlocal length
        out.append(part)
        length += len(part)

    for offset, kind, _, part, id in events:
        if offset > at:
            emit(text[at:offset])
            at = offset
        if kind == 2:
            emit(",")
            at = commas[offset]
        elif kind == 1:
            ranges[id] = [length, None]
            emit(part)
        else:
            emit(part)
            ranges[id][1] = length
    emit(text[at:])
    return "".join(out), ranges
