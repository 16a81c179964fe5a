import CastSender
import CastWire

/// The queue as a skin draws it.
public struct QueueView: Sendable, Equatable {
    /// Where an item stands in time.
    public enum Role: Sendable, Hashable {
        case history, current, next, later
    }

    public struct Row: Sendable, Equatable, Identifiable {
        public var id: Int
        public var title: Label
        public var subtitle: Label?
        public var artwork: Artwork?
        /// In seconds.
        public var duration: Double?
        public var role: Role
        /// Names for the controls of a row, which a screen reader needs.
        public var remove: Label
        public var move: Label
    }

    public var rows: [Row]
    /// Whether items can be moved and removed.
    public var isEditable: Bool
    /// Said when there are none.
    public var emptyText: Label
    public var clear: ControlState
}

extension CastUIState {
    /// Items that are not known in full are listed by number.
    public func queueView(at instant: ContinuousClock.Instant) -> QueueView {
        let panel = panel(at: instant)
        let current = panel.isLoaded ? panel.controls?.snapshot?.currentItemID : nil
        let ids = queueItemIDs(panel)
        let currentIndex = current.flatMap(ids.firstIndex)
        var window: [Int: QueueItem] = [:]
        for item in panel.controls?.snapshot?.queueWindow ?? [] { window[item.itemID ?? 0] = item }
        let rows = ids.enumerated().map { index, id in
            let item = queue?.items[id] ?? window[id]
            let metadata = item?.media?.metadata
            let named = metadata?.title.nonEmpty
            let name = named.map(Phrase.Argument.text) ?? .phrase(Phrase(.queueItemNumber, .number(index + 1)))
            return QueueView.Row(
                id: id,
                title: named.map(Label.text) ?? Label(.queueItemNumber, .number(index + 1)),
                subtitle: metadata?.smartSubtitle,
                artwork: metadata?.artwork(.mini),
                duration: item?.media?.knownDuration,
                role: Self.role(of: index, current: currentIndex),
                remove: Label(.queueRemove, name),
                move: Label(.queueMove, name)
            )
        }
        let reason: DisabledReason? = !panel.isConnected ? .noSession : !panel.isLoaded ? .noMedia : nil
        return QueueView(
            rows: rows,
            isEditable: reason == nil,
            emptyText: Label(.queueEmpty),
            clear: ControlState(
                label: Label(.queueClear),
                reason: reason ?? (rows.contains { $0.role != .current } ? nil : .already),
                isBusy: panel.isBusy
            )
        )
    }

    /// The ids of all items that are known, in the order in which they will be once the device has carried out what it
    /// was told to move.
    func queueItemIDs(_ panel: MediaPanel) -> [Int] {
        guard panel.isLoaded else { return [] }
        var ids = panel.controls?.snapshot?.queueWindow.compactMap(\.itemID) ?? []
        if let queue, !queue.itemIDs.isEmpty { ids = queue.itemIDs }
        for case .move(let id, let before) in inFlight.sorted(by: { $0.key < $1.key }).map(\.value) {
            guard let index = ids.firstIndex(of: id) else { continue }
            ids.remove(at: index)
            ids.insert(id, at: before.flatMap(ids.firstIndex) ?? ids.endIndex)
        }
        return ids
    }

    func hasQueue(_ panel: MediaPanel) -> Bool { queueItemIDs(panel).count > 1 }

    private static func role(of index: Int, current: Int?) -> QueueView.Role {
        guard let current else { return .later }
        if index == current { return .current }
        return index < current ? .history : index == current + 1 ? .next : .later
    }
}
