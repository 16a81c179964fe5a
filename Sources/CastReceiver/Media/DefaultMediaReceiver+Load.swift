// SPDX-License-Identifier: Apache-2.0

import CastWire

extension DefaultMediaReceiver {
    /// Handles LOAD, QUEUE_LOAD, PLAY_AGAIN, RESUME_SESSION and LOAD_BY_ENTITY: starts a new media session.
    mutating func load(
        _ request: MediaRequest,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        let plan: LoadPlan
        switch request {
        case .load(let request): plan = try LoadPlan.plan(request)
        case .queueLoad(let request): plan = try LoadPlan.plan(request)
        case .resumeSession(let request):
            guard let load = request.sessionState?.loadRequestData else { throw .invalidParameters }
            plan = try LoadPlan.plan(load)
        case .loadByEntity(let request):
            guard let entity = request.entity, !entity.isEmpty else { throw .invalidParameters }
            plan = try LoadPlan.plan(LoadRequest(media: MediaInformation(fields: ["entity": .string(entity)])))
        default:
            guard let lastPlan else { throw MediaRequestRefusal(.invalidMediaSessionID) }
            plan = lastPlan
        }
        if case .playAgain = request {} else { allowsURLsOfThisMachine = requester.isOnThisMachine }
        let sessionID = lastSessionID + 1
        var actions = endForLoad(of: plan, sessionID: sessionID, at: now)
        lastSessionID = sessionID
        lastPlan = plan
        generation += 1
        let media = plan.queue.current.media ?? MediaInformation(fields: [:])
        session = MediaSession(
            id: sessionID,
            generation: generation,
            queue: plan.queue,
            queueData: plan.queueData,
            media: media,
            phase: .loading,
            playWhenReady: plan.autoplay,
            clock: PlaybackClock(at: plan.startTime ?? 0, rate: plan.rate, now: now),
            volumeLevel: 1,
            isMuted: false,
            activeTrackIDs: plan.activeTrackIDs,
            loader: requester,
            supportedCommands: options.commands
        )
        session?.startsAtDefaultPosition = plan.startTime == nil
        actions.append(.player(.load(playerItem(startTime: plan.startTime))))
        actions += broadcastStatus(options.acknowledgesLoad ? requester.requestID : 0, with: .all, at: now)
        return actions
    }

    /// Ends the current session in favor of a new one.
    private mutating func endForLoad(
        of plan: LoadPlan,
        sessionID: Int,
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        guard let session else { return [] }
        defer { discardSession(.interrupted) }
        if session.phase == .loading, let loader = session.loader {
            let message = LoadCancelledMessage(
                itemID: session.queue.currentID,
                requestID: loader.requestID
            )
            return answerAll(at: now) + [.reply(message.fields, to: loader.sender)]
        }
        var status = status(of: session, at: now)
        status.playerState = .idle
        status.idleReason = .interrupted
        status.breakStatus = nil
        status.extendedStatus = ExtendedStatus(
            playerState: .loading,
            media: plan.queue.current.media?.summary,
            mediaSessionID: sessionID
        )
        return answerAll(at: now) + [broadcast([status])]
    }

    /// Creates the player item for the session's current item.
    func playerItem(startTime: Double?) -> PlayerItem {
        let session = session
        let media = session?.media ?? MediaInformation(fields: [:])
        var item = PlayerItem(
            generation: generation,
            url: media.url,
            contentType: media.contentType ?? "",
            kind: media.playerKind,
            isLive: media.streamType == .live && media.knownDuration == nil && media.isManifest,
            duration: media.knownDuration,
            startTime: startTime,
            autoplay: session?.playWhenReady ?? true,
            rate: session?.rate ?? 1,
            volumeLevel: session?.volumeLevel ?? 1,
            isMuted: session?.isMuted ?? false,
            tracks: session?.playerTracks ?? PlayerTracks(),
            title: media.title,
            subtitle: media.screenSubtitle,
            artist: media.screenArtist,
            album: media.screenAlbum,
            imageURLs: media.screenImages,
            advertisements: media.embeddedAdvertisements,
            breakPositions: media.breakPositions
        )
        item.mayBeOnThisMachine = allowsURLsOfThisMachine
        item.segments = HLSSegmentContainer(audio: media.hlsSegmentFormat, video: media.hlsVideoSegmentFormat)
        item.declaresSegments = media.hlsSegmentFormat != nil || media.hlsVideoSegmentFormat != nil
        return item
    }

    // MARK: - Outcome

    /// Completes the load: the player has the metadata of the item.
    mutating func loaded(
        duration: Double?,
        width: Int?,
        height: Int?,
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        guard session?.phase == .loading else { return [] }
        // The status below answers the LOAD if no earlier one did.
        let requestID = options.acknowledgesLoad ? 0 : session?.loader?.requestID ?? 0
        session?.phase = .buffering
        session?.loader = nil
        session?.failures = 0
        session?.previousItemID = nil
        found(duration: duration, width: width, height: height, atLoad: true)
        return [.statusText(castingText)]
            + broadcastStatus(requestID, with: .all, at: now)
            + performPendingRequests(at: now)
    }

    /// Updates the media with properties that the player has found.
    mutating func found(duration: Double?, width: Int?, height: Int?, atLoad: Bool) {
        guard var session else { return }
        let known = duration.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        if let known {
            session.media.duration = known
        } else if session.media.knownDuration == nil {
            // Senders must not show -1, 0 or null as the duration.
            session.media.fields["duration"] = nil
        }
        // Senders do not reliably mark media as live. For seeking, it matters whether the media has an end.
        if known != nil || (session.media.knownDuration != nil && session.media.streamType != .live) {
            session.media.streamType = .buffered
        } else if atLoad, session.media.playerKind != .image,
            session.media.streamType == nil || session.media.streamType == StreamType.none
        {
            session.media.streamType = .live
        }
        if let width, let height, width > 0, height > 0 {
            session.videoInfo = VideoInfo(width: width, height: height, hdrType: .standard)
        }
        session.queue.updateCurrent(session.media)
        self.session = session
    }

    /// Handles the failure of an item: continues with the next item or ends the session.
    mutating func failed(detailedErrorCode: Int, at now: ContinuousClock.Instant) -> [MediaAction] {
        guard var session else { return [] }
        let code = DetailedErrorCode(rawValue: detailedErrorCode)
        let itemID = session.queue.currentID
        let error = MediaErrorMessage(detailedErrorCode: code, itemID: itemID, requestID: 0)
        session.failures += 1
        if session.queue.count > session.failures {
            let step = session.queue.skip(using: &generator)
            if step != .ended {
                self.session = session
                return [.broadcast(error.fields)] + answerAll(at: now) + orderChanged(step)
                    + startCurrentItem(after: itemID, at: now)
            }
        }
        var actions = answerAll(at: now)
        if let loader = session.loader {
            let message = LoadFailedMessage(detailedErrorCode: code, itemID: itemID, requestID: loader.requestID)
            actions.append(.reply(message.fields, to: loader.sender))
        } else {
            actions.append(.broadcast(error.fields))
        }
        return actions + end(.error, requestID: 0, at: now) + performPendingRequests(at: now)
    }

    /// Handles the end of an item: continues with the next item or ends the session.
    mutating func ended(at now: ContinuousClock.Instant) -> [MediaAction] {
        guard var session, session.phase != .loading else { return [] }
        if let index = postroll() {
            let end = session.position(at: now)
            if let actions = startBreak(index, contentPosition: end, isAfterContent: true, at: now) { return actions }
            session = self.session ?? session
        }
        let itemID = session.queue.currentID
        let step = session.queue.advance(using: &generator)
        if step != .ended {
            let actions = answerAll(at: now)
            self.session = session
            return actions + orderChanged(step) + startCurrentItem(after: itemID, at: now)
        }
        let requestIDs = pendingAnswers.map(\.requester.requestID)
        pendingAnswers = []
        // The final status answers the pending PLAY and SEEK requests, and all senders receive it.
        return end(.finished, requestIDs: requestIDs.isEmpty ? [0] : requestIDs, at: now) + [.player(.stop)]
    }

    /// Loads the queue's current item within the session.
    ///
    /// - Parameters:
    ///   - itemID: The item that was current before.
    ///   - startTime: The start position in seconds; nil for the item's own start time.
    ///   - requestID: The id of the request that caused the change; 0 for none.
    mutating func startCurrentItem(
        after itemID: Int,
        from startTime: Double? = nil,
        requestID: Int = 0,
        with content: StatusContent = .queue,
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        guard var session else { return [] }
        let item = session.queue.current
        let start = startTime ?? item.startTime.map { max($0, 0) }
        generation += 1
        session.generation = generation
        session.media = item.media ?? MediaInformation(fields: [:])
        session.phase = .loading
        session.previousItemID = itemID
        session.preloadedItemID = nil
        session.pictureInstant = nil
        session.playWhenReady = item.autoplay ?? true
        session.activeTrackIDs = item.activeTrackIDs
        session.videoInfo = nil
        session.live = nil
        session.breakPlayback = nil
        session.lastPassedBreakPosition = -0.01
        session.embeddedClip = nil
        session.startsAtDefaultPosition = start == nil
        session.clock = PlaybackClock(at: start ?? 0, rate: session.rate, now: now)
        self.session = session
        return [.player(.load(playerItem(startTime: start)))] + broadcastStatus(requestID, with: content, at: now)
    }

    /// Ends the session and notifies all senders of the reason.
    mutating func end(
        _ reason: IdleReason,
        requestID: Int,
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        end(reason, requestIDs: [requestID], at: now)
    }

    mutating func end(
        _ reason: IdleReason,
        requestIDs: [Int],
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        guard let session else { return [] }
        var status = status(of: session, at: now)
        status.playerState = .idle
        status.idleReason = reason
        status.breakStatus = nil
        status.extendedStatus = nil
        status.loadingItemID = nil
        discardSession(reason)
        return requestIDs.map { broadcast([status], $0) } + [.statusText(options.readyText)]
    }

    // MARK: - Status text

    private var castingText: String {
        guard let title = session?.title else { return "Now Casting" }
        return "Casting: \(title)"
    }
}
