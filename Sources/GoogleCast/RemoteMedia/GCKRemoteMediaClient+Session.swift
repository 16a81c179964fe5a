// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastSender
import CastWire
import Foundation

// The interface between the client, its session and the engine.

extension GCKRemoteMediaClient {
    // MARK: Session

    /// Connects the client when the session was connected or reconnected.
    ///
    /// - Parameter media: The media controller of the session's application, the same one each time.
    func connect(to media: MediaController) {
        isConnected = true
        changeStreams.send(())
        if let feed {
            // Reports the updates that arrived while the client was disconnected.
            feed.refresh()
            return
        }
        let feed = MediaFeed(of: media)
        self.feed = feed
        let signals = feed.signals
        feedTask = Task { [weak self] in
            for await _ in signals { self?.deliverReports() }
        }
        for follower in queues.values { follower.queue?.attach(to: feed) }
        _ = mediaQueue
    }

    /// Disconnects the client when the session was suspended or ended. All requests fail immediately, and the status
    /// becomes unknown.
    ///
    /// - Parameters:
    ///   - error: The error of the failing requests.
    ///   - isOver: Whether the session has ended and won't be reconnected.
    func disconnect(_ error: GCKError, isOver: Bool) {
        guard isConnected || isOver else { return }
        isConnected = false
        for number in requests.keys.sorted() { settle(number, error) }
        for follower in queues.values { follower.queue?.disconnected() }
        take(nil, started: nil)
        changeStreams.send(())
        guard isOver else { return }
        feed?.finish()
        feedTask?.cancel()
        feed = nil
        feedTask = nil
    }

    // MARK: Requests

    /// Performs a request with the engine.
    func submit(
        _ operation:
            @escaping @Sendable (isolated MediaController, _ requestID: Int) async throws(CastError) -> Void
    ) -> GCKRequest {
        guard isConnected, let feed else {
            let request = GCKRequest(id: GCKRequest.makeLocalID())
            request.finishLater(.failed(GCKError(code: .channelNotConnected)))
            return request
        }
        let number = nextNumber()
        let request = GCKRequest(id: feed.submit(number, operation))
        // A request that the app has canceled no longer waits for the response.
        request.onEnd = { [weak self] _ in self?.requests[number] = nil }
        requests[number] = request
        Self.log.verbose("request \(request.requestID) sent")
        return request
    }

    /// Creates a request that fails because an argument can't be sent.
    func refuse(_ error: GCKError, of type: String, needsMediaSession: Bool = true) -> GCKRequest {
        guard isConnected else { return submit { _, _ in } }
        let reason = error.userInfo[kGCKErrorExtraInfoKey] as? String ?? error.localizedDescription
        return submit { media, _ async throws(CastError) in
            try media.refuse(reason, of: type, needsMediaSession: needsMediaSession)
        }
    }

    private func settle(_ number: Int, _ error: GCKError) {
        requests.removeValue(forKey: number)?.finish(.failed(error))
    }

    private func settle(_ number: Int, _ error: CastError?) {
        guard let request = requests.removeValue(forKey: number) else { return }
        Self.log.verbose("request \(request.requestID) \(error.map { "failed: \($0.reason)" } ?? "completed")")
        guard let error else { return request.finish(.completed) }
        switch error.code {
        case .requestReplaced: request.finish(.aborted(.replaced))
        case .requestCancelled: request.finish(.aborted(.cancelled))
        default: request.finish(.failed(GCKError(error, in: .media)))
        }
    }

    // MARK: Updates from the engine

    /// Follows the engine's queue for a queue object.
    func follow(_ queue: GCKMediaQueue) {
        queues = queues.filter { $0.value.queue != nil }
        queues[queue.number] = WeakQueue(queue: queue)
        if let feed { queue.attach(to: feed) }
    }

    /// The current time of the clock that is used to extrapolate positions.
    var now: ContinuousClock.Instant? { feed?.now }

    private static let log = Log(of: "GCKRemoteMediaClient")

    private func deliverReports() {
        // A listener may end the session during the loop.
        for report in feed?.take() ?? [] where feed != nil { take(report) }
    }

    private func take(_ report: MediaFeed.Report) {
        switch report {
        case .controls(let controls): if isConnected { onControls?(controls) }
        case .status(let snapshot, let started): if isConnected { take(snapshot, started: started) }
        case .queueChanged(let change): if isConnected { notify(change) }
        case .queueItemIDs(let itemIDs): if isConnected { notifyDidReceiveQueueItemIDs(itemIDs.numbers) }
        case .queueItems(let items):
            if isConnected { notifyDidReceive(items.compactMap { GCKMediaQueueItem.received($0) }) }
        case .queue(let number, let update): if isConnected { queues[number]?.queue?.received(update) }
        case .failed(let error):
            Self.log.warning("\(error.reason); not related to a pending request")
        case .processed(let number): queues[number]?.queue?.processed()
        case .answered(let number, let error): settle(number, error)
        }
    }

    /// Publishes a status in several steps. Each step is reported to all listeners before the next one.
    private func take(_ new: MediaSnapshot?, started: Int?) {
        let old = snapshot
        guard old != nil || new != nil else { return }
        let newStatus = new.map { GCKMediaStatus($0) }
        if let newStatus { parse(newStatus) }
        snapshot = new
        status = newStatus
        Self.log.verbose(new.map { "status \($0.playerState.rawValue), session \($0.mediaSessionID)" } ?? "no status")
        onStatus?(newStatus)
        changeStreams.send(())
        if let new, started != nil || new.mediaSessionID != lastSessionID {
            lastSessionID = new.mediaSessionID
            notifyDidStartMediaSession()
        }
        notifyDidUpdateMediaStatus()
        if MetadataPart(old) != MetadataPart(new) { notifyDidUpdateMetadata() }
        if QueuePart(old) != QueuePart(new) { notifyDidUpdateQueue() }
        if old?.preloadedItemID != new?.preloadedItemID { notifyDidUpdatePreloadStatus() }
    }

    private func notify(_ change: QueueChangeMessage) {
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

    /// Lets the app's ad parser process a status before listeners receive it.
    private func parse(_ status: GCKMediaStatus) {
        guard let parser = parser?.implemented else { return }
        status.playingAd = parser.remoteMediaClient(self, shouldSetPlayingAdIn: status)
        guard let media = status.mediaInformation else { return }
        let builder = GCKMediaInformationBuilder(mediaInformation: media)
        builder.adBreaks = parser.remoteMediaClient(self, shouldSetAdBreaksIn: status)
        status.mediaInformation = builder.build()
    }
}

/// The values whose changes are reported as metadata changes. Tracks and text track style are displayed together with
/// metadata.
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

/// The values whose changes are reported as queue changes.
private struct QueuePart: Equatable {
    let items: [QueueItem]
    let current: Int?
    let loading: Int?
    let repeatMode: RepeatMode?
    let data: QueueData?

    init(_ snapshot: MediaSnapshot?) {
        items = snapshot?.reportedItems ?? []
        current = snapshot?.currentItemID
        loading = snapshot?.loadingItemID
        repeatMode = snapshot?.repeatMode
        data = snapshot?.queueData
    }
}
