public import CastWire

extension MediaController {
    /// Plays, or goes on after a pause.
    ///
    /// - Throws: ``CastError``: `noMediaSession`, `invalidPlayerState`, `invalidRequest`, `requestTimedOut`.
    @discardableResult
    public func play(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        var request = PlayRequest(mediaSessionID: try mediaSessionID(for: PlayRequest.type))
        request.customData = customData
        return try await command(request)
    }

    /// Pauses.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func pause(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        var request = PauseRequest(mediaSessionID: try mediaSessionID(for: PauseRequest.type))
        request.customData = customData
        return try await command(request)
    }

    /// Ends the media session; the application stays.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func stop(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        var request = StopMediaRequest(mediaSessionID: try mediaSessionID(for: StopMediaRequest.type))
        request.customData = customData
        return try await command(request)
    }

    /// Goes to a position.
    ///
    /// - Parameters:
    ///   - position: In seconds. Beyond the end of a live stream, and `infinity`, mean its live edge.
    ///   - resume: Whether to play or pause afterwards; nil leaves it as it is.
    ///   - customData: Anything for the application.
    /// - Throws: ``CastError``: `invalidArgument` for NaN or a negative position, else as ``play(customData:)``.
    @discardableResult
    public func seek(
        to position: Double,
        resume: ResumeState? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: SeekRequest.type)
        guard position >= 0 else {
            throw CastError.invalid("A position of \(position) s does not exist", device: device)
        }
        var request = SeekRequest(mediaSessionID: id, currentTime: target(position), resumeState: resume)
        request.customData = customData
        return try await command(request)
    }

    /// Goes forward, or back by a negative number of seconds, from where playback is now.
    ///
    /// The position is computed here and kept within the media: old receivers ignore relative ones.
    ///
    /// - Throws: As ``seek(to:resume:customData:)``.
    @discardableResult
    public func seek(
        by seconds: Double,
        resume: ResumeState? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let now = connection.now()
        guard let status else { throw CastError.noMediaSession(for: SeekRequest.type, device: device) }
        guard !seconds.isNaN else { throw CastError.invalid("The distance is not a number", device: device) }
        var position = max(0, status.position(at: now) + seconds)
        if let range = status.liveSeekableRange(at: now) {
            position = min(max(position, range.lowerBound), range.upperBound)
        } else if let duration = status.duration {
            position = min(position, duration)
        }
        return try await seek(to: position, resume: resume, customData: customData)
    }

    /// Sets the volume of the stream, on top of the device's own.
    ///
    /// - Parameter level: 0…1; what lies outside is clamped.
    /// - Throws: ``CastError``: `invalidArgument` for NaN, else as ``play(customData:)``.
    @discardableResult
    public func setStreamVolume(_ level: Double) async throws(CastError) -> MediaSnapshot? {
        guard !level.isNaN else { throw CastError.invalid("The volume is not a number", device: device) }
        let id = try mediaSessionID(for: SetStreamVolumeRequest.type)
        let volume = Volume(level: min(max(level, 0), 1))
        return try await command(SetStreamVolumeRequest(mediaSessionID: id, volume: volume))
    }

    /// Mutes the stream or ends that.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func setStreamMuted(_ muted: Bool) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: SetStreamVolumeRequest.type)
        return try await command(SetStreamVolumeRequest(mediaSessionID: id, volume: Volume(muted: muted)))
    }

    /// Sets the speed.
    ///
    /// - Parameter rate: 0.5…2.
    /// - Throws: ``CastError``: `invalidArgument` outside that, else as ``play(customData:)``.
    @discardableResult
    public func setPlaybackRate(_ rate: Double) async throws(CastError) -> MediaSnapshot? {
        guard (0.5...2).contains(rate) else {
            throw CastError.invalid("A speed of \(rate) is outside 0.5…2", device: device)
        }
        let id = try mediaSessionID(for: SetPlaybackRateRequest.type)
        return try await command(SetPlaybackRateRequest(mediaSessionID: id, playbackRate: rate))
    }

    /// Chooses tracks and how their text looks.
    ///
    /// - Parameters:
    ///   - active: The ids of all tracks to show, at most one of sound and one of picture; empty shows none, nil
    ///     changes nothing.
    ///   - style: How text tracks look; nil changes nothing.
    /// - Throws: ``CastError``: `invalidRequest` for ids the media does not have, else as ``play(customData:)``.
    @discardableResult
    public func editTracks(
        active: [Int]? = nil,
        style: TextTrackStyle? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: EditTracksInfoRequest.type)
        return try await command(
            EditTracksInfoRequest(mediaSessionID: id, activeTrackIDs: active, textTrackStyle: style)
        )
    }

    /// Skips the advertisement that is shown, once it may be skipped.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func skipAd() async throws(CastError) -> MediaSnapshot? {
        try await command(SkipAdRequest(mediaSessionID: try mediaSessionID(for: SkipAdRequest.type)))
    }

    private func command(_ request: some MediaSessionRequest) async throws(CastError) -> MediaSnapshot? {
        _ = try await ask(request)
        return status
    }

    /// A position as it is sent: JSON knows no infinity, and what lies beyond a live stream's end means its end.
    private func target(_ position: Double) -> Double {
        guard let range = status?.liveSeekableRange(at: connection.now()) else {
            return position.isFinite ? position : Self.infinite
        }
        return min(position, range.upperBound)
    }

    /// What Google's senders send for "the live edge" where no range is known (observed on the wire).
    private static let infinite = 4_294_967_296.0
}
