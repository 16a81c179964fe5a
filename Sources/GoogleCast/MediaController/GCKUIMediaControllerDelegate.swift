public import Foundation

/// Hears what happens to the media that a ``GCKUIMediaController`` shows. Everything is optional.
@preconcurrency
@MainActor
public protocol GCKUIMediaControllerDelegate: NSObjectProtocol {
    /// The player does something else.
    ///
    /// - Parameters:
    ///   - mediaController: Whose controls show it already.
    ///   - playerState: What it does.
    ///   - streamPosition: Where, in seconds; ``kGCKInvalidTimeInterval`` where there is no position.
    func mediaController(
        _ mediaController: GCKUIMediaController,
        didUpdate playerState: GCKMediaPlayerState,
        lastStreamPosition streamPosition: TimeInterval
    )

    /// The receiver begins to fetch an item of the queue before it is due.
    ///
    /// - Parameters:
    ///   - mediaController: Whose session it is.
    ///   - itemID: The item; ``kGCKMediaQueueInvalidItemID`` when there is none any more.
    func mediaController(_ mediaController: GCKUIMediaController, didBeginPreloadForItemID itemID: UInt)

    /// A status came, and the controls show it already.
    func mediaController(_ mediaController: GCKUIMediaController, didUpdate mediaStatus: GCKMediaStatus)
}

extension GCKUIMediaControllerDelegate {
    public func mediaController(
        _ mediaController: GCKUIMediaController,
        didUpdate playerState: GCKMediaPlayerState,
        lastStreamPosition streamPosition: TimeInterval
    ) {}

    public func mediaController(_ mediaController: GCKUIMediaController, didBeginPreloadForItemID itemID: UInt) {}

    public func mediaController(_ mediaController: GCKUIMediaController, didUpdate mediaStatus: GCKMediaStatus) {}
}
