import CastWire

/// The state of a group: who belongs to it, who leads, how loud it is.
///
/// Responsibilities: the members and their volumes, the leader, and what each member shows while the group plays. It
/// holds no socket and no clock: events in, ``Action``s out, in the order in which they are to be carried out.
///
/// - A member that runs something of its own is *away*: not listed, not led, not turned. It is back when that ends.
///   An app that starts on the group takes everyone back.
/// - The leader is the first member that is present. Another leader means another place of the endpoint.
/// - The group is as loud as its loudest member; turning the group scales all members alike. It is muted when all are.
/// - A group without members ends.
struct GroupMachine: Sendable {
    /// A device of the group.
    struct Member: Sendable, Hashable {
        var id: String
        var name: String
        var capabilities: DeviceCapabilities
        var volume: DeviceVolume
        /// Runs something of its own.
        var isAway = false

        var wire: MultizoneDevice {
            MultizoneDevice(
                deviceID: id,
                name: name,
                capabilities: capabilities,
                volume: Volume(level: volume.level, muted: volume.isMuted)
            )
        }
    }

    /// What members of the group say to senders of the group.
    enum News: Sendable, Hashable {
        case added(MultizoneDevice)
        /// With the id of the request that caused it, or 0.
        case updated(MultizoneDevice, requestID: Int)
        case removed(id: String)
    }

    enum Action: Sendable, Hashable {
        /// The members as the group's senders see them.
        case list([MultizoneDevice])
        case tell(News)
        case groupVolume(level: Double, isMuted: Bool)
        case memberVolume(id: String, level: Double?, isMuted: Bool?)
        /// What a member shows; nil where it is free again. Taking ends what it runs itself.
        case role(id: String, ZoneRole?, isTaking: Bool = false)
        /// The endpoint goes to this member's host.
        case move(leaderID: String)
        /// Nobody is left to play on.
        case stopApplication
        /// The group is over.
        case end
    }

    let id: String
    let name: String
    private(set) var members: [Member] = []
    private(set) var leaderID: String?
    private(set) var application: RunningApplication?
    private(set) var hasEnded = false
    /// The member that was chosen to lead; nil for the first one.
    private var chosenLeaderID: String?

    init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    var present: [Member] { members.filter { !$0.isAway } }

    /// That of the loudest member.
    var level: Double { present.map(\.volume.level).max() ?? 0 }
    var isMuted: Bool { !present.isEmpty && present.allSatisfy(\.volume.isMuted) }
}

// MARK: - Events

extension GroupMachine {
    /// A device becomes a member, or says more about itself.
    mutating func joined(_ member: Member) -> [Action] {
        guard !hasEnded else { return [] }
        guard index(of: member.id) == nil else {
            return reported(member.id, volume: member.volume, isAway: member.isAway)
        }
        members.append(member)
        guard !member.isAway || application != nil else { return [] }
        if application != nil { return comeBack(at: members.count - 1) }
        return afterChange(.added(member.wire))
    }

    /// A device is no member any more, by wish or because it is gone.
    mutating func left(_ id: String, isGone: Bool = false) -> [Action] {
        guard !hasEnded, let index = index(of: id) else { return [] }
        let removed = members.remove(at: index)
        if chosenLeaderID == id { chosenLeaderID = nil }
        let freed: [Action] = isGone || removed.isAway || application == nil ? [] : [.role(id: id, nil)]
        guard !members.isEmpty else {
            hasEnded = true
            leaderID = nil
            return freed + (application == nil ? [] : [.stopApplication]) + [.end]
        }
        return freed + (removed.isAway ? [] : afterChange(.removed(id: id)))
    }

    /// How loud a member is now, and whether it runs something of its own.
    mutating func reported(_ id: String, volume: DeviceVolume, isAway: Bool) -> [Action] {
        guard !hasEnded, let index = index(of: id) else { return [] }
        let before = members[index]
        members[index].volume = volume
        members[index].isAway = isAway
        let member = members[index]
        switch (before.isAway, isAway) {
        case (false, true): return afterChange(.removed(id: id))
        case (true, false): return application == nil ? afterChange(.added(member.wire)) : comeBack(at: index)
        case (true, true): return []
        case (false, false):
            return before.volume == volume ? [] : afterChange(.updated(member.wire, requestID: 0))
        }
    }

    /// What the group runs, and what it says about itself, has changed.
    mutating func applicationChanged(_ application: RunningApplication?) -> [Action] {
        guard !hasEnded, application != self.application else { return [] }
        let isNew = application?.sessionID != self.application?.sessionID
        self.application = application
        guard application != nil else {
            return present.map { .role(id: $0.id, nil) }
        }
        guard isNew else { return leaderRole }
        // The group takes its members, whatever they do.
        var actions: [Action] = []
        for index in members.indices where members[index].isAway {
            members[index].isAway = false
            actions.append(.tell(.added(members[index].wire)))
        }
        let leader = leaderID
        actions = (actions.isEmpty ? [] : [.list(present.map(\.wire))]) + actions + settled()
        let taking = present.map { Action.role(id: $0.id, role(of: $0.id), isTaking: true) }
        // A new leader's roles are said anyway; what is meant here is that nobody goes on with something else.
        return actions.filter { leader == leaderID || !$0.isRole } + taking
    }

    /// A sender of the group turned it.
    mutating func turned(level: Double?, isMuted: Bool?) -> [Action] {
        guard !hasEnded else { return [] }
        let before = self.level
        var actions: [Action] = []
        for index in members.indices where !members[index].isAway && !members[index].volume.isFixed {
            let old = members[index].volume
            if let level {
                let wanted = min(max(level, 0), 1)
                // The loudest becomes exactly what was asked for.
                let factor = wanted / before
                // Infinite where the loudest was almost silent: there are no proportions to keep then.
                let isScaled = before > 0 && factor.isFinite && old.level < before
                members[index].volume.level = isScaled ? min(old.level * factor, 1) : wanted
            }
            if let isMuted { members[index].volume.isMuted = isMuted }
            let new = members[index].volume
            guard new != old else { continue }
            actions.append(
                .memberVolume(id: members[index].id, level: level == nil ? nil : new.level, isMuted: isMuted)
            )
            actions.append(.tell(.updated(members[index].wire, requestID: 0)))
        }
        return [.list(present.map(\.wire))] + actions + settled()
    }

    /// A sender of the group turned one member; the answer carries the id of its request.
    mutating func turned(_ id: String, level: Double?, isMuted: Bool?, requestID: Int) -> [Action] {
        let normalized = MultizoneDevice(deviceID: id).normalizedDeviceID
        guard !hasEnded,
            let index = members.firstIndex(where: { !$0.isAway && $0.wire.normalizedDeviceID == normalized })
        else { return [] }
        var order: [Action] = []
        if !members[index].volume.isFixed {
            let old = members[index].volume
            if let level { members[index].volume.level = min(max(level, 0), 1) }
            if let isMuted { members[index].volume.isMuted = isMuted }
            if members[index].volume != old {
                let level = level.map { _ in members[index].volume.level }
                order = [.memberVolume(id: members[index].id, level: level, isMuted: isMuted)]
            }
        }
        return [.list(present.map(\.wire))] + order + [.tell(.updated(members[index].wire, requestID: requestID))]
            + settled()
    }

    /// Somebody decides who leads; nothing for a member that is not there.
    mutating func lead(_ id: String) -> [Action] {
        guard !hasEnded, let index = index(of: id), !members[index].isAway else { return [] }
        chosenLeaderID = id
        return settled()
    }
}

// MARK: - What follows

extension GroupMachine {
    private func index(of id: String) -> Int? { members.firstIndex { $0.id == id } }

    private mutating func comeBack(at index: Int) -> [Action] {
        members[index].isAway = false
        let id = members[index].id
        let added = members[index].wire
        return afterChange(.added(added)) + (leaderID == id ? [] : [.role(id: id, role(of: id))])
    }

    private mutating func afterChange(_ news: News) -> [Action] {
        [.list(present.map(\.wire)), .tell(news)] + settled()
    }

    /// The leader and the volume that follow from the members.
    private mutating func settled() -> [Action] {
        guard let leader = present.first(where: { $0.id == chosenLeaderID }) ?? present.first else {
            // The endpoint stays where it is until somebody comes back.
            guard application != nil else { return [] }
            return [.stopApplication]
        }
        var actions: [Action] = [.groupVolume(level: level, isMuted: isMuted)]
        guard leader.id != leaderID else { return actions }
        leaderID = leader.id
        actions.append(.move(leaderID: leader.id))
        return actions + roles
    }

    /// What every member shows.
    private var roles: [Action] {
        guard application != nil else { return [] }
        return present.map { .role(id: $0.id, role(of: $0.id)) }
    }

    private var leaderRole: [Action] {
        guard let leaderID else { return [] }
        return [.role(id: leaderID, role(of: leaderID))]
    }

    private func role(of id: String) -> ZoneRole? {
        guard let application else { return nil }
        return ZoneRole(groupID: self.id, groupName: name, isLeader: id == leaderID, application: application)
    }
}

extension GroupMachine.Action {
    fileprivate var isRole: Bool {
        guard case .role = self else { return false }
        return true
    }
}
