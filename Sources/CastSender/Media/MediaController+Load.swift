// SPDX-License-Identifier: Apache-2.0

public import CastWire

// Loading media, and transferring it to another device. Only ``storeState(customData:)`` needs a media session.

extension MediaController {
    /// Loads media on the receiver, replacing the current media.
    ///
    /// - Parameters:
    ///   - media: The media to load; the device must be able to reach its address.
    ///   - options: Options for the load.
    ///   - milestone: The progress to wait for before this method returns. A later failure is reported as
    ///     ``MediaEvent/loadFailed(_:)``.
    /// - Throws: ``CastError``: `loadFailed` and `loadCancelled` with the device's reason; `requestTimedOut` after
    ///   ``ConnectionOptions/loadTimeout`` or the milestone's time limit; `sessionEnded` when the application has
    ///   disconnected this sender; `requestReplaced` when this sender starts another load; `messageTooLarge` with the
    ///   name of the queue item that exceeds a message; `queueIncomplete` when the media plays but some items are
    ///   missing.
    @discardableResult
    public func load(
        _ media: MediaInformation,
        options: LoadOptions = LoadOptions(),
        until milestone: LoadMilestone = .accepted
    ) async throws(CastError) -> MediaSnapshot {
        try await load(options.request(for: media), until: milestone)
    }

    /// Sends a LOAD request that the caller has built, in the same way as ``load(_:options:until:)``.
    ///
    /// - Parameter requestID: The id of the request, from ``CastConnection/makeRequestID()``; nil uses the next one.
    @discardableResult
    package func load(
        _ request: LoadRequest,
        until milestone: LoadMilestone = .accepted,
        requestID: Int? = nil
    ) async throws(CastError) -> MediaSnapshot {
        try requireOpen(for: LoadRequest.type)
        let queue = request.queueData
        guard request.media != nil || queue?.items?.isEmpty == false || queue?.entity != nil else {
            throw CastError.invalid("There is nothing to load", device: device)
        }
        var request = request
        guard let items = queue?.items, !items.isEmpty else {
            return try await begin(request, id: requestID, until: milestone)
        }
        let rest = try split(items, in: &request)
        return try await begin(request, id: requestID, rest: rest, until: milestone)
    }

    /// Loads a queue, in the same way as ``load(_:options:until:)``.
    ///
    /// A queue that exceeds the size of a message is sent in parts: first the start item and the items around it, then
    /// the items after it and before it, in order. The call returns when all items have been accepted.
    ///
    /// - Parameters:
    ///   - items: The items, at least one, each with media.
    ///   - startIndex: The index of the item to start with. Default 0.
    ///   - repeatMode: What happens at the end of the queue. Default off.
    ///   - options: Options for the load, including the other queue data.
    ///   - milestone: The progress to wait for before this method returns.
    @discardableResult
    public func loadQueue(
        _ items: [QueueItem],
        startIndex: Int = 0,
        repeatMode: RepeatMode = .off,
        options: LoadOptions = LoadOptions(),
        until milestone: LoadMilestone = .accepted
    ) async throws(CastError) -> MediaSnapshot {
        var data = options.queueData ?? QueueData()
        data.items = items
        data.startIndex = startIndex
        data.repeatMode = repeatMode
        return try await loadQueue(data, options: options, until: milestone)
    }

    /// Loads a queue that its data describes: its items, or the deep link of a queue that the application resolves.
    ///
    /// - Parameters:
    ///   - data: The queue. Replaces ``LoadOptions/queueData``.
    ///   - options: Options for the load.
    ///   - milestone: The progress to wait for before this method returns.
    /// - Throws: As ``load(_:options:until:)``; `invalidArgument` for data without items and without a deep link.
    @discardableResult
    public func loadQueue(
        _ data: QueueData,
        options: LoadOptions = LoadOptions(),
        until milestone: LoadMilestone = .accepted
    ) async throws(CastError) -> MediaSnapshot {
        var options = options
        options.queueData = data
        return try await load(options.request(for: nil), until: milestone)
    }

    /// Loads the content of a deep link, which the application resolves.
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

    /// Asks the application to prepare for media that will be loaded later. Does not wait for a reply, because
    /// applications are not required to send one.
    ///
    /// - Parameters:
    ///   - data: Data in the application's own format.
    ///   - media: The media that will be loaded.
    ///   - queueData: The queue that will be loaded.
    ///   - customData: Custom data for the application.
    /// - Throws: ``CastError`` when the request cannot be sent.
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

    /// Returns the playback state that another device needs to continue playback with
    /// ``resumeState(_:customData:until:)``.
    ///
    /// - Throws: ``CastError``: `noMediaSession`; `notSupported` when the application does not support stream transfer;
    ///   `invalidResponse` for a reply without state.
    public func storeState(customData: JSONValue? = nil) async throws(CastError) -> SessionState {
        var request = StoreSessionRequest(mediaSessionID: try mediaSessionID(for: StoreSessionRequest.type))
        if let customData { request.customData = customData }
        let answer = try await ask(request)
        guard case .sessionState(let message) = MediaMessage(answer), let state = message.sessionState else {
            let payload = DevicePayload(fields: answer)
            throw CastError.unexpectedReply(StoreSessionRequest.type, answer: payload, device: device)
        }
        return state
    }

    /// Continues playback from the state of another device, replacing the current media.
    ///
    /// - Parameters:
    ///   - state: The state that ``storeState(customData:)`` returned for the other device.
    ///   - customData: Custom data for the application.
    ///   - milestone: The progress to wait for before this method returns.
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

    /// Waits until the last load of this sender is playing, or is ready and paused. Returns at once when it already is.
    ///
    /// - Parameter timeout: The time limit. Default 60 s.
    /// - Throws: ``CastError``: `loadFailed` or `loadCancelled` when the load failed, `requestTimedOut`,
    ///   `requestReplaced` when this sender starts another load, `noMediaSession` when this sender has not loaded
    ///   anything.
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

    // MARK: Implementation

    /// The part of a queue that does not fit into its LOAD request.
    private struct Rest {
        var items: [QueueItem]
        var split: QueueSplit
        /// Whether the receiver shuffles the items, so that the position of an inserted item does not matter.
        var isShuffled: Bool
    }

    /// Leaves in a LOAD request the items that fit into it, and returns the other ones; nil when all fit.
    private func split(_ items: [QueueItem], in request: inout LoadRequest) throws(CastError) -> Rest? {
        let items = items.map(\.new)
        let start = request.queueData?.startIndex ?? 0
        guard items.indices.contains(start) else {
            throw CastError.invalid("There is no item \(start) in a queue of \(items.count)", device: device)
        }
        var data = request.queueData ?? QueueData()
        data.items = []
        // The longest number that the index can become.
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

    /// Sends a LOAD request, or one that is answered in the same way, and waits for the milestone.
    private func begin(
        _ request: some MediaSessionRequest,
        id reservedID: Int? = nil,
        rest: Rest? = nil,
        until milestone: LoadMilestone
    ) async throws(CastError) -> MediaSnapshot {
        if awaitsMedia { try await connection.waitForMedia(sessionID: route.sessionID) }
        let id = reservedID ?? connection.makeRequestID()
        releaseWaits(with: .failure(.replaced(LoadRequest.type, device: device)))
        load = LoadProgress(requestID: id, device: device)
        _ = try await ask(request, kind: .load, id: id, timeout: connection.options.loadTimeout)
        if let rest {
            do throws(CastError) {
                try await insertRest(rest)
            } catch {
                // A load that has failed as a whole is reported as such, not as incomplete.
                if load?.requestID == id, case .failed(let failure) = load?.outcome { throw failure }
                throw error
            }
        }
        if case .playing(let timeout) = milestone { return try await waitUntilPlaying(timeout: timeout) }
        if let snapshot = status { return snapshot }
        if case .failed(let error) = load?.outcome { throw error }
        throw CastError.endedBeforePlaying(nil, device: device)
    }

    /// Whether this sender launched the application and it has not listed the media namespace yet.
    private var awaitsMedia: Bool {
        let transportID = transportID
        return connection.assumeIsolated { $0.awaitsMedia(transportID) }
    }

    /// Inserts the items that did not fit into the LOAD request that was just accepted.
    private func insertRest(_ rest: Rest) async throws(CastError) {
        guard let mediaSessionID = load?.mediaSessionID else { throw .endedBeforePlaying(nil, device: device) }
        var insertion = QueueInsertion(items: rest.items, mediaSessionID: mediaSessionID, arrived: [rest.split.load])
        insertion.batches = rest.split.following.map { QueueInsertion.Batch(range: $0) }
        var anchor: Int?
        if !rest.split.preceding.isEmpty, !rest.isShuffled {
            do throws(CastError) {
                anchor = try await firstItemID(of: mediaSessionID)
            } catch {
                let partial = PartialQueue(count: rest.items.count, arrived: [rest.split.load], uncertain: nil)
                throw .queueIncomplete(partial, because: error, device: device)
            }
        }
        insertion.batches += rest.split.preceding.map { QueueInsertion.Batch(range: $0, before: anchor) }
        try await sendBatches(insertion, timeout: connection.options.loadTimeout)
    }

    /// Returns the first item of the queue, before which the preceding items are inserted.
    private func firstItemID(of mediaSessionID: Int) async throws(CastError) -> Int {
        let request = QueueGetItemIDsRequest(mediaSessionID: mediaSessionID)
        let answer = try await ask(request, timeout: connection.options.loadTimeout)
        guard case .queueItemIDs(let message) = MediaMessage(answer), let first = message.itemIDs.first else {
            let payload = DevicePayload(fields: answer)
            throw .unexpectedReply(QueueGetItemIDsRequest.type, answer: payload, device: device)
        }
        return first
    }
}

extension MediaController {
    /// Options for loading media. All of them are optional.
    public struct LoadOptions: Sendable {
        /// Whether playback starts as soon as possible. Otherwise the media stays paused. Default true.
        public var autoplay: Bool
        /// The start position in seconds. Nil, the default, starts at the beginning, or at the live edge of a live
        /// stream.
        public var startTime: Double?
        /// The playback rate, 0.5…2. Nil, the default, means 1.
        public var playbackRate: Double?
        /// The ids of the tracks to activate at the start. Nil, the default, leaves the choice to the receiver.
        public var activeTrackIDs: [Int]?
        /// The queue that the media is part of.
        public var queueData: QueueData?
        /// Credentials of the user, which are passed to the application.
        public var credentials: LaunchOptions.Credentials?
        /// Credentials of the user for the Android TV version of the application.
        public var androidTVCredentials: LaunchOptions.Credentials?
        /// Settings for the application's content filter.
        public var filter: CastWire.LoadOptions?
        /// Custom data for the application.
        public var customData: JSONValue?

        /// Creates options. Nil members are omitted from the request.
        public init(
            autoplay: Bool = true,
            startTime: Double? = nil,
            playbackRate: Double? = nil,
            activeTrackIDs: [Int]? = nil,
            queueData: QueueData? = nil,
            credentials: LaunchOptions.Credentials? = nil,
            androidTVCredentials: LaunchOptions.Credentials? = nil,
            filter: CastWire.LoadOptions? = nil,
            customData: JSONValue? = nil
        ) {
            self.autoplay = autoplay
            self.startTime = startTime
            self.playbackRate = playbackRate
            self.activeTrackIDs = activeTrackIDs
            self.queueData = queueData
            self.credentials = credentials
            self.androidTVCredentials = androidTVCredentials
            self.filter = filter
            self.customData = customData
        }

        func request(for media: MediaInformation?) -> LoadRequest {
            var request = LoadRequest(
                media: media,
                autoplay: autoplay,
                currentTime: startTime,
                playbackRate: playbackRate,
                activeTrackIDs: activeTrackIDs,
                queueData: queueData,
                credentials: credentials?.credentials,
                credentialsType: credentials?.type,
                atvCredentials: androidTVCredentials?.credentials,
                atvCredentialsType: androidTVCredentials?.type,
                loadOptions: filter
            )
            request.customData = customData
            return request
        }
    }

    /// The progress of a load that a call waits for.
    public enum LoadMilestone: Sendable, Hashable {
        /// The device has accepted the request. The load may still fail, because devices acknowledge it before they
        /// fetch anything.
        case accepted
        /// The media is playing, or is ready and paused. The call throws `requestTimedOut` after the given time.
        case playing(within: Duration = .seconds(60))
    }
}
