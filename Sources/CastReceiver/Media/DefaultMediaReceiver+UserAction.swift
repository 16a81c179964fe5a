import CastWire

/// What a person says about the media that plays.
extension DefaultMediaReceiver {
    /// USER_ACTION: kept with the media, where every sender finds it (media namespace, `userActionStates`).
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
        keepMedia()
        return broadcastStatus(requester.requestID, with: .media, at: now)
    }

    private static let userActions: Set<UserAction> = [.like, .dislike, .follow, .unfollow, .flag, .lyrics]
    /// What cannot be so at the same time.
    private static let opposites: [UserAction: UserAction] = [
        .like: .dislike, .dislike: .like, .follow: .unfollow, .unfollow: .follow,
    ]

    /// The queue's item knows what is known of its media.
    mutating func keepMedia() {
        guard let media = session?.media else { return }
        session?.queue.updateCurrent(media)
    }
}
