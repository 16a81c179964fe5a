// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The state of a group: its members, its leader and its volume.
///
/// Responsibilities: the members and their volumes, the leader, and what each member shows while the group plays. It
/// holds no socket and no clock: it receives events and returns ``Action``s in the order in which they must be
/// executed.
///
/// - A member that runs an app of its own is *away*: it is not listed, cannot lead, and keeps its volume. It returns
///   when that app ends. An app that starts on the group brings all members back.
/// - The leader is the first member that is present. When the leader changes, the endpoint moves to its host.
/// - The level of the group is that of its loudest member; a change of the group's level scales all members. The group
///   is muted if all members are muted.
/// - A group without members ends.
struct GroupMachine: Sendable {
    /// A device of the group.
    struct Member: Sendable, Hashable {
        var id: String
        var name: String
        var capabilities: DeviceCapabilities
        var volume: DeviceVolume
        /// Whether the member runs an app of its own.
        var isAway = false

        var multizoneDevice: MultizoneDevice {
            MultizoneDevice(
                deviceID: id,
                name: name,
                capabilities: capabilities,
                volume: CastVolume(level: volume.level, muted: volume.isMuted)
            )
        }
    }

    /// A change of the members that senders of the group receive.
    enum MembershipChange: Sendable, Hashable {
        case added(MultizoneDevice)
        /// The id is that of the request that caused the change, or 0.
        case updated(MultizoneDevice, requestID: Int)
        case removed(id: String)
    }

    /// An action that the group requests.
    enum Action: Sendable, Hashable {
        /// Update the members that the group's senders see.
        case list([MultizoneDevice])
        case notify(MembershipChange)
        case groupVolume(level: Double, isMuted: Bool)
        case memberVolume(id: String, level: Double?, isMuted: Bool?)
        /// Set what a member shows; nil ends its role. Taking stops the member's own app.
        case role(id: String, ZoneRole?, takesOver: Bool = false)
        /// Move the endpoint to this member's host.
        case move(leaderID: String)
        /// Stop the group's app, because no member is present.
        case stopApplication
        /// End the group.
        case end
    }

    let id: String
    let name: String
    private(set) var members: [Member] = []
    private(set) var leaderID: String?
    private(set) var application: RunningApplication?
    private(set) var hasEnded = false
    /// The member that was chosen to lead; nil if the first one leads.
    private var chosenLeaderID: String?

    init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    var present: [Member] { members.filter { !$0.isAway } }

    /// The level of the loudest member.
    var level: Double { present.map(\.volume.level).max() ?? 0 }
    var isMuted: Bool { !present.isEmpty && present.allSatisfy(\.volume.isMuted) }
}

// MARK: - Events

extension GroupMachine {
    /// Adds a member, or updates an existing one.
    mutating func joined(_ member: Member) -> [Action] {
        guard !hasEnded else { return [] }
        guard index(of: member.id) == nil else {
            return reported(member.id, volume: member.volume, isAway: member.isAway)
        }
        members.append(member)
        guard !member.isAway || application != nil else { return [] }
        if application != nil { return memberReturned(at: members.count - 1) }
        return afterChange(.added(member.multizoneDevice))
    }

    /// Removes a member, on request or because its device has shut down.
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

    /// Updates the volume of a member, and whether it runs an app of its own.
    mutating func reported(_ id: String, volume: DeviceVolume, isAway: Bool) -> [Action] {
        guard !hasEnded, let index = index(of: id) else { return [] }
        let before = members[index]
        members[index].volume = volume
        members[index].isAway = isAway
        let member = members[index]
        switch (before.isAway, isAway) {
        case (false, true): return afterChange(.removed(id: id))
        case (true, false):
            return application == nil ? afterChange(.added(member.multizoneDevice)) : memberReturned(at: index)
        case (true, true): return []
        case (false, false):
            return before.volume == volume ? [] : afterChange(.updated(member.multizoneDevice, requestID: 0))
        }
    }

    /// Updates the group's app or its reported properties.
    mutating func applicationChanged(_ application: RunningApplication?) -> [Action] {
        guard !hasEnded, application != self.application else { return [] }
        let isNew = application?.sessionID != self.application?.sessionID
        self.application = application
        guard application != nil else {
            return present.map { .role(id: $0.id, nil) }
        }
        guard isNew else { return leaderRole }
        // The group's app takes over all members, including those that are away.
        var actions: [Action] = []
        for index in members.indices where members[index].isAway {
            members[index].isAway = false
            actions.append(.notify(.added(members[index].multizoneDevice)))
        }
        let leader = leaderID
        actions = (actions.isEmpty ? [] : [.list(present.map(\.multizoneDevice))]) + actions + updateLeaderAndVolume()
        let taking = present.map { Action.role(id: $0.id, role(of: $0.id), takesOver: true) }
        // If the leader has changed, `updateLeaderAndVolume()` has returned roles that do not stop the members' own
        // apps. These roles are replaced.
        return actions.filter { leader == leaderID || !$0.isRole } + taking
    }

    /// Applies a volume change that a sender made on the group.
    mutating func volumeRequested(level: Double?, isMuted: Bool?) -> [Action] {
        guard !hasEnded else { return [] }
        let before = self.level
        var actions: [Action] = []
        for index in members.indices where !members[index].isAway && !members[index].volume.isFixed {
            let old = members[index].volume
            if let level {
                let requested = min(max(level, 0), 1)
                // The loudest member gets exactly the requested level.
                let factor = requested / before
                // The factor is infinite if the loudest member was almost silent; there are no proportions to keep
                // then.
                let isScaled = before > 0 && factor.isFinite && old.level < before
                members[index].volume.level = isScaled ? min(old.level * factor, 1) : requested
            }
            if let isMuted { members[index].volume.isMuted = isMuted }
            let new = members[index].volume
            guard new != old else { continue }
            actions.append(
                .memberVolume(id: members[index].id, level: level == nil ? nil : new.level, isMuted: isMuted)
            )
            actions.append(.notify(.updated(members[index].multizoneDevice, requestID: 0)))
        }
        return [.list(present.map(\.multizoneDevice))] + actions + updateLeaderAndVolume()
    }

    /// Applies a volume change that a sender made on one member. The answer has the id of its request.
    mutating func volumeRequested(_ id: String, level: Double?, isMuted: Bool?, requestID: Int) -> [Action] {
        let normalized = MultizoneDevice(deviceID: id).normalizedDeviceID
        guard !hasEnded,
            let index = members.firstIndex(where: { !$0.isAway && $0.multizoneDevice.normalizedDeviceID == normalized })
        else { return [] }
        var memberAction: [Action] = []
        if !members[index].volume.isFixed {
            let old = members[index].volume
            if let level { members[index].volume.level = min(max(level, 0), 1) }
            if let isMuted { members[index].volume.isMuted = isMuted }
            if members[index].volume != old {
                let level = level.map { _ in members[index].volume.level }
                memberAction = [.memberVolume(id: members[index].id, level: level, isMuted: isMuted)]
            }
        }
        let update = Action.notify(.updated(members[index].multizoneDevice, requestID: requestID))
        return [.list(present.map(\.multizoneDevice))] + memberAction + [update] + updateLeaderAndVolume()
    }

    /// Makes a member the leader. Does nothing if the member is away or unknown.
    mutating func lead(_ id: String) -> [Action] {
        guard !hasEnded, let index = index(of: id), !members[index].isAway else { return [] }
        chosenLeaderID = id
        return updateLeaderAndVolume()
    }
}

// MARK: - Derived state

extension GroupMachine {
    private func index(of id: String) -> Int? { members.firstIndex { $0.id == id } }

    /// Marks a member as present and gives it its role.
    private mutating func memberReturned(at index: Int) -> [Action] {
        members[index].isAway = false
        let id = members[index].id
        let added = members[index].multizoneDevice
        return afterChange(.added(added)) + (leaderID == id ? [] : [.role(id: id, role(of: id))])
    }

    private mutating func afterChange(_ change: MembershipChange) -> [Action] {
        [.list(present.map(\.multizoneDevice)), .notify(change)] + updateLeaderAndVolume()
    }

    /// Updates the leader and the group's volume after a change of the members.
    private mutating func updateLeaderAndVolume() -> [Action] {
        guard let leader = present.first(where: { $0.id == chosenLeaderID }) ?? present.first else {
            // The endpoint stays at its host until a member returns.
            guard application != nil else { return [] }
            return [.stopApplication]
        }
        var actions: [Action] = [.groupVolume(level: level, isMuted: isMuted)]
        guard leader.id != leaderID else { return actions }
        leaderID = leader.id
        actions.append(.move(leaderID: leader.id))
        return actions + roles
    }

    /// The roles of all members that are present.
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
