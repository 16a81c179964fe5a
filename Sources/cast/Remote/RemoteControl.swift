import CastSender
import CastWire

/// Acts on whatever runs on a device, whoever started it.
struct RemoteControl: Sendable {
    var finder: DeviceFinder
    var console: Console

    /// Pauses what plays.
    func pause() async throws {
        try await control("paused", "Paused") { session, _ in try await session.media.pause() }
    }

    /// Goes on with what is paused.
    func resume() async throws {
        try await control("resumed", "Playing") { session, _ in try await session.media.play() }
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
            let isMuted = await connection.status.volume?.muted ?? false
            try await connection.setMuted(change.applied(to: isMuted))
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
