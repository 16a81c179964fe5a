// SPDX-License-Identifier: Apache-2.0

/// A parser for SubStation Alpha files, versions 4 (`.ssa`) and 4+ (`.ass`).
struct SubStationParser {
    /// The maximum number of styles. Further styles are ignored.
    private static let maximumStyles = 1000

    private struct Event: Hashable {
        let layer: Int
        let cue: Subtitles.Cue
    }

    private struct Fields {
        let count: Int
        let layer: Int?
        let start: Int?
        let end: Int?
        let style: Int?
        let text: Int?

        init(_ names: [String]) {
            count = names.count
            layer = names.firstIndex(of: "layer")
            start = names.firstIndex(of: "start")
            end = names.firstIndex(of: "end")
            style = names.firstIndex(of: "style")
            text = names.firstIndex(of: "text")
        }
    }

    private var styles: [String: SubStationStyle] = [:]
    private var styleFields: [String] = []
    /// The indexes of the fields of events, and their number.
    private var eventFields = Fields([
        "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
    ])
    /// Whether the section of the styles is that of version 4, which numbers positions differently.
    private var hasLegacyStyles = false
    private var section = ""
    /// Whether `\n` begins a line, which depends on the mode of wrapping.
    private var breaksSoftly = false
    private var events: [Event] = []
    /// The number of events in the file, including those that are not used.
    private var eventCount = 0
    private var seen: Set<Subtitles.Cue> = []

    static func cues(_ text: [UInt8], limits: Subtitles.Limits) -> [Subtitles.Cue] {
        var parser = SubStationParser()
        var lines = SubtitleLines(text)
        while parser.eventCount < limits.cues, let line = lines.next() {
            parser.parse(line.trimmed, limit: limits.cueText)
        }
        // Layers determine which of two simultaneous events is in front. WebVTT uses the order of the cues.
        return parser.events.enumerated()
            .sorted {
                ($0.element.cue.start, $0.element.layer, $0.offset) < (
                    $1.element.cue.start, $1.element.layer, $1.offset
                )
            }
            .map(\.element.cue)
    }

    private mutating func parse(_ line: ArraySlice<UInt8>, limit: Int) {
        if line.first == UInt8(ascii: "[") {
            section = line.prefix(32).string.lowercased()
            if section.hasPrefix("[v4") { hasLegacyStyles = !section.hasPrefix("[v4+") }
            return
        }
        guard let colon = line.prefix(16).firstIndex(of: UInt8(ascii: ":")) else { return }
        let value = line[(colon + 1)...].trimmed
        switch line[..<colon].string.lowercased() {
        case "wrapstyle": breaksSoftly = value.elementsEqual("2".utf8)
        case "format":
            let fields = value.prefix(1024).split(separator: UInt8(ascii: ","), maxSplits: 63)
                .map { $0.trimmed.string.lowercased() }
            if section.hasPrefix("[v4") {
                styleFields = fields
            } else if fields.contains("text") {
                eventFields = Fields(fields)
            }
        case "style": addStyle(value)
        case "dialogue":
            eventCount += 1
            addEvent(value, limit: limit)
        default: break
        }
    }

    /// Returns the values of a line. The last one can contain commas.
    private static func values(_ line: ArraySlice<UInt8>, count: Int) -> [ArraySlice<UInt8>] {
        line.split(separator: UInt8(ascii: ","), maxSplits: max(0, count - 1), omittingEmptySubsequences: false)
    }

    private mutating func addStyle(_ line: ArraySlice<UInt8>) {
        let values = Dictionary(
            zip(styleFields, Self.values(line.prefix(4096), count: styleFields.count)),
            uniquingKeysWith: { first, _ in first }
        )
        guard styles.count < Self.maximumStyles, let name = values["name"] else { return }
        func isSet(_ field: String) -> Bool {
            values[field].flatMap { Int($0.trimmed.string) }.map { $0 != 0 } ?? false
        }
        var style = SubStationStyle()
        style.characters = CueStyle(italic: isSet("italic"), bold: isSet("bold"), underline: isSet("underline"))
        if let number = values["alignment"].flatMap({ Int($0.trimmed.string) }) {
            style.alignment = (hasLegacyStyles ? CueAlignment.position(legacy: number) : number) ?? 2
        }
        styles[Self.styleName(name)] = style
    }

    /// Returns the name of a style. Old files mark the styles of other scripts with an asterisk.
    private static func styleName(_ text: ArraySlice<UInt8>) -> String {
        text.trimmed.drop { $0 == UInt8(ascii: "*") }.string
    }

    private mutating func addEvent(_ line: ArraySlice<UInt8>, limit: Int) {
        let values = Self.values(line, count: eventFields.count)
        func value(_ index: Int?) -> ArraySlice<UInt8>? {
            index.flatMap { $0 < values.count ? values[$0] : nil }
        }
        guard let start = value(eventFields.start).flatMap(SubtitleTime.clock)?.seconds,
            let end = value(eventFields.end).flatMap(SubtitleTime.clock)?.seconds, start < end,
            let content = value(eventFields.text)
        else { return }
        let style = value(eventFields.style).flatMap { styles[Self.styleName($0)] } ?? SubStationStyle()
        var text = SubStationText(style: style, styles: styles, breaksSoftly: breaksSoftly, limit: limit)
        text.append(content)
        let settings = CueAlignment.settings(text.overrides.alignment ?? style.alignment)
        let cue = Subtitles.Cue(start: start, end: end, text: text.finish(), settings: settings)
        // Outlines and shadows are often written as events with the same text.
        guard !cue.text.isEmpty, seen.insert(cue).inserted else { return }
        let layer = value(eventFields.layer).flatMap { Int($0.trimmed.string) } ?? 0
        events.append(Event(layer: layer, cue: cue))
    }
}
