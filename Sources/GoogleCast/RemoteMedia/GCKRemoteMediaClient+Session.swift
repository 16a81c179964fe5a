import CastSender
import CastWire
import Foundation

// What the session and the engine have to do with the client.

extension GCKRemoteMediaClient {
    // MARK: The session

    /// The session is connected, for the first time or again.
    ///
    /// - Parameter media: What the session's application plays; the same one each time.
    func connect(to media: MediaController) {
        isConnected = true
        watchers.tell()
        if let feed {
            // What came while nobody was to be told.
            feed.refresh()
            return
        }
        let feed = MediaFeed(of: media)
        self.feed = feed
        let signals = feed.signals
        pump = Task { [weak self] in
            for await _ in signals { self?.takeReports() }
        }
        for follower in queues.values { follower.queue?.attach(to: feed) }
        _ = mediaQueue
    }

    /// The session is suspended, or over: every request fails at once, and nothing is known any more.
    ///
    /// - Parameters:
    ///   - error: What the requests fail with.
    ///   - isOver: Whether the session will not be connected again.
    func disconnect(_ error: GCKError, isOver: Bool) {
        guard isConnected || isOver else { return }
        isConnected = false
        for number in requests.keys.sorted() { settle(number, error) }
        for follower in queues.values { follower.queue?.disconnected() }
        take(nil, started: nil)
        watchers.tell()
        guard isOver else { return }
        feed?.finish()
        pump?.cancel()
        feed = nil
        pump = nil
    }

    // MARK: Requests

    /// Gives an order to the engine.
    func order(
        _ order: @escaping @Sendable (isolated MediaController) async throws(CastError) -> Void
    ) -> GCKRequest {
        guard isConnected, let feed else {
            let request = GCKRequest(id: GCKRequest.makeLocalID())
            request.finishLater(.failed(GCKError(code: .channelNotConnected)))
            return request
        }
        let number = nextNumber()
        let request = GCKRequest(id: feed.order(number, order))
        // One that the app has cancelled keeps nobody waiting for the answer.
        request.onEnd = { [weak self] _ in self?.requests[number] = nil }
        requests[number] = request
        Self.log.verbose("request \(request.requestID) goes out")
        return request
    }

    /// A request that comes to nothing because of an argument that cannot be sent.
    func refuse(_ error: GCKError, of type: String, needsMediaSession: Bool = true) -> GCKRequest {
        guard isConnected else { return order { _ in } }
        let reason = error.userInfo[kGCKErrorExtraInfoKey] as? String ?? error.localizedDescription
        return order { media async throws(CastError) in
            try media.refuse(reason, of: type, needsMediaSession: needsMediaSession)
        }
    }

    private func settle(_ number: Int, _ error: GCKError) {
        requests.removeValue(forKey: number)?.finish(.failed(error))
    }

    private func settle(_ number: Int, _ error: CastError?) {
        guard let request = requests.removeValue(forKey: number) else { return }
        Self.log.verbose("request \(request.requestID) \(error.map { "failed: \($0.reason)" } ?? "is done")")
        guard let error else { return request.finish(.completed) }
        switch error.code {
        case .requestReplaced: request.finish(.aborted(.replaced))
        case .requestCancelled: request.finish(.aborted(.cancelled))
        default: request.finish(.failed(GCKError(error, in: .media)))
        }
    }

    // MARK: Reports

    /// Follows the queue for an object of the app's.
    func follow(_ queue: GCKMediaQueue) {
        queues = queues.filter { $0.value.queue != nil }
        queues[queue.number] = WeakQueue(queue: queue)
        if let feed { queue.attach(to: feed) }
    }

    /// The clock by which positions are carried forward.
    var now: ContinuousClock.Instant? { feed?.now }

    private static let log = Log(of: "GCKRemoteMediaClient")

    private func takeReports() {
        // A listener may end the session meanwhile.
        for report in feed?.take() ?? [] where feed != nil { take(report) }
    }

    private func take(_ report: MediaFeed.Report) {
        switch report {
        case .status(let snapshot, let started): if isConnected { take(snapshot, started: started) }
        case .queueChanged(let change): if isConnected { tell(change) }
        case .queueItemIDs(let itemIDs): if isConnected { notifyDidReceiveQueueItemIDs(itemIDs.numbers) }
        case .queueItems(let items):
            if isConnected { notifyDidReceive(items.compactMap { GCKMediaQueueItem.received($0) }) }
        case .queue(let number, let update): if isConnected { queues[number]?.queue?.received(update) }
        case .failed(let error):
            Self.log.warning("\(error.reason); no request waits for this")
        case .touched(let number): queues[number]?.queue?.touched()
        case .answered(let number, let error): settle(number, error)
        }
    }

    /// Publishes a status, step by step; each step reaches every listener before the next.
    private func take(_ new: MediaSnapshot?, started: Int?) {
        let old = snapshot
        guard old != nil || new != nil else { return }
        let news = new.map { GCKMediaStatus($0) }
        if let news { parse(news) }
        snapshot = new
        status = news
        Self.log.verbose(new.map { "status \($0.playerState.rawValue), session \($0.mediaSessionID)" } ?? "no status")
        onStatus?(news)
        watchers.tell()
        if let new, started != nil || new.mediaSessionID != lastSessionID {
            lastSessionID = new.mediaSessionID
            notifyDidStartMediaSession()
        }
        notifyDidUpdateMediaStatus()
        if MetadataPart(old) != MetadataPart(new) { notifyDidUpdateMetadata() }
        if QueuePart(old) != QueuePart(new) { notifyDidUpdateQueue() }
        if old?.preloadedItemID != new?.preloadedItemID { notifyDidUpdatePreloadStatus() }
    }

    private func tell(_ change: QueueChangeMessage) {
        let ids = (change.itemIDs ?? []).numbers
        guard !ids.isEmpty else { return }
        switch change.changeType {
        case QueueChangeType.insert?:
            notifyDidInsertQueueItems(withIDs: ids, beforeItemWithID: UInt(itemID: change.insertBefore))
        case QueueChangeType.remove?: notifyDidRemoveQueueItems(withIDs: ids)
        case QueueChangeType.itemsChange?: notifyDidUpdateQueueItems(withIDs: ids)
        case QueueChangeType.update?: notifyDidReceiveQueueItemIDs(ids)
        default: break
        }
    }

    /// Lets the app's own reader look at a status before anybody else does.
    private func parse(_ status: GCKMediaStatus) {
        guard let parser else { return }
        status.playingAd = parser.remoteMediaClient(self, shouldSetPlayingAdIn: status)
        guard let media = status.mediaInformation else { return }
        let builder = GCKMediaInformationBuilder(mediaInformation: media)
        builder.adBreaks = parser.remoteMediaClient(self, shouldSetAdBreaksIn: status)
        status.mediaInformation = builder.build()
    }
}

/// What listeners are told of as metadata: tracks and style show in the same places.
private struct MetadataPart: Equatable {
    let metadata: MediaMetadata?
    let tracks: [MediaTrack]?
    let style: TextTrackStyle?

    init(_ snapshot: MediaSnapshot?) {
        let media = snapshot?.knownMedia
        metadata = media?.metadata
        tracks = media?.tracks
        style = media?.textTrackStyle
    }
}

/// What listeners are told of as the queue.
private struct QueuePart: Equatable {
    let items: [QueueItem]
    let current: Int?
    let loading: Int?
    let repeatMode: RepeatMode?
    let data: QueueData?

    init(_ snapshot: MediaSnapshot?) {
        items = snapshot?.toldItems ?? []
        current = snapshot?.currentItemID
        loading = snapshot?.loadingItemID
        repeatMode = snapshot?.repeatMode
        data = snapshot?.queueData
    }
}

extension ContinuousClock.Instant {
    func seconds(until other: ContinuousClock.Instant) -> TimeInterval {
        let (seconds, attoseconds) = duration(to: other).components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
