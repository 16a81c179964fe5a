import CastWire

/// The Default Media Receiver's media namespace (CASTV2 media namespace, state machine of a receiver).
///
/// Responsibilities: at most one media session with its requests, its states and what senders are told of it. The
/// media itself is the business of a ``MediaPlayer``, whose events are the only truth about position, duration, end
/// and errors; the clock in here only fills the gaps between them.
///
/// States: no session; loading (a load is acknowledged, nothing known yet, requests wait); loaded (buffering,
/// playing or paused). A session ends by STOP, by its end, by an error, or by the next load; it is gone then, and
/// only PLAY_AGAIN remembers it.
///
/// Who is told what:
/// - Refusals and GET_STATUS go to the asker; what changes the session goes to everyone with the asker's id.
/// - PLAY, PAUSE and SEEK are answered when the player has said what became of them, or after ``answerDeadline``
///   with what is so then.
/// - Statuses nobody asked for: a change of state or item, of duration or media, and a position more than a second
///   from what senders extrapolate.
struct DefaultMediaReceiver: Sendable {
    /// How long PLAY, PAUSE and SEEK wait for the player before they are answered anyway: 3 s.
    static let answerDeadline = Duration.seconds(3)
    /// How many requests wait for a load, or for the player, at most: 32 each.
    static let pendingLimit = 32
    /// How far the position may be from what senders extrapolate before they are told: 1 s.
    static let driftLimit = 1.0

    /// How far the live edge may be from what senders extrapolate before they are told: 5 s.
    static let rangeDriftLimit = 5.0

    struct PendingRequest: Sendable, Hashable {
        var requester: MediaRequester
        var payload: JSONObject
    }

    struct PendingAnswer: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            case play
            case pause
            /// `hasArrived`: the player has reported the new position; the state that follows is awaited, which is
            /// `resumes` where the request says how to go on.
            case seek(hasArrived: Bool, resumes: MediaSession.Phase?)
        }

        var kind: Kind
        var requester: MediaRequester
        var deadline: ContinuousClock.Instant
    }

    var session: MediaSession?
    /// Whether every URL of the session comes from senders on the device's machine. Only then may one name this machine.
    var mayNameThisMachine = true
    /// Why the last session ended.
    var lastIdleReason: IdleReason?
    var drops = DropCounters()
    /// The number of the newest player item; goes on from app to app of one device.
    var generation: Int

    /// The order in which shuffled queues come out.
    var generator: SeededGenerator
    var lastSessionID = 0
    var lastPlan: LoadPlan?
    /// What waits for the load in progress.
    var pendingRequests: [PendingRequest] = []
    /// What waits for the player.
    var pendingAnswers: [PendingAnswer] = []
    /// What senders extrapolate from.
    var announced: PlaybackClock?

    /// - Parameters:
    ///   - generation: The number of the device's newest player item so far.
    ///   - shuffleSeed: Decides how queues are shuffled; random by default.
    init(generation: Int = 0, shuffleSeed: UInt64 = .random(in: .min ... .max)) {
        self.generation = generation
        generator = SeededGenerator(seed: shuffleSeed)
    }

    /// When ``timeReached(_:)`` is due, if at all.
    var nextDeadline: ContinuousClock.Instant? {
        [pendingAnswers.map(\.deadline).min(), nextPositionDeadline].compactMap(\.self).min()
    }
}

// MARK: - Events

extension DefaultMediaReceiver {
    /// A message of the media namespace from a connected sender.
    ///
    /// - Parameter isOnThisMachine: Whether the sender runs on the device's machine.
    mutating func received(
        _ payload: JSONObject,
        from sender: SenderAddress,
        isOnThisMachine: Bool = true,
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        guard let requestID = payload.integerRequestID else {
            drops.count(.missingRequestID)
            return []
        }
        let requester = MediaRequester(sender: sender, requestID: requestID, isOnThisMachine: isOnThisMachine)
        return handle(payload, for: requester, at: now) + followPosition(at: now)
    }

    /// A sender left: what it still waits for is not carried out.
    mutating func senderLeft(_ sender: SenderAddress) {
        pendingRequests.removeAll { $0.requester.sender == sender }
    }

    /// The app is stopped with whatever it plays.
    mutating func applicationStopped() -> [MediaAction] {
        guard session != nil else { return [] }
        forgetSession(.interrupted)
        return [.player(.stop)]
    }

    /// ``nextDeadline`` has come.
    mutating func timeReached(_ now: ContinuousClock.Instant) -> [MediaAction] {
        let overdue = pendingAnswers.filter { $0.deadline <= now }
        pendingAnswers.removeAll { $0.deadline <= now }
        return overdue.flatMap { broadcastStatus($0.requester.requestID, at: now) } + followPosition(at: now)
    }

    /// Carries out one request, or puts it aside while a load is in progress.
    mutating func handle(
        _ payload: JSONObject,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        let request = MediaRequest(payload)
        do throws(MediaRequestRefusal) {
            switch request {
            case .getStatus(let request): return [answerStatus(request, for: requester, at: now)]
            case .load, .queueLoad, .playAgain, .resumeSession, .loadByEntity:
                // A load takes the place of the one in progress unless others wait in between.
                if session?.phase == .loading, !pendingRequests.isEmpty { return postpone(payload, for: requester) }
                return try load(request, for: requester, at: now)
            case .unknown: throw MediaRequestRefusal(.invalidCommand)
            // Nothing is fetched in advance, and nobody has to sign in.
            case .precache, .setCredentials:
                throw MediaRequestRefusal(.notSupported)
            default: break
            }
            guard let session, payload["mediaSessionId"].flatMap(Int.init(json:)) == session.id else {
                throw MediaRequestRefusal(.invalidMediaSessionID)
            }
            switch request {
            // Nothing holds up a STOP, not even a load in progress.
            case .stop: return stop(for: requester, at: now)
            // What is in the queue is known while its items are loaded.
            case .queueGetItemIDs: return [answerItemIDs(of: session, for: requester)]
            case .queueGetItems(let request): return [try answerItems(request, of: session, for: requester)]
            case .queueGetItemRange(let request): return [try answerItems(request, of: session, for: requester)]
            default: break
            }
            if session.phase == .loading { return postpone(payload, for: requester) }
            guard pendingAnswers.count < Self.pendingLimit else { return [refuseForNow(requester)] }
            return try perform(request, for: requester, at: now)
        } catch {
            return [refuse(error, for: requester)]
        }
    }

    private mutating func postpone(_ payload: JSONObject, for requester: MediaRequester) -> [MediaAction] {
        guard pendingRequests.count < Self.pendingLimit else { return [refuseForNow(requester)] }
        pendingRequests.append(PendingRequest(requester: requester, payload: payload))
        return []
    }

    /// Too much waits already.
    private mutating func refuseForNow(_ requester: MediaRequester) -> MediaAction {
        drops.count(.pendingRequestLimit)
        let message = InvalidPlayerStateMessage(requestID: requester.requestID)
        return .reply(message.fields, to: requester.sender)
    }

    /// Carries out what waited for a load, in order, until the next load begins.
    mutating func performPendingRequests(at now: ContinuousClock.Instant) -> [MediaAction] {
        var actions: [MediaAction] = []
        while session?.phase != .loading, !pendingRequests.isEmpty {
            let pending = pendingRequests.removeFirst()
            actions += handle(pending.payload, for: pending.requester, at: now)
        }
        return actions
    }

    func refuse(_ refusal: MediaRequestRefusal, for requester: MediaRequester) -> MediaAction {
        var message = InvalidRequestMessage(reason: refusal.reason, requestID: requester.requestID)
        message.customData = refusal.detail.map { ["detail": .string($0)] }
        return .reply(message.fields, to: requester.sender)
    }

    /// No session any more.
    mutating func forgetSession(_ reason: IdleReason) {
        session = nil
        lastIdleReason = reason
        announced = nil
        pendingAnswers = []
    }
}
