// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The media status of one application, merged from its MEDIA_STATUS messages by the CASTV2 merge rules:
///
/// 1. A message without a usable status: there is no media session; only the reason for the end of the last one is
///    kept.
/// 2. A message with several statuses: the status of the known session is used, else the first that is not idle, else
///    the first.
/// 3. A new session id: everything known is discarded.
/// 4. The same session: keys are replaced one by one. `media` is kept when absent; `idleReason`, `extendedStatus`,
///    `breakStatus`, `loadingItemId` and `preloadedItemId` are cleared when absent; all others are kept.
/// 5. A status without session id belongs to the current session.
/// 6. IDLE with an extended status LOADING means that the media and the session in the extended status are loading.
/// 7. Queue items are updated and added by id; an item without media keeps its previous media.
/// 8. The position is extrapolated by ``PlaybackPosition``.
/// 9. Another queue item: the live range, video information, custom data and position of the previous item are
///    discarded.
/// 10. Break clips are merged by id, because receivers list only those of the current break.
///
/// A status of a session that another one has replaced is late and ignored, unless it answers a request of this sender:
/// receivers report the end of the old session after the start of the new one.
struct MediaState {
    enum Change: Equatable {
        /// A new media session started.
        case started(mediaSessionID: Int)
        /// Playback ended; reported once per session.
        case ended(mediaSessionID: Int, IdleReason?)
        /// The snapshot changed.
        case updated
        case ignored(Ignored)
    }

    enum Ignored: Equatable {
        /// The status belongs to a session that another one has replaced.
        case late(mediaSessionID: Int)
        /// The status has no session id, and there is no session.
        case unassignable
    }

    private(set) var snapshot: MediaSnapshot?
    /// The reason for the end of the last session.
    private(set) var lastIdleReason: IdleReason?
    /// The ids of the sessions that were replaced last.
    private var replaced: [Int] = []
    private var hasEnded = false
    /// The session that was playing when the connection was lost.
    private var suspendedSession: Int?

    private static let replacedLimit = 16
    private static let clearedWhenAbsent = [
        "idleReason", "extendedStatus", "breakStatus", "loadingItemId", "preloadedItemId",
    ]
    /// The keys that belong to an item rather than to the queue.
    private static let clearedWithItem = ["liveSeekableRange", "videoInfo", "customData", "currentTime"]
    /// The keys of the surrounding message, which some receivers repeat within the status.
    private static let envelope: Set<String> = ["type", "responseType", "requestId"]

    /// Handles a message.
    ///
    /// - Parameter isReply: Whether the message answers a request of this sender.
    mutating func received(
        _ message: MediaStatusMessage,
        isReply: Bool,
        at instant: ContinuousClock.Instant
    ) -> [Change] {
        let statuses = message.statuses
        guard let status = pick(from: statuses) else { return cleared() }
        guard let id = status.effectiveSessionID ?? snapshot?.mediaSessionID else { return [.ignored(.unassignable)] }
        if id != snapshot?.mediaSessionID, replaced.contains(id), !isReply {
            return [.ignored(.late(mediaSessionID: id))]
        }
        return id == snapshot?.mediaSessionID
            ? updated(status, id: id, at: instant) : started(status, id: id, at: instant)
    }

    /// Handles the loss of the connection: the status is unknown until the next one. A session that still exists then
    /// continues, without events for its end or start.
    mutating func suspended() -> [Change] {
        guard let old = snapshot else { return [] }
        suspendedSession = hasEnded ? nil : old.mediaSessionID
        snapshot = nil
        return [.updated]
    }

    /// Discards everything, because the application has ended.
    mutating func cleared() -> [Change] {
        replaced = []
        if let id = suspendedSession {
            suspendedSession = nil
            lastIdleReason = nil
            return [.ended(mediaSessionID: id, nil)]
        }
        guard let old = snapshot else { return [] }
        snapshot = nil
        let end = ended(old.mediaSessionID, old.status.idleReason)
        return end + [.updated]
    }

    /// Announces a seek of this sender.
    mutating func seekSent(to target: Double, at instant: ContinuousClock.Instant) {
        guard let old = snapshot else { return }
        var playback = old.playback
        playback.seekSent(to: target, at: instant)
        snapshot = MediaSnapshot(
            mediaSessionID: old.mediaSessionID,
            status: old.status,
            receivedAt: old.receivedAt,
            playback: playback,
            reportedItemIDs: old.reportedItemIDs
        )
    }

    private func pick(from statuses: [MediaStatus]) -> MediaStatus? {
        if let current = snapshot?.mediaSessionID,
            let known = statuses.first(where: { $0.mediaSessionID == current || $0.effectiveSessionID == current })
        {
            return known
        }
        return statuses.first { $0.playerState != nil && $0.playerState != .idle } ?? statuses.first
    }

    private mutating func started(_ status: MediaStatus, id: Int, at instant: ContinuousClock.Instant) -> [Change] {
        var changes: [Change] = []
        if let old = snapshot {
            let isAboutOld = status.mediaSessionID == old.mediaSessionID
            changes += ended(old.mediaSessionID, (isAboutOld ? status.idleReason : nil) ?? .interrupted)
            replaced = (replaced + [old.mediaSessionID]).suffix(Self.replacedLimit)
        }
        let isResumed = suspendedSession == id
        if let suspendedSession, !isResumed { changes.append(.ended(mediaSessionID: suspendedSession, .interrupted)) }
        suspendedSession = nil
        replaced.removeAll { $0 == id }
        hasEnded = false
        var fresh = status.forSession(id)
        fresh.fields = fresh.fields.without(Self.envelope)
        var playback = PlaybackPosition(at: instant)
        playback.update(from: fresh, received: fresh, at: instant)
        let itemIDs = (fresh.items ?? []).compactMap(\.itemID)
        publish(fresh, id: id, playback: playback, reportedItemIDs: itemIDs, at: instant)
        return changes + (isResumed ? [] : [.started(mediaSessionID: id)]) + [.updated] + endIfIdle()
    }

    private mutating func updated(_ status: MediaStatus, id: Int, at instant: ContinuousClock.Instant) -> [Change] {
        guard let old = snapshot else { return [] }
        let newer = status.forSession(id)
        let isOtherItem = old.status.isOtherItem(newer)
        let merged = old.status.merging(
            newer,
            clearing: isOtherItem ? Self.clearedWhenAbsent + Self.clearedWithItem : Self.clearedWhenAbsent,
            ignoring: Self.envelope
        )
        var playback = isOtherItem ? PlaybackPosition(at: instant) : old.playback
        playback.update(from: merged, received: newer, at: instant)
        if !merged.isLoading, merged.playerState != .idle { hasEnded = false }
        let reportedItemIDs = newer.items.map { $0.compactMap(\.itemID) } ?? old.reportedItemIDs
        publish(merged, id: id, playback: playback, reportedItemIDs: reportedItemIDs, at: instant)
        return [.updated] + endIfIdle()
    }

    private mutating func publish(
        _ status: MediaStatus,
        id: Int,
        playback: PlaybackPosition,
        reportedItemIDs itemIDs: [Int],
        at instant: ContinuousClock.Instant
    ) {
        snapshot = MediaSnapshot(
            mediaSessionID: id,
            status: status,
            receivedAt: instant,
            playback: playback,
            reportedItemIDs: itemIDs
        )
    }

    private mutating func endIfIdle() -> [Change] {
        guard let snapshot, snapshot.playerState == .idle, let reason = snapshot.idleReason else { return [] }
        return ended(snapshot.mediaSessionID, reason)
    }

    private mutating func ended(_ id: Int, _ reason: IdleReason?) -> [Change] {
        guard !hasEnded else { return [] }
        hasEnded = true
        lastIdleReason = reason
        return [.ended(mediaSessionID: id, reason)]
    }
}
