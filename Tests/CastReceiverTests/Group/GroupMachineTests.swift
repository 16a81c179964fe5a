// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

import enum CastTesting.RandomSchedules

@testable import CastReceiver

@Suite("Group state machine")
struct GroupMachineTests {
    static let app = RunningApplication(
        appID: "CC1AD845",
        displayName: "Default Media Receiver",
        sessionID: "session",
        namespaces: [.media],
        statusText: "Casting: Sunrise",
        isIdleScreen: false
    )

    static func member(
        _ id: String,
        _ level: Double = 0.5,
        muted: Bool = false,
        fixed: Bool = false
    ) -> GroupMachine.Member {
        GroupMachine.Member(
            id: id,
            name: id,
            capabilities: [.audioOut],
            volume: DeviceVolume(level: level, isMuted: muted, controlType: fixed ? .fixed : .attenuation)
        )
    }

    static func group(_ members: GroupMachine.Member...) -> GroupMachine {
        var machine = GroupMachine(id: "g", name: "Group")
        for member in members { _ = machine.joined(member) }
        return machine
    }

    private func role(_ machine: GroupMachine, isLeader: Bool) -> ZoneRole {
        ZoneRole(groupID: "g", groupName: "Group", isLeader: isLeader, application: Self.app)
    }

    @Test("the first member leads, and each new member is listed and reported")
    func joining() {
        var machine = GroupMachine(id: "g", name: "Group")
        let a = Self.member("a", 0.2)
        let b = Self.member("b", 0.6)
        #expect(
            machine.joined(a)
                == [
                    .list([a.multizoneDevice]), .notify(.added(a.multizoneDevice)),
                    .groupVolume(level: 0.2, isMuted: false), .move(leaderID: "a"),
                ]
        )
        #expect(
            machine.joined(b)
                == [
                    .list([a.multizoneDevice, b.multizoneDevice]), .notify(.added(b.multizoneDevice)),
                    .groupVolume(level: 0.6, isMuted: false),
                ]
        )
        #expect(machine.joined(b).isEmpty)
    }

    @Test("while playing, the leader shows the application and followers follow; at its end they are released")
    func roles() {
        var machine = Self.group(Self.member("a"), Self.member("b"))
        #expect(
            machine.applicationChanged(Self.app) == [
                .groupVolume(level: 0.5, isMuted: false),
                .role(id: "a", role(machine, isLeader: true), takesOver: true),
                .role(id: "b", role(machine, isLeader: false), takesOver: true),
            ]
        )
        var text = Self.app
        text.statusText = "Casting: Sunset"
        #expect(machine.applicationChanged(text).count == 1)
        #expect(machine.applicationChanged(nil) == [.role(id: "a", nil), .role(id: "b", nil)])
    }

    @Test("the group's volume scales those of its members, the loudest exactly")
    func volume() {
        var machine = Self.group(Self.member("a", 0.8), Self.member("b", 0.4), Self.member("c", 0.3, fixed: true))
        let actions = machine.volumeRequested(level: 0.4, isMuted: nil)
        #expect(machine.members.map(\.volume.level) == [0.4, 0.2, 0.3])
        #expect(actions.contains(.memberVolume(id: "a", level: 0.4, isMuted: nil)))
        #expect(actions.contains(.memberVolume(id: "b", level: 0.2, isMuted: nil)))
        #expect(actions.last == .groupVolume(level: 0.4, isMuted: false))
        _ = machine.volumeRequested(level: 0, isMuted: nil)
        #expect(machine.members.map(\.volume.level) == [0, 0, 0.3])
        _ = machine.volumeRequested(level: 7, isMuted: nil)
        #expect(machine.level == 1 || machine.level == 0.3)
    }

    @Test("from volume 0 every member gets the requested volume; muting mutes all")
    func silence() {
        var machine = Self.group(Self.member("a", 0), Self.member("b", 0))
        _ = machine.volumeRequested(level: 0.3, isMuted: nil)
        #expect(machine.members.map(\.volume.level) == [0.3, 0.3])
        _ = machine.volumeRequested("b", level: nil, isMuted: true, requestID: 4)
        #expect(!machine.isMuted)
        _ = machine.volumeRequested(level: nil, isMuted: true)
        #expect(machine.isMuted)
    }

    @Test("S49 a member's volume changes only that member, and the answer has the request's id")
    func oneMember() {
        var machine = Self.group(Self.member("aa-1", 0.8), Self.member("bb-2", 0.4))
        let actions = machine.volumeRequested("BB2", level: 0.1, isMuted: nil, requestID: 12)
        #expect(machine.members.map(\.volume.level) == [0.8, 0.1])
        let updated = Self.member("bb-2", 0.1).multizoneDevice
        #expect(actions.contains(.notify(.updated(updated, requestID: 12))))
        #expect(actions.contains(.memberVolume(id: "bb-2", level: 0.1, isMuted: nil)))
        #expect(machine.volumeRequested("unknown", level: 1, isMuted: nil, requestID: 13).isEmpty)
    }

    @Test("a member that starts an application of its own is absent until it ends, and the next member leads meanwhile")
    func away() {
        var machine = Self.group(Self.member("a"), Self.member("b"))
        _ = machine.applicationChanged(Self.app)
        let departure = machine.reported("a", volume: DeviceVolume(level: 0.5), isAway: true)
        #expect(departure.contains(.notify(.removed(id: "a"))))
        #expect(departure.contains(.move(leaderID: "b")))
        #expect(departure.contains(.role(id: "b", role(machine, isLeader: true))))
        let back = machine.reported("a", volume: DeviceVolume(level: 0.5), isAway: false)
        #expect(back.contains(.notify(.added(Self.member("a").multizoneDevice))))
        #expect(back.contains(.move(leaderID: "a")))
        #expect(machine.members.allSatisfy { !$0.isAway })
    }

    @Test("an application on the group takes over absent members")
    func taking() {
        var machine = Self.group(Self.member("a"), Self.member("b"))
        _ = machine.reported("b", volume: DeviceVolume(level: 0.5), isAway: true)
        let actions = machine.applicationChanged(Self.app)
        #expect(actions.contains(.role(id: "b", role(machine, isLeader: false), takesOver: true)))
        #expect(actions.contains(.notify(.added(Self.member("b").multizoneDevice))))
    }

    @Test("when every member is absent, the group's application ends and its endpoint stays")
    func allAway() {
        var machine = Self.group(Self.member("a"))
        _ = machine.applicationChanged(Self.app)
        #expect(machine.reported("a", volume: DeviceVolume(level: 0.5), isAway: true).last == .stopApplication)
        #expect(!machine.hasEnded)
        #expect(machine.leaderID == "a")
    }

    @Test("a group whose members disappear ends once, and then returns no actions")
    func membersDisappear() {
        var machine = Self.group(Self.member("a"), Self.member("b"))
        _ = machine.applicationChanged(Self.app)
        let first = machine.left("a", isGone: true)
        #expect(first.contains(.move(leaderID: "b")))
        #expect(!first.contains(.role(id: "a", nil)))
        #expect(machine.left("b", isGone: true) == [.stopApplication, .end])
        #expect(machine.left("b").isEmpty)
        #expect(machine.joined(Self.member("c")).isEmpty)
        #expect(machine.applicationChanged(nil).isEmpty)
        #expect(machine.volumeRequested(level: 1, isMuted: nil).isEmpty)
    }

    @Test("a chosen leader leads until it leaves")
    func choosing() {
        var machine = Self.group(Self.member("a"), Self.member("b"))
        #expect(machine.lead("b").contains(.move(leaderID: "b")))
        #expect(machine.lead("unknown").isEmpty)
        #expect(machine.left("b").contains(.move(leaderID: "a")))
    }

    @Test("under random events every action fits the state, and senders have received the state")
    func randomSchedules() {
        for seed in RandomSchedules.seeds(10_000) {
            var generator = SeededGenerator(seed: seed)
            var model = GroupModel(seed: seed)
            for _ in 0..<30 { model.step(&generator) }
            if model.problem != nil {
                Issue.record("seed \(seed): \(model.problem ?? "")")
                return
            }
        }
    }
}

/// A group and its observers: the effects of its actions must equal its state.
private struct GroupModel {
    var machine = GroupMachine(id: "g", name: "Group")
    var listed: [String: MultizoneDevice] = [:]
    var reportedMembers: [String: MultizoneDevice] = [:]
    var roles: [String: ZoneRole] = [:]
    var volume: (level: Double, isMuted: Bool)?
    var leader: String?
    var hasEnded = false
    var sessions = 0
    var problem: String?

    init(seed: UInt64) {}

    mutating func step(_ generator: inout SeededGenerator) {
        let id = ["a", "b", "c", "d"].randomElement(using: &generator) ?? "a"
        let level = Double(Int.random(in: 0...10, using: &generator)) / 10
        let volume = DeviceVolume(
            level: level,
            isMuted: Bool.random(using: &generator),
            controlType: id == "d" ? .fixed : .attenuation
        )
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1, 2:
            if level > 0.7 { roles[id] = nil }
            perform(
                machine.joined(
                    .init(id: id, name: id, capabilities: [.audioOut], volume: volume, isAway: level > 0.7)
                )
            )
        case 3:
            let isGone = Bool.random(using: &generator)
            perform(machine.left(id, isGone: isGone))
            if isGone { roles[id] = nil }
        case 4, 5:
            let isAway = Bool.random(using: &generator)
            // A device that starts its own application drops its role by itself.
            if isAway { roles[id] = nil }
            perform(machine.reported(id, volume: volume, isAway: isAway))
        case 6:
            if Bool.random(using: &generator) {
                sessions += 1
                var app = GroupMachineTests.app
                app.sessionID = "s\(sessions)"
                perform(machine.applicationChanged(app))
            } else {
                perform(machine.applicationChanged(nil))
            }
        case 7: perform(machine.volumeRequested(level: level, isMuted: level > 0.5 ? true : nil))
        case 8: perform(machine.volumeRequested(id, level: level, isMuted: nil, requestID: 3))
        default: perform(machine.lead(id))
        }
        check()
    }

    private mutating func perform(_ actions: [GroupMachine.Action]) {
        if hasEnded, !actions.isEmpty { problem = "actions after the end: \(actions)" }
        for action in actions {
            switch action {
            case .list(let members): listed = Dictionary(uniqueKeysWithValues: members.map { ($0.deviceID ?? "", $0) })
            case .notify(.added(let device)), .notify(.updated(let device, _)):
                reportedMembers[device.deviceID ?? ""] = device
            case .notify(.removed(let id)): reportedMembers[id] = nil
            case .groupVolume(let level, let isMuted): volume = (level, isMuted)
            case .memberVolume(let id, let level, let isMuted):
                guard let member = machine.members.first(where: { $0.id == id }), !member.isAway else {
                    problem = "the volume of an absent member was set"
                    return
                }
                if let level, member.volume.level != level { problem = "a member's volume differs" }
                if let isMuted, member.volume.isMuted != isMuted { problem = "a member's mute differs" }
                if member.volume.isFixed { problem = "a fixed volume was set" }
            case .role(let id, let role, _): roles[id] = role
            case .move(let id):
                if leader == id { problem = "the endpoint moved to its current leader" }
                leader = id
            case .stopApplication: perform(machine.applicationChanged(nil))
            case .end: hasEnded = true
            }
        }
    }

    private mutating func check() {
        guard problem == nil else { return }
        let present = machine.present
        if hasEnded {
            if !machine.members.isEmpty { problem = "the group ended with members" }
            return
        }
        let ids = Set(present.map(\.id))
        let state = Dictionary(uniqueKeysWithValues: present.map { ($0.id, $0.multizoneDevice) })
        if reportedMembers != state {
            problem = "senders received \(reportedMembers.keys.sorted()), the members are \(ids.sorted())"
        }
        if listed != state { problem = "the list is \(listed.keys.sorted()), the members are \(ids.sorted())" }
        guard let first = present.first else {
            if machine.application != nil { problem = "the application has no members" }
            return
        }
        if volume?.level != machine.level || volume?.isMuted != machine.isMuted { problem = "the volume is stale" }
        if leader != machine.leaderID || !ids.contains(leader ?? "") { problem = "\(first.id) should lead" }
        if let application = machine.application {
            for id in ids {
                guard let role = roles[id], role.application == application, role.isLeader == (id == leader) else {
                    problem = "\(id) has the role \(String(describing: roles[id])) while \(leader ?? "?") leads"
                    return
                }
            }
        } else if let id = ids.first(where: { roles[$0] != nil }) {
            problem = "\(id) still has a role"
        }
    }
}
