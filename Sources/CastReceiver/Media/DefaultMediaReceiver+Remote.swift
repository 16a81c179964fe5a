// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Actions of a user at the device on the media. Senders are notified by unsolicited statuses.
extension DefaultMediaReceiver {
    /// The requester of actions at the device. Their statuses have the request id 0.
    private static let localRequester = MediaRequester(sender: SenderAddress(socket: SocketID(0), id: ""), requestID: 0)

    /// Executes a command of the remote control. Returns nil if it had no effect. Volume commands are handled
    /// elsewhere.
    mutating func pressed(_ command: TelevisionCommand, at now: ContinuousClock.Instant) -> [MediaAction]? {
        guard let actions = try? perform(command, at: now) else { return nil }
        return actions + followPosition(at: now)
    }

    private mutating func perform(
        _ command: TelevisionCommand,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        guard let session else { throw MediaRequestRefusal(.invalidMediaSessionID) }
        let id = session.id
        let request: MediaRequest
        switch command {
        case .stop: return stop(for: Self.localRequester, at: now)
        case .play: request = .play(PlayRequest(mediaSessionID: id))
        case .pause: request = .pause(PauseRequest(mediaSessionID: id))
        case .togglePlayback:
            request =
                session.playWhenReady
                ? .pause(PauseRequest(mediaSessionID: id)) : .play(PlayRequest(mediaSessionID: id))
        case .seek(let position): request = .seek(SeekRequest(mediaSessionID: id, currentTime: position))
        case .skip(let distance): request = .seek(SeekRequest(mediaSessionID: id, relativeTime: distance))
        case .next where session.isInBreak: request = .skipAd(SkipAdRequest(mediaSessionID: id))
        case .next: request = .queueNext(QueueNextRequest(mediaSessionID: id))
        case .previous: request = .queuePrev(QueuePrevRequest(mediaSessionID: id))
        case .playAgain: request = .playAgain(PlayAgainRequest(mediaSessionID: id))
        case .setVolume, .changeVolume, .setMuted, .toggleMuted: throw MediaRequestRefusal(.notSupported)
        }
        guard session.phase != .loading, pendingAnswers.count < Self.pendingLimit else {
            throw MediaRequestRefusal(.invalidCommand)
        }
        if case .playAgain = request { return try load(request, for: Self.localRequester, at: now) }
        return try perform(request, for: Self.localRequester, at: now)
    }
}
