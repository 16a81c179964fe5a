// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The progress of one load, from its request to playback or to a failure, which may arrive long after the
/// acknowledgment.
///
/// A device answers LOAD before it has fetched any data. The outcome shows in later statuses, and in a LOAD_FAILED with
/// the id of the request that was already answered.
struct LoadProgress: Equatable {
    enum Outcome: Equatable {
        case pending
        case playing
        case failed(CastError)
    }

    /// The id of the LOAD request.
    let requestID: Int
    let device: String
    /// The media session in the reply.
    private(set) var mediaSessionID: Int?
    private(set) var outcome = Outcome.pending

    init(requestID: Int, device: String) {
        self.requestID = requestID
        self.device = device
    }

    /// Handles the reply to the load, or a later status.
    mutating func statusReceived(_ snapshot: MediaSnapshot?, answers isAnswer: Bool) {
        guard outcome == .pending else { return }
        if isAnswer { mediaSessionID = snapshot?.mediaSessionID }
        guard let mediaSessionID else { return }
        guard let snapshot else {
            outcome = .failed(.endedBeforePlaying(nil, device: device))
            return
        }
        guard snapshot.mediaSessionID == mediaSessionID else {
            outcome = .failed(.endedBeforePlaying(.interrupted, device: device))
            return
        }
        switch snapshot.playerState {
        case .playing, .paused: outcome = .playing
        case .idle:
            switch snapshot.idleReason {
            case nil: break
            // Very short media has already finished.
            case IdleReason.finished?: outcome = .playing
            case let reason?: outcome = .failed(.endedBeforePlaying(reason, device: device))
            }
        default: break
        }
    }

    /// Handles a LOAD_FAILED or LOAD_CANCELLED that answers no pending request; returns whether it belongs to this
    /// load.
    mutating func failureReceived(_ error: CastError, requestID: Int?) -> Bool {
        guard requestID == self.requestID else { return false }
        // A status with the failure may have arrived first; this message has more details.
        if outcome != .playing { outcome = .failed(error) }
        return true
    }
}
