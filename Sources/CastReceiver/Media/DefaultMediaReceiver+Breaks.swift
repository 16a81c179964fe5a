// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Advertisements (media namespace, Breaks).
///
/// A client-stitched break consists of clips of its own: the player loads them instead of the content, and loads the
/// content again at its position after the last clip. An embedded break is part of the content's stream and is only
/// reported. Clips that are missing, that are still pictures, or that require an advertisement server are skipped and
/// counted.
extension DefaultMediaReceiver {
    /// Returns the index of the break that playback has reached at a position; the last one if there are several.
    func dueBreak(at position: Double) -> Int? {
        guard let session, session.breakPlayback == nil, session.media.hasBreaks else { return nil }
        return lastBreak { $0 > session.lastPassedBreakPosition && $0 <= position }
    }

    /// Returns the index of the last client-stitched break that was not watched and whose position fulfills a
    /// condition.
    func lastBreak(where condition: (Double) -> Bool) -> Int? {
        guard let session, session.media.hasBreaks else { return nil }
        let breaks = session.media.breaks ?? []
        return breaks.indices
            .filter { index in
                let adBreak = breaks[index]
                guard adBreak.isEmbedded != true, adBreak.isWatched != true else { return false }
                return adBreak.position.map(condition) ?? false
            }
            .max { breaks[$0].position ?? 0 < breaks[$1].position ?? 0 }
    }

    /// Returns the index of the break after the content.
    func postroll() -> Int? {
        let duration = session?.duration
        return lastBreak { position in position < 0 || duration.map { position >= $0 } ?? false }
    }

    /// Starts a break. Returns nil if it has no playable clip.
    mutating func startBreak(
        _ index: Int,
        id: String? = nil,
        contentPosition: Double,
        isAfterContent: Bool = false,
        requestID: Int = 0,
        at now: ContinuousClock.Instant
    ) -> [MediaAction]? {
        guard let session, let adBreak = session.media.breaks?[index] else { return nil }
        markBreakWatched(index)
        let (clips, missing) = session.media.playableClips(of: adBreak)
        for _ in 0..<missing { drops.count(.unplayableBreakClip) }
        guard !clips.isEmpty else { return nil }
        self.session?.breakPlayback = BreakPlayback(
            id: id ?? adBreak.id ?? "\(index)",
            clips: clips,
            contentPosition: contentPosition,
            isAfterContent: isAfterContent,
            contentRate: session.rate
        )
        return loadClip(requestID: requestID, at: now)
    }

    /// Marks a break as watched, which senders see in the list of breaks.
    mutating func markBreakWatched(_ index: Int) {
        guard var breaks = session?.media.breaks, breaks.indices.contains(index) else { return }
        breaks[index].isWatched = true
        session?.media.breaks = breaks
        storeMediaInQueue()
    }

    private mutating func loadClip(requestID: Int, at now: ContinuousClock.Instant) -> [MediaAction] {
        guard let session, let current = session.breakPlayback else { return [] }
        let clip = current.clip
        let length = clip.duration.flatMap { $0 > 0 ? $0 : nil }
        renewPlayerItem(at: 0, rate: 1, now: now)
        var item = PlayerItem(
            generation: generation,
            url: clip.url ?? "",
            contentType: clip.contentType ?? "",
            kind: clip.contentType?.lowercased().hasPrefix("audio/") == true ? .audio : .video,
            duration: length,
            autoplay: session.playWhenReady,
            volumeLevel: session.volumeLevel,
            isMuted: session.isMuted,
            title: clip.title,
            imageURLs: [clip.posterURL].compactMap(\.self),
            isAdvertisement: true,
            advertisements: [
                PlayerAdvertisement(
                    end: length,
                    index: current.index,
                    count: current.clips.count,
                    whenSkippable: current.whenSkippable
                )
            ]
        )
        item.mayBeOnThisMachine = allowsURLsOfThisMachine
        item.segments = HLSSegmentContainer(audio: clip.hlsSegmentFormat, video: nil)
        return [.player(.load(item))] + broadcastStatus(requestID, with: .media, at: now)
    }

    /// Prepares the session for another player item of the current queue item.
    private mutating func renewPlayerItem(at position: Double, rate: Double, now: ContinuousClock.Instant) {
        generation += 1
        session?.generation = generation
        session?.phase = .buffering
        session?.clock = PlaybackClock(at: position, rate: rate, now: now)
    }

    /// Continues with the next clip or with the content after a clip has ended or failed.
    mutating func clipEnded(requestID: Int = 0, at now: ContinuousClock.Instant) -> [MediaAction] {
        guard var current = session?.breakPlayback, let position = session?.clock.position(at: now) else { return [] }
        if current.index + 1 < current.clips.count {
            current.elapsed += current.clip.duration ?? max(position, 0)
            current.index += 1
            current.isReportedSkippable = false
            session?.breakPlayback = current
            return loadClip(requestID: requestID, at: now)
        }
        session?.breakPlayback = nil
        session?.lastPassedBreakPosition = current.contentPosition
        session?.clock = PlaybackClock(at: current.contentPosition, rate: current.contentRate, now: now)
        guard !current.isAfterContent else {
            let answer = requestID == 0 ? [] : broadcastStatus(requestID, at: now)
            return answer + ended(at: now)
        }
        renewPlayerItem(at: current.contentPosition, rate: current.contentRate, now: now)
        return [.player(.load(playerItem(startTime: current.contentPosition)))]
            + broadcastStatus(requestID, at: now)
    }

    /// Handles a player event during a clip. Returns nil for an event that is handled as for any other item.
    mutating func clipReported(_ event: PlayerEvent, at now: ContinuousClock.Instant) -> [MediaAction]? {
        switch event {
        case .ended: return clipEnded(at: now)
        case .failed:
            drops.count(.unplayableBreakClip)
            return clipEnded(at: now)
        case .metadataLoaded, .metadataChanged, .seekableRange, .unbounded: return []
        default: return nil
        }
    }

    /// Handles SKIP_AD: continues with the next clip or with the content, if the clip can be skipped.
    mutating func skipAd(
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        guard let session, session.breakStatus(at: now) != nil else { throw MediaRequestRefusal(.notSupported) }
        guard session.isSkippable(at: now) else { throw MediaRequestRefusal(.invalidCommand) }
        if let embedded = session.embedded {
            return seek(to: embedded.clipEnd, resuming: nil, for: requester, at: now)
        }
        return clipEnded(requestID: requester.requestID, at: now)
    }

    /// Starts the last unwatched break that a seek passes. Returns nil if there is none.
    mutating func breakBefore(
        seekingTo position: Double,
        requestID: Int,
        at now: ContinuousClock.Instant
    ) -> [MediaAction]? {
        guard var session, session.breakPlayback == nil else { return nil }
        let start = session.position(at: now)
        let index = lastBreak { $0 > start && $0 <= position }
        session.lastPassedBreakPosition = position - 0.01
        self.session = session
        guard let index, let breakPosition = session.media.breaks?[index].position else { return nil }
        let id = "seek-\(Int(min(max(breakPosition, 0), 1e9) * 1000))"
        return startBreak(index, id: id, contentPosition: position, requestID: requestID, at: now)
    }
}

extension MediaSession {
    /// The embedded clip that is playing.
    var embedded: EmbeddedBreak? { breakPlayback == nil ? embeddedClip : nil }

    var isInBreak: Bool { breakPlayback != nil || embeddedClip != nil }

    func breakStatus(at now: ContinuousClock.Instant) -> BreakStatus? {
        if let breakPlayback { return breakPlayback.status(at: max(clock.position(at: now), 0)) }
        guard let embeddedClip else { return nil }
        return embeddedClip.status(at: min(max(position(at: now), embeddedClip.clipStart), embeddedClip.clipEnd))
    }

    /// Returns whether the advertisement can be skipped now.
    func isSkippable(at now: ContinuousClock.Instant) -> Bool {
        guard let status = breakStatus(at: now), let time = status.whenSkippable else { return false }
        return (status.currentBreakClipTime ?? 0) + 0.001 >= time
    }
}
