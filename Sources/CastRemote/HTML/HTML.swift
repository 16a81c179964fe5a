// SPDX-License-Identifier: Apache-2.0

/// A fragment of HTML, as a value.
///
/// Text and attribute values are stored unescaped, also untrusted ones. They are escaped only when the fragment is
/// written. Markup cannot be inserted as text.
indirect enum HTML: Sendable, Equatable {
    case text(String)
    case element(Element)
    /// Several fragments in sequence.
    case group([HTML])

    struct Element: Sendable, Equatable {
        var name: String
        var attributes: [Attribute]
        var children: [HTML]

        subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }
    }

    struct Attribute: Sendable, Equatable {
        var name: String
        var value: String
    }

    static var nothing: HTML { .group([]) }

    /// Creates an element.
    ///
    /// - Parameters:
    ///   - name: The tag name, which is never untrusted text.
    ///   - attributes: The attributes. Those with a nil value are omitted; an empty value is written as the bare name.
    static func node(
        _ name: String,
        _ attributes: KeyValuePairs<String, String?> = [:],
        _ children: [HTML] = []
    ) -> HTML {
        let kept = attributes.compactMap { name, value in value.map { Attribute(name: name, value: $0) } }
        return .element(Element(name: name, attributes: kept, children: children))
    }

    static func node(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text: String) -> HTML {
        node(name, attributes, [.text(text)])
    }
}

extension HTML {
    /// How a fragment is written.
    enum Form: Sendable {
        /// With all values.
        case whole
        /// Without the values of elements with `data-moves`, which the page extrapolates as time passes. A fragment
        /// whose still form is unchanged does not have to be sent again.
        case still
    }

    func written(_ form: Form = .whole) -> String {
        var text = ""
        write(form, to: &text)
        return text
    }

    private func write(_ form: Form, to text: inout String) {
        switch self {
        case .text(let content): Self.escape(content, isAttribute: false, to: &text)
        case .group(let pieces): for piece in pieces { piece.write(form, to: &text) }
        case .element(let element): Self.write(element, form, to: &text)
        }
    }

    private static func write(_ element: Element, _ form: Form, to text: inout String) {
        let isMoving = form == .still && element["data-moves"] != nil
        text += "<" + element.name
        for attribute in element.attributes where !isMoving || !movingAttributes.contains(attribute.name) {
            text += " " + attribute.name
            guard !attribute.value.isEmpty else { continue }
            text += "=\""
            escape(attribute.value, isAttribute: true, to: &text)
            text += "\""
        }
        text += ">"
        guard !voidElements.contains(element.name) else { return }
        if !isMoving { for child in element.children { child.write(form, to: &text) } }
        text += "</" + element.name + ">"
    }

    private static let movingAttributes: Set = ["value", "min", "max", "aria-valuetext"]
    private static let voidElements: Set = ["br", "hr", "img", "input", "link", "meta"]

    private static func escape(_ content: String, isAttribute: Bool, to text: inout String) {
        for scalar in content.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"" where isAttribute: text += "&quot;"
            case "'" where isAttribute: text += "&#39;"
            case "\n", "\t": text.unicodeScalars.append(scalar)
            // These characters are not allowed in HTML, even as character references.
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension HTML {
    /// All elements, in document order.
    var elements: [Element] {
        switch self {
        case .text: []
        case .group(let pieces): pieces.flatMap(\.elements)
        case .element(let element): [element] + element.children.flatMap(\.elements)
        }
    }

    /// The text content.
    var content: String {
        switch self {
        case .text(let text): text
        case .group(let pieces): pieces.map(\.content).joined()
        case .element(let element): element.children.map(\.content).joined()
        }
    }
}
