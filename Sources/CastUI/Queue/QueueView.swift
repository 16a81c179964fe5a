// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

/// The content of the queue.
public struct QueueView: Sendable, Equatable {
    /// The position of an item relative to the current one.
    public enum Role: Sendable, Hashable {
        case history, current, next, later
    }

    /// An item of the queue.
    public struct Row: Sendable, Equatable, Identifiable {
        public var id: Int
        /// The title of the item, or a text that stands for an unknown one.
        public var title: ControlLabel
        /// The second line about the item; nil without one.
        public var subtitle: ControlLabel?
        /// The picture of the item; nil without one.
        public var artwork: ArtworkReference?
        /// The duration in seconds; nil if it is unknown.
        public var duration: Double?
        /// The position relative to the current item.
        public var role: Role
        /// The name of the remove control of the row, for screen readers.
        public var remove: ControlLabel
        /// The name of the move control of the row, for screen readers.
        public var move: ControlLabel
    }

    /// The known items, in the order of the queue.
    public var rows: [Row]
    /// Whether items can be moved and removed.
    public var isEditable: Bool
    /// The text that is shown when the queue is empty.
    public var emptyText: ControlLabel
    /// The control that removes all items except the current one.
    public var clear: ControlState
}

extension CastUIState {
    /// Returns the content of the queue. Items whose details are not fetched yet are listed by number.
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
                title: named.map(ControlLabel.text) ?? ControlLabel(.queueItemNumber, .number(index + 1)),
                subtitle: metadata?.smartSubtitle,
                artwork: metadata?.artwork(.mini),
                duration: item?.media?.knownDuration,
                role: Self.role(of: index, current: currentIndex),
                remove: ControlLabel(.queueRemove, name),
                move: ControlLabel(.queueMove, name)
            )
        }
        let reason: DisabledReason? = !panel.isConnected ? .noSession : !panel.isLoaded ? .noMedia : nil
        return QueueView(
            rows: rows,
            isEditable: reason == nil,
            emptyText: ControlLabel(.queueEmpty),
            clear: ControlState(
                label: ControlLabel(.queueClear),
                reason: reason ?? (rows.contains { $0.role != .current } ? nil : .already),
                isBusy: panel.isBusy
            )
        )
    }

    /// The ids of all known items, in the order after the pending moves.
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

/// The "up next" message, which names the next item. It is static, because the receiver shows the countdown.
public struct UpNextView: Sendable, Equatable {
    /// The id of the next item in the queue.
    public var itemID: Int
    /// The message with the title of the item.
    public var message: ControlLabel
    /// The picture of the next item; nil without one.
    public var artwork: ArtworkReference?
    /// Whether the item starts automatically.
    public var startsAutomatically: Bool

    /// The time before the end of the current item at which the message appears, in seconds.
    public static var lead: Double { 30 }
}

extension CastUIState {
    /// Returns the "up next" message; nil before the last 30 seconds of the current item, unless the receiver has
    /// preloaded the next one.
    ///
    /// A receiver may ask whether the user is still watching. It is then paused, or idle between two items. The
    /// protocol has no message for this prompt, so the "up next" message stays until playback continues.
    public func upNext(at instant: ContinuousClock.Instant) -> UpNextView? {
        let panel = panel(at: instant)
        guard panel.isActive, !panel.isLoading, let item = panel.nextItem, let id = item.itemID else { return nil }
        let isNear = !panel.isLoaded || panel.remaining.map { $0 <= UpNextView.lead } ?? false
        guard isNear || panel.controls?.snapshot?.preloadedItemID == id else { return nil }
        let metadata = item.media?.metadata
        let number = queueItemIDs(panel).firstIndex(of: id).map { $0 + 1 }
        let title =
            metadata?.title.nonEmpty.map(Phrase.Argument.text)
            ?? .phrase(Phrase(.queueItemNumber, .number(number ?? id)))
        return UpNextView(
            itemID: id,
            message: ControlLabel(.upNext, title),
            artwork: metadata?.artwork(.mini),
            startsAutomatically: item.autoplay != false
        )
    }
}
