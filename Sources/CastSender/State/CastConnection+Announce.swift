// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
public import CastWire

/// The result of an announcement.
public struct Announcement: Sendable, Hashable {
    /// How the announcement ended.
    public enum End: Sendable, Hashable {
        /// It played to its end.
        case finished
        /// The task was canceled, or the time limit passed, before its end.
        case canceled
        /// Another sender loaded other media or started another application. The earlier state is not restored.
        case takenOver
    }

    /// How the announcement ended.
    public let end: End
    /// The state of the device before the announcement.
    public let earlier: DeviceState
    /// What was not restored.
    public let notes: [DeviceState.Note]
    /// The reason why the earlier state could not be restored; nil if it was, or if that was not attempted.
    public let restoreError: CastError?
}

extension CastConnection {
    /// Plays short media with the default media receiver, and restores what played before.
    ///
    /// The application, the media with its position, the queue and the volume are restored as
    /// ``restore(_:timeout:)`` does, also when the announcement fails or the task is canceled. If no application was
    /// running, the default media receiver is stopped.
    ///
    /// - Parameters:
    ///   - media: The media; the device must be able to reach its address.
    ///   - volume: The device volume for the announcement, 0…1, which also unmutes the device; nil leaves both.
    ///   - timeLimit: The longest duration of the announcement. Default 10 minutes.
    /// - Throws: ``CastError`` when the state cannot be captured or the announcement cannot be played.
    public func announce(
        _ media: MediaInformation,
        volume: Double? = nil,
        timeLimit: Duration = .seconds(600)
    ) async throws(CastError) -> Announcement {
        if volume != nil { try requireVariableVolume() }
        let earlier = try await captureState()
        var session: CastSession?
        let played: Result<Announcement.End, CastError>
        do throws(CastError) {
            let launched = try await launch(ApplicationStatus.defaultMediaReceiverID)
            session = launched
            if let volume {
                if status.volume?.muted == true { try await setMuted(false) }
                try await setVolume(volume)
            }
            played = .success(try await launched.media.playToEnd(media, timeLimit: timeLimit))
        } catch {
            played = error.code == .requestCancelled ? .success(.canceled) : .failure(error)
        }
        let isTakenOver = (try? played.get()) == .takenOver
        // Requests of a canceled task fail, and the device must not be left with the announcement.
        let restoring = Task { [session] () -> Result<[DeviceState.Note], CastError> in
            do throws(CastError) {
                if isTakenOver { return .success(try await restoreVolume(after: volume, to: earlier.volume)) }
                return .success(try await restore(earlier, afterAnnouncementIn: session))
            } catch {
                return .failure(error)
            }
        }
        let restored = await restoring.value
        let end = try played.get()
        switch restored {
        case .success(let notes):
            return Announcement(end: end, earlier: earlier, notes: notes, restoreError: nil)
        case .failure(let error):
            return Announcement(end: end, earlier: earlier, notes: [], restoreError: error)
        }
    }

    private func restore(
        _ earlier: DeviceState,
        afterAnnouncementIn session: CastSession?
    ) async throws(CastError) -> [DeviceState.Note] {
        let running = try await refreshStatus().runningApplication
        // If the launch failed, the earlier application may still play. If there was none, another sender may have
        // launched one in the meantime.
        let isUnchanged = session == nil && running?.appID == earlier.application?.id
        if isUnchanged || earlier.application == nil && running?.sessionID != session?.sessionID {
            return try await restoreVolume(earlier.volume)
        }
        if let session, earlier.playback == nil, session.state == .running {
            // The announcement must not stay loaded when it was interrupted.
            _ = try? await session.media.stop()
        }
        return try await restore(earlier)
    }

    /// Sets the earlier volume, unless another sender has changed that of the announcement.
    private func restoreVolume(
        after announced: Double?,
        to earlier: DeviceState.Volume?
    ) async throws(CastError) -> [DeviceState.Note] {
        guard let announced, let level = try await refreshStatus().volume?.boundedLevel, abs(level - announced) < 0.015
        else { return [] }
        return try await restoreVolume(earlier)
    }
}

extension MediaController {
    /// Loads media and waits until it has ended.
    ///
    /// - Throws: ``CastError`` if the media cannot be played.
    func playToEnd(_ media: MediaInformation, timeLimit: Duration) async throws(CastError) -> Announcement.End {
        let loaded = try await load(media).mediaSessionID
        let statuses = statuses
        let end = await withTimeLimit(timeLimit) { await Self.end(of: loaded, in: statuses) } ?? nil
        switch end {
        case nil: return .canceled
        case .idle(.error):
            throw CastError(.mediaError, "\(device) could not play the announcement", device: device)
        case .idle(.interrupted), .replaced: return .takenOver
        case .idle: return .finished
        }
    }

    private enum MediaEnd: Sendable {
        case idle(IdleReason)
        case replaced
    }

    /// Waits for the end of a media session; nil if the task was canceled.
    private static func end(
        of mediaSessionID: Int,
        in statuses: LatestValues<MediaSnapshot?>
    ) async -> MediaEnd? {
        for await snapshot in statuses {
            guard let snapshot else { return .replaced }
            if snapshot.mediaSessionID != mediaSessionID { return .replaced }
            // Some devices report that they are idle before they begin to load, without a reason.
            if snapshot.playerState == .idle, let reason = snapshot.idleReason { return .idle(reason) }
        }
        return Task.isCancelled ? nil : .replaced
    }
}

extension MediaSnapshot {
    /// Returns the time until the end of the current item at its playback rate; nil while it does not play, and if its
    /// duration is unknown.
    ///
    /// - Parameter instant: The current time. Default now.
    public func timeToEnd(at instant: ContinuousClock.Instant = .now) -> Duration? {
        guard playerState == .playing || playerState == .buffering, playbackRate > 0,
            let remaining = remaining(at: instant), remaining.isFinite
        else { return nil }
        return .seconds(min(remaining / playbackRate, 1e9))
    }
}
