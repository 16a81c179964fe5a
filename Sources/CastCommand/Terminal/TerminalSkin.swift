// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastUI

/// Renders the state of the widgets as lines of a terminal: a pure function of the state, the time and the size.
///
/// State, title, position and device are displayed in every state and at every width from 20 columns, as far as the
/// terminal has rows. Further information follows in order of importance: errors, the functions of keys, and details
/// such as the next item.
struct TerminalSkin: Sendable {
    typealias Span = TerminalLine.Span

    var size: TerminalSize
    var style: TextStyle
    var localizer: Localizer
    /// Whether keys are read; otherwise no keys are displayed.
    var hasKeys = true
    /// Actions that the command supports itself.
    var ownActions: Set<RemoteAction> = []
    /// The names of the items that the command can cast.
    var media: [String] = []

    /// The state of the display that is not part of the store: the open help or list, the focus, and the hint about
    /// the last key.
    struct DisplayState: Hashable, Sendable {
        var showsAllKeys = false
        var hint: ControlLabel?
        /// The open list. The list of devices is part of the dialog of the store.
        var list: TerminalList.Kind?
        var focus: TerminalList.Focus?
    }

    /// Returns the lines, which fit into the columns and rows of the terminal.
    func lines(
        _ state: CastUIState,
        at instant: ContinuousClock.Instant,
        playlist: PlaylistState? = nil,
        displayState: DisplayState = DisplayState()
    ) -> [TerminalLine] {
        let isChosenHere = ownActions.contains(.devices)
        let stage = TerminalStage(state, at: instant, playlist: playlist, isChosenHere: isChosenHere, text: text)
        let (width, rows) = (size.usableColumns, size.usableRows)
        var lines =
            stage.line.fits(width) || rows < 3
            ? [stage.line.line(width: width, style: style)] : stage.line.stack(width: width, style: style)
        // Without a session, the dialog contains all information.
        if hasKeys, state.session == .none, state.openDialog != nil { lines = [] }
        lines = Array(lines.prefix(rows))
        var room = rows - lines.count
        /// Returns as many lines as there are rows left.
        func fit(_ candidates: [TerminalLine]) -> [TerminalLine] {
            let fitting = Array(candidates.prefix(max(0, room)))
            room -= fitting.count
            return fitting
        }
        let notice = displayState.hint.map { Span(text: text.line($0), role: .waiting) } ?? stage.notice
        let noticeLines = fit(notice.map(wrapped) ?? [])
        let footer = fit(hasKeys ? self.footer(state, at: instant, room: room, displayState: displayState) : [])
        let details = fit(flow(stage.details))
        return lines + details + noticeLines + footer
    }

    private var text: TerminalText { TerminalText(style: style, localizer: localizer) }
    private var help: KeyHelp { KeyHelp(style: style, ownActions: ownActions) }

    /// Returns the open list, or the keys.
    private func footer(
        _ state: CastUIState,
        at instant: ContinuousClock.Instant,
        room: Int,
        displayState: DisplayState
    ) -> [TerminalLine] {
        if let tracks = state.trackSelector(at: instant) { return self.tracks(tracks, room: room) }
        if let dialog = state.dialog(at: instant) {
            return self.dialog(dialog, state, at: instant, room: room, displayState: displayState)
        }
        if let kind = displayState.list {
            return list(
                TerminalList(kind, state, at: instant, media: media),
                state,
                room: room,
                displayState: displayState
            )
        }
        if displayState.showsAllKeys { return flow(help.all(state, at: instant).map(span)) }
        return [keyLine(help.useful(state, at: instant), last: help.last)]
    }

    // MARK: - Keys

    private func span(_ entry: KeyHelp.Entry) -> Span {
        Span(text: "\(entry.keys) \(text.line(entry.label))", role: .faint)
    }

    /// Returns a line with as many entries as fit, and always with the last ones.
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

    /// Returns the rows of a list around the focused row, with the keys below.
    private func list(
        _ list: TerminalList,
        title: ControlLabel? = nil,
        _ state: CastUIState,
        room: Int,
        displayState: DisplayState
    ) -> [TerminalLine] {
        let close = state.openDialog != nil && !state.session.isConnected ? ControlLabel(.cancel) : ControlLabel(.close)
        let keys = keyLine(help.listEntries(list.kind, state), last: help.closeEntries(close, state))
        guard room > 1 else { return [keys] }
        let focus = list.index(of: displayState.focus)
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

    /// Returns the cast dialog, without the information that the stage above already shows.
    private func dialog(
        _ view: CastDialogView,
        _ state: CastUIState,
        at instant: ContinuousClock.Instant,
        room: Int,
        displayState: DisplayState
    ) -> [TerminalLine] {
        let title = [cut(TerminalLine(text.line(view.title), .strong))]
        let body: [TerminalLine]
        switch view.content {
        case .chooser, .connected:
            let devices = TerminalList(.devices, state, at: instant, media: [])
            return list(devices, state, room: room, displayState: displayState)
        case .searching: body = title + wrapped(Span(text: text.line(ControlLabel(.dialogSearching)), role: .waiting))
        case .noDevices(let help):
            body = title + help.flatMap { wrapped(Span(text: text.line($0.text))) }
        case .failed(let failure, _): body = title + wrapped(Span(text: text.line(failure.text), role: .bad))
        case .connecting(let hint): body = wrapped(Span(text: text.line(hint), role: .faint))
        case .waiting, .ending: body = []
        }
        let keys = keyLine(help.dialogEntries(view.content, state), last: help.closeEntries(view.close, state))
        return body.prefix(max(0, room - 1)) + [keys]
    }

    private func mark(_ isOn: Bool) -> String {
        style == .unicode ? isOn ? "●" : "○" : isOn ? "(*)" : "( )"
    }

    /// Returns as many rows as fit, around one of them.
    private func window<Row>(_ rows: [Row], around index: Int, room: Int) -> ArraySlice<Row> {
        let shown = max(0, room)
        let first = min(max(0, index - shown / 2), max(0, rows.count - shown))
        return rows[min(first, rows.count)...].prefix(shown)
    }

    // MARK: - Tracks

    /// Returns the open list of tracks around the selected one, with the keys below.
    private func tracks(_ view: TrackSelectorView, room: Int) -> [TerminalLine] {
        let header = view.tabs.map { tab in
            Span(text: text.line(tab.label), role: tab.tab == view.selected ? .strong : .faint)
        }
        let rows = view.tabs.first { $0.tab == view.selected }?.rows ?? []
        let chosen = rows.firstIndex(where: \.isSelected) ?? 0
        let list = window(rows, around: chosen, room: room - 2).map { row in
            var line = "\(mark(row.isSelected)) \(text.line(row.name))"
            if let language = row.language { line += TerminalLine.gap + text.untrusted(language) }
            return cut(TerminalLine(line, row.isSelected ? .strong : .plain))
        }
        let keys = keyLine(help.trackEntries, last: [])
        return room > 1 ? [cut(.row(header))] + list + [keys] : [keys]
    }

    // MARK: - Layout

    /// Returns spans side by side, on as many lines as needed.
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

/// Converts text from peers for display on a terminal.
///
/// Other hosts choose the names of devices, media and applications. These must not move the cursor, change colors,
/// break a line or reorder the text beside them.
struct TerminalText: Sendable {
    var style: TextStyle
    var localizer: Localizer

    /// The maximum number of scalars in one character; characters of real text have about ten.
    private static let scalarLimit = 12

    /// Returns a label on one line of at most `columns`.
    func line(_ label: ControlLabel, columns: Int = .max) -> String {
        untrusted(localizer.text(label), columns: columns)
    }

    /// Returns text from a peer on one line of at most `columns`, isolated if its writing direction differs.
    func untrusted(_ text: String, columns: Int = .max) -> String {
        var result = ""
        // Directional marks of the text are removed, because terminals may not support them; the isolates below
        // suffice.
        for character in DisplayText.bounded(text) {
            var scalars = String.UnicodeScalarView()
            for scalar in character.unicodeScalars.prefix(Self.scalarLimit)
            where !PrintableText.isDirectionalMark(scalar) {
                scalars.append(style == .ascii && !scalar.isASCII ? "?" : scalar)
                if style == .ascii { break }
            }
            result.unicodeScalars.append(contentsOf: scalars)
        }
        if columns < .max { result = DisplayWidth.cut(result, to: columns, ellipsis: style.ellipsis) }
        guard style == .unicode else { return result }
        return localizer.text(.value(.text(result)))
    }
}
