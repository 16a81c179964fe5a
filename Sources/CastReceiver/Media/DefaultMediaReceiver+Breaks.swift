import CastWire

/// Advertisements (media namespace, Breaks).
///
/// A break of clips of its own (client-stitched) takes the player: the content waits at its position, and is loaded
/// again there when the last clip is over. A break that is part of the content's stream (embedded) is only told of.
/// Clips that nobody can find, that are still pictures, or that stand behind an advertisement server are passed over
/// and counted.
extension DefaultMediaReceiver {
    /// The break that is due because playback has reached this position; the last one where there are several.
    func dueBreak(at position: Double) -> Int? {
        guard let session, session.breakPlayback == nil, session.media.hasBreaks else { return nil }
        return lastBreak { $0 > session.breakFloor && $0 <= position }
    }

    /// The last break of clips of its own that was not watched yet, among those at the wanted positions.
    func lastBreak(where isWanted: (Double) -> Bool) -> Int? {
        guard let session, session.media.hasBreaks else { return nil }
        let breaks = session.media.breaks ?? []
        return breaks.indices
            .filter { index in
                let pause = breaks[index]
                guard pause.isEmbedded != true, pause.isWatched != true else { return false }
                return pause.position.map(isWanted) ?? false
            }
            .max { breaks[$0].position ?? 0 < breaks[$1].position ?? 0 }
    }

    /// The break behind the content.
    func postroll() -> Int? {
        let duration = session?.duration
        return lastBreak { position in position < 0 || duration.map { position >= $0 } ?? false }
    }

    /// Plays a break, if it has a clip that can be played. Nil when it has none.
    mutating func startBreak(
        _ index: Int,
        id: String? = nil,
        contentPosition: Double,
        isAfterContent: Bool = false,
        requestID: Int = 0,
        at now: ContinuousClock.Instant
    ) -> [MediaAction]? {
        guard let session, let pause = session.media.breaks?[index] else { return nil }
        watch(index)
        let (clips, missing) = session.media.playableClips(of: pause)
        for _ in 0..<missing { drops.count(.unplayableBreakClip) }
        guard !clips.isEmpty else { return nil }
        self.session?.breakPlayback = BreakPlayback(
            id: id ?? pause.id ?? "\(index)",
            clips: clips,
            contentPosition: contentPosition,
            isAfterContent: isAfterContent,
            contentRate: session.rate
        )
        return loadClip(requestID: requestID, at: now)
    }

    /// The break has begun, which everyone sees in the list of breaks.
    mutating func watch(_ index: Int) {
        guard var breaks = session?.media.breaks, breaks.indices.contains(index) else { return }
        breaks[index].isWatched = true
        session?.media.breaks = breaks
        keepMedia()
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
            autoplay: session.wantsToPlay,
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
        item.mayBeOnThisMachine = mayNameThisMachine
        return [.player(.load(item))] + broadcastStatus(requestID, with: .media, at: now)
    }

    /// The player gets another item within the one that plays.
    private mutating func renewPlayerItem(at position: Double, rate: Double, now: ContinuousClock.Instant) {
        generation += 1
        session?.generation = generation
        session?.phase = .buffering
        session?.clock = PlaybackClock(at: position, rate: rate, now: now)
    }

    /// The clip is over or cannot be played: the next one, or the content.
    mutating func clipEnded(requestID: Int = 0, at now: ContinuousClock.Instant) -> [MediaAction] {
        guard var current = session?.breakPlayback, let position = session?.clock.position(at: now) else { return [] }
        if current.index + 1 < current.clips.count {
            current.elapsed += current.clip.duration ?? max(position, 0)
            current.index += 1
            current.isToldSkippable = false
            session?.breakPlayback = current
            return loadClip(requestID: requestID, at: now)
        }
        session?.breakPlayback = nil
        session?.breakFloor = current.contentPosition
        session?.clock = PlaybackClock(at: current.contentPosition, rate: current.contentRate, now: now)
        guard !current.isAfterContent else {
            let answer = requestID == 0 ? [] : broadcastStatus(requestID, at: now)
            return answer + ended(at: now)
        }
        renewPlayerItem(at: current.contentPosition, rate: current.contentRate, now: now)
        return [.player(.load(playerItem(startTime: current.contentPosition)))]
            + broadcastStatus(requestID, at: now)
    }

    /// What the player says of a clip; nil for what it says of any item.
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

    /// SKIP_AD: the next clip or the content, once the clip allows it.
    mutating func skipAd(
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        guard let session, session.breakStatus(at: now) != nil else { throw MediaRequestRefusal(.notSupported) }
        guard session.isSkippable(at: now) else { throw MediaRequestRefusal(.invalidCommand) }
        if let embedded = session.embedded {
            return go(to: embedded.clipEnd, resuming: nil, for: requester, at: now)
        }
        return clipEnded(requestID: requester.requestID, at: now)
    }

    /// A seek that leads over breaks shows the last of them first. Nil when it leads over none.
    mutating func breakBefore(
        seekingTo position: Double,
        requestID: Int,
        at now: ContinuousClock.Instant
    ) -> [MediaAction]? {
        guard var session, session.breakPlayback == nil else { return nil }
        let start = session.position(at: now)
        let index = lastBreak { $0 > start && $0 <= position }
        session.breakFloor = position - 0.01
        self.session = session
        guard let index, let place = session.media.breaks?[index].position else { return nil }
        let id = "seek-\(Int(min(max(place, 0), 1e9) * 1000))"
        return startBreak(index, id: id, contentPosition: position, requestID: requestID, at: now)
    }
}

extension MediaSession {
    /// The embedded clip that plays.
    var embedded: EmbeddedBreak? { breakPlayback == nil ? embeddedClip : nil }

    var isInBreak: Bool { breakPlayback != nil || embeddedClip != nil }

    func breakStatus(at now: ContinuousClock.Instant) -> BreakStatus? {
        if let breakPlayback { return breakPlayback.status(at: max(clock.position(at: now), 0)) }
        guard let embeddedClip else { return nil }
        return embeddedClip.status(at: min(max(position(at: now), embeddedClip.clipStart), embeddedClip.clipEnd))
    }

    /// Whether the advertisement may be left now.
    func isSkippable(at now: ContinuousClock.Instant) -> Bool {
        guard let status = breakStatus(at: now), let time = status.whenSkippable else { return false }
        return (status.currentBreakClipTime ?? 0) + 0.001 >= time
    }
}
