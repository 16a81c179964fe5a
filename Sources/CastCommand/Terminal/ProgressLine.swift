// SPDX-License-Identifier: Apache-2.0

/// The progress of the current media, on one line if the terminal is wide enough, else on several.
///
/// From left to right: state, title, position, bar, duration, volume, device.
struct ProgressLine: Hashable, Sendable {
    typealias Span = TerminalLine.Span

    var state: Span
    var title = ""
    /// The position; empty if there is none.
    var elapsed = ""
    /// The duration; nil if there is none.
    var total: String?
    /// The filled part of the bar, from 0 to 1; nil for no bar.
    var share: Double?
    /// The positions of ads, from 0 to 1.
    var markers: [Double] = []
    var volume = ""
    /// A short form of ``volume``.
    var shortVolume = ""
    var device = ""

    private static let gap = TerminalLine.gap
    private static let stateWidth = 9
    private static let titleMinimum = 8
    private static let barMinimum = 8
    private static let barMaximum = 40

    /// The parts that are on the line.
    private struct Parts {
        var title: Bool
        var bar: Bool
        var volume: Bool
        var device: Bool
    }

    /// Returns whether all parts fit on one line.
    func fits(_ width: Int) -> Bool { needed(all) <= width }

    /// Returns one line of at most `width` columns. If it is too narrow, the device is omitted first, then the bar, the
    /// volume and finally the title.
    func line(width: Int, style: TextStyle) -> TerminalLine {
        var parts = all
        if needed(parts) > width { parts.device = false }
        if needed(parts) > width { parts.bar = false }
        if needed(parts) > width { parts.volume = false }
        if needed(parts) > width { parts.title = false }
        var spare = width - needed(parts)
        var spans = [word]
        if parts.title {
            let natural = DisplayWidth.of(title)
            let minimum = min(natural, Self.titleMinimum)
            let columns = min(natural, minimum + max(0, parts.bar ? spare / 2 : spare))
            spare -= columns - minimum
            spans.append(Span(text: DisplayWidth.cut(title, to: columns, ellipsis: style.ellipsis), role: .strong))
        }
        spans.append(Span(text: times(bar: parts.bar ? Self.barMinimum + max(0, spare) : 0, style: style)))
        if parts.volume { spans.append(Span(text: volume)) }
        if parts.device { spans.append(Span(text: device)) }
        return TerminalLine.row(spans).cut(to: max(0, width), ellipsis: "")
    }

    /// Returns several lines of at most `width` columns, the most important one first.
    func stack(width: Int, style: TextStyle) -> [TerminalLine] {
        var lines: [TerminalLine] = []
        let state = word.text.padded(to: Self.stateWidth)
        let room = width - DisplayWidth.of(state) - Self.gap.count
        func cut(_ text: String, _ columns: Int) -> String {
            DisplayWidth.cut(text, to: columns, ellipsis: style.ellipsis)
        }
        if title.isEmpty || room < min(DisplayWidth.of(title), Self.titleMinimum) {
            lines += DisplayWidth.wrapped(self.state.text, to: width, ellipsis: style.ellipsis).map { line in
                TerminalLine(line, self.state.role)
            }
            if !title.isEmpty { lines.append(TerminalLine(cut(title, width), .strong)) }
        } else {
            lines.append(TerminalLine.row([word, Span(text: cut(title, room), role: .strong)]))
        }
        let bar = width - timesWidth + (elapsed.isEmpty ? -1 : 1)
        let times = times(bar: share == nil ? 0 : max(0, bar), style: style)
        if !times.isEmpty { lines.append(TerminalLine(cut(times, width))) }
        if !device.isEmpty {
            let long = width - DisplayWidth.of(volume) - Self.gap.count
            let short = width - DisplayWidth.of(shortVolume) - Self.gap.count
            if volume.isEmpty {
                lines.append(TerminalLine(cut(device, width)))
            } else if long >= DisplayWidth.of(device) {
                lines.append(TerminalLine.row([Span(text: device), Span(text: volume)]))
            } else {
                lines.append(TerminalLine.row([Span(text: cut(device, short)), Span(text: shortVolume)]))
            }
        }
        return lines.map { $0.cut(to: width, ellipsis: "") }
    }

    // MARK: - Implementation

    private var word: Span { Span(text: state.text.padded(to: Self.stateWidth), role: state.role) }

    private var all: Parts {
        Parts(title: !title.isEmpty, bar: share != nil, volume: !volume.isEmpty, device: !device.isEmpty)
    }

    /// The width of the times and the separator that is between them if there is no bar.
    private var timesWidth: Int {
        let end = total.map { DisplayWidth.of($0) } ?? 0
        let start = DisplayWidth.of(elapsed)
        return start + end + (start > 0 && end > 0 ? 3 : 0)
    }

    private func needed(_ parts: Parts) -> Int {
        var columns = max(Self.stateWidth, DisplayWidth.of(state.text))
        if timesWidth > 0 { columns += Self.gap.count + timesWidth }
        if parts.title { columns += Self.gap.count + min(DisplayWidth.of(title), Self.titleMinimum) }
        // The bar replaces the slash between the two times.
        if parts.bar { columns += Self.barMinimum - (elapsed.isEmpty ? -1 : 1) }
        if parts.volume { columns += Self.gap.count + DisplayWidth.of(volume) }
        if parts.device { columns += Self.gap.count + DisplayWidth.of(device) }
        return columns
    }

    /// Returns the times with a bar of at most `length` columns between them, or without a bar if that is too short.
    private func times(bar length: Int, style: TextStyle) -> String {
        guard let total else { return elapsed }
        guard length >= 4 else { return elapsed.isEmpty ? total : "\(elapsed) / \(total)" }
        return (elapsed.isEmpty ? "" : elapsed + " ") + bar(min(length, Self.barMaximum), style) + " " + total
    }

    private func bar(_ length: Int, _ style: TextStyle) -> String {
        let inner = style == .ascii ? length - 2 : length
        let known = share ?? 0
        let share = known.isNaN ? 0 : min(max(known, 0), 1)
        let filled = Int((share * Double(inner)).rounded(.down))
        let (full, empty, mark): (Character, Character, Character) = style == .ascii ? ("=", "-", "|") : ("━", "─", "┃")
        var cells = [Character](repeating: full, count: filled) + [Character](repeating: empty, count: inner - filled)
        for marker in markers where (0...1).contains(marker) {
            cells[min(Int(marker * Double(inner)), inner - 1)] = mark
        }
        return style == .ascii ? "[" + String(cells) + "]" : String(cells)
    }
}

/// The characters that a terminal can display.
enum TextStyle: Sendable {
    case unicode
    case ascii

    var ellipsis: String { self == .unicode ? "…" : "..." }

    /// Creates the style of the locale: Unicode if `LC_ALL`, else `LC_CTYPE`, else `LANG` specifies UTF-8.
    init(environment: [String: String]) {
        let lowered = Self.locale(environment).lowercased()
        self = lowered.contains("utf-8") || lowered.contains("utf8") ? .unicode : .ascii
    }

    /// Returns the name of the locale: `en_US.UTF-8`; `C` if there is none.
    static func locale(_ environment: [String: String]) -> String {
        ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    }
}
