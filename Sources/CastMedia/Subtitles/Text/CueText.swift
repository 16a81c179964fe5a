// SPDX-License-Identifier: Apache-2.0

/// A builder for the text of a WebVTT cue.
///
/// It escapes the text, keeps the tags balanced and removes empty lines, which would end the cue. Tags are written when
/// text follows them, so that no element is empty.
struct CueText {
    private struct Element {
        let name: String
        let tag: String
    }

    /// The maximum number of open elements. Further elements are ignored.
    private static let maximumDepth = 16

    private let limit: Int
    private var bytes: [UInt8] = []
    private var elements: [Element] = []
    /// The number of elements whose start tags are written.
    private var written = 0
    /// The size of the end tags of the written elements.
    private var reserved = 0
    private var needsNewline = false
    private var needsSpace = false
    /// Whether the limit was reached. Further text is ignored.
    private(set) var isFull = false

    /// Creates a builder for text of at most the given number of bytes.
    init(limit: Int) { self.limit = limit }

    /// Whether no text was written.
    var isEmpty: Bool { bytes.isEmpty }

    /// Appends unescaped UTF-8 text. Runs of spaces become one space.
    mutating func append(_ text: ArraySlice<UInt8>) {
        var index = text.startIndex
        while index < text.endIndex, !isFull {
            switch text[index] {
            case 10, 13: newline()
            case ...32, 127: space()
            case UInt8(ascii: "&"): write("&amp;".utf8)
            case UInt8(ascii: "<"): write("&lt;".utf8)
            // An unescaped `-->` would be the beginning of another cue.
            case UInt8(ascii: ">"): write("&gt;".utf8)
            default:
                let start = index
                while index < text.endIndex, Self.isPlain(text[index]) { index += 1 }
                writeRun(text[start..<index])
                continue
            }
            index += 1
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte > 32 && byte != 127 && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
    }

    /// Begins a line, unless the current line is empty.
    mutating func newline() {
        needsNewline = !bytes.isEmpty
        needsSpace = false
    }

    private mutating func space() {
        needsSpace = !bytes.isEmpty && !needsNewline
    }

    /// Opens an element.
    ///
    /// - Parameters:
    ///   - name: The name of the element.
    ///   - details: The escaped text that follows the name in the tag.
    mutating func open(_ name: String, details: String = "") {
        guard elements.count < Self.maximumDepth else { return }
        elements.append(Element(name: name, tag: "<\(name)\(details)>"))
    }

    /// Closes the innermost open element with a name. Elements inside it are closed and opened again.
    mutating func close(_ name: String) {
        guard let index = elements.lastIndex(where: { $0.name == name }) else { return }
        while written > index {
            written -= 1
            let tag = "</\(elements[written].name)>"
            bytes.append(contentsOf: tag.utf8)
            reserved -= tag.utf8.count
        }
        elements.remove(at: index)
    }

    /// Returns whether an element with a name is open.
    func isOpen(_ name: String) -> Bool { elements.contains { $0.name == name } }

    /// Opens and closes elements so that the following text has exactly the given style.
    mutating func setStyle(_ style: CueStyle) {
        for (name, isSet) in [("i", style.italic), ("b", style.bold), ("u", style.underline)]
        where isSet != isOpen(name) {
            if isSet { open(name) } else { close(name) }
        }
    }

    private mutating func write(_ escaped: String.UTF8View) {
        guard prepare(for: escaped.count) != nil else { return }
        bytes.append(contentsOf: escaped)
    }

    private mutating func writeRun(_ run: ArraySlice<UInt8>) {
        guard let space = prepare(for: 1) else { return }
        // A character can need up to 4 bytes, so nothing may fit although one byte is free.
        bytes.append(contentsOf: run.prefixOfCharacters(space))
        isFull = run.count > space
    }

    /// Writes what precedes text, and returns the number of bytes that are free for the text. Returns `nil` if the
    /// minimum does not fit.
    private mutating func prepare(for minimum: Int) -> Int? {
        let pending = elements[written...]
        let start = pending.reduce(needsNewline || needsSpace ? 1 : 0) { $0 + $1.tag.utf8.count }
        let end = pending.reduce(reserved) { $0 + $1.name.utf8.count + 3 }
        let free = limit - bytes.count - start - end
        guard free >= minimum else {
            isFull = true
            return nil
        }
        if needsNewline { bytes.append(10) } else if needsSpace { bytes.append(32) }
        needsNewline = false
        needsSpace = false
        for element in pending { bytes.append(contentsOf: element.tag.utf8) }
        written = elements.count
        reserved = end
        return free
    }

    /// Closes all elements and returns the text.
    mutating func finish() -> String {
        while let name = elements.last?.name { close(name) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The style of characters in a cue.
struct CueStyle: Hashable {
    var italic = false
    var bold = false
    var underline = false
}

/// The position of a cue, numbered as the keys of a numeric keypad.
enum CueAlignment {
    /// Returns the WebVTT settings of a position. The position at the bottom center is the default of WebVTT.
    static func settings(_ position: Int) -> String {
        guard (1...9).contains(position) else { return "" }
        let line = ["", "line:50%", "line:0"][(position - 1) / 3]
        let align = ["align:left", "", "align:right"][(position - 1) % 3]
        return [line, align].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Converts the numbering of SubStation Alpha version 4, in which 4 is added for the top and 8 for the middle.
    static func position(legacy: Int) -> Int? {
        switch legacy {
        case 1...3: legacy
        case 5...7: legacy + 2
        case 9...11: legacy - 5
        default: nil
        }
    }
}
