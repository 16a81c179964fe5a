import CastWire

/// What somebody in front of the device does to the media. Senders hear of it without having asked.
extension DefaultMediaReceiver {
    /// Nobody waits for an answer: statuses have the request id 0.
    private static let somebody = MediaRequester(sender: SenderAddress(socket: SocketID(0), id: ""), requestID: 0)

    /// A key was pressed. Nil when it did nothing; keys for the volume are not for the media.
    mutating func pressed(_ command: RemoteCommand, at now: ContinuousClock.Instant) -> [MediaAction]? {
        guard let actions = try? perform(command, at: now) else { return nil }
        return actions + followPosition(at: now)
    }

    private mutating func perform(
        _ command: RemoteCommand,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        guard let session else { throw MediaRequestRefusal(.invalidMediaSessionID) }
        let id = session.id
        let request: MediaRequest
        switch command {
        case .stop: return stop(for: Self.somebody, at: now)
        case .play: request = .play(PlayRequest(mediaSessionID: id))
        case .pause: request = .pause(PauseRequest(mediaSessionID: id))
        case .togglePlayback:
            request =
                session.wantsToPlay
                ? .pause(PauseRequest(mediaSessionID: id)) : .play(PlayRequest(mediaSessionID: id))
        case .seek(let position): request = .seek(SeekRequest(mediaSessionID: id, currentTime: position))
        case .skip(let distance): request = .seek(SeekRequest(mediaSessionID: id, relativeTime: distance))
        case .next where session.isInBreak: request = .skipAd(SkipAdRequest(mediaSessionID: id))
        case .next: request = .queueNext(QueueNextRequest(mediaSessionID: id))
        case .previous: request = .queuePrev(QueuePrevRequest(mediaSessionID: id))
        case .setVolume, .changeVolume, .setMuted, .toggleMuted: throw MediaRequestRefusal(.notSupported)
        }
        guard session.phase != .loading, pendingAnswers.count < Self.pendingLimit else {
            throw MediaRequestRefusal(.invalidCommand)
        }
        return try perform(request, for: Self.somebody, at: now)
    }
}
