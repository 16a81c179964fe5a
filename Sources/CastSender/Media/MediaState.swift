import CastWire

/// One application's media, merged from its MEDIA_STATUS messages by the CASTV2 merge rules:
///
/// 1. No usable status: there is no media session; only why the last one ended is kept.
/// 2. Of several, the known session counts, else the first that is not idle, else the first.
/// 3. Another session id: everything known is dropped.
/// 4. The same session: keys are replaced one by one. `media` stays when absent; `idleReason`, `extendedStatus`,
///    `breakStatus`, `loadingItemId` and `preloadedItemId` are cleared when absent; all others stay.
/// 5. A status without session id is about the current session.
/// 6. IDLE with an extended status LOADING is loading, of the media and the session that the extended status names.
/// 7. Queue items are updated and added by id; one without media keeps the media it had.
/// 8. The position is carried forward by ``PlaybackPosition``.
/// 9. Another item of the queue: the live range, video information, custom data and position of the one before go.
/// 10. Clips of breaks are merged by id, since receivers list those of the present break only.
///
/// A status of a session that a later one took the place of is late and ignored, unless we asked for it: receivers
/// report the end of the old session after the start of the new one.
struct MediaState {
    enum Change: Equatable {
        /// A media session that was not known.
        case started(mediaSessionID: Int)
        /// Playback ended; said once for a session.
        case ended(mediaSessionID: Int, IdleReason?)
        /// The snapshot is new.
        case updated
        case ignored(Ignored)
    }

    enum Ignored: Equatable {
        /// Of a session that another one replaced.
        case late(mediaSessionID: Int)
        /// Without session id, when there is no session.
        case unassignable
    }

    private(set) var snapshot: MediaSnapshot?
    /// Why the last session ended.
    private(set) var lastIdleReason: IdleReason?
    /// The newest sessions that others replaced.
    private var replaced: [Int] = []
    private var hasEnded = false
    /// The session that played when the connection was lost.
    private var suspendedSession: Int?

    private static let replacedLimit = 16
    private static let clearedWhenAbsent = [
        "idleReason", "extendedStatus", "breakStatus", "loadingItemId", "preloadedItemId",
    ]
    /// What belongs to an item rather than to the queue.
    private static let clearedWithItem = ["liveSeekableRange", "videoInfo", "customData", "currentTime"]
    /// Keys of the message around a status, which some receivers put beside its own.
    private static let envelope: Set<String> = ["type", "responseType", "requestId"]

    /// Takes a message.
    ///
    /// - Parameter isReply: Whether it answers a request of ours.
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

    /// The connection is lost: what plays is unknown until there is another. A session that is still there then goes
    /// on; neither its end nor its beginning is said.
    mutating func suspended() -> [Change] {
        guard let old = snapshot else { return [] }
        suspendedSession = hasEnded ? nil : old.mediaSessionID
        snapshot = nil
        return [.updated]
    }

    /// Forgets everything: the application has ended.
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

    /// A seek of ours goes out.
    mutating func seekSent(to target: Double, at instant: ContinuousClock.Instant) {
        guard let old = snapshot else { return }
        var playback = old.playback
        playback.seekSent(to: target, at: instant)
        snapshot = MediaSnapshot(
            mediaSessionID: old.mediaSessionID,
            status: old.status,
            receivedAt: old.receivedAt,
            playback: playback,
            toldItemIDs: old.toldItemIDs
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
        let goesOn = suspendedSession == id
        if let suspendedSession, !goesOn { changes.append(.ended(mediaSessionID: suspendedSession, .interrupted)) }
        suspendedSession = nil
        replaced.removeAll { $0 == id }
        hasEnded = false
        var fresh = status.forSession(id)
        fresh.fields = fresh.fields.without(Self.envelope)
        var playback = PlaybackPosition(at: instant)
        playback.update(from: fresh, news: fresh, at: instant)
        publish(fresh, id: id, playback: playback, told: (fresh.items ?? []).compactMap(\.itemID), at: instant)
        return changes + (goesOn ? [] : [.started(mediaSessionID: id)]) + [.updated] + endIfIdle()
    }

    private mutating func updated(_ status: MediaStatus, id: Int, at instant: ContinuousClock.Instant) -> [Change] {
        guard let old = snapshot else { return [] }
        let news = status.forSession(id)
        let isOther = old.status.isOtherItem(news)
        let merged = old.status.merging(
            news,
            clearing: isOther ? Self.clearedWhenAbsent + Self.clearedWithItem : Self.clearedWhenAbsent,
            ignoring: Self.envelope
        )
        var playback = isOther ? PlaybackPosition(at: instant) : old.playback
        playback.update(from: merged, news: news, at: instant)
        if !merged.isLoading, merged.playerState != .idle { hasEnded = false }
        let told = news.items.map { $0.compactMap(\.itemID) } ?? old.toldItemIDs
        publish(merged, id: id, playback: playback, told: told, at: instant)
        return [.updated] + endIfIdle()
    }

    private mutating func publish(
        _ status: MediaStatus,
        id: Int,
        playback: PlaybackPosition,
        told itemIDs: [Int],
        at instant: ContinuousClock.Instant
    ) {
        snapshot = MediaSnapshot(
            mediaSessionID: id,
            status: status,
            receivedAt: instant,
            playback: playback,
            toldItemIDs: itemIDs
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
