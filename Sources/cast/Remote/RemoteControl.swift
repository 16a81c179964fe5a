import CastSender
import CastWire

/// Acts on whatever runs on a device, whoever started it.
struct RemoteControl: Sendable {
    var finder: DeviceFinder
    var console: Console

    /// Pauses what plays.
    func pause() async throws {
        try await control("paused", "Paused") { session, _ in
            let snapshot = try await session.media.pause()
            return try await reported(snapshot, of: session, after: "pause") { $0.playerState == .paused }
        }
    }

    /// Goes on with what is paused.
    func resume() async throws {
        try await control("resumed", "Playing") { session, _ in
            let snapshot = try await session.media.play()
            return try await reported(snapshot, of: session, after: "resume") {
                [.playing, .buffering, .loading].contains($0.playerState)
            }
        }
    }

    /// Goes to another place in what plays.
    func seek(_ target: SeekTarget) async throws {
        try await control("sought", "At") { session, _ in
            switch target {
            case .position(let seconds): try await session.media.seek(to: seconds)
            case .offset(let seconds): try await session.media.seek(by: seconds)
            }
        }
    }

    /// Stops what plays, and ends its app.
    func stop() async throws {
        try await connected { connection in
            guard let app = await connection.status.runningApplication else {
                throw Self.nothingRuns(on: connection.device)
            }
            try await connection.stopApp(sessionID: app.sessionID)
            let report = await DeviceReport(device: connection.device, status: connection.status, media: nil)
            say("stopped", report, "Stopped \(app.displayName ?? app.appID ?? "the app") on \(report.device.name).")
        }
    }

    /// Shows the device's volume, after changing it.
    func volume(_ change: VolumeChange?) async throws {
        try await connected { connection in
            if let change {
                let level = await connection.status.volume?.level ?? 0
                try await connection.setVolume(change.applied(to: level))
            }
            try await sayVolume(of: connection, action: change == nil ? nil : "volumeSet")
        }
    }

    /// Turns the device's sound off or on.
    func mute(_ change: MuteChange) async throws {
        try await connected { connection in
            let isMuted = change.applied(to: await connection.status.volume?.muted ?? false)
            try await connection.setMuted(isMuted)
            guard
                await Self.takesEffect(on: connection, { connection.statuses }, { $0.volume?.muted == isMuted })
                    != nil
            else {
                throw Self.noEffect(
                    "\(connection.device.friendlyName) accepted the command, but reports that it is "
                        + (isMuted ? "not muted" : "still muted"),
                    on: connection.device
                )
            }
            try await sayVolume(of: connection, action: "muteSet")
        }
    }

    /// Says what the device is doing.
    func status() async throws {
        try await connected { connection in
            let media = try await Self.joinedMedia(of: connection)
            let report = await DeviceReport(device: connection.device, status: connection.status, media: media)
            console.emit(report.json)
            for line in report.lines { console.result(line) }
        }
    }

    // MARK: - Inside

    /// Connects, does something, and closes, whatever comes of it.
    ///
    /// The socket is closed without CLOSE to the app: an app may end itself when its last sender leaves so, and what
    /// plays is to play on.
    func connected(_ body: (CastConnection) async throws -> Void) async throws {
        let connection = try await finder.connect { device in
            console.detail("found \(device.friendlyName) at \(device.endpoints.first.map { "\($0)" } ?? "no address")")
        }
        do {
            try await body(connection)
        } catch {
            await connection.close()
            throw error
        }
        await connection.close()
    }

    /// Does something with the media that plays, and says where it is then.
    func control(
        _ action: String,
        _ word: String,
        _ body: (CastSession, MediaSnapshot) async throws -> MediaSnapshot?
    ) async throws {
        try await withMedia { session, playing in
            let connection = session.connection
            let snapshot = try await body(session, playing) ?? playing
            let report = await DeviceReport(device: connection.device, status: connection.status, media: snapshot)
            let media = PlaybackStatus(snapshot)
            let title = media.title ?? media.contentID ?? "untitled"
            say(
                action,
                report,
                "\(word) \(word == "At" ? "\(media.positionText) of \(title)" : "\(title), \(media.positionText),") "
                    + "on \(report.device.name)."
            )
        }
    }

    /// Does something with the media that plays.
    func withMedia(_ body: (CastSession, MediaSnapshot) async throws -> Void) async throws {
        try await connected { connection in
            guard await connection.status.runningApplication != nil else {
                throw Self.nothingRuns(on: connection.device)
            }
            let session = try await connection.joinRunningApp()
            guard let playing = await session.media.status, playing.playerState != .idle else {
                throw Self.nothingPlays(in: session)
            }
            try await body(session, playing)
        }
    }

    /// How long a device may take to report the effect of a command that it has accepted.
    private static let effectLimit = Duration.seconds(2)

    /// What the device reports once a command has taken effect.
    ///
    /// - Throws: ``CommandFailure`` when it reports for two seconds that the command has had no effect.
    private func reported(
        _ snapshot: MediaSnapshot?,
        of session: CastSession,
        after command: String,
        _ isExpected: @escaping @Sendable (MediaSnapshot) -> Bool
    ) async throws -> MediaSnapshot? {
        guard let snapshot, !isExpected(snapshot) else { return snapshot }
        let expected = await Self.takesEffect(
            on: session.connection,
            { session.media.statuses },
            { $0.map(isExpected) ?? false }
        )
        if let expected { return expected }
        let state = PlaybackStatus(await session.media.status ?? snapshot).state.word.lowercased()
        throw Self.noEffect(
            "\(session.device.friendlyName) accepted the command \(command), but reports that it is \(state)",
            on: session.device
        )
    }

    /// The first status that shows the effect of a command; nil when none does in time.
    private static func takesEffect<Status: Sendable>(
        on connection: CastConnection,
        _ statuses: @escaping @Sendable () -> LatestValues<Status>,
        _ isExpected: @escaping @Sendable (Status) -> Bool
    ) async -> Status? {
        await withTaskGroup(of: Status?.self) { group in
            group.addTask { await statuses().first(where: isExpected) }
            group.addTask {
                try? await Task.sleep(for: effectLimit + connection.roundTripLimit)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }

    private static func noEffect(_ message: String, on device: CastDevice) -> CommandFailure {
        CommandFailure(
            code: "noEffect",
            exitStatus: .refused,
            message: message,
            hint: "cast status shows what the device does",
            device: device.friendlyName
        )
    }

    private func sayVolume(of connection: CastConnection, action: String?) async throws {
        guard let volume = VolumeStatus(await connection.status.volume) else {
            throw CommandFailure(
                code: "notSupported",
                exitStatus: .refused,
                message: "\(connection.device.friendlyName) does not say its volume",
                device: connection.device.friendlyName
            )
        }
        var object: JSONObject = action.map { ["action": .string($0)] } ?? [:]
        object.merge([
            "device": .object(DeviceDescription(connection.device).briefJSON), "volume": .object(volume.json),
        ])
        console.emit(object)
        console.result(volume.text)
    }

    /// Says what was done, and what the device does since.
    func say(_ action: String, _ report: DeviceReport, _ sentence: String) {
        var object: JSONObject = ["action": .string(action)]
        object.merge(report.json)
        console.emit(object)
        console.result(sentence)
    }

    /// What the running app plays; nil when nothing runs, or it plays nothing, or does not let others know.
    static func joinedMedia(of connection: CastConnection) async throws -> MediaSnapshot? {
        guard let app = await connection.status.runningApplication, app.isJoinable,
            app.namespaces.contains(.media)
        else { return nil }
        return try await connection.joinRunningApp().media.status
    }

    static func nothingPlays(in session: CastSession) -> CommandFailure {
        CommandFailure(
            code: "noMediaSession",
            exitStatus: .nothingPlaying,
            message: "nothing plays in \(session.displayName) on \(session.device.friendlyName)",
            hint: "cast play plays something",
            device: session.device.friendlyName
        )
    }

    static func nothingRuns(on device: CastDevice) -> CommandFailure {
        CommandFailure(
            code: "appNotRunning",
            exitStatus: .nothingPlaying,
            message: "nothing runs on \(device.friendlyName)",
            hint: "cast play plays something",
            device: device.friendlyName
        )
    }
}
