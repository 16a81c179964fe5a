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
    /// What this command has to cast, by name.
    var media: [String] = []

    /// What the skin itself keeps: which help or list is open, where the focus is, and why the last key did nothing.
    struct Aside: Hashable, Sendable {
        var showsAllKeys = false
        var hint: Label?
        /// The list that is open; that of devices is the store's dialog.
        var list: TerminalList.Kind?
        var focus: TerminalList.Focus?
    }

    /// The lines, none wider than the terminal, no more than it has rows.
    func lines(
        _ state: CastUIState,
        at instant: ContinuousClock.Instant,
        programme: Programme? = nil,
        aside: Aside = Aside()
    ) -> [TerminalLine] {
        let isChosenHere = ownActions.contains(.devices)
        let stage = TerminalStage(state, at: instant, programme: programme, isChosenHere: isChosenHere, text: text)
        let (width, rows) = (size.usableColumns, size.usableRows)
        var lines =
            stage.line.fits(width) || rows < 3
            ? [stage.line.line(width: width, style: style)] : stage.line.stack(width: width, style: style)
        // A dialog without a session says it all.
        if hasKeys, state.session == .none, state.openDialog != nil { lines = [] }
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
        if let dialog = state.dialog(at: instant) {
            return self.dialog(dialog, state, at: instant, room: room, aside: aside)
        }
        if let kind = aside.list {
            return list(TerminalList(kind, state, at: instant, media: media), state, room: room, aside: aside)
        }
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

    // MARK: - Lists

    /// A list, around the row with the focus, with its keys below.
    private func list(
        _ list: TerminalList,
        title: Label? = nil,
        _ state: CastUIState,
        room: Int,
        aside: Aside
    ) -> [TerminalLine] {
        let close = state.openDialog != nil && !state.session.isConnected ? Label(.cancel) : Label(.close)
        let keys = keyLine(help.browsing(list.kind, state), last: help.closing(close, state))
        guard room > 1 else { return [keys] }
        let focus = list.index(of: aside.focus)
        let rows = window(list.rows, around: focus ?? 0, room: room - 2).map { row in
            let isFocused = row.id == focus.map { list.rows[$0].id }
            let name = "\(mark(isFocused)) \(text.line(row.name))"
            return cut(
                .row([
                    Span(text: name, role: isFocused ? .strong : .plain),
                    Span(text: row.note.map { text.line($0) } ?? "", role: .faint),
                ])
            )
        }
        let empty = list.rows.isEmpty ? wrapped(Span(text: text.line(list.emptyText), role: .faint)) : []
        return [cut(TerminalLine(text.line(title ?? list.title), .strong))] + (rows + empty).prefix(room - 2) + [keys]
    }

    /// The cast dialog. What the stage above says already is not said again.
    private func dialog(
        _ view: CastDialogView,
        _ state: CastUIState,
        at instant: ContinuousClock.Instant,
        room: Int,
        aside: Aside
    ) -> [TerminalLine] {
        let title = [cut(TerminalLine(text.line(view.title), .strong))]
        let body: [TerminalLine]
        switch view.content {
        case .chooser, .connected:
            let devices = TerminalList(.devices, state, at: instant, media: [])
            return list(devices, state, room: room, aside: aside)
        case .searching: body = title + wrapped(Span(text: text.line(Label(.dialogSearching)), role: .waiting))
        case .noDevices(let help):
            body = title + help.flatMap { wrapped(Span(text: text.line($0.text))) }
        case .failed(let failure, _): body = title + wrapped(Span(text: text.line(failure.text), role: .bad))
        case .connecting(let hint): body = wrapped(Span(text: text.line(hint), role: .faint))
        case .waiting, .ending: body = []
        }
        let keys = keyLine(help.answering(view.content, state), last: help.closing(view.close, state))
        return body.prefix(max(0, room - 1)) + [keys]
    }

    private func mark(_ isOn: Bool) -> String {
        style == .unicode ? isOn ? "●" : "○" : isOn ? "(*)" : "( )"
    }

    /// As many rows as there is room for, around one of them.
    private func window<Row>(_ rows: [Row], around index: Int, room: Int) -> ArraySlice<Row> {
        let shown = max(0, room)
        let first = min(max(0, index - shown / 2), max(0, rows.count - shown))
        return rows[min(first, rows.count)...].prefix(shown)
    }

    // MARK: - Tracks

    /// The list that is open, around what is chosen, with its keys below.
    private func tracks(_ view: TrackSelectorView, room: Int) -> [TerminalLine] {
        let header = view.tabs.map { tab in
            Span(text: text.line(tab.label), role: tab.tab == view.selected ? .strong : .faint)
        }
        let rows = view.tabs.first { $0.tab == view.selected }?.rows ?? []
        let chosen = rows.firstIndex(where: \.isSelected) ?? 0
        let list = window(rows, around: chosen, room: room - 2).map { row in
            var line = "\(mark(row.isSelected)) \(text.line(row.name))"
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
