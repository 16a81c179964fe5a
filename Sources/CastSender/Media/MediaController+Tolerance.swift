// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

// Tolerance for receivers that deviate from the protocol: replies without a request id, and empty statuses in the
// middle of a media session.

extension MediaController {
    // MARK: Replies without a request id

    /// Uses a status without request id as the reply to the requests that it evidently answers, unless their own
    /// replies arrive within ``ConnectionOptions/unnumberedReplyGrace``.
    func statusWithoutIDReceived(_ message: MediaStatusMessage, _ object: JSONObject) {
        let answered = unanswered.answered(by: message.statuses.first, state.snapshot)
        guard !answered.isEmpty else { return }
        route.eventLoop.scheduleTask(in: TimeAmount(connection.options.unnumberedReplyGrace)) { [weak self] in
            self?.assumeIsolated { media in
                for id in answered where media.unanswered.type(of: id) != nil {
                    media.settleUnanswered(id, with: object)
                }
            }
        }
    }

    /// Uses a message without request id as the reply to the oldest pending request of these types.
    func completeUnanswered(_ object: JSONObject, of types: Set<String>) {
        guard !object.hasRequestID, let id = unanswered.oldest(of: types) else { return }
        settleUnanswered(id, with: object)
    }

    /// Uses a rejection without request id as the reply to the request that it must belong to.
    ///
    /// - Returns: Whether it belongs to a request.
    func failUnanswered(_ object: JSONObject) -> Bool {
        guard !object.hasRequestID else { return false }
        let id: Int? =
            switch Refusal(object) {
            case .loadFailed, .loadCancelled:
                unanswered.oldest(of: [LoadRequest.type, QueueLoadRequest.type, ResumeSessionRequest.type])
            default: unanswered.only
            }
        guard let id, let type = unanswered.type(of: id) else { return false }
        unanswered.settled(id)
        let error = CastError.refused(type, by: DevicePayload(fields: object), device: device)
        connection.assumeIsolated { $0.effectObserved(id, .failure(error)) }
        return true
    }

    private func settleUnanswered(_ id: Int, with object: JSONObject) {
        unanswered.settled(id)
        if id == load?.requestID {
            load?.statusReceived(state.snapshot, answers: true)
            releaseWaits()
        }
        connection.assumeIsolated { $0.effectObserved(id, .success(object)) }
    }

    // MARK: Empty statuses

    /// Whether to ignore an empty status in the middle of a media session for now. The session ends after
    /// ``ConnectionOptions/emptyStatusGrace`` unless another status arrives.
    func deferSessionEnd(_ message: MediaStatusMessage, answers requestID: Int?) -> Bool {
        guard message.statuses.isEmpty, let snapshot = state.snapshot, snapshot.playerState != .idle else {
            cancelDeferredEnd()
            return false
        }
        if let requestID {
            switch unanswered.type(of: requestID) {
            case nil, GetMediaStatusRequest.type?, StopMediaRequest.type?:
                cancelDeferredEnd()
                return false
            default: break
            }
        } else if unanswered.oldest(of: [StopMediaRequest.type]) != nil {
            return false
        }
        guard emptyStatusTimer == nil else { return true }
        emptyStatusTimer = route.eventLoop.scheduleTask(in: TimeAmount(connection.options.emptyStatusGrace)) {
            [weak self] in
            self?.assumeIsolated { $0.deferredEndReached() }
        }
        return true
    }

    func cancelDeferredEnd() {
        emptyStatusTimer?.cancel()
        emptyStatusTimer = nil
    }

    private func deferredEndReached() {
        emptyStatusTimer = nil
        update(state.cleared(), answers: nil)
        let message = MediaStatusMessage(statuses: [])
        statusWithoutIDReceived(message, message.fields)
    }
}
