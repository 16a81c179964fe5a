// SPDX-License-Identifier: Apache-2.0

import CastUI

/// A list on a terminal, one of whose rows has the focus.
struct TerminalList: Sendable {
    enum Kind: Hashable, Sendable {
        case devices, members, queue, media
    }

    struct Row: Hashable, Sendable, Identifiable {
        var id: String
        var name: ControlLabel
        /// Additional information after the name.
        var note: ControlLabel?
    }

    /// The focused row. The focus follows its row; if the row is removed, the focus stays at the index.
    struct Focus: Hashable, Sendable {
        var id: String
        var index: Int
    }

    let kind: Kind
    let rows: [Row]
    /// The index of the row that has the focus initially.
    private let start: Int

    /// - Parameter media: The names of the items that the command can cast.
    init(_ kind: Kind, _ state: CastUIState, at instant: ContinuousClock.Instant, media: [String]) {
        self.kind = kind
        switch kind {
        case .devices:
            let devices = state.deviceRows
            rows = devices.map { Row(id: $0.id, name: .text($0.name), note: $0.status) }
            start = devices.firstIndex { $0.isCurrent } ?? 0
        case .members:
            rows = state.members.map { member in
                let level = member.level.map { ControlLabel.value(.percent($0)) }
                return Row(
                    id: member.id,
                    name: .text(member.name),
                    note: member.isMuted ? ControlLabel(.volumeMuted) : level
                )
            }
            start = 0
        case .queue:
            let items = state.queueView(at: instant).rows
            let playerState = state.allControls(at: instant).state
            rows = items.map { item in
                let length = item.duration.map { ControlLabel.value(.time($0)) }
                return Row(
                    id: "\(item.id)",
                    name: item.title,
                    note: item.role == .current ? playerState : item.subtitle ?? length
                )
            }
            start = items.firstIndex { $0.role == .current } ?? 0
        case .media:
            rows = media.enumerated().map { Row(id: "\($0)", name: .text($1)) }
            start = 0
        }
    }

    var title: ControlLabel {
        switch kind {
        case .devices: ControlLabel(.dialogTitle)
        case .members: ControlLabel(.volume)
        case .queue: ControlLabel(.queue)
        case .media: ControlLabel(.castFileTitle)
        }
    }

    /// The text for a list without rows.
    var emptyText: ControlLabel {
        switch kind {
        case .devices: ControlLabel(.dialogSearching)
        case .members: ControlLabel(.membersEmpty)
        case .queue: ControlLabel(.queueEmpty)
        case .media: ControlLabel(.castFileNone)
        }
    }

    /// Returns the index of the focused row; nil if there are no rows.
    func index(of focus: Focus?) -> Int? {
        guard !rows.isEmpty else { return nil }
        guard let focus else { return min(start, rows.count - 1) }
        return rows.firstIndex { $0.id == focus.id } ?? min(max(0, focus.index), rows.count - 1)
    }

    /// Returns the focus moved by a number of rows, within the bounds of the list.
    func focus(_ steps: Int, from focus: Focus?) -> Focus? {
        guard let index = index(of: focus) else { return nil }
        let next = min(max(0, index + steps), rows.count - 1)
        return Focus(id: rows[next].id, index: next)
    }
}
