import CastUI

/// A list that is open on a terminal: its rows, of which one has the focus.
struct TerminalList: Sendable {
    enum Kind: Hashable, Sendable {
        case devices, members, queue, media
    }

    struct Row: Hashable, Sendable, Identifiable {
        var id: String
        var name: Label
        /// What is to be known beside the name.
        var note: Label?
    }

    /// Where the focus is: it stays with its row, and where that goes, at its place.
    struct Focus: Hashable, Sendable {
        var id: String
        var index: Int
    }

    let kind: Kind
    let rows: [Row]
    /// Where the focus is at first.
    private let start: Int

    /// - Parameter media: What the command has to cast, by name.
    init(_ kind: Kind, _ state: CastUIState, at instant: ContinuousClock.Instant, media: [String]) {
        self.kind = kind
        switch kind {
        case .devices:
            let devices = state.deviceRows
            rows = devices.map { Row(id: $0.id, name: .text($0.name), note: $0.status) }
            start = devices.firstIndex { $0.isCurrent } ?? 0
        case .members:
            rows = state.members.map { member in
                let level = member.level.map { Label.value(.percent($0)) }
                return Row(id: member.id, name: .text(member.name), note: member.isMuted ? Label(.volumeMuted) : level)
            }
            start = 0
        case .queue:
            let items = state.queueView(at: instant).rows
            rows = items.map { item in
                let length = item.duration.map { Label.value(.time($0)) }
                return Row(
                    id: "\(item.id)",
                    name: item.title,
                    note: item.role == .current ? Label(.statePlaying) : item.subtitle ?? length
                )
            }
            start = items.firstIndex { $0.role == .current } ?? 0
        case .media:
            rows = media.enumerated().map { Row(id: "\($0)", name: .text($1)) }
            start = 0
        }
    }

    var title: Label {
        switch kind {
        case .devices: Label(.dialogTitle)
        case .members: Label(.volume)
        case .queue: Label(.queue)
        case .media: Label(.castFileTitle)
        }
    }

    /// Said when there are no rows.
    var emptyText: Label {
        switch kind {
        case .devices: Label(.dialogSearching)
        case .members, .queue: Label(.queueEmpty)
        case .media: Label(.castFileNone)
        }
    }

    /// The row that has the focus; nil where there are none.
    func index(of focus: Focus?) -> Int? {
        guard !rows.isEmpty else { return nil }
        guard let focus else { return min(start, rows.count - 1) }
        return rows.firstIndex { $0.id == focus.id } ?? min(max(0, focus.index), rows.count - 1)
    }

    /// Where the focus is some rows farther on; it does not leave the list.
    func focus(_ steps: Int, from focus: Focus?) -> Focus? {
        guard let index = index(of: focus) else { return nil }
        let next = min(max(0, index + steps), rows.count - 1)
        return Focus(id: rows[next].id, index: next)
    }
}
