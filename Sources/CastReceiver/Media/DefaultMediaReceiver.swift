// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The media namespace of the Default Media Receiver (CASTV2 media namespace, state machine of a receiver).
///
/// Responsibilities: at most one media session, with its requests, its states and its notifications to senders. A
/// ``MediaPlayer`` plays the media. Its events alone determine position, duration, end and errors; the clock in this
/// type only interpolates between them.
///
/// States: no session; loading (the load is acknowledged, nothing is known about the item, requests are queued); loaded
/// (buffering, playing or paused). STOP, the end of the media, an error or the next load ends a session; afterward only
/// PLAY_AGAIN can restore it.
///
/// Recipients of messages:
/// - Refusals and answers to GET_STATUS go to the requester. Changes of the session go to all senders, with the id of
///   the request.
/// - PLAY, PAUSE and SEEK are answered when the player has reported the result, or after ``answerDeadline`` with the
///   current status.
/// - Unsolicited statuses follow a change of state, item, duration or media, and a position that differs by more than a
///   second from the extrapolation of senders.
struct DefaultMediaReceiver: Sendable {
    /// The time after which PLAY, PAUSE and SEEK are answered without a report of the player: 3 s.
    static let answerDeadline = Duration.seconds(3)
    /// The maximum number of requests that wait for a load, and of those that wait for the player: 32 each.
    static let pendingLimit = 32
    /// The difference in seconds between the position and its extrapolation by senders, at which senders are notified.
    static let driftLimit = 1.0
    /// The difference in seconds between the live edge and its extrapolation by senders, at which senders are notified.
    static let rangeDriftLimit = 5.0

    /// A request that waits for the load in progress.
    struct PendingRequest: Sendable, Hashable {
        var requester: MediaRequester
        var payload: JSONObject
    }

    /// A request whose answer waits for the player.
    struct PendingAnswer: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            case play
            case pause
            /// `isPositionReached`: whether the player has reported the new position. Then the next state completes the seek,
            /// which is `resumePhase` if the request specifies a resume state.
            case seek(isPositionReached: Bool, resumePhase: MediaSession.Phase?)
        }

        var kind: Kind
        var requester: MediaRequester
        var deadline: ContinuousClock.Instant
    }

    var session: MediaSession?
    /// Whether all URLs of the session come from senders on the device's machine. Only then may a URL refer to this
    /// machine.
    var allowsURLsOfThisMachine = true
    /// The reason for the end of the last session.
    var lastIdleReason: IdleReason?
    var drops = DropCounters()
    /// The generation of the latest player item. It continues across the apps of a device.
    var generation: Int

    /// The random number generator for shuffling.
    var generator: SeededGenerator
    var lastSessionID = 0
    var lastPlan: LoadPlan?
    /// The requests that wait for the load in progress.
    var pendingRequests: [PendingRequest] = []
    /// The answers that wait for the player.
    var pendingAnswers: [PendingAnswer] = []
    /// The position from which senders extrapolate.
    var announced: PlaybackClock?

    /// The behavior of the model that the device imitates.
    let options: DeviceProfile.MediaReceiver

    /// - Parameters:
    ///   - generation: The generation of the device's latest player item.
    ///   - options: The behavior of the model that the device imitates.
    ///   - shuffleSeed: The seed for shuffling queues; random by default.
    init(
        generation: Int = 0,
        options: DeviceProfile.MediaReceiver = DeviceProfile.MediaReceiver(),
        shuffleSeed: UInt64 = .random(in: .min ... .max)
    ) {
        self.generation = generation
        self.options = options
        generator = SeededGenerator(seed: shuffleSeed)
    }

    /// The time at which ``timeReached(_:)`` must be called; nil if no deadline is pending.
    var nextDeadline: ContinuousClock.Instant? {
        [pendingAnswers.map(\.deadline).min(), nextPositionDeadline].compactMap(\.self).min()
    }
}

// MARK: - Events

extension DefaultMediaReceiver {
    /// Handles a message of a connected sender in the media namespace.
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

    /// Discards the queued requests of a sender that has left.
    mutating func senderLeft(_ sender: SenderAddress) {
        pendingRequests.removeAll { $0.requester.sender == sender }
    }

    /// Ends the session because the app is stopped.
    mutating func applicationStopped() -> [MediaAction] {
        guard session != nil else { return [] }
        discardSession(.interrupted)
        return [.player(.stop)]
    }

    /// Handles the deadlines that have passed.
    mutating func timeReached(_ now: ContinuousClock.Instant) -> [MediaAction] {
        let overdue = pendingAnswers.filter { $0.deadline <= now }
        pendingAnswers.removeAll { $0.deadline <= now }
        return overdue.flatMap { broadcastStatus($0.requester.requestID, at: now) } + followPosition(at: now)
    }

    /// Executes a request, or queues it while a load is in progress.
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
                // A load replaces the one in progress unless other requests are queued in between.
                if session?.phase == .loading, !pendingRequests.isEmpty { return postpone(payload, for: requester) }
                return try load(request, for: requester, at: now)
            case .unknown: throw MediaRequestRefusal(.invalidCommand)
            // The receiver does not prefetch media and has no user accounts.
            case .precache, .setCredentials:
                throw MediaRequestRefusal(.notSupported)
            default: break
            }
            guard let session, payload["mediaSessionId"].flatMap(Int.init(json:)) == session.id else {
                throw MediaRequestRefusal(.invalidMediaSessionID)
            }
            switch request {
            // A load in progress does not delay STOP.
            case .stop: return stop(for: requester, at: now)
            // The content of the queue is known while its items load.
            case .queueGetItemIDs: return [answerItemIDs(of: session, for: requester)]
            case .queueGetItems(let request): return [try answerItems(request, of: session, for: requester)]
            case .queueGetItemRange(let request): return [try answerItems(request, of: session, for: requester)]
            default: break
            }
            if session.phase == .loading { return postpone(payload, for: requester) }
            guard pendingAnswers.count < Self.pendingLimit else { return [refuseBecauseOfLimit(requester)] }
            return try perform(request, for: requester, at: now)
        } catch {
            return [refuse(error, for: requester)]
        }
    }

    private mutating func postpone(_ payload: JSONObject, for requester: MediaRequester) -> [MediaAction] {
        guard pendingRequests.count < Self.pendingLimit else { return [refuseBecauseOfLimit(requester)] }
        pendingRequests.append(PendingRequest(requester: requester, payload: payload))
        return []
    }

    /// Refuses a request because too many requests are pending.
    private mutating func refuseBecauseOfLimit(_ requester: MediaRequester) -> MediaAction {
        drops.count(.pendingRequestLimit)
        let message = InvalidPlayerStateMessage(requestID: requester.requestID)
        return .reply(message.fields, to: requester.sender)
    }

    /// Executes the queued requests in order until one of them starts a load.
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

    /// Discards the session.
    mutating func discardSession(_ reason: IdleReason) {
        session = nil
        lastIdleReason = reason
        announced = nil
        pendingAnswers = []
    }
}

/// An action that the Default Media Receiver requests.
enum MediaAction: Sendable, Hashable {
    /// Send a message to one sender.
    case reply(JSONObject, to: SenderAddress)
    /// Send a message to every sender of the app.
    case broadcast(JSONObject)
    case player(PlayerCommand)
    /// Set the app's status text in RECEIVER_STATUS.
    case statusText(String)
}

/// Actions of users on the current media, such as likes.
extension DefaultMediaReceiver {
    /// Handles USER_ACTION: stores the state in the media, where every sender finds it (media namespace,
    /// `userActionStates`).
    mutating func act(
        _ request: UserActionRequest,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        guard let action = request.userAction else { throw .invalidParameters }
        if action == .skipAd { return try skipAd(for: requester, at: now) }
        guard Self.userActions.contains(action) else { throw .invalidParameters }
        var states = session?.media.userActionStates ?? []
        states.removeAll { $0.userAction == action || $0.userAction == Self.opposites[action] }
        if request.clear != true { states.append(UserActionState(userAction: action, customData: request.customData)) }
        session?.media.userActionStates = states.isEmpty ? nil : states
        storeMediaInQueue()
        return broadcastStatus(requester.requestID, with: .media, at: now)
    }

    private static let userActions: Set<UserAction> = [.like, .dislike, .follow, .unfollow, .flag, .lyrics]
    /// The action that each action excludes.
    private static let opposites: [UserAction: UserAction] = [
        .like: .dislike, .dislike: .like, .follow: .unfollow, .unfollow: .follow,
    ]

    /// Copies the session's media to the current item of the queue.
    mutating func storeMediaInQueue() {
        guard let media = session?.media else { return }
        session?.queue.updateCurrent(media)
    }
}
