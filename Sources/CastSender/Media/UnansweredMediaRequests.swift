// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The pending media requests of one session.
///
/// Replies are matched by request id. Some receivers omit the id in replies or send 0, so their statuses look
/// unsolicited. This table decides which requests such a message evidently answers.
struct UnansweredMediaRequests {
    private struct Request {
        var fields: JSONObject
        /// The media session when the request was sent.
        var mediaSessionID: Int?
    }

    private var requests: [Int: Request] = [:]

    /// Adds a request.
    ///
    /// - Parameter mediaSessionID: The current media session; nil when nothing is loaded.
    mutating func sent(_ fields: JSONObject, id: Int, during mediaSessionID: Int?) {
        requests[id] = Request(fields: fields, mediaSessionID: mediaSessionID)
    }

    /// Removes a request that was answered, failed or canceled.
    mutating func settled(_ id: Int) { requests[id] = nil }

    /// Returns the type of a pending request.
    func type(of id: Int) -> String? { requests[id]?.fields.messageType }

    /// Returns the oldest pending request of one of these types.
    func oldest(of types: Set<String>) -> Int? {
        requests.filter { types.contains($0.value.fields.messageType ?? "") }.keys.min()
    }

    /// The only pending request; nil when there are none or several.
    var only: Int? { requests.count == 1 ? requests.keys.first : nil }

    /// Returns the requests that a status without request id evidently answers, in the order of their ids.
    ///
    /// - Parameters:
    ///   - status: The status as received; nil for an empty one.
    ///   - snapshot: The media after the status was merged; nil when nothing is loaded.
    func answered(by status: MediaStatus?, _ snapshot: MediaSnapshot?) -> [Int] {
        requests.filter { Self.isEvident($0.value, status, snapshot) }.keys.sorted()
    }

    private static func isEvident(_ request: Request, _ status: MediaStatus?, _ snapshot: MediaSnapshot?) -> Bool {
        switch request.fields.messageType {
        case GetMediaStatusRequest.type: return true
        case QueueGetItemIDsRequest.type, QueueGetItemsRequest.type, QueueGetItemRangeRequest.type,
            StoreSessionRequest.type:
            return false
        case StopMediaRequest.type: return snapshot == nil || snapshot?.playerState == .idle
        default: break
        }
        guard let snapshot else { return false }
        switch request.fields.messageType {
        case LoadRequest.type, QueueLoadRequest.type, ResumeSessionRequest.type:
            guard snapshot.mediaSessionID == request.mediaSessionID else { return true }
            return snapshot.idleReason == nil
                && contentIDs(in: request.fields).contains(snapshot.media?.contentID ?? "")
        case PlayRequest.type, PlayAgainRequest.type:
            return [.playing, .buffering, .loading].contains(snapshot.playerState)
        case PauseRequest.type: return snapshot.playerState == .paused
        case SeekRequest.type:
            guard let target = request.fields["currentTime"].flatMap(Double.init(json:)),
                let reported = status?.currentTime
            else { return true }
            return abs(reported - target) <= seekTolerance || snapshot.isLive
        default: return true
        }
    }

    private static func contentIDs(in load: JSONObject) -> Set<String> {
        let request = LoadRequest(fields: load)
        let items = (request.queueData?.items ?? []) + QueueLoadRequest(fields: load).items
        return Set(([request.media] + items.map(\.media)).compactMap { $0?.contentID })
    }

    /// The distance from its target, in seconds, at which a seek may arrive: players continue at the next key frame.
    private static let seekTolerance = 5.0
}

extension JSONObject {
    /// Whether the message contains a request id other than 0.
    var hasRequestID: Bool { (requestID ?? 0) != 0 }
}
