// SPDX-License-Identifier: Apache-2.0

import CastWire

extension CastConnection {
    /// Changes the device volume gradually.
    ///
    /// The fade is linear in the level, with at most ten requests per second. It stops when another sender changes the
    /// volume or the mute state, and when the task is canceled; the level then stays as it is.
    ///
    /// - Parameters:
    ///   - level: The new level; values outside 0…1 are clamped.
    ///   - duration: The duration of the fade.
    /// - Throws: ``CastError``: `notSupported` for a device with a fixed volume or without a reported volume,
    ///   `invalidArgument` for NaN.
    public func fadeVolume(to level: Double, over duration: Duration) async throws(CastError) -> VolumeFadeResult {
        try await fadeVolume(to: level, over: duration) { try await Task.sleep(for: $0) }
    }

    /// Fades the volume to zero, stops the running application and sets the previous volume again.
    ///
    /// When another sender changes the volume during the fade, somebody is still listening: the application is not
    /// stopped and the volume stays as it is. When the task is canceled, the previous volume is set again and the
    /// application is not stopped. A muted device is not faded.
    ///
    /// - Parameter duration: The duration of the fade; zero stops the application at once.
    /// - Throws: ``CastError``: `requestTimedOut`, `connectionClosed`.
    public func stopApp(fadingOver duration: Duration) async throws(CastError) -> VolumeFadeResult {
        try await stopApp(fadingOver: duration) { try await Task.sleep(for: $0) }
    }

    /// As ``fadeVolume(to:over:)``, with another clock to wait on.
    package func fadeVolume(
        to level: Double,
        over duration: Duration,
        sleep: @Sendable (Duration) async throws -> Void
    ) async throws(CastError) -> VolumeFadeResult {
        guard !level.isNaN else { throw CastError.invalid("The volume is not a number", device: device.friendlyName) }
        let status = try await refreshStatus()
        guard let start = status.volume?.boundedLevel else {
            throw CastError(
                .notSupported,
                "\(device.friendlyName) does not report its volume",
                device: device.friendlyName
            )
        }
        let schedule = FadeSchedule(from: start, to: level, over: duration)
        let isMuted = status.volume?.muted ?? false
        let begin = now()
        // The levels that the device may report: some devices report a change only after they have answered it.
        var expected = (previous: start, current: start)
        var next = 0
        while next < schedule.steps.count {
            let elapsed = now() - begin
            guard let due = schedule.dueStep(at: elapsed, from: next) else {
                do { try await sleep(schedule.steps[next].time - elapsed) } catch {
                    return .canceled(level: expected.current)
                }
                continue
            }
            if let changed = changedVolume(expected, isMuted: isMuted) { return .changedElsewhere(level: changed) }
            let step = schedule.steps[due]
            expected = (expected.current, step.level)
            do throws(CastError) {
                try await setVolume(step.level)
            } catch {
                guard error.code == .requestCancelled else { throw error }
                return .canceled(level: step.level)
            }
            next = due + 1
        }
        return .completed
    }

    /// As ``stopApp(fadingOver:)``, with another clock to wait on.
    package func stopApp(
        fadingOver duration: Duration,
        sleep: @Sendable (Duration) async throws -> Void
    ) async throws(CastError) -> VolumeFadeResult {
        let status = try await refreshStatus()
        guard let running = status.runningApplication else { return .completed }
        let level = status.volume?.boundedLevel
        let isAudible = (level ?? 0) > 0 && status.volume?.muted != true
        guard duration > .zero, let level, isAudible, status.hasVariableVolume else {
            try await stopApp(sessionID: running.sessionID)
            return .completed
        }
        let result = try await fadeVolume(to: 0, over: duration, sleep: sleep)
        let previous = DeviceState.Volume(level: level, isMuted: false)
        switch result {
        case .changedElsewhere: return result
        case .completed:
            do throws(CastError) { try await stopApp(sessionID: running.sessionID) } catch {
                // The application may have ended by itself during the fade.
                guard error.code == .invalidRequest else { throw error }
            }
            _ = try await restoreVolume(previous)
        case .canceled:
            // Requests of a canceled task fail.
            let restoring = Task { () -> Result<[DeviceState.Note], CastError> in
                do throws(CastError) { return .success(try await restoreVolume(previous)) } catch {
                    return .failure(error)
                }
            }
            _ = try await restoring.value.get()
        }
        return result
    }

    /// Returns the level if the device reports a volume that this sender did not set.
    private func changedVolume(_ expected: (previous: Double, current: Double), isMuted: Bool) -> Double? {
        guard let volume = status.volume, let level = volume.boundedLevel else { return nil }
        // Devices round the level.
        let tolerance = 0.015
        let low = min(expected.previous, expected.current) - tolerance
        let high = max(expected.previous, expected.current) + tolerance
        let isExpected = level >= low && level <= high && (volume.muted ?? false) == isMuted
        return isExpected ? nil : level
    }
}
