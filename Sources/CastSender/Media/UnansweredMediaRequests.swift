import CastWire

/// The media requests of one session that wait for an answer.
///
/// Answers are matched by request id. Some receivers leave the id out of their answers or send 0, so their statuses look
/// like unsolicited ones. This table decides which requests such a message evidently answers.
struct UnansweredMediaRequests {
    private struct Request {
        var fields: JSONObject
        /// The media session when the request was sent.
        var mediaSessionID: Int?
    }

    private var requests: [Int: Request] = [:]

    /// Adds a request.
    ///
    /// - Parameter mediaSessionID: The media session at this time; nil when nothing is loaded.
    mutating func sent(_ fields: JSONObject, id: Int, during mediaSessionID: Int?) {
        requests[id] = Request(fields: fields, mediaSessionID: mediaSessionID)
    }

    /// Removes a request that was answered, has failed or is not waited for.
    mutating func settled(_ id: Int) { requests[id] = nil }

    /// The type of a waiting request.
    func type(of id: Int) -> String? { requests[id]?.fields.messageType }

    /// The oldest waiting request of one of these types.
    func oldest(of types: Set<String>) -> Int? {
        requests.filter { types.contains($0.value.fields.messageType ?? "") }.keys.min()
    }

    /// The only waiting request; nil when there are none or several.
    var only: Int? { requests.count == 1 ? requests.keys.first : nil }

    /// The requests that a status without request id evidently answers, in the order of their ids.
    ///
    /// - Parameters:
    ///   - news: The status as received; nil for an empty one.
    ///   - snapshot: The media after the status was merged; nil when nothing is loaded.
    func answered(by news: MediaStatus?, _ snapshot: MediaSnapshot?) -> [Int] {
        requests.filter { Self.isEvident($0.value, news, snapshot) }.keys.sorted()
    }

    private static func isEvident(_ request: Request, _ news: MediaStatus?, _ snapshot: MediaSnapshot?) -> Bool {
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
                let reported = news?.currentTime
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

    /// How far from its target a seek may arrive, in seconds: players continue at the next key frame.
    private static let seekTolerance = 5.0
}

extension JSONObject {
    /// Whether the message names a request; 0 names none.
    var hasRequestID: Bool { (requestID ?? 0) != 0 }
}
