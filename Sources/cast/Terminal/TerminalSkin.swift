import CastUI

/// The state of the widgets as lines of a terminal: a pure function of it, of the time, and of the terminal's size.
///
/// State, title, position and device are there at every stage and at every width from 20 columns on, as far as the
/// terminal has rows. What else is known follows in the order of its use to somebody who looks up for a moment: what went
/// wrong, what a key would do, what follows.
struct TerminalSkin: Sendable {
    typealias Span = TerminalLine.Span

    var size: TerminalSize
    var style: TextStyle
    var localizer: Localizer
    /// Whether keys are read; else none are named.
    var hasKeys = true
    /// What this command can do that the device cannot.
    var ownActions: Set<RemoteAction> = []

    /// What the skin itself keeps: which help is open, and why the last key did nothing.
    struct Aside: Hashable, Sendable {
        var showsAllKeys = false
        var hint: Label?
    }

    /// The lines, none wider than the terminal, no more than it has rows.
    func lines(
        _ state: CastUIState,
        at instant: ContinuousClock.Instant,
        programme: Programme? = nil,
        aside: Aside = Aside()
    ) -> [TerminalLine] {
        let stage = TerminalStage(state, at: instant, programme: programme, text: text)
        let (width, rows) = (size.usableColumns, size.usableRows)
        var lines =
            stage.line.fits(width) || rows < 3
            ? [stage.line.line(width: width, style: style)] : stage.line.stack(width: width, style: style)
        lines = Array(lines.prefix(rows))
        var room = rows - lines.count
        func take(_ candidates: [TerminalLine]) -> [TerminalLine] {
            let taken = Array(candidates.prefix(max(0, room)))
            room -= taken.count
            return taken
        }
        let notice = aside.hint.map { Span(text: text.line($0), role: .waiting) } ?? stage.notice
        let noticeLines = take(notice.map(wrapped) ?? [])
        let below = take(hasKeys ? self.below(state, at: instant, room: room, aside: aside) : [])
        let details = take(flow(stage.details))
        return lines + details + noticeLines + below
    }

    private var text: TerminalText { TerminalText(style: style, localizer: localizer) }
    private var help: KeyHelp { KeyHelp(style: style, ownActions: ownActions) }

    /// The list that is open, or the keys.
    private func below(
        _ state: CastUIState,
        at instant: ContinuousClock.Instant,
        room: Int,
        aside: Aside
    ) -> [TerminalLine] {
        if let tracks = state.trackSelector(at: instant) { return self.tracks(tracks, room: room) }
        if aside.showsAllKeys { return flow(help.all(state, at: instant).map(span)) }
        return [keyLine(help.useful(state, at: instant), last: help.last)]
    }

    // MARK: - Keys

    private func span(_ entry: KeyHelp.Entry) -> Span {
        Span(text: "\(entry.keys) \(text.line(entry.label))", role: .faint)
    }

    /// As many as find room, and the last ones in any case.
    private func keyLine(_ entries: [KeyHelp.Entry], last: [KeyHelp.Entry]) -> TerminalLine {
        let end = last.map(span)
        var shown: [Span] = []
        for entry in entries.map(span) {
            guard TerminalLine.row(shown + [entry] + end).width <= size.usableColumns else { break }
            shown.append(entry)
        }
        return cut(.row(shown + end))
    }

    // MARK: - Tracks

    /// The list that is open, around what is chosen, with its keys below.
    private func tracks(_ view: TrackSelectorView, room: Int) -> [TerminalLine] {
        let header = view.tabs.map { tab in
            Span(text: text.line(tab.label), role: tab.tab == view.selected ? .strong : .faint)
        }
        let rows = view.tabs.first { $0.tab == view.selected }?.rows ?? []
        let chosen = rows.firstIndex(where: \.isSelected) ?? 0
        let shown = max(0, room - 2)
        let first = min(max(0, chosen - shown / 2), max(0, rows.count - shown))
        let (on, off) = style == .unicode ? ("●", "○") : ("(*)", "( )")
        let list = rows[min(first, rows.count)...].prefix(shown).map { row in
            var line = "\(row.isSelected ? on : off) \(text.line(row.name))"
            if let language = row.language { line += TerminalLine.gap + text.outside(language) }
            return cut(TerminalLine(line, row.isSelected ? .strong : .plain))
        }
        let keys = keyLine(help.choosing, last: [])
        return room > 1 ? [cut(.row(header))] + list + [keys] : [keys]
    }

    // MARK: - Room

    /// Pieces side by side, on as many lines as they take.
    private func flow(_ spans: [Span]) -> [TerminalLine] {
        var rows: [[Span]] = []
        for span in spans {
            if let last = rows.last, TerminalLine.row(last + [span]).width <= size.usableColumns {
                rows[rows.count - 1].append(span)
            } else {
                rows.append([span])
            }
        }
        return rows.map { cut(.row($0)) }
    }

    private func wrapped(_ span: Span) -> [TerminalLine] {
        DisplayWidth.wrapped(span.text, to: size.usableColumns, ellipsis: style.ellipsis).map {
            cut(TerminalLine($0, span.role))
        }
    }

    private func cut(_ line: TerminalLine) -> TerminalLine {
        line.cut(to: size.usableColumns, ellipsis: style.ellipsis)
    }
}
