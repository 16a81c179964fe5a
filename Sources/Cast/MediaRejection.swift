// SPDX-License-Identifier: Apache-2.0

package import CastMedia
package import CastSender
import NIOConcurrencyHelpers

/// An error that ended the media of an item, and the last status before.
package struct MediaRejection: Sendable {
    package var error: CastError
    package var last: MediaSnapshot?

    /// - Parameters:
    ///   - error: The error of the device.
    ///   - last: The last status; nil if the media was never loaded.
    package init(error: CastError, last: MediaSnapshot? = nil) {
        self.error = error
        self.last = last
    }

    /// The position at which the media continues, in seconds; nil if the media did not play.
    package var position: Double? {
        guard let last, last.playerState == .playing || last.playerState == .paused else { return nil }
        return last.position(at: .now)
    }

    /// Whether the media was not paused by the user.
    package var wasPlaying: Bool { last?.playerState != .paused }
}

extension MediaItem {
    /// Makes the next preparation convert the item, after a device reported an error for it. See
    /// ``convertAfterRejection(_:searchPath:)``.
    package func convertAfterRejection(_ error: CastError) -> Bool {
        guard error.code == .loadFailed || error.code == .mediaError else { return false }
        return convertAfterRejection(MediaFailureCause(error.payload?.detailedErrorCode, traffic: traffic))
    }

    /// As ``convertAfterRejection(_:)``, for media that played: not if another item of the device's queue was rejected.
    package func convertAfterRejection(_ rejection: MediaRejection) -> Bool {
        if let url = rejection.last?.media?.contentID, !serves(url) { return false }
        return convertAfterRejection(rejection.error)
    }
}

/// How a media session ended, unless the session on the device ended first.
package enum MediaSessionEnd: Sendable {
    case finished
    case stopped
    case failed(MediaRejection)
}

extension MediaController {
    /// Waits for the end of a media session.
    ///
    /// - Parameters:
    ///   - mediaSessionID: The media session.
    ///   - events: The events since the media session began. They can be read further afterward.
    /// - Returns: The end; nil if the session on the device ended, or the task was canceled.
    package nonisolated func end(
        of mediaSessionID: Int,
        in events: EventStream<MediaEvent>
    ) async -> MediaSessionEnd? {
        let statuses = statuses
        let last = NIOLockedValueBox<MediaSnapshot?>(nil)
        return await withTaskGroup(of: MediaSessionEnd?.self) { group in
            group.addTask {
                for await case let snapshot? in statuses where snapshot.playerState != .idle {
                    last.withLockedValue { $0 = snapshot }
                }
                return nil
            }
            group.addTask {
                var lastError: CastError?
                for await event in events {
                    switch event {
                    case .error(let error), .loadFailed(let error): lastError = error
                    case .ended(mediaSessionID, .finished?): return .finished
                    case .ended(mediaSessionID, .error?):
                        let error = lastError ?? CastError(.mediaError, "The device stopped playing.")
                        return .failed(MediaRejection(error: error, last: last.withLockedValue { $0 }))
                    case .ended(mediaSessionID, _): return .stopped
                    default: break
                    }
                }
                return nil
            }
            defer { group.cancelAll() }
            for await case let end? in group { return end }
            return nil
        }
    }

    /// Waits for an error of a media session shortly after its start, such as that of a device that plays the sound and
    /// then finds that it has no decoder for the picture.
    ///
    /// - Returns: The error; nil if the media session ended otherwise, or plays on after the time limit.
    package nonisolated func earlyFailure(of mediaSessionID: Int, within limit: Duration) async -> MediaRejection? {
        let events = events
        return await withTaskGroup(of: MediaRejection?.self) { group in
            group.addTask {
                guard case .failed(let rejection) = await self.end(of: mediaSessionID, in: events) else { return nil }
                return rejection
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// Whether other media than that of a session that has ended was loaded meanwhile.
    package func plays(otherThan mediaSessionID: Int?) -> Bool {
        guard let status, status.playerState != .idle else { return false }
        return status.mediaSessionID != mediaSessionID
    }
}
