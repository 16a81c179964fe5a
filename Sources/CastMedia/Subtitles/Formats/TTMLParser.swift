// SPDX-License-Identifier: Apache-2.0

/// A parser for TTML documents and their predecessor DFXP.
struct TTMLParser {
    /// The maximum depth of elements. Deeper elements are ignored.
    private static let maximumDepth = 64
    /// The maximum number of styles. Further styles are ignored.
    private static let maximumStyles = 1000

    /// The attributes of a style that are specified.
    private struct Style {
        var italic: Bool?
        var bold: Bool?
        var underline: Bool?

        mutating func apply(_ other: Style) {
            italic = other.italic ?? italic
            bold = other.bold ?? bold
            underline = other.underline ?? underline
        }

        var characters: CueStyle {
            CueStyle(italic: italic ?? false, bold: bold ?? false, underline: underline ?? false)
        }
    }

    private struct Element {
        var name: String
        var begin = 0.0
        var end = Double.infinity
        var style = Style()
        /// Whether the text in the element is displayed.
        var hasText = false
        /// Whether the element begins and ends a cue.
        var isCue = false
    }

    private let limits: Subtitles.Limits
    private var time = TTMLTime()
    private var styles: [String: Style] = [:]
    private var elements: [Element] = []
    /// The number of open elements below the maximum depth.
    private var ignoredDepth = 0
    private var text: CueText?
    private var cues: [Subtitles.Cue] = []

    static func cues(_ text: [UInt8], limits: Subtitles.Limits) -> [Subtitles.Cue] {
        var parser = TTMLParser(limits: limits)
        var tokens = XMLTokenizer(text)
        while parser.cues.count < limits.cues, let token = tokens.next() {
            switch token {
            case .start(let name, let attributes, let isEmpty):
                parser.start(name, attributes)
                if isEmpty { parser.end(name) }
            case .end(let name): parser.end(name)
            case .text(let text): parser.append(text, hasReferences: true)
            case .literal(let text): parser.append(text, hasReferences: false)
            }
        }
        while !parser.elements.isEmpty { parser.pop() }
        return parser.cues
    }

    private init(limits: Subtitles.Limits) { self.limits = limits }

    private mutating func start(_ name: String, _ attributes: [String: ArraySlice<UInt8>]) {
        guard elements.count < Self.maximumDepth, ignoredDepth == 0 else {
            ignoredDepth += 1
            return
        }
        let parent = elements.last
        var element = Element(name: name)
        element.style = parent?.style ?? Style()
        element.style.apply(style(attributes))
        element.begin = parent?.begin ?? 0
        element.end = parent?.end ?? .infinity
        switch name {
        case "tt": time = TTMLTime(root: attributes)
        case "style":
            let id = attributes["id"]?.trimmed.string ?? ""
            if !id.isEmpty, styles.count < Self.maximumStyles { styles[id] = style(attributes) }
        case "br":
            if parent?.hasText == true { text?.newline() }
            // The element is empty. If it is not closed, the text after it belongs to the parent.
            element.hasText = parent?.hasText ?? false
        case "body", "div", "p", "span":
            let isTimed = setTimes(&element, attributes)
            element.hasText = name == "p" || name == "span" && parent?.hasText == true
            // Without times of its own, a paragraph is displayed as long as its parent. Its spans can have times.
            element.isCue = element.hasText && text == nil && (isTimed || element.end.isFinite)
            if element.isCue { text = CueText(limit: limits.cueText) }
        default: break
        }
        elements.append(element)
    }

    /// Sets the times of an element, which are relative to the beginning of its parent. Returns whether it has any.
    private func setTimes(_ element: inout Element, _ attributes: [String: ArraySlice<UInt8>]) -> Bool {
        let begin = attributes["begin"].flatMap(time.seconds)
        let end = attributes["end"].flatMap(time.seconds)
        let duration = attributes["dur"].flatMap(time.seconds)
        let origin = element.begin
        element.begin = origin + (begin ?? 0)
        if let end { element.end = min(element.end, origin + end) }
        if let duration { element.end = min(element.end, element.begin + duration) }
        return begin != nil || end != nil || duration != nil
    }

    /// Returns the style that the attributes of an element specify directly and by reference.
    private func style(_ attributes: [String: ArraySlice<UInt8>]) -> Style {
        var style = Style()
        for name in (attributes["style"] ?? []).prefix(1024).split(maxSplits: 15, whereSeparator: \.isSubtitleSpace) {
            if let referenced = styles[name.string] { style.apply(referenced) }
        }
        style.apply(
            Style(
                italic: attributes["fontStyle"].map { ["italic", "oblique"].contains($0.trimmed.string) },
                bold: attributes["fontWeight"].map { $0.trimmed.string == "bold" },
                underline: attributes["textDecoration"].map { $0.trimmed.string == "underline" }
            )
        )
        return style
    }

    private mutating func append(_ content: ArraySlice<UInt8>, hasReferences: Bool) {
        guard ignoredDepth == 0, let element = elements.last, element.hasText, var cue = text, !cue.isFull else {
            return
        }
        // Without this, each append would copy the text.
        text = nil
        cue.setStyle(element.style.characters)
        // Only the element `br` begins a line.
        var rest = content
        while let end = rest.firstIndex(where: { $0 == 10 || $0 == 13 }), !cue.isFull {
            Self.append(rest[..<end], hasReferences, to: &cue)
            cue.append([32])
            rest = rest[(end + 1)...]
        }
        Self.append(rest, hasReferences, to: &cue)
        text = cue
    }

    private static func append(_ content: ArraySlice<UInt8>, _ hasReferences: Bool, to cue: inout CueText) {
        if hasReferences { CharacterReference.append(content, to: &cue) } else { cue.append(content) }
    }

    private mutating func end(_ name: String) {
        guard ignoredDepth == 0 else {
            ignoredDepth -= 1
            return
        }
        guard let index = elements.lastIndex(where: { $0.name == name }) else { return }
        while elements.count > index { pop() }
    }

    private mutating func pop() {
        guard let element = elements.popLast(), element.isCue, var cue = text else { return }
        text = nil
        let content = cue.finish()
        guard !content.isEmpty, element.end.isFinite, element.begin < element.end, cues.count < limits.cues else {
            return
        }
        cues.append(Subtitles.Cue(start: element.begin, end: element.end, text: content))
    }
}
