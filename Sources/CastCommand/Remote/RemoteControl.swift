// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

/// Controls the running application of a device, whichever sender launched it.
struct RemoteControl: Sendable {
    var finder: DeviceFinder
    var console: Console

    /// Pauses playback.
    func pause() async throws {
        try await control("paused", "Paused") { session, _ in
            let snapshot = try await session.media.pause()
            return try await reported(snapshot, of: session, after: "pause") { $0.playerState == .paused }
        }
    }

    /// Resumes playback.
    func resume() async throws {
        try await control("resumed", "Playing") { session, _ in
            let snapshot = try await session.media.play()
            return try await reported(snapshot, of: session, after: "resume") {
                [.playing, .buffering, .loading].contains($0.playerState)
            }
        }
    }

    /// Seeks in the current media.
    func seek(_ target: SeekTarget) async throws {
        try await control("sought", "At") { session, _ in
            switch target {
            case .position(let seconds): try await session.media.seek(to: seconds)
            case .offset(let seconds): try await session.media.seek(by: seconds)
            }
        }
    }

    /// Stops playback and closes the app.
    func stop() async throws {
        try await connected { connection in
            guard let app = await connection.status.runningApplication else {
                throw Self.noAppFailure(on: connection.device)
            }
            try await connection.stopApp(sessionID: app.sessionID)
            let report = await DeviceReport(device: connection.device, status: connection.status, media: nil)
            printResult(
                "stopped",
                report,
                "Stopped \(app.displayName ?? app.appID ?? "the app") on \(report.device.name)."
            )
        }
    }

    /// Prints the device's volume, after changing it if requested.
    func volume(_ change: VolumeChange?) async throws {
        try await connected { connection in
            if let change {
                let level = await connection.status.volume?.level ?? 0
                try await connection.setVolume(change.applied(to: level))
            }
            try await printVolume(of: connection, action: change == nil ? nil : "volumeSet")
        }
    }

    /// Mutes or unmutes the device.
    func mute(_ change: MuteChange) async throws {
        try await connected { connection in
            let isMuted = change.applied(to: await connection.status.volume?.muted ?? false)
            try await connection.setMuted(isMuted)
            guard
                await Self.awaitEffect(on: connection, { connection.statuses }, { $0.volume?.muted == isMuted })
                    != nil
            else {
                throw Self.noEffect(
                    "\(connection.device.friendlyName) accepted the command, but reports that it is "
                        + (isMuted ? "not muted" : "still muted"),
                    on: connection.device
                )
            }
            try await printVolume(of: connection, action: "muteSet")
        }
    }

    /// Prints the status of the device.
    func status() async throws {
        try await connected { connection in
            let media = try await Self.joinedMedia(of: connection)
            let report = await DeviceReport(device: connection.device, status: connection.status, media: media)
            console.emit(report.json)
            for line in report.lines { console.result(line) }
        }
    }

    // MARK: - Implementation

    /// Connects, executes an operation and closes the connection, whether or not the operation succeeds.
    ///
    /// The socket is closed without sending CLOSE to the app, because an app may exit when its last sender sends CLOSE,
    /// and playback has to continue.
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

    /// Executes an operation on the current media and reports the new status.
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
            printResult(
                action,
                report,
                "\(word) \(word == "At" ? "\(media.positionText) of \(title)" : "\(title), \(media.positionText),") "
                    + "on \(report.device.name)."
            )
        }
    }

    /// Executes an operation on the current media.
    func withMedia(_ body: (CastSession, MediaSnapshot) async throws -> Void) async throws {
        try await connected { connection in
            guard await connection.status.runningApplication != nil else {
                throw Self.noAppFailure(on: connection.device)
            }
            let session = try await connection.joinRunningApp()
            guard let playing = await session.media.status, playing.playerState != .idle else {
                throw Self.noMediaFailure(in: session)
            }
            try await body(session, playing)
        }
    }

    /// The time limit for a device to report the effect of a command that it has accepted.
    private static let effectLimit = Duration.seconds(2)

    /// Returns the status after a command has taken effect.
    ///
    /// - Throws: ``CommandFailure`` if the device does not report the effect within ``effectLimit``.
    private func reported(
        _ snapshot: MediaSnapshot?,
        of session: CastSession,
        after command: String,
        _ isExpected: @escaping @Sendable (MediaSnapshot) -> Bool
    ) async throws -> MediaSnapshot? {
        guard let snapshot, !isExpected(snapshot) else { return snapshot }
        let expected = await Self.awaitEffect(
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

    /// Waits for the effect of a command and returns the first status that shows it; nil if none does in time.
    private static func awaitEffect<Status: Sendable>(
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
            hint: "check the device with cast status",
            device: device.friendlyName
        )
    }

    /// Prints the volume of the device.
    ///
    /// - Throws: ``CommandFailure`` if the device does not report it.
    func printVolume(of connection: CastConnection, action: String?, members: JSONObject = [:]) async throws {
        guard let volume = VolumeStatus(await connection.status.volume) else {
            throw CommandFailure(
                code: "notSupported",
                exitStatus: .refused,
                message: "\(connection.device.friendlyName) does not report its volume",
                device: connection.device.friendlyName
            )
        }
        var object: JSONObject = action.map { ["action": .string($0)] } ?? [:]
        object.merge([
            "device": .object(DeviceDescription(connection.device).briefJSON), "volume": .object(volume.json),
        ])
        object.merge(members)
        console.emit(object)
        console.result(volume.text)
    }

    /// Reports an action and the new status of the device.
    func printResult(_ action: String, _ report: DeviceReport, _ sentence: String) {
        var object: JSONObject = ["action": .string(action)]
        object.merge(report.json)
        console.emit(object)
        console.result(sentence)
    }

    /// Returns the media of the running app; nil if no app runs, or it has no media or does not report it to other
    /// senders.
    static func joinedMedia(of connection: CastConnection) async throws -> MediaSnapshot? {
        guard let app = await connection.status.runningApplication, app.isJoinable,
            app.namespaces.contains(.media)
        else { return nil }
        return try await connection.joinRunningApp().media.status
    }

    static func noMediaFailure(in session: CastSession) -> CommandFailure {
        CommandFailure(
            code: "noMediaSession",
            exitStatus: .nothingPlaying,
            message: "no media is loaded in \(session.displayName) on \(session.device.friendlyName)",
            hint: "play media with cast play",
            device: session.device.friendlyName
        )
    }

    static func noAppFailure(on device: CastDevice) -> CommandFailure {
        CommandFailure(
            code: "appNotRunning",
            exitStatus: .nothingPlaying,
            message: "no app is running on \(device.friendlyName)",
            hint: "play media with cast play",
            device: device.friendlyName
        )
    }
}
