public import CastWire

// Loading, and taking what plays to another device. Nothing here needs a media session but ``storeState(customData:)``.

extension MediaController {
    /// Loads media or a queue, which ends whatever played.
    ///
    /// A queue that is larger than a message is sent in parts: first the item to begin with and those around it, then
    /// the ones after and before them in order. The call returns when all have arrived.
    ///
    /// - Parameters:
    ///   - media: What to play; the device itself must be able to reach its address. Nil when the queue has it.
    ///   - options: How to play it.
    ///   - milestone: How far it must have come before this returns. A failure after that is a
    ///     ``MediaEvent/loadFailed(_:)``.
    /// - Throws: ``CastError``: `loadFailed` and `loadCancelled` with the device's own reason, `requestTimedOut`
    ///   after ``ConnectionOptions/loadTimeout`` or the milestone's time, `sessionEnded` when the application does not
    ///   know this sender any more, `requestReplaced` when another load was begun here, `messageTooLarge` naming the
    ///   item of a queue that fits in no message, `queueIncomplete` when it plays but part of the queue is missing.
    @discardableResult
    public func load(
        _ media: MediaInformation?,
        options: LoadOptions = LoadOptions(),
        until milestone: LoadMilestone = .accepted
    ) async throws(CastError) -> MediaSnapshot {
        try await load(options.request(for: media), until: milestone)
    }

    /// Sends a LOAD that was made elsewhere, as ``load(_:options:until:)`` does its own.
    @discardableResult
    package func load(
        _ request: LoadRequest,
        until milestone: LoadMilestone = .accepted
    ) async throws(CastError) -> MediaSnapshot {
        try requireOpen(for: LoadRequest.type)
        let queue = request.queueData
        guard request.media != nil || queue?.items?.isEmpty == false || queue?.entity != nil else {
            throw CastError.invalid("There is nothing to load", device: device)
        }
        var request = request
        guard let items = queue?.items, !items.isEmpty else { return try await begin(request, until: milestone) }
        let rest = try split(items, in: &request)
        return try await begin(request, rest: rest, until: milestone)
    }

    /// Loads a queue; see ``load(_:options:until:)``.
    ///
    /// - Parameters:
    ///   - items: At least one, each with media.
    ///   - startIndex: The item to begin with, from 0.
    ///   - repeatMode: What happens at its end.
    ///   - options: How to play it, the rest of its data included.
    ///   - milestone: How far it must have come before this returns.
    @discardableResult
    public func loadQueue(
        _ items: [QueueItem],
        startIndex: Int = 0,
        repeatMode: RepeatMode = .off,
        options: LoadOptions = LoadOptions(),
        until milestone: LoadMilestone = .accepted
    ) async throws(CastError) -> MediaSnapshot {
        var options = options
        var data = options.queueData ?? QueueData()
        data.items = items
        data.startIndex = startIndex
        data.repeatMode = repeatMode
        options.queueData = data
        return try await load(nil, options: options, until: milestone)
    }

    /// Loads what a deep link names, which the application resolves itself.
    ///
    /// - Throws: As ``load(_:options:until:)``.
    @discardableResult
    public func load(
        entity: String,
        options: LoadOptions = LoadOptions(),
        until milestone: LoadMilestone = .accepted
    ) async throws(CastError) -> MediaSnapshot {
        try requireOpen(for: LoadRequest.type)
        guard !entity.isEmpty else { throw CastError.invalid("The deep link is empty", device: device) }
        var media = MediaInformation(fields: [:])
        media.entity = entity
        return try await load(media, options: options, until: milestone)
    }

    /// Lets an application get ready for what will be loaded. It is not waited for: applications need not answer.
    ///
    /// - Parameters:
    ///   - data: In the application's own form.
    ///   - media: What will be loaded.
    ///   - queueData: The queue that will be loaded.
    ///   - customData: Anything for the application.
    /// - Throws: ``CastError`` when it cannot be sent.
    public func precache(
        _ data: String? = nil,
        media: MediaInformation? = nil,
        queueData: QueueData? = nil,
        customData: JSONValue? = nil
    ) throws(CastError) {
        try requireOpen(for: PrecacheRequest.type)
        guard data != nil || media != nil || queueData != nil else {
            throw CastError.invalid("There is nothing to prepare", device: device)
        }
        var request = PrecacheRequest(precacheData: data, media: media, queueData: queueData)
        if let customData { request.customData = customData }
        try submit(request) { _, _ in }
    }

    /// What another device needs to go on playing this, for ``resumeState(_:customData:until:)`` there.
    ///
    /// - Throws: ``CastError``: `noMediaSession`, `notSupported` by an application that cannot be moved,
    ///   `invalidResponse` for an answer without state.
    public func storeState(customData: JSONValue? = nil) async throws(CastError) -> SessionState {
        var request = StoreSessionRequest(mediaSessionID: try mediaSessionID(for: StoreSessionRequest.type))
        if let customData { request.customData = customData }
        let answer = try await ask(request)
        guard case .sessionState(let message) = MediaMessage(answer), let state = message.sessionState else {
            let payload = DevicePayload(fields: answer)
            throw CastError.notUnderstood(StoreSessionRequest.type, answer: payload, device: device)
        }
        return state
    }

    /// Goes on with what played on another device, which ends whatever played here.
    ///
    /// - Parameters:
    ///   - state: From ``storeState(customData:)`` there.
    ///   - customData: Anything for the application.
    ///   - milestone: How far it must have come before this returns.
    /// - Throws: As ``load(_:options:until:)``.
    @discardableResult
    public func resumeState(
        _ state: SessionState,
        customData: JSONValue? = nil,
        until milestone: LoadMilestone = .accepted
    ) async throws(CastError) -> MediaSnapshot {
        try requireOpen(for: ResumeSessionRequest.type)
        var request = ResumeSessionRequest(sessionState: state)
        if let customData { request.customData = customData }
        return try await begin(request, until: milestone)
    }

    /// Waits until the last load of this sender plays, or is ready and paused; returns at once when it does.
    ///
    /// - Throws: ``CastError``: `loadFailed` or `loadCancelled` when it came to nothing, `requestTimedOut`,
    ///   `requestReplaced` when another load was begun here, `noMediaSession` when nothing was loaded.
    @discardableResult
    public func waitUntilPlaying(timeout: Duration = .seconds(60)) async throws(CastError) -> MediaSnapshot {
        guard let load else { throw CastError.noMediaSession(for: "Waiting for playback", device: device) }
        switch load.outcome {
        case .failed(let error): throw error
        case .playing: break
        case .pending:
            let id = try await connection.beginWait(for: "LOAD", to: transportID, timeout: timeout)
            playbackWaits.insert(id)
            defer { playbackWaits.remove(id) }
            _ = try await connection.answer(to: id)
        }
        guard let snapshot = status else { throw CastError.endedBeforePlaying(nil, device: device) }
        return snapshot
    }

    // MARK: Inside

    /// The part of a queue that does not fit in its LOAD.
    private struct Rest {
        var items: [QueueItem]
        var split: QueueSplit
        /// Whether the receiver puts the items in an order of its own, so that nothing stands before another.
        var isShuffled: Bool
    }

    /// Leaves in a LOAD what fits of its items, and gives the rest; nil when all fit.
    private func split(_ items: [QueueItem], in request: inout LoadRequest) throws(CastError) -> Rest? {
        let items = items.map(\.new)
        let start = request.queueData?.startIndex ?? 0
        guard items.indices.contains(start) else {
            throw CastError.invalid("There is no item \(start) in a queue of \(items.count)", device: device)
        }
        var data = request.queueData ?? QueueData()
        data.items = []
        // The number that takes the most room.
        data.startIndex = items.count
        request.queueData = data
        let insertion = QueueInsertRequest(mediaSessionID: Int(Int32.max), items: [], insertBefore: Int(Int32.max))
        let loadRoom = room(for: request)
        let insertRoom = room(for: insertion)
        let sizes = try sizes(of: items, room: insertRoom)
        guard sizes[start] <= loadRoom else {
            let bytes = sizes[start]
            throw CastError.itemTooLarge(items[start], at: start, bytes: bytes, limit: max(loadRoom, 0), device: device)
        }
        let split = QueueSplit(sizes: sizes, start: start, loadRoom: loadRoom, insertRoom: insertRoom)
        data.items = Array(items[split.load])
        data.startIndex = start - split.load.lowerBound
        request.queueData = data
        return split.isWhole ? nil : Rest(items: items, split: split, isShuffled: data.shuffle == true)
    }

    /// Sends a LOAD, or what is answered like one, and follows it as far as it shall come.
    private func begin(
        _ request: some MediaSessionRequest,
        rest: Rest? = nil,
        until milestone: LoadMilestone
    ) async throws(CastError) -> MediaSnapshot {
        if awaitsMedia { try await connection.waitForMedia(sessionID: route.sessionID) }
        let id = reserveRequestID()
        releaseWaits(with: .failure(.replaced(LoadRequest.type, device: device)))
        load = LoadProgress(requestID: id, device: device)
        _ = try await ask(request, kind: .load, id: id, timeout: connection.options.loadTimeout)
        if let rest {
            do throws(CastError) {
                try await bring(rest)
            } catch {
                // What has failed as a whole is not incomplete.
                if load?.requestID == id, case .failed(let failure) = load?.outcome { throw failure }
                throw error
            }
        }
        if case .playing(let timeout) = milestone { return try await waitUntilPlaying(timeout: timeout) }
        if let snapshot = status { return snapshot }
        if case .failed(let error) = load?.outcome { throw error }
        throw CastError.endedBeforePlaying(nil, device: device)
    }

    /// Whether the application was launched here and has not listed the media namespace yet.
    private var awaitsMedia: Bool {
        let transportID = transportID
        return connection.assumeIsolated { $0.awaitsMedia(transportID) }
    }

    /// Inserts what did not fit in the LOAD that was just taken.
    private func bring(_ rest: Rest) async throws(CastError) {
        guard let mediaSessionID = load?.mediaSessionID else { throw .endedBeforePlaying(nil, device: device) }
        var shipment = QueueShipment(items: rest.items, mediaSessionID: mediaSessionID, arrived: [rest.split.load])
        shipment.batches = rest.split.following.map { QueueShipment.Batch(range: $0) }
        var anchor: Int?
        if !rest.split.preceding.isEmpty, !rest.isShuffled {
            do throws(CastError) {
                anchor = try await firstItemID(of: mediaSessionID)
            } catch {
                let partial = PartialQueue(count: rest.items.count, arrived: [rest.split.load], uncertain: nil)
                throw .queueIncomplete(partial, because: error, device: device)
            }
        }
        shipment.batches += rest.split.preceding.map { QueueShipment.Batch(range: $0, before: anchor) }
        try await ship(shipment, timeout: connection.options.loadTimeout)
    }

    /// The item that stands first, before which those that precede it are inserted.
    private func firstItemID(of mediaSessionID: Int) async throws(CastError) -> Int {
        let request = QueueGetItemIDsRequest(mediaSessionID: mediaSessionID)
        let answer = try await ask(request, timeout: connection.options.loadTimeout)
        guard case .queueItemIDs(let message) = MediaMessage(answer), let first = message.itemIDs.first else {
            let payload = DevicePayload(fields: answer)
            throw .notUnderstood(QueueGetItemIDsRequest.type, answer: payload, device: device)
        }
        return first
    }
}
