// SPDX-License-Identifier: Apache-2.0

public import CastWire

// Playback commands. Each needs a media session. They throw, in this order, `connectionClosed` or `sessionEnded`,
// `noMediaSession`, `invalidArgument` and `messageTooLarge` before anything is sent; then the device's error. When a
// newer command of the same kind is sent, the older call throws `requestReplaced`.

extension MediaController {
    /// Starts or resumes playback.
    ///
    /// - Throws: ``CastError``: `noMediaSession`, `invalidPlayerState`, `invalidRequest`, `requestTimedOut`;
    ///   `requestReplaced` when another play, pause or stop command is sent before the reply arrives.
    @discardableResult
    public func play(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        try await perform(.play, customData: customData)
    }

    /// Pauses playback.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func pause(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        try await perform(.pause, customData: customData)
    }

    /// Stops playback and ends the media session. The application keeps running.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func stop(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        try await perform(.stop, customData: customData)
    }

    /// Plays the last item again after it has finished. Receivers support this only while nothing is playing.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func playAgain(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        try await perform(.playAgain, customData: customData)
    }

    /// Seeks to a position.
    ///
    /// - Parameters:
    ///   - position: The position in seconds. For a live stream, `infinity` and positions past the end seek to the live
    ///     edge.
    ///   - resume: Whether to play or pause afterward; nil keeps the current state.
    ///   - customData: Custom data for the application.
    /// - Throws: ``CastError``: `invalidArgument` for NaN or a negative position, otherwise as ``play(customData:)``.
    @discardableResult
    public func seek(
        to position: Double,
        resume: ResumeState? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await perform(.seek(to: position, resume: resume), customData: customData)
    }

    /// Seeks by a number of seconds from the current position; a negative number seeks backward.
    ///
    /// The target is computed by the sender and clamped to the media, because old receivers ignore relative positions.
    ///
    /// - Throws: As ``seek(to:resume:customData:)``.
    @discardableResult
    public func seek(
        by seconds: Double,
        resume: ResumeState? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await perform(.seek(by: seconds, resume: resume), customData: customData)
    }

    /// Seeks to the live edge of a live stream.
    ///
    /// Sends a position of 2^32 seconds, which receivers interpret as the live edge, independent of how far their clock
    /// has advanced since the last status (observed with Google's senders).
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func seekToLive(
        resume: ResumeState? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await perform(.seekToLive(resume: resume), customData: customData)
    }

    /// Sets the volume of the media stream, which applies on top of the device volume.
    ///
    /// - Parameters:
    ///   - level: The volume, 0…1; values outside are clamped.
    ///   - customData: Custom data for the application.
    /// - Throws: ``CastError``: `invalidArgument` for NaN, otherwise as ``play(customData:)``.
    @discardableResult
    public func setStreamVolume(
        _ level: Double,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await perform(.setStreamVolume(level), customData: customData)
    }

    /// Mutes or unmutes the media stream.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func setStreamMuted(
        _ muted: Bool,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await perform(.setStreamMuted(muted), customData: customData)
    }

    /// Sets the playback rate.
    ///
    /// - Parameters:
    ///   - rate: The playback rate, 0.5…2, where 1 is normal speed. Live streams play at 1.
    ///   - customData: Custom data for the application.
    /// - Throws: ``CastError``: `invalidArgument` for a rate outside the range, otherwise as ``play(customData:)``.
    @discardableResult
    public func setPlaybackRate(
        _ rate: Double,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await perform(.setPlaybackRate(rate), customData: customData)
    }

    /// Skips the current ad clip. The device rejects the request before the clip can be skipped.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func skipAd(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        try await perform(.skipAd, customData: customData)
    }

    /// Sends a user's reaction to the current media, such as a like, to the application.
    ///
    /// - Parameters:
    ///   - action: The reaction.
    ///   - context: The subject of the reaction; nil leaves it to the application.
    ///   - isRevoked: Whether to revoke the reaction. Default false.
    ///   - source: The origin of the reaction, in terms of the application.
    ///   - customData: Custom data for the application.
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func send(
        _ action: UserAction,
        about context: UserActionContext? = nil,
        isRevoked: Bool = false,
        source: String? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await perform(
            .userAction(action, about: context, isRevoked: isRevoked, source: source),
            customData: customData
        )
    }

    /// Throws `invalidArgument` for a command, unless an earlier check fails: the connection and, for commands that
    /// need one, the media session.
    package func refuse(
        _ reason: String,
        of request: String,
        needsMediaSession: Bool = true
    ) throws(CastError) {
        if needsMediaSession { _ = try mediaSessionID(for: request) } else { try requireOpen(for: request) }
        throw CastError.invalid(reason, device: device)
    }

    /// Sends a command and returns the status after its reply.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - customData: Custom data for the application.
    ///   - requestID: The id of the request, from ``CastConnection/makeRequestID()``; nil uses the next one.
    /// - Throws: As ``play(customData:)``, and the command's own errors.
    @discardableResult
    package func perform(
        _ command: MediaSessionCommand,
        customData: JSONValue? = nil,
        requestID: Int? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        var request = try command.request(self, try mediaSessionID(for: command.type))
        if let customData { request.customData = customData }
        _ = try await ask(request, kind: command.kind, id: requestID)
        return status
    }

    func check(rate: Double) throws(CastError) {
        guard (0.5...2).contains(rate) else {
            throw CastError.invalid("A playback rate of \(rate) is outside 0.5…2", device: device)
        }
    }

    /// Creates a seek request and announces its target to the state, so that a status near the target is not taken for
    /// a late one.
    func seekRequest(
        to position: Double,
        mediaSessionID: Int,
        resume: ResumeState? = nil
    ) throws(CastError) -> SeekRequest {
        guard position >= 0 else {
            throw CastError.invalid("A position of \(position) s is invalid", device: device)
        }
        let target = target(position)
        seekSent(to: target)
        return SeekRequest(mediaSessionID: mediaSessionID, currentTime: target, resumeState: resume)
    }

    /// Returns the position to send: JSON has no infinity, and positions past the end of a live stream mean its end.
    private func target(_ position: Double) -> Double {
        guard let range = status?.liveSeekableRange(at: connection.now()) else {
            return position.isFinite ? position : Self.liveEdge
        }
        return min(position, range.upperBound)
    }

    /// The position that Google's senders send for the live edge (observed on the wire): 2^32 s.
    static let liveEdge = 4_294_967_296.0
}

extension MediaSnapshot {
    /// Returns a position clamped to the media, or to the live range.
    func clamped(_ position: Double, at instant: ContinuousClock.Instant) -> Double {
        if let range = liveSeekableRange(at: instant) {
            return min(max(position, range.lowerBound), range.upperBound)
        }
        return min(max(position, 0), duration ?? .infinity)
    }
}
