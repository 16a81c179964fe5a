import CastWire
import NIOCore

extension ConnectionMachine {
    /// A request that is ready to be sent.
    struct Outgoing: Equatable {
        let id: Int
        let message: CastMessage
    }

    /// Enters a request into the table and encodes it.
    ///
    /// - Throws: ``CastError`` when the connection is closed, the peer is not connected, or too much waits.
    mutating func requestMade(
        _ payload: JSONObject,
        id reservedID: Int? = nil,
        type: String,
        namespace: CastNamespace,
        to peerID: String,
        completion: RequestTable.Completion = .onReply,
        timeout: TimeAmount,
        now: NIODeadline
    ) throws(CastError) -> Outgoing {
        let id = reservedID ?? requests.reserveID()
        try enter(
            id: id,
            type: type,
            payload: payload,
            namespace: namespace,
            to: peerID,
            completion: completion,
            timeout: timeout,
            now: now
        )
        var payload = payload
        payload["requestId"] = .integer(Int64(id))
        let message = CastMessage(
            from: configuration.senderID,
            to: peerID,
            namespace: namespace,
            payload: .text(payload.jsonString)
        )
        return Outgoing(id: id, message: message)
    }

    /// Enters something to wait for that is not asked of the device, under the same rules as a request.
    ///
    /// - Throws: As ``requestMade(_:id:type:namespace:to:completion:timeout:now:)``.
    mutating func waitMade(
        for type: String,
        namespace: CastNamespace,
        to peerID: String,
        timeout: TimeAmount,
        now: NIODeadline
    ) throws(CastError) -> Int {
        let id = requests.reserveID()
        try enter(
            id: id,
            type: type,
            namespace: namespace,
            to: peerID,
            completion: .onEffect,
            timeout: timeout,
            now: now
        )
        return id
    }

    /// The waiting task gave up.
    mutating func requestCancelled(_ id: Int) -> [Action] {
        guard let entry = requests.settle(id) else { return [] }
        waits[id] = nil
        return [.settle(id, .failure(.cancelled(entry.type, device: device)))]
    }

    /// A newer request takes the place of one that still waits.
    mutating func requestReplaced(_ id: Int) -> [Action] {
        guard let entry = requests.settle(id) else { return [] }
        waits[id] = nil
        return [.settle(id, .failure(.replaced(entry.type, device: device)))]
    }

    /// The effect that a request waited for was seen.
    mutating func effectSeen(_ id: Int, _ result: Result<JSONObject, CastError>) -> [Action] {
        waits[id] = nil
        guard requests.settle(id) != nil else { return [] }
        return [.settle(id, result)]
    }

    /// An application reported its media; while it plays, silence is not trusted for ever.
    mutating func mediaReported(_ transportID: String, isPlaying: Bool, now: NIODeadline) {
        guard let silence = configuration.mediaRefresh else { return }
        joined[transportID]?.mediaRefresh = isPlaying ? now + silence : nil
    }

    /// Asks applications that play and have been silent for too long for their media status.
    mutating func refreshMedia(now: NIODeadline) -> [Action] {
        var actions: [Action] = []
        for transportID in joined.keys.sorted() {
            guard let due = joined[transportID]?.mediaRefresh, due <= now else { continue }
            joined[transportID]?.mediaRefresh = configuration.mediaRefresh.map { now + $0 }
            let outgoing = try? requestMade(
                GetMediaStatusRequest().fields,
                type: GetMediaStatusRequest.type,
                namespace: .media,
                to: transportID,
                timeout: configuration.requestTimeout,
                now: now
            )
            if let outgoing { actions.append(.send(outgoing.message)) }
        }
        return actions
    }

    /// Fails when the connection is closed or the peer is not connected.
    func requireOpen(_ peerID: String, for type: String) throws(CastError) {
        if let closeReason { throw CastError.closed(closeReason, during: type, device: device) }
        guard connections.isOpen(to: peerID), joined[peerID]?.hasLostTransport != true else {
            throw CastError.sessionEnded(during: type, device: device)
        }
    }

    private mutating func enter(
        id: Int,
        type: String,
        payload: JSONObject = [:],
        namespace: CastNamespace,
        to peerID: String,
        completion: RequestTable.Completion,
        timeout: TimeAmount,
        now: NIODeadline
    ) throws(CastError) {
        try requireOpen(peerID, for: type)
        let entry = requests.add(
            id: id,
            type: type,
            payload: payload,
            namespace: namespace,
            to: peerID,
            completion: completion,
            timeout: timeout,
            allowance: roundTrip.limit,
            now: now
        )
        guard entry != nil else { throw CastError.tooManyRequests(requests.limit, during: type, device: device) }
    }
}
