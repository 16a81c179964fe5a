// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
import Foundation
#else
public import Foundation
#endif

#if !canImport(ObjectiveC)
/// Receives the media changes of a ``GCKUIMediaController``. All methods are optional.
@preconcurrency
@MainActor
public protocol GCKUIMediaControllerDelegate: NSObjectProtocol {
    /// Called when the player state changed.
    ///
    /// - Parameters:
    ///   - mediaController: The controller, whose controls are already updated.
    ///   - playerState: The new state.
    ///   - streamPosition: The position in seconds. ``kGCKInvalidTimeInterval`` if there is none.
    func mediaController(
        _ mediaController: GCKUIMediaController,
        didUpdate playerState: GCKMediaPlayerState,
        lastStreamPosition streamPosition: TimeInterval
    )

    /// Called when the receiver starts to preload an item of the queue.
    ///
    /// - Parameters:
    ///   - mediaController: The controller.
    ///   - itemID: The ID of the item. ``kGCKMediaQueueInvalidItemID`` if no item is preloaded any more.
    func mediaController(_ mediaController: GCKUIMediaController, didBeginPreloadForItemID itemID: UInt)

    /// Called when a media status was received. The controls are already updated.
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
#endif

/// The state of a play/pause control.
#if canImport(ObjectiveC)
@objc(GCKUIPlayPauseState)
#endif
public enum GCKUIPlayPauseState: Int, Sendable {
    /// No media is loaded.
    case none = 0
    /// The media is playing.
    case play = 1
    /// The media is paused.
    case pause = 2
}

/// Formats a metadata value, a string or a number, as text.
public typealias GCKUIValueFormatter = (Any) -> String
