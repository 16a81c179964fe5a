// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The state machine that decides which of several bridges controls a device, and which of them executes a command. It does
/// no I/O and has no clock.
///
/// **The ledger.** All bridges that see a device publish to one topic of the broker and read it: its ledger. The broker delivers
/// it to all of them in the same order, as a single broker does, and that order decides. A bridge acts on an entry of its own only
/// when it comes back, so that it has read everything before it.
///
/// **Ownership.** A bridge that has read nothing from an owner for ``Configuration/lease`` claims the device with the next fencing
/// number. The first claim with a number in the ledger wins; the others follow it. The owner renews the lease; it considers itself
/// the owner for half the lease after it sent the last renewal that has come back. Clocks are not compared between bridges.
///
/// **Commands.** Every bridge receives every command. The owner publishes `started` and executes the command when that entry comes
/// back as the first one for this command. So a command is executed at most once, even by an owner that was paused and does not
/// know yet that it was replaced. The first `finished` in the ledger is the outcome. A new owner executes the commands that no one
/// has started. For a command that was started and not finished, the outcome is unknown. It also repeats the last responses,
/// because the previous owner may have been lost before it sent them.
///
/// **Loss.** A bridge that lost the broker may have missed entries. It then waits like one that has just started. What was started
/// and finished is also retained by the broker until the command expires, so that all bridges may be lost at once.
struct OwnershipMachine {
    struct Configuration {
        /// How long an owner may be silent before others claim the device. 6 s: a device is taken over within 10 s.
        var lease = TimeAmount.seconds(6)
        /// The largest number of commands that wait for their execution. Further ones are refused.
        var commandLimit = 256
        /// The number of results that are kept for commands that arrive again, and of started commands that have not arrived.
        var resultLimit = 1024
        /// The highest fencing number that is accepted: every integer up to it can be written in JSON. A number is used for each
        /// takeover, so only an entry that no bridge wrote can be higher.
        var fenceLimit: UInt64 = 1 << 53
    }

    /// An entry of the ledger.
    struct Entry: Hashable, Sendable {
        enum Content: Hashable, Sendable {
            case claim
            case renew
            /// The owner does not control the device anymore, and does nothing more with it.
            case release
            case started(String)
            /// The bridge does not execute the command that it has started.
            case abandoned(String)
            case finished(String, CommandOutcome)
        }

        /// The bridge that published the entry.
        var bridge: String
        /// The fencing number under which the bridge acts.
        var fence: UInt64
        var content: Content
    }

    /// A command as far as ownership is concerned.
    struct Command: Hashable, Sendable {
        /// The id that the sender of the command chose. A command that arrives again has the same id.
        var id: String
        /// The time after which the command is not executed anymore.
        var expires: NIODeadline
    }

    enum Action: Equatable {
        case publish(Entry)
        /// Publish who owns the device, for newcomers, and keep it on the broker.
        case retain(owner: String, fence: UInt64)
        /// Retain that the command was started, and execute it when the broker has confirmed that. ``executed(_:_:)`` follows.
        case execute(String)
        /// Retain the outcome, and send it to the sender of the command. The same outcome may be sent more than once.
        case respond(String, CommandOutcome)
        case becameOwner
        case lostOwnership
    }

    private enum Role: Equatable {
        /// Another bridge owns the device, or might, until its lease ends.
        case follower(leaseEnd: NIODeadline)
        /// A claim was published and has not come back.
        case candidate(sent: NIODeadline)
        case owner(Tenure)
        /// Without the broker.
        case disconnected
    }

    private struct Tenure: Equatable {
        /// The bridge may start commands until then.
        var validUntil: NIODeadline
        var nextRenewal: NIODeadline
        /// When the renewals were sent that have not come back.
        var renewals: [NIODeadline] = []
    }

    enum Progress: Hashable, Sendable {
        case waiting
        /// This bridge has published `started`, or that the command expired.
        case starting
        /// The entry `started` is in the ledger.
        case started(by: String)
        case finished(CommandOutcome)
    }

    /// The id of this bridge, which no earlier process has had.
    let bridge: String
    let configuration: Configuration
    /// The highest fencing number that was read, and the bridge that claimed it first.
    private(set) var fence: UInt64 = 0
    private(set) var owner: String?
    private var role = Role.disconnected
    private var progress: [String: Progress] = [:]
    /// The commands that are not finished, in the order of their arrival.
    private var commands: [Command] = []
    /// The commands that were started and have not arrived here, the oldest first.
    private var startedElsewhere: [String] = []
    /// The commands that are finished, the oldest first.
    private var finished: [(id: String, at: NIODeadline)] = []
    /// The commands that this bridge is executing, and whether it has read the whole ledger since they began.
    private var executing: [String: Bool] = [:]
    /// The outcomes that have not come back. After a loss of the broker, others may have given the commands up, so these are
    /// published again only by this bridge as the owner.
    private var unpublished: [String: CommandOutcome] = [:]

    init(bridge: String, configuration: Configuration = Configuration()) {
        self.bridge = bridge
        self.configuration = configuration
    }

    /// Whether this bridge owns the device, as far as it knows.
    var isOwner: Bool {
        guard case .owner = role else { return false }
        return true
    }

    /// Whether a command waits for its execution here, or is being executed by a bridge that knows it.
    func isPending(_ id: String) -> Bool {
        switch progress[id] {
        case .waiting, .starting, .started: true
        case .finished, nil: false
        }
    }

    /// The time at which ``deadlineReached(now:)`` must be called next.
    var nextDeadline: NIODeadline? {
        let ownership: NIODeadline? =
            switch role {
            case .disconnected: nil
            case .follower(let end): end
            case .candidate(let sent): sent + configuration.lease
            case .owner(let tenure): min(tenure.nextRenewal, tenure.validUntil)
            }
        let expiry = commands.filter { progress[$0.id] == .waiting }.map(\.expires).min()
        return [ownership, role == .disconnected ? nil : expiry].compactMap(\.self).min()
    }

    // MARK: The broker

    /// Handles that the topics are subscribed to: entries are complete from now on. What the broker has retained follows within
    /// a sixth of the lease, or was passed before.
    mutating func connected(now: NIODeadline) {
        role = .follower(leaseEnd: now + (owner == nil ? sixthOfLease : configuration.lease))
    }

    /// Handles the retained progress of a command: at first that of all commands, then each change.
    mutating func progressReceived(_ id: String, _ known: Progress, now: NIODeadline) {
        switch (progress[id], known) {
        // What was retained was also sent to the sender of the command, so it counts before the ledger.
        case (.finished, .finished): progress[id] = known
        case (.finished, _), (_, .waiting), (_, .starting): return
        case (_, .finished(let outcome)): finish(id, outcome, now: now)
        case (_, .started(let by)): started(id, by: by)
        }
    }

    /// Handles the loss of the broker. Commands that wait stay with the others; those that are being executed go on. If the broker
    /// has not confirmed an execution, it does not begin, and its outcome is ``CommandOutcome/unknown``.
    mutating func disconnected() -> [Action] {
        let wasOwner = isOwner
        role = .disconnected
        commands = []
        startedElsewhere = []
        for id in executing.keys { executing[id] = false }
        progress = progress.filter { _, progress in
            switch progress {
            case .waiting, .starting: false
            case .started(let by): by == bridge
            case .finished: true
            }
        }
        return wasOwner ? [.lostOwnership] : []
    }

    /// Handles the retained record of the owner, which a newcomer reads. An owner must not pass one: the ledger decides.
    ///
    /// A lower number than the highest one is of a bridge that claimed the device on a broker that has lost what it retained. It is
    /// left in peace while it renews its lease; a later claim still has a higher number than all that were read.
    mutating func recordReceived(owner: String, fence: UInt64, now: NIODeadline) {
        guard fence != self.fence, fence <= configuration.fenceLimit else { return }
        if case .candidate = role, fence < self.fence { return }
        self.fence = max(fence, self.fence)
        self.owner = owner
        // A bridge that has just connected has not known that there is an owner.
        if case .follower(let end) = role { role = .follower(leaseEnd: max(end, now + configuration.lease)) }
    }

    /// Ends the control of the device: others may claim it at once. The machine then behaves as without the broker.
    ///
    /// Commands that wait are left to the others. Call it when no command is being executed; otherwise the next owner reports
    /// its outcome as unknown.
    mutating func release() -> [Action] {
        (isOwner ? [publish(.release)] : []) + disconnected()
    }

    /// Handles the next entry of the ledger.
    mutating func entryReceived(_ entry: Entry, now: NIODeadline) -> [Action] {
        guard role != .disconnected, entry.fence <= configuration.fenceLimit else { return [] }
        switch entry.content {
        case .claim: return claimReceived(entry, now: now)
        case .renew: return renewalReceived(entry, now: now)
        case .release: return releaseReceived(entry, now: now)
        case .started(let id): return startReceived(id, entry, now: now)
        case .abandoned(let id):
            guard progress[id] == .started(by: entry.bridge) else { return [] }
            progress[id] = commands.contains { $0.id == id } ? .waiting : nil
            return start(now: now)
        case .finished(let id, let outcome):
            if case .finished = progress[id] { return [] }
            finish(id, outcome, now: now)
            return isValidOwner(now: now) ? [.respond(id, outcome)] : []
        }
    }

    // MARK: Commands

    mutating func commandReceived(_ command: Command, now: NIODeadline) -> [Action] {
        guard role != .disconnected else { return [] }
        let isValidOwner = isValidOwner(now: now)
        switch progress[command.id] {
        case .finished(let outcome): return isValidOwner ? [.respond(command.id, outcome)] : []
        case .waiting, .starting: return []
        case .started(let other):
            // Retained: the bridge that started it is lost, or still at work.
            guard isValidOwner, other != bridge, !commands.contains(where: { $0.id == command.id }) else { return [] }
            return [publish(.finished(command.id, .unknown))]
        case nil: break
        }
        if command.expires <= now { return isValidOwner ? [publish(.finished(command.id, .expired))] : [] }
        guard commands.count < configuration.commandLimit else {
            return isValidOwner ? [publish(.finished(command.id, .refused))] : []
        }
        commands.append(command)
        progress[command.id] = .waiting
        return start(now: now)
    }

    /// Handles the end of an execution.
    mutating func executed(_ id: String, _ outcome: CommandOutcome) -> [Action] {
        let hasReadAll = executing.removeValue(forKey: id) ?? false
        guard progress[id] == .started(by: bridge) else { return [] }
        unpublished[id] = outcome
        return hasReadAll || isOwner ? [publish(.finished(id, outcome))] : []
    }

    // MARK: Time

    mutating func deadlineReached(now: NIODeadline) -> [Action] {
        var actions: [Action] = []
        switch role {
        case .disconnected: break
        case .follower(let end):
            if end + sixthOfLease <= now {
                // This process was paused: it first reads what it has missed.
                role = .follower(leaseEnd: now + configuration.lease)
            } else if end <= now {
                actions += claim(now: now)
            }
        case .candidate(let sent):
            // The claim is lost, or the broker is slow.
            if sent + configuration.lease <= now { actions += claim(now: now) }
        case .owner(let tenure):
            if tenure.validUntil <= now {
                role = .follower(leaseEnd: now + configuration.lease)
                actions.append(.lostOwnership)
            } else if tenure.nextRenewal <= now {
                actions += renew(now: now)
            }
        }
        return actions + expire(now: now)
    }

    /// Renews the lease before it is due, so that one message renews those of many devices.
    mutating func renew(now: NIODeadline) -> [Action] {
        guard case .owner(var tenure) = role, tenure.validUntil > now else { return [] }
        tenure.nextRenewal = now + sixthOfLease
        tenure.renewals.append(now)
        role = .owner(tenure)
        return [publish(.renew)]
    }

    // MARK: Implementation

    private mutating func claim(now: NIODeadline) -> [Action] {
        role = .candidate(sent: now)
        return [.publish(Entry(bridge: bridge, fence: fence + 1, content: .claim))]
    }

    private mutating func claimReceived(_ entry: Entry, now: NIODeadline) -> [Action] {
        // Only the first claim with a number counts.
        guard entry.fence > fence else {
            // The claim was made without knowing of an owner, and is too low.
            if entry.bridge == bridge, case .candidate = role {
                role = .follower(leaseEnd: now + configuration.lease)
            }
            return []
        }
        let wasOwner = isOwner
        fence = entry.fence
        owner = entry.bridge
        guard entry.bridge == bridge else {
            role = .follower(leaseEnd: now + configuration.lease)
            return wasOwner ? [.lostOwnership] : []
        }
        // An earlier claim of this bridge, which was not expected anymore, is as good as the last one.
        guard case .candidate(let sent) = role else {
            role = .follower(leaseEnd: now + configuration.lease)
            return wasOwner ? [.lostOwnership] : []
        }
        let validUntil = sent + halfLease
        guard validUntil > now else {
            role = .follower(leaseEnd: now + configuration.lease)
            return []
        }
        role = .owner(Tenure(validUntil: validUntil, nextRenewal: now))
        return [.retain(owner: bridge, fence: fence), .becameOwner] + settleOthers(now: now) + start(now: now)
    }

    private mutating func renewalReceived(_ entry: Entry, now: NIODeadline) -> [Action] {
        guard entry.bridge == bridge else { return observe(entry, now: now) }
        guard case .owner(var tenure) = role, entry.fence == fence, !tenure.renewals.isEmpty else { return [] }
        tenure.validUntil = max(tenure.validUntil, tenure.renewals.removeFirst() + halfLease)
        role = .owner(tenure)
        return start(now: now)
    }

    private mutating func releaseReceived(_ entry: Entry, now: NIODeadline) -> [Action] {
        guard entry.bridge != bridge, entry.bridge == owner, entry.fence <= fence, case .follower = role else {
            return []
        }
        role = .follower(leaseEnd: now)
        return []
    }

    /// A renewal or a start shows that the owner is alive. A bridge that was the owner before may publish the others.
    private mutating func observe(_ entry: Entry, now: NIODeadline) -> [Action] {
        let isUnknownOwner = entry.bridge != bridge && entry.fence > fence
        if entry.fence > fence {
            // The claim was published before this bridge read the ledger.
            fence = entry.fence
            owner = entry.bridge
        }
        if isUnknownOwner, isOwner {
            // This bridge claimed the device because the record of its owner was lost.
            role = .follower(leaseEnd: now + configuration.lease)
            return [.lostOwnership]
        }
        // The claim of a candidate is in the ledger already, or will be.
        guard entry.bridge != bridge, entry.fence == fence, entry.bridge == owner, case .follower = role else {
            return []
        }
        role = .follower(leaseEnd: now + configuration.lease)
        return []
    }

    private mutating func startReceived(_ id: String, _ entry: Entry, now: NIODeadline) -> [Action] {
        let actions = observe(entry, now: now)
        let before = progress[id]
        switch before {
        case .started, .finished: return actions
        case .waiting, .starting, nil: started(id, by: entry.bridge)
        }
        guard before == .starting, entry.bridge == bridge else { return actions }
        // A bridge that was paused meanwhile does not execute what others may have given up.
        guard isValidOwner(now: now) else { return [publish(.abandoned(id))] }
        executing[id] = true
        return [.execute(id)]
    }

    private mutating func started(_ id: String, by bridge: String) {
        if progress[id] == nil { startedElsewhere.append(id) }
        progress[id] = .started(by: bridge)
        guard startedElsewhere.count > configuration.resultLimit else { return }
        let oldest = startedElsewhere.removeFirst()
        if case .started = progress[oldest], !commands.contains(where: { $0.id == oldest }) { progress[oldest] = nil }
    }

    /// Publishes the start of the commands that wait.
    private mutating func start(now: NIODeadline) -> [Action] {
        guard isValidOwner(now: now) else { return [] }
        var actions: [Action] = []
        for command in commands where progress[command.id] == .waiting && command.expires > now {
            progress[command.id] = .starting
            actions.append(publish(.started(command.id)))
        }
        return actions
    }

    /// Ends the commands that an earlier owner started and did not finish, and repeats its last responses.
    private func settleOthers(now: NIODeadline) -> [Action] {
        var actions: [Action] = []
        for (id, known) in progress.sorted(by: { $0.key < $1.key }) {
            guard case .started(let other) = known else { continue }
            if other != bridge {
                actions.append(publish(.finished(id, .unknown)))
            } else if let outcome = unpublished[id] {
                actions.append(publish(.finished(id, outcome)))
            } else if executing[id] == nil {
                actions.append(publish(.abandoned(id)))
            }
        }
        for (id, time) in finished where time + configuration.lease + configuration.lease > now {
            if case .finished(let outcome) = progress[id] { actions.append(.respond(id, outcome)) }
        }
        return actions
    }

    private mutating func expire(now: NIODeadline) -> [Action] {
        let ids = commands.filter { $0.expires <= now && progress[$0.id] == .waiting }.map(\.id)
        if isOwner {
            // Only once: the entry comes back later.
            for id in ids { progress[id] = .starting }
            return ids.map { publish(.finished($0, .expired)) }
        }
        for id in ids { progress[id] = nil }
        commands.removeAll { ids.contains($0.id) }
        return []
    }

    private mutating func finish(_ id: String, _ outcome: CommandOutcome, now: NIODeadline) {
        progress[id] = .finished(outcome)
        unpublished[id] = nil
        commands.removeAll { $0.id == id }
        finished.append((id, now))
        guard finished.count > configuration.resultLimit else { return }
        progress[finished.removeFirst().id] = nil
    }

    private func publish(_ content: Entry.Content) -> Action {
        .publish(Entry(bridge: bridge, fence: fence, content: content))
    }

    /// Whether this bridge owns the device, and was not paused for so long that another one may have replaced it.
    func isValidOwner(now: NIODeadline) -> Bool {
        guard case .owner(let tenure) = role else { return false }
        return tenure.validUntil > now
    }

    private var halfLease: TimeAmount { .nanoseconds(configuration.lease.nanoseconds / 2) }
    private var sixthOfLease: TimeAmount { .nanoseconds(configuration.lease.nanoseconds / 6) }
}

/// What became of a command.
enum CommandOutcome: Hashable, Sendable {
    case done
    /// The command is invalid, or the device refused it.
    case failed(CommandError)
    /// The command was not executed before its time ended.
    case expired
    /// Too many commands wait for this device.
    case refused
    /// The bridge that executed the command was lost. It may have taken effect.
    case unknown
}

/// Why a command failed.
struct CommandError: Hashable, Sendable, Error {
    /// The name of the error, such as `deviceNotFound`: that of ``CastSender/CastError/Code`` for errors of devices.
    var code: String
    /// A sentence for users.
    var message: String
}
