// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

/// A timer that stops playback.
struct SleepTimer: Sendable {
    /// When playback stops.
    enum End: Hashable, Sendable {
        case after(Duration)
        /// At the end of the current item.
        case endOfItem
    }

    /// How the timer ended.
    private enum Outcome: Sendable {
        case stopped(CastDevice)
        case canceled
        /// The volume was changed during the fade.
        case keptPlaying(CastDevice)
    }

    let remote: RemoteControl
    let end: End
    /// The duration of the fade before the end.
    let fade: Duration

    /// How often the remaining time is displayed, and playback is checked.
    private static let tick = Duration.seconds(1)
    /// How long before the end of an item playback stops without a fade, so that the next item does not start.
    private static let shortestLead = Duration.milliseconds(300)

    private var console: Console { remote.console }

    /// Waits and stops playback. Ctrl-C cancels the timer.
    func run() async throws -> ExitStatus {
        let outcome = try await interruptible { () -> Result<Outcome, CommandFailure> in
            do {
                switch end {
                case .after(let delay): return .success(try await stop(after: delay))
                case .endOfItem: return .success(try await stopAtEndOfItem())
                }
            } catch {
                return Task.isCancelled ? .success(.canceled) : .failure(CommandFailure(error))
            }
        }
        console.showProgress(nil)
        switch try outcome.value.get() {
        case .stopped(let device):
            report("stopped", device)
            console.result("Stopped \(device.friendlyName).")
            return .success
        case .keptPlaying(let device):
            report("keptPlaying", device)
            console.result("The volume of \(device.friendlyName) was changed, so playback continues.")
            return .success
        case .canceled:
            console.emit(["event": "canceled"])
            console.result("Canceled the timer. Playback continues.")
            return .interrupted
        }
    }

    // MARK: - After a time

    private func stop(after delay: Duration) async throws -> Outcome {
        let deadline = ContinuousClock.now + delay
        var device: CastDevice?
        try await remote.connected { connection in
            guard await connection.status.runningApplication != nil else {
                throw RemoteControl.noAppFailure(on: connection.device)
            }
            device = connection.device
        }
        guard let device else { return .canceled }
        report("waiting", device, ["seconds": .number(delay / .seconds(1))])
        try await wait(until: deadline - fade, showing: deadline, of: device)
        // A connection would not outlast a long time.
        var later = remote
        if case .host = remote.finder.choice {} else { later.finder.choice = .named(device.id) }
        var result = VolumeFadeResult.completed
        try await later.connected { result = try await $0.stopApp(fadingOver: fade) }
        return Self.outcome(result, on: device)
    }

    private func wait(
        until start: ContinuousClock.Instant,
        showing deadline: ContinuousClock.Instant,
        of device: CastDevice
    ) async throws {
        while true {
            let now = ContinuousClock.now
            guard now < start else { break }
            show(deadline - now, device)
            try await Task.sleep(for: min(Self.tick, start - now))
        }
        if fade > .zero { console.showProgress("Fading out \(DisplayWidth.field(device.friendlyName))") }
    }

    // MARK: - At the end of the item

    private func stopAtEndOfItem() async throws -> Outcome {
        let connection = try await remote.finder.connect()
        do {
            guard await connection.status.runningApplication != nil else {
                throw RemoteControl.noAppFailure(on: connection.device)
            }
            let session = try await connection.joinRunningApp()
            guard let first = await session.media.status, first.playerState != .idle else {
                throw RemoteControl.noMediaFailure(in: session)
            }
            guard !first.isLive, first.media?.streamType != .live else { throw Self.liveFailure(on: session.device) }
            var options = SessionManagerOptions()
            options.connection = remote.finder.options
            let manager = await SessionManager.managing(session, options: options)
            do {
                report("waiting", session.device, ["atEnd": true])
                let fade = try await wait(forEndOf: first, in: session)
                let result = try await session.connection.stopApp(fadingOver: fade)
                await manager.close()
                await session.connection.close()
                return Self.outcome(result, on: session.device)
            } catch {
                await manager.close()
                await session.connection.close()
                throw error
            }
        } catch {
            await connection.close()
            throw error
        }
    }

    /// Waits until the fade before the end of the item starts.
    ///
    /// - Returns: The duration of the fade; zero if the item has ended.
    private func wait(forEndOf first: MediaSnapshot, in session: CastSession) async throws -> Duration {
        let lead = max(fade, Self.shortestLead)
        while true {
            if case .ended(let reason) = session.state {
                throw CommandFailure(
                    code: "sessionLost",
                    exitStatus: .unreachable,
                    message: "playback on \(session.device.friendlyName) cannot be followed: \(reason)",
                    hint: "check the device with cast status",
                    device: session.device.friendlyName
                )
            }
            var pause = Self.tick
            if session.state == .running {
                guard let snapshot = await session.media.status, Self.isSameItem(snapshot, first) else { return .zero }
                if let remaining = snapshot.timeToEnd() {
                    guard remaining > lead else { return fade > .zero ? min(fade, remaining) : .zero }
                    show(remaining, session.device)
                    pause = min(pause, remaining - lead)
                }
            }
            try await Task.sleep(for: max(pause, .milliseconds(20)))
        }
    }

    /// Returns whether the item of an earlier snapshot has not ended.
    private static func isSameItem(_ snapshot: MediaSnapshot, _ first: MediaSnapshot) -> Bool {
        snapshot.playerState != .idle && snapshot.mediaSessionID == first.mediaSessionID
            && snapshot.currentItemID == first.currentItemID
    }

    // MARK: - Output

    private func show(_ remaining: Duration, _ device: CastDevice) {
        // Rounded up, so that the last second counts as one.
        let seconds = (remaining / .seconds(1)).rounded(.up)
        console.showProgress("Stopping \(DisplayWidth.field(device.friendlyName)) in \(TimeText.clock(seconds))")
    }

    private func report(_ event: String, _ device: CastDevice, _ members: JSONObject = [:]) {
        var object: JSONObject = [
            "event": .string(event), "device": .object(DeviceDescription(device).briefJSON),
        ]
        object.merge(members)
        console.emit(object)
    }

    private static func outcome(_ result: VolumeFadeResult, on device: CastDevice) -> Outcome {
        switch result {
        case .completed: .stopped(device)
        case .changedElsewhere: .keptPlaying(device)
        case .canceled: .canceled
        }
    }

    private static func liveFailure(on device: CastDevice) -> CommandFailure {
        CommandFailure(
            code: "liveStream",
            exitStatus: .refused,
            message: "\(device.friendlyName) plays a live stream, which has no end",
            hint: "specify a time: cast sleep 45m",
            device: device.friendlyName
        )
    }
}
