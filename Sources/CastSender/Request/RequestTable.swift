// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOConcurrencyHelpers
import NIOCore

/// The pending requests of one socket.
///
/// Ids start at a random number, are consecutive and never 0; after 2,147,483,647 they continue with 1, without those
/// that are pending (CASTV2 requests). Each entry leaves the table exactly once: by its reply, its deadline,
/// cancellation, the end of its transport, or the end of the socket; the caller that removes it settles its waiter.
///
/// A reply is matched by its id **and** by its source and namespace, because replies to state-changing requests of
/// other senders are broadcast with those senders' ids. Messages that match no entry are ignored and counted.
///
/// Some requests are complete only when their *effect* is observed (an application runs, or is gone). Their reply only
/// acknowledges them, and they remain in the table until ``settle(_:)`` or their deadline.
///
/// A launch may wait for permission from the user: LAUNCH_STATUS extends its deadline to five minutes while the
/// question is displayed, and resets it to the ordinary limit once the launch is allowed.
struct RequestTable {
    /// The event that completes a request.
    enum Completion: Equatable {
        case onReply
        case onEffect
    }

    struct Entry: Equatable {
        let id: Int
        let type: String
        /// The payload without its request id.
        var payload = JSONObject()
        let namespace: CastNamespace
        /// `receiver-0` or a transport id.
        let destinationID: String
        let completion: Completion
        let timeout: TimeAmount
        var sent = NIODeadline.uptimeNanoseconds(0)
        var deadline: NIODeadline
        var isAcknowledged = false
        /// The status without request id that settles the request at its deadline.
        var unnumberedAnswer: JSONObject?
    }

    /// The effect of a reply.
    enum Reply: Equatable {
        /// The entry has left the table.
        case settled(Entry)
        /// The entry remains until its effect is observed.
        case acknowledged(Entry)
        case ignored(Ignored)
    }

    enum Ignored: Equatable {
        /// No id, or 0: the message is not a reply.
        case unsolicited
        /// An id that is not pending: another sender's, a second reply, or a late one.
        case unknown
        /// An id of this sender, from another source or in another namespace than the request's.
        case foreign
    }

    /// The effect of a LAUNCH_STATUS.
    enum LaunchReply: Equatable {
        case awaitingUser(Entry)
        case allowed(Entry)
        /// A status that this version does not know. It shows that the launch continues, so the deadline was extended.
        case extended
        /// The entry has left the table.
        case denied(Entry)
        case ignored(Ignored)
    }

    /// The number of messages that matched no entry, and of requests that timed out.
    struct Counters: Equatable {
        var unknown = 0
        var foreign = 0
        var expired = 0
    }

    /// The time in which the user can allow a launch; observed on devices, and equal to Google's limit.
    static let authorizationTimeout = TimeAmount.minutes(5)

    let limit: Int
    private(set) var counters = Counters()
    private var entries: [Int: Entry] = [:]
    /// The source of the request ids.
    let ids: RequestIDs

    /// - Parameters:
    ///   - firstID: The first id; at least 1.
    ///   - limit: The maximum number of pending requests.
    init(firstID: Int, limit: Int = 256) {
        ids = RequestIDs(first: firstID)
        self.limit = limit
    }

    var count: Int { entries.count }

    /// The earliest deadline; nil when no request is pending.
    var deadline: NIODeadline? { entries.values.lazy.map(\.deadline).min() }

    /// Returns the next id that is not pending, without adding an entry.
    func reserveID() -> Int {
        var id = ids.next()
        while entries[id] != nil { id = ids.next() }
        return id
    }

    /// Adds a request; returns nil when ``limit`` requests, or one with this id, are already pending.
    mutating func add(
        id: Int,
        type: String,
        payload: JSONObject = [:],
        namespace: CastNamespace,
        to destinationID: String,
        completion: Completion = .onReply,
        timeout: TimeAmount,
        allowance: TimeAmount = .zero,
        now: NIODeadline
    ) -> Entry? {
        guard entries.count < limit, entries[id] == nil else { return nil }
        let entry = Entry(
            id: id,
            type: type,
            payload: payload,
            namespace: namespace,
            destinationID: destinationID,
            completion: completion,
            timeout: timeout,
            sent: now,
            deadline: now + timeout + allowance
        )
        entries[id] = entry
        return entry
    }

    /// Whether a message from this peer in this namespace could be a reply.
    func isWaiting(for peerID: String, in namespace: CastNamespace) -> Bool {
        entries.values.contains { $0.destinationID == peerID && $0.namespace == namespace }
    }

    /// Returns the pending request with this id.
    func entry(_ id: Int) -> Entry? { entries[id] }

    /// Handles a reply other than a rejection.
    mutating func replyReceived(id: Int?, from sourceID: String, namespace: CastNamespace) -> Reply {
        switch match(id: id, from: sourceID, namespace: namespace) {
        case .failure(let ignored): return .ignored(ignored)
        case .success(var entry):
            if entry.completion == .onReply {
                entries[entry.id] = nil
                return .settled(entry)
            }
            entry.isAcknowledged = true
            entries[entry.id] = entry
            return .acknowledged(entry)
        }
    }

    /// Handles a receiver status without request id. It settles the requests that it evidently answers, unless their
    /// own replies arrive before the given time.
    mutating func statusReceived(
        _ object: JSONObject,
        _ status: ReceiverStatus,
        answeredBefore time: NIODeadline,
        except excluded: Set<Int>
    ) {
        for entry in entries.values where entry.completion == .onReply && !excluded.contains(entry.id) {
            guard entry.isEvidentlyAnswered(by: status) else { continue }
            if entry.unnumberedAnswer == nil { entries[entry.id]?.deadline = min(entry.deadline, time) }
            entries[entry.id]?.unnumberedAnswer = object
        }
    }

    /// Handles a rejection, which settles requests of both kinds.
    mutating func refusalReceived(id: Int?, from sourceID: String, namespace: CastNamespace) -> Reply {
        switch match(id: id, from: sourceID, namespace: namespace) {
        case .failure(let ignored): return .ignored(ignored)
        case .success(let entry):
            entries[entry.id] = nil
            return .settled(entry)
        }
    }

    /// Handles a LAUNCH_STATUS.
    ///
    /// - Parameter allowance: The time that the network adds to the device's own, as in ``add``.
    mutating func launchStatusReceived(
        _ status: LaunchStatus?,
        id: Int?,
        from sourceID: String,
        allowance: TimeAmount = .zero,
        now: NIODeadline
    ) -> LaunchReply {
        switch match(id: id, from: sourceID, namespace: .receiver) {
        case .failure(let ignored): return .ignored(ignored)
        case .success(var entry):
            switch status {
            case .userNotAllowed:
                entries[entry.id] = nil
                return .denied(entry)
            case .userPendingAuthorization:
                entry.deadline = now + Self.authorizationTimeout + allowance
                entries[entry.id] = entry
                return .awaitingUser(entry)
            default:
                entry.deadline = now + entry.timeout + allowance
                entries[entry.id] = entry
                return status == .userAllowed ? .allowed(entry) : .extended
            }
        }
    }

    /// Removes a request whose effect was observed, or whose caller canceled it.
    mutating func settle(_ id: Int) -> Entry? { entries.removeValue(forKey: id) }

    /// Removes and returns all requests whose deadline has passed, oldest id first.
    mutating func expire(now: NIODeadline) -> [Entry] {
        let expired = take { $0.deadline <= now }
        counters.expired += expired.count { $0.unnumberedAnswer == nil }
        return expired
    }

    /// Removes and returns all requests to one transport, oldest id first.
    mutating func takeAll(to destinationID: String) -> [Entry] { take { $0.destinationID == destinationID } }

    /// Removes and returns all requests, oldest id first.
    mutating func takeAll() -> [Entry] { take { _ in true } }

    private mutating func take(where predicate: (Entry) -> Bool) -> [Entry] {
        if entries.isEmpty { return [] }
        let removed = entries.values.filter(predicate).sorted { $0.id < $1.id }
        for entry in removed { entries[entry.id] = nil }
        return removed
    }

    private mutating func match(
        id: Int?,
        from sourceID: String,
        namespace: CastNamespace
    ) -> Match {
        guard let id, id != 0 else { return .failure(.unsolicited) }
        guard let entry = entries[id] else {
            counters.unknown += 1
            return .failure(.unknown)
        }
        guard entry.destinationID == sourceID, entry.namespace == namespace else {
            counters.foreign += 1
            return .failure(.foreign)
        }
        return .success(entry)
    }

    private enum Match {
        case success(Entry)
        case failure(Ignored)
    }
}

extension RequestTable.Entry {
    /// Whether a status without request id contains the result of this request.
    fileprivate func isEvidentlyAnswered(by status: ReceiverStatus) -> Bool {
        guard namespace == .receiver, destinationID == CastMessage.receiverID else { return false }
        switch type {
        case GetReceiverStatusRequest.type: return true
        case SetReceiverVolumeRequest.type:
            guard let requested = SetReceiverVolumeRequest(fields: payload).volume, let reported = status.volume else {
                return false
            }
            if let level = requested.level { return reported.level.map { abs($0 - level) <= 0.05 } ?? false }
            return requested.muted == reported.muted
        default: return false
        }
    }
}

/// The source of request ids for one socket: consecutive, never 0, from 1 again after 2,147,483,647 (CASTV2 requests).
///
/// Requests of the connection use ids on its event loop; client code requests ids for its channels from any thread.
final class RequestIDs: Sendable {
    private let nextID: NIOLockedValueBox<Int>

    /// - Parameter first: The first id; at least 1.
    init(first: Int) { nextID = NIOLockedValueBox(max(1, first)) }

    func next() -> Int {
        nextID.withLockedValue { id in
            defer { id = id >= Int(Int32.max) ? 1 : id + 1 }
            return id
        }
    }
}
