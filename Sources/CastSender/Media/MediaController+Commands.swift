public import CastWire

// Commands about what plays. Each needs a media session. They fail, in this order, with `connectionClosed` or
// `sessionEnded`, `noMediaSession`, `invalidArgument` and `messageTooLarge` without anything being sent; then with
// what the device says. A newer command of the same kind fails the wait for an older one with `requestReplaced`.

extension MediaController {
    /// Plays, or goes on after a pause.
    ///
    /// - Throws: ``CastError``: `noMediaSession`, `invalidPlayerState`, `invalidRequest`, `requestTimedOut`;
    ///   `requestReplaced` when another command of play, pause and stop came before the answer.
    @discardableResult
    public func play(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        let request = PlayRequest(mediaSessionID: try mediaSessionID(for: PlayRequest.type))
        return try await command(request, customData, kind: .playback)
    }

    /// Pauses.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func pause(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        let request = PauseRequest(mediaSessionID: try mediaSessionID(for: PauseRequest.type))
        return try await command(request, customData, kind: .playback)
    }

    /// Ends the media session; the application stays.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func stop(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        let request = StopMediaRequest(mediaSessionID: try mediaSessionID(for: StopMediaRequest.type))
        return try await command(request, customData, kind: .playback)
    }

    /// Plays what has come to its end once more, which is offered while nothing plays.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func playAgain(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        let request = PlayAgainRequest(mediaSessionID: try mediaSessionID(for: PlayAgainRequest.type))
        return try await command(request, customData, kind: .playback)
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
        let request = try seekRequest(to: position, mediaSessionID: id, resume: resume)
        return try await command(request, customData, kind: .seek)
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
        let id = try mediaSessionID(for: SeekRequest.type)
        guard !seconds.isNaN else { throw CastError.invalid("The distance is not a number", device: device) }
        let now = connection.now()
        guard let status else { throw CastError.noMediaSession(for: SeekRequest.type, device: device) }
        let position = status.clamped(status.position(at: now) + seconds, at: now)
        let request = try seekRequest(to: position, mediaSessionID: id, resume: resume)
        return try await command(request, customData, kind: .seek)
    }

    /// Goes to what a live stream broadcasts now.
    ///
    /// Sends 2^32 seconds, which receivers take for the live edge however far their own clock has gone on since the
    /// last status (observed of Google's senders).
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func seekToLive(
        resume: ResumeState? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: SeekRequest.type)
        let request = SeekRequest(mediaSessionID: id, currentTime: Self.liveEdge, resumeState: resume)
        return try await command(request, customData, kind: .seek)
    }

    /// Sets the volume of the stream, on top of the device's own.
    ///
    /// - Parameters:
    ///   - level: 0…1; what lies outside is clamped.
    ///   - customData: Anything for the application.
    /// - Throws: ``CastError``: `invalidArgument` for NaN, else as ``play(customData:)``.
    @discardableResult
    public func setStreamVolume(
        _ level: Double,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: SetStreamVolumeRequest.type)
        guard !level.isNaN else { throw CastError.invalid("The volume is not a number", device: device) }
        let volume = Volume(level: min(max(level, 0), 1))
        return try await command(
            SetStreamVolumeRequest(mediaSessionID: id, volume: volume),
            customData,
            kind: .streamVolume
        )
    }

    /// Mutes the stream or ends that.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func setStreamMuted(
        _ muted: Bool,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: SetStreamVolumeRequest.type)
        return try await command(
            SetStreamVolumeRequest(mediaSessionID: id, volume: Volume(muted: muted)),
            customData,
            kind: .streamVolume
        )
    }

    /// Sets the speed.
    ///
    /// - Parameters:
    ///   - rate: 0.5…2. Live streams are played at 1.
    ///   - customData: Anything for the application.
    /// - Throws: ``CastError``: `invalidArgument` outside that, else as ``play(customData:)``.
    @discardableResult
    public func setPlaybackRate(
        _ rate: Double,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: SetPlaybackRateRequest.type)
        try check(rate: rate)
        return try await command(
            SetPlaybackRateRequest(mediaSessionID: id, playbackRate: rate),
            customData,
            kind: .rate
        )
    }

    /// Skips the advertisement that is shown, once it may be skipped; too early, the device refuses.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func skipAd(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        let request = SkipAdRequest(mediaSessionID: try mediaSessionID(for: SkipAdRequest.type))
        return try await command(request, customData, kind: .skipAd)
    }

    /// Tells the application what a person thinks of what plays, such as that they like it.
    ///
    /// - Parameters:
    ///   - action: What they do.
    ///   - context: What it is about; nil leaves that to the application.
    ///   - takesBack: Whether they take it back.
    ///   - source: Where it came from, in the application's words.
    ///   - customData: Anything for the application.
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func send(
        _ action: UserAction,
        about context: UserActionContext? = nil,
        takesBack: Bool = false,
        source: String? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: UserActionRequest.type)
        let request = UserActionRequest(
            mediaSessionID: id,
            userAction: action,
            userActionContext: context,
            clear: takesBack ? true : nil,
            source: source
        )
        return try await command(request, customData)
    }

    /// Refuses a command because of an argument, unless there is a reason before that: no connection, and for what
    /// needs one no media session.
    package func refuse(
        _ reason: String,
        of request: String,
        needsMediaSession: Bool = true
    ) throws(CastError) {
        if needsMediaSession { _ = try mediaSessionID(for: request) } else { try requireOpen(for: request) }
        throw CastError.invalid(reason, device: device)
    }

    /// Sends a command and gives the status that its answer made.
    func command(
        _ request: some MediaSessionRequest,
        _ customData: JSONValue?,
        kind: MediaRequestKind? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        var request = request
        if let customData { request.customData = customData }
        _ = try await ask(request, kind: kind)
        return status
    }

    func check(rate: Double) throws(CastError) {
        guard (0.5...2).contains(rate) else {
            throw CastError.invalid("A speed of \(rate) is outside 0.5…2", device: device)
        }
    }

    /// A request for a position, of which the state is told: what comes next near it is no late message.
    func seekRequest(
        to position: Double,
        mediaSessionID: Int,
        resume: ResumeState? = nil
    ) throws(CastError) -> SeekRequest {
        guard position >= 0 else {
            throw CastError.invalid("A position of \(position) s does not exist", device: device)
        }
        let target = target(position)
        seekSent(to: target)
        return SeekRequest(mediaSessionID: mediaSessionID, currentTime: target, resumeState: resume)
    }

    /// A position as it is sent: JSON knows no infinity, and what lies beyond a live stream's end means its end.
    private func target(_ position: Double) -> Double {
        guard let range = status?.liveSeekableRange(at: connection.now()) else {
            return position.isFinite ? position : Self.liveEdge
        }
        return min(position, range.upperBound)
    }

    /// What Google's senders send for the live edge (observed on the wire): 2^32 s.
    private static let liveEdge = 4_294_967_296.0
}

extension MediaSnapshot {
    /// A position kept within the media, or within the live range.
    func clamped(_ position: Double, at instant: ContinuousClock.Instant) -> Double {
        if let range = liveSeekableRange(at: instant) {
            return min(max(position, range.lowerBound), range.upperBound)
        }
        return min(max(position, 0), duration ?? .infinity)
    }
}
