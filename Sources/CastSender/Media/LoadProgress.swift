import CastWire

/// Follows one load from its request to playback, or to the failure that may come long after its acknowledgment.
///
/// A device answers LOAD before it has fetched a byte; what becomes of it shows in later statuses, and in a
/// LOAD_FAILED with the id of the request that was already answered (CASTV2 media merge rules, 9).
struct LoadProgress: Equatable {
    enum Outcome: Equatable {
        case pending
        case playing
        case failed(CastError)
    }

    /// The id of the LOAD.
    let requestID: Int
    let device: String
    /// The media session that the answer named.
    private(set) var mediaSessionID: Int?
    private(set) var outcome = Outcome.pending

    init(requestID: Int, device: String) {
        self.requestID = requestID
        self.device = device
    }

    /// The load was answered, or a status of the session came.
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
            // Something very short has been played already.
            case IdleReason.finished?: outcome = .playing
            case let reason?: outcome = .failed(.endedBeforePlaying(reason, device: device))
            }
        default: break
        }
    }

    /// A LOAD_FAILED or LOAD_CANCELLED that answered nothing came; true when it is about this load.
    mutating func failureReceived(_ error: CastError, requestID: Int?) -> Bool {
        guard requestID == self.requestID else { return false }
        // The failed status may have come first; the message knows more.
        if outcome != .playing { outcome = .failed(error) }
        return true
    }
}
