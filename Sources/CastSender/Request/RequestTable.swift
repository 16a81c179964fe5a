import CastWire
import NIOCore

/// The requests of one socket that wait for an answer.
///
/// Ids start at a random number, go up by one, are never 0 and never used twice (CASTV2 requests). Each entry leaves
/// the table exactly once: by its answer, its deadline, cancellation, the end of its transport, or the end of the
/// socket; whoever removes it settles its waiter.
///
/// An answer is matched by id **and** by its speaker and namespace, since state-changing commands of other senders
/// are answered to everyone with ids of theirs. What matches nothing is ignored and counted.
///
/// Some requests are done only when their *effect* is seen (an application runs, or is gone). Their answer merely
/// acknowledges them, and they stay under their deadline until ``settle(_:)``.
///
/// A launch may wait for a person: LAUNCH_STATUS moves its deadline, to five minutes while the question is on the
/// screen and to the ordinary limit again once it was allowed.
struct RequestTable {
    /// When a request is done.
    enum Completion: Equatable {
        case onReply
        case onEffect
    }

    struct Entry: Equatable {
        let id: Int
        let type: String
        /// The message without its id.
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

    /// What an answer means.
    enum Reply: Equatable {
        /// The entry has left the table.
        case settled(Entry)
        /// The entry stays until its effect is seen.
        case acknowledged(Entry)
        case ignored(Ignored)
    }

    enum Ignored: Equatable {
        /// No id, or 0: not an answer at all.
        case unsolicited
        /// An id that is not waiting: another sender's, a second answer, or one that came too late.
        case unknown
        /// An id of ours from a speaker or in a namespace that was not asked.
        case foreign
    }

    /// What a LAUNCH_STATUS means.
    enum LaunchReply: Equatable {
        case awaitingPerson(Entry)
        case allowed(Entry)
        /// A status that this version does not know. It shows that the launch continues, so the deadline was extended.
        case extended
        /// The entry has left the table.
        case denied(Entry)
        case ignored(Ignored)
    }

    /// How often messages matched nothing.
    struct Counters: Equatable {
        var unknown = 0
        var foreign = 0
        var expired = 0
    }

    /// How long a person may think about a launch; observed on devices, and Google's limit.
    static let authorizationTimeout = TimeAmount.minutes(5)

    let limit: Int
    private(set) var counters = Counters()
    private var entries: [Int: Entry] = [:]
    /// Where the ids come from.
    let ids: RequestIDs

    /// - Parameters:
    ///   - firstID: The first id; at least 1.
    ///   - limit: How many may wait at once.
    init(firstID: Int, limit: Int = 256) {
        ids = RequestIDs(first: firstID)
        self.limit = limit
    }

    var count: Int { entries.count }

    /// The earliest deadline; nil when nothing waits.
    var deadline: NIODeadline? { entries.values.lazy.map(\.deadline).min() }

    /// Takes the next id without making an entry.
    func reserveID() -> Int { ids.next() }

    /// Adds a request, or gives nil when ``limit`` requests wait already.
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
        guard entries.count < limit else { return nil }
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

    /// Whether a message of this speaker in this namespace could be an answer.
    func isWaiting(for peerID: String, in namespace: CastNamespace) -> Bool {
        entries.values.contains { $0.destinationID == peerID && $0.namespace == namespace }
    }

    /// The waiting request with this id.
    func entry(_ id: Int) -> Entry? { entries[id] }

    /// An answer that is no refusal.
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

    /// A receiver status without request id came. It settles the requests that it evidently answers, unless their own
    /// answers arrive before the given time.
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

    /// A refusal: it settles requests of both kinds.
    mutating func refusalReceived(id: Int?, from sourceID: String, namespace: CastNamespace) -> Reply {
        switch match(id: id, from: sourceID, namespace: namespace) {
        case .failure(let ignored): return .ignored(ignored)
        case .success(let entry):
            entries[entry.id] = nil
            return .settled(entry)
        }
    }

    /// A LAUNCH_STATUS.
    ///
    /// - Parameter allowance: What the network adds to the time that the device has, as in ``add``.
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
                return .awaitingPerson(entry)
            default:
                entry.deadline = now + entry.timeout + allowance
                entries[entry.id] = entry
                return status == .userAllowed ? .allowed(entry) : .extended
            }
        }
    }

    /// Takes a request out of the table: its effect was seen, or its waiter gave up.
    mutating func settle(_ id: Int) -> Entry? { entries.removeValue(forKey: id) }

    /// Takes out every request whose deadline has come, oldest id first.
    mutating func expire(now: NIODeadline) -> [Entry] {
        let expired = take { $0.deadline <= now }
        counters.expired += expired.count { $0.unnumberedAnswer == nil }
        return expired
    }

    /// Takes out every request to one transport, oldest id first.
    mutating func takeAll(to destinationID: String) -> [Entry] { take { $0.destinationID == destinationID } }

    /// Takes out every request, oldest id first.
    mutating func takeAll() -> [Entry] { take { _ in true } }

    private mutating func take(where predicate: (Entry) -> Bool) -> [Entry] {
        let taken = entries.values.filter(predicate).sorted { $0.id < $1.id }
        for entry in taken { entries[entry.id] = nil }
        return taken
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
    /// Whether a status without request id is what this request asks for or has caused.
    fileprivate func isEvidentlyAnswered(by status: ReceiverStatus) -> Bool {
        guard namespace == .receiver, destinationID == CastMessage.receiverID else { return false }
        switch type {
        case GetReceiverStatusRequest.type: return true
        case SetReceiverVolumeRequest.type:
            guard let asked = SetReceiverVolumeRequest(fields: payload).volume, let reported = status.volume else {
                return false
            }
            if let level = asked.level { return reported.level.map { abs($0 - level) <= 0.05 } ?? false }
            return asked.muted == reported.muted
        default: return false
        }
    }
}
