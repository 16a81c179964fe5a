// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastSender

/// Loads the items of a list on a device.
struct PlaybackLoader: Sendable {
    let target: PlaybackTarget
    let media: PlaybackMedia
    let console: Console
    /// The time limit from loading media until it plays.
    let startTimeout: Duration
    let onStep: @Sendable (PlaybackStep) -> Void

    /// The maximum number of concurrent URL checks.
    private static let checkLimit = 8

    var controller: MediaController { target.session.media }

    /// Returns an item in the form that the device plays.
    func prepare(_ index: Int) async throws(CommandFailure) -> MediaItem.Prepared {
        try await media.prepare(index, for: target.session) { console.note($0) }
    }

    /// Returns the items of a list after `first`, or why they cannot be played. Checks several URLs concurrently.
    func prepare(_ count: Int, after first: Int) async -> [(Int, Result<MediaItem.Prepared, CommandFailure>)] {
        await withTaskGroup(of: (Int, Result<MediaItem.Prepared, CommandFailure>).self) { group in
            var next = first + 1
            var results: [(Int, Result<MediaItem.Prepared, CommandFailure>)] = []
            func addNext() {
                guard next < count else { return }
                let index = next
                next += 1
                group.addTask { (index, await result(of: index)) }
            }
            for _ in 0..<Self.checkLimit { addNext() }
            while let result = await group.next() {
                results.append(result)
                addNext()
            }
            return results.sorted { $0.0 < $1.0 }
        }
    }

    /// Returns an item in the form that the device plays, or why it cannot be played.
    ///
    /// A function of its own: with optimization, Swift 6.3.1 sets the first element of a tuple to 0 that a closure of a task
    /// returns from `do` with `catch`, if another element awaits a call.
    private func result(of index: Int) async -> Result<MediaItem.Prepared, CommandFailure> {
        do throws(CommandFailure) {
            return .success(try await prepare(index))
        } catch {
            return .failure(error)
        }
    }

    /// Waits until the loaded media plays.
    ///
    /// - Returns: The failure; nil if the media plays, or if the connection was lost meanwhile, in which case the
    ///   session reports the result.
    func failureToPlay() async -> CommandFailure? {
        do throws(CastError) {
            try await controller.waitUntilPlaying(timeout: startTimeout)
            onStep(.playing)
            return nil
        } catch {
            return isLoss(error) ? nil : CommandFailure(error)
        }
    }

    /// Returns the event for an error of the preparation or of the load; nil if the connection was lost.
    func failed(_ index: Int, _ error: any Error) -> PlaybackEvent? {
        if let failure = error as? CommandFailure { return .notPrepared(index, failure) }
        return isLoss(error) ? nil : .loadFailed(index, CommandFailure(error))
    }

    /// Returns whether an error means that the connection was lost, after which the session reconnects.
    func isLoss(_ error: any Error) -> Bool {
        guard let error = error as? CastError else { return false }
        return error.code == .connectionClosed || error.code == .heartbeatLost
    }
}

extension CastError {
    /// Whether the device rejected the request or does not support it.
    var isRefusal: Bool {
        switch code {
        case .invalidRequest, .notSupported, .invalidPlayerState, .invalidResponse, .loadFailed, .requestTimedOut,
            .messageTooLarge, .queueIncomplete:
            true
        default: false
        }
    }
}
