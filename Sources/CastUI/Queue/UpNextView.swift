import CastSender
import CastWire

/// What follows, as a message that stands still: the receiver counts down, the sender does not.
public struct UpNextView: Sendable, Equatable {
    public var itemID: Int
    /// The title, as the message says it.
    public var message: Label
    public var artwork: Artwork?
    /// Whether it starts by itself.
    public var startsByItself: Bool

    /// How long before the end it appears, in seconds.
    public static var lead: Double { 30 }
}

extension CastUIState {
    /// Nil while it is not time for it: before the last half minute, unless the receiver has begun to fetch it.
    ///
    /// A receiver that asks whether somebody is still there is paused by then, or idle between two items; no message of
    /// the protocol says that it asks. The message stays as long as that does.
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
            message: Label(.upNext, title),
            artwork: metadata?.artwork(.mini),
            startsByItself: item.autoplay != false
        )
    }
}
