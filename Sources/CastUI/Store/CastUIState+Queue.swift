import CastSender
import CastWire

// What a person does about the queue.

extension CastUIState {
    mutating func takeQueueIntent(
        _ intent: Intent,
        _ panel: MediaPanel,
        at instant: ContinuousClock.Instant,
        _ effects: inout [CastUIEffect]
    ) {
        if case .queueAdded(let title) = intent {
            let phrase = Phrase(.queueAdded, .text(title))
            notice = Notice(phrase: phrase, until: instant.advanced(by: Notice.duration))
            return effects.append(.announce(phrase, .polite))
        }
        let ids = queueItemIDs(panel)
        switch intent {
        case .jumpToItem(let id):
            if ids.contains(id), id != panel.controls?.snapshot?.currentItemID { order(.jump(toItem: id), &effects) }
        case .removeItem(let id):
            if ids.contains(id) { order(.remove(items: [id]), &effects) }
        case .moveItem(let id, let index):
            let others = ids.filter { $0 != id }
            guard others.count == ids.count - 1, (0...others.count).contains(index), ids.firstIndex(of: id) != index
            else { return }
            order(.move(item: id, before: index < others.count ? others[index] : nil), &effects)
        case .clearQueue:
            let others = ids.filter { $0 != panel.controls?.snapshot?.currentItemID }
            if !others.isEmpty { order(.remove(items: others), &effects) }
        case .upNext(let choice):
            guard let next = panel.nextItem, let id = next.itemID else { return }
            switch choice {
            case .wait: if next.autoplay == false { order(.setAutoplay(true, item: id), &effects) }
            // Between two items nothing is loaded, and what follows can be gone to all the same.
            case .play:
                let isBetween = panel.isActive && !panel.isLoaded
                if isBetween || panel.reason(against: .next) == nil { order(.next, &effects) }
            case .stop: order(.setAutoplay(false, item: id), &effects)
            }
        default: break
        }
    }
}
