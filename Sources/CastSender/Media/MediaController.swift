public import CastWire

/// The media of one application: load, control, watch.
///
/// Shares its executor with the connection. Every command needs a media session except ``load(_:options:until:)``
/// and ``refreshStatus(options:)``; without one it throws `noMediaSession` and sends nothing. A command is answered
/// by a status, which is part of ``status`` when the call returns; its effect may show only in a later one (a seek
/// passes through buffering).
///
/// Commands of several senders interleave; ``statuses`` shows the result of all of them.
public actor MediaController {
    nonisolated let route: SessionRoute
    private var state = MediaState()
    private var load: LoadProgress?
    /// The waits for playback, by the id of their entry in the request table.
    private var playbackWaits: Set<Int> = []

    private nonisolated let currentStatus = CurrentValue<MediaSnapshot?>(.some(nil))
    private nonisolated let eventSource = EventSource<MediaEvent>()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { route.executor.asUnownedSerialExecutor() }

    init(route: SessionRoute) {
        self.route = route
    }

    // MARK: Watching

    /// What is loaded; nil when nothing is.
    public var status: MediaSnapshot? { state.snapshot }

    /// ``status`` now and with every message about it; the newest only. Ends with the session.
    public nonisolated var statuses: LatestValues<MediaSnapshot?> { currentStatus.latestValues }

    /// What happens from now on. Ends with the session.
    public nonisolated var events: EventStream<MediaEvent> { eventSource.stream }

    /// Why the last media session ended; nil while none has.
    public var lastIdleReason: IdleReason? { state.lastIdleReason }

    /// Asks the application what it plays.
    ///
    /// - Parameter options: What may be left out of the answer.
    /// - Throws: ``CastError``, most likely `requestTimedOut` or `sessionEnded`.
    @discardableResult
    public func refreshStatus(options: MediaStatusOptions? = nil) async throws(CastError) -> MediaSnapshot? {
        _ = try await ask(GetMediaStatusRequest(options: options))
        return state.snapshot
    }

    // MARK: Loading

    /// Loads media, which ends whatever played.
    ///
    /// - Parameters:
    ///   - media: What to play; the device itself must be able to reach its address. Nil when the queue has it.
    ///   - options: How to play it.
    ///   - milestone: How far it must have come before this returns. A failure after that is a
    ///     ``MediaEvent/loadFailed(_:)``.
    /// - Throws: ``CastError``: `loadFailed` and `loadCancelled` with the device's own reason, `requestTimedOut`
    ///   after ``ConnectionOptions/loadTimeout`` or the milestone's time, `sessionEnded` when the application does not
    ///   know this sender any more.
    @discardableResult
    public func load(
        _ media: MediaInformation?,
        options: LoadOptions = LoadOptions(),
        until milestone: LoadMilestone = .accepted
    ) async throws(CastError) -> MediaSnapshot {
        guard media != nil || options.queueData?.items?.isEmpty == false else {
            throw CastError.invalid("There is nothing to load", device: device)
        }
        let id = await connection.reserveRequestID()
        load = LoadProgress(requestID: id, device: device)
        _ = try await ask(options.request(for: media), id: id, timeout: connection.options.loadTimeout)
        if case .playing(let timeout) = milestone { return try await waitUntilPlaying(timeout: timeout) }
        if let snapshot = state.snapshot { return snapshot }
        if case .failed(let error) = load?.outcome { throw error }
        throw CastError.endedBeforePlaying(nil, device: device)
    }

    /// Waits until the last ``load(_:options:until:)`` of this sender plays, or is ready and paused; returns at once
    /// when it does.
    ///
    /// - Throws: ``CastError``: `loadFailed` or `loadCancelled` when it came to nothing, `requestTimedOut`,
    ///   `noMediaSession` when nothing was loaded.
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
        guard let snapshot = state.snapshot else { throw CastError.endedBeforePlaying(nil, device: device) }
        return snapshot
    }

    // MARK: Inbound

    func received(_ object: JSONObject, settles requestID: Int?) {
        switch MediaMessage(object) {
        case .status(let message):
            apply(state.received(message, isReply: requestID != nil, at: connection.now()), answers: requestID)
        case .loadFailed, .loadCancelled:
            // Whoever waits for the answer is told there.
            if requestID == nil { loadFailureReceived(object) }
        case .error:
            if requestID == nil {
                eventSource.publish(.error(.mediaError(by: DevicePayload(fields: object), device: device)))
            }
        case .invalidPlayerState, .invalidRequest, .queueChange, .queueItemIDs, .queueItems, .sessionState, .unknown:
            break
        }
    }

    /// The connection is lost; what plays is unknown until the next one.
    func sessionSuspended() {
        apply(state.cleared(), answers: nil)
    }

    func sessionEnded() {
        apply(state.cleared(), answers: nil)
        currentStatus.finish()
        eventSource.finish()
    }

    private func apply(_ changes: [MediaState.Change], answers requestID: Int?) {
        for change in changes {
            switch change {
            case .started(let id): eventSource.publish(.started(mediaSessionID: id))
            case .ended(let id, let reason): eventSource.publish(.ended(mediaSessionID: id, reason))
            case .updated: currentStatus.publish(state.snapshot)
            case .ignored: break
            }
        }
        let isAnswer = requestID != nil && requestID == load?.requestID
        load?.statusReceived(state.snapshot, answers: isAnswer)
        let isPlaying = state.snapshot?.playerState == .playing
        connection.assumeIsolated { $0.mediaReported(transportID, isPlaying: isPlaying) }
        releaseWaits()
    }

    private func loadFailureReceived(_ object: JSONObject) {
        let error = CastError.refused(LoadRequest.type, by: DevicePayload(fields: object), device: device)
        _ = load?.failureReceived(error, requestID: object.requestID)
        eventSource.publish(.loadFailed(error))
        releaseWaits()
    }

    private func releaseWaits() {
        guard !playbackWaits.isEmpty else { return }
        let result: Result<JSONObject, CastError>
        switch load?.outcome {
        case .playing: result = .success(JSONObject())
        case .failed(let error): result = .failure(error)
        case .pending, nil: return
        }
        let ids = playbackWaits.sorted()
        playbackWaits = []
        connection.assumeIsolated { connection in
            for id in ids { connection.effectSeen(id, result) }
        }
    }

    // MARK: Asking

    nonisolated var connection: CastConnection { route.connection }

    nonisolated var transportID: String { route.transportID }

    nonisolated var device: String { connection.device.friendlyName }

    /// The media session to which a command goes.
    func mediaSessionID(for request: String) throws(CastError) -> Int {
        guard let snapshot = state.snapshot else { throw CastError.noMediaSession(for: request, device: device) }
        return snapshot.mediaSessionID
    }

    /// Sends a request to the application and waits for its answer.
    func ask(
        _ request: some MediaSessionRequest,
        id: Int? = nil,
        timeout: Duration? = nil
    ) async throws(CastError) -> JSONObject {
        try await connection.ask(
            request.fields,
            id: id,
            type: type(of: request).type,
            namespace: .media,
            to: transportID,
            timeout: timeout ?? connection.options.requestTimeout
        )
    }
}
