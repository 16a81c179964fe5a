// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

extension ConnectionMachine {
    /// A request that is ready to be sent.
    struct Outgoing: Equatable {
        let id: Int
        let message: CastMessage
    }

    /// Adds a request to the table and encodes it.
    ///
    /// - Throws: ``CastError`` when the connection is closed, the peer is not connected, or too many requests are
    ///   pending.
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
        try addEntry(
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

    /// Adds an entry to the table that waits for an effect and sends no request. The same rules apply as for requests.
    ///
    /// - Throws: As ``requestMade(_:id:type:namespace:to:completion:timeout:now:)``.
    mutating func waitAdded(
        for type: String,
        namespace: CastNamespace,
        to peerID: String,
        timeout: TimeAmount,
        now: NIODeadline
    ) throws(CastError) -> Int {
        let id = requests.reserveID()
        try addEntry(
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

    /// Handles the cancellation of the waiting task.
    mutating func requestCancelled(_ id: Int) -> [Action] {
        guard let entry = requests.settle(id) else { return [] }
        waits[id] = nil
        return [.settle(id, .failure(.cancelled(entry.type, device: device)))]
    }

    /// Fails a pending request that a newer one replaces.
    mutating func requestReplaced(_ id: Int) -> [Action] {
        guard let entry = requests.settle(id) else { return [] }
        waits[id] = nil
        return [.settle(id, .failure(.replaced(entry.type, device: device)))]
    }

    /// Settles a request or wait whose effect has been observed.
    mutating func effectObserved(_ id: Int, _ result: Result<JSONObject, CastError>) -> [Action] {
        waits[id] = nil
        guard requests.settle(id) != nil else { return [] }
        return [.settle(id, result)]
    }

    /// Sets the deadline for the next media status of an application. While media plays, the status is requested when
    /// none arrives in time.
    mutating func mediaReported(_ transportID: String, isPlaying: Bool, now: NIODeadline) {
        guard let silence = configuration.mediaRefresh, joined[transportID] != nil else { return }
        mediaRefreshes[transportID] = isPlaying ? now + silence : nil
    }

    /// Requests the media status of applications that play and have not reported for too long.
    mutating func refreshMedia(now: NIODeadline) -> [Action] {
        var actions: [Action] = []
        for (transportID, due) in mediaRefreshes.sorted(by: { $0.key < $1.key }) where due <= now {
            mediaRefreshes[transportID] = configuration.mediaRefresh.map { now + $0 }
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

    /// Throws when the connection is closed or the peer is not connected.
    func requireOpen(_ peerID: String, for type: String) throws(CastError) {
        if let closeReason { throw CastError.closed(closeReason, during: type, device: device) }
        guard connections.isOpen(to: peerID), joined[peerID]?.hasLostTransport != true else {
            throw CastError.sessionEnded(during: type, device: device)
        }
    }

    /// Adds an entry to the request table.
    private mutating func addEntry(
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
