// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A player of the app, between which and the device ``PlayerHandoff`` moves the media. `AVPlayer` conforms.
@preconcurrency
@MainActor
public protocol HandoffPlayer: AnyObject {
    /// The position in seconds; nil while the player has no media, and for live streams without positions.
    var handoffPosition: TimeInterval? { get }
    /// Whether the player plays, or will play when it has loaded enough.
    var isPlayingForHandoff: Bool { get }

    /// Pauses the player, because the device plays now.
    func pauseForHandoff()
    /// Moves to a position in seconds, if it is not nil, and plays or stays paused.
    func continueAfterHandoff(at position: TimeInterval?, isPlaying: Bool)
}

/// Moves playback from the app's player to the device when a session starts, and back when it ends, at its position.
///
/// ```swift
/// handoff = PlayerHandoff(player, in: .sharedInstance()) { film.mediaInformation }
/// ```
///
/// - When a session starts, the player is paused, and the device loads the media at the player's position. If the device
///   does not play it, the player continues.
/// - When the user ends the session, the player continues where the device was, provided that the device still had this
///   media. After a lost connection it only moves to the position, because the device plays on.
///
/// The handoff acts until ``close()`` or until it is deallocated. It is not part of the original framework.
@preconcurrency
@MainActor
public final class PlayerHandoff: NSObject {
    /// What plays the media.
    public enum Place: Sendable, Hashable {
        case player
        case device
    }

    /// Called after the media was moved, for example to show or hide the player's view.
    public var onMove: @MainActor (Place) -> Void = { _ in }
    /// What plays the media, as far as this handoff moved it.
    public private(set) var place = Place.player

    private let player: any HandoffPlayer
    private let context: GCKCastContext
    private let media: @MainActor () -> GCKMediaInformation?
    /// The media that the device received.
    private var moved: GCKMediaInformation?
    private var request: GCKRequest?
    /// Where the device was when it was last known.
    private var last: (position: TimeInterval, isPlaying: Bool)?
    private var observed: GCKRemoteMediaClient?
    private let log = Log(of: "PlayerHandoff")

    /// Begins to move the media with the sessions of a context.
    ///
    /// - Parameters:
    ///   - player: The app's player.
    ///   - context: The context, whose sessions are followed.
    ///   - media: Returns what the player has, as a device loads it; nil if it has nothing for a device.
    public init(
        _ player: any HandoffPlayer,
        in context: GCKCastContext,
        media: @escaping @MainActor () -> GCKMediaInformation?
    ) {
        self.player = player
        self.context = context
        self.media = media
        super.init()
        context.sessionManager.add(self)
    }

    /// Ends the handoff. What plays goes on.
    public func close() {
        context.sessionManager.remove(self)
        observed?.remove(self)
        observed = nil
    }

    /// Moves the media to the device of the current session, as at the start of a session.
    ///
    /// An app calls it when the user chooses other media during a session. Has no effect without a session or media.
    public func moveToDevice() {
        guard let client = context.sessionManager.currentCastSession?.remoteMediaClient, let media = media() else {
            return
        }
        let builder = GCKMediaLoadRequestDataBuilder()
        builder.mediaInformation = media
        if media.streamType != .live, let position = player.handoffPosition { builder.startTime = position }
        last = (player.handoffPosition ?? 0, player.isPlayingForHandoff)
        builder.autoplay = player.isPlayingForHandoff as NSNumber
        player.pauseForHandoff()
        if observed !== client {
            observed?.remove(self)
            client.add(self)
            observed = client
        }
        (moved, place) = (media, .device)
        let request = client.loadMedia(with: builder.build())
        self.request = request
        request.delegate = self
        onMove(.device)
    }

    private func moveToPlayer(plays: Bool) {
        guard place == .device else { return }
        let media = moved
        (moved, request, place) = (nil, nil, .player)
        if let media {
            let position = media.streamType == .live ? nil : last?.position
            player.continueAfterHandoff(at: position, isPlaying: plays && last?.isPlaying == true)
        }
        onMove(.player)
    }

    /// Whether this is the media that the device received. Devices report it by its ID, its URL, or both.
    private func isMoved(_ media: GCKMediaInformation?) -> Bool {
        guard let media, let moved else { return false }
        let names = [moved.contentID, moved.contentURL?.absoluteString].compactMap(\.self)
        return [media.contentID, media.contentURL?.absoluteString].contains { $0.map(names.contains) ?? false }
    }

    /// Remembers where the device is, while it has the media that was moved.
    private func remember(_ client: GCKRemoteMediaClient) {
        guard let status = client.mediaStatus, isMoved(status.mediaInformation) else { return }
        switch status.playerState {
        case .playing, .buffering: last = (client.approximateStreamPosition(), true)
        case .paused: last = (client.approximateStreamPosition(), false)
        default: break
        }
    }
}

extension PlayerHandoff: GCKSessionManagerListener {
    public func sessionManager(_ sessionManager: GCKSessionManager, didStart session: GCKCastSession) { moveToDevice() }

    public func sessionManager(_ sessionManager: GCKSessionManager, willEnd session: GCKCastSession) {
        // The position is known only while there is a session.
        if let client = session.remoteMediaClient { remember(client) }
    }

    public func sessionManager(
        _ sessionManager: GCKSessionManager,
        didEnd session: GCKCastSession,
        withError error: (any Error)?
    ) {
        observed?.remove(self)
        observed = nil
        moveToPlayer(plays: error == nil)
    }
}

extension PlayerHandoff: GCKRemoteMediaClientListener {
    public func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaStatus: GCKMediaStatus?) {
        guard let mediaStatus else { return }
        if mediaStatus.playerState == .idle || !isMoved(mediaStatus.mediaInformation) {
            // The media has ended, or another sender loaded other media: there is nothing to take back.
            if request == nil, place == .device { moved = nil }
            return
        }
        remember(client)
    }
}

extension PlayerHandoff: GCKRequestDelegate {
    public func requestDidComplete(_ request: GCKRequest) {
        if request === self.request { self.request = nil }
    }

    public func request(_ request: GCKRequest, didFailWithError error: GCKError) {
        guard request === self.request else { return }
        log.warning("the device did not play the media, so the player continues: \(error.localizedDescription)")
        moveToPlayer(plays: true)
    }

    public func request(_ request: GCKRequest, didAbortWith abortReason: GCKRequestAbortReason) {
        // Another load has replaced this one.
        if request === self.request { self.request = nil }
    }
}
