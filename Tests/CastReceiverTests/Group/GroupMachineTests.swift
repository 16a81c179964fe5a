import CastWire
import Testing

@testable import CastReceiver

@Suite("The state of a group")
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

    @Test("the first member leads, and each that comes is listed and told")
    func joining() {
        var machine = GroupMachine(id: "g", name: "Group")
        let a = Self.member("a", 0.2)
        let b = Self.member("b", 0.6)
        #expect(
            machine.joined(a)
                == [
                    .list([a.wire]), .tell(.added(a.wire)), .groupVolume(level: 0.2, isMuted: false),
                    .move(leaderID: "a"),
                ]
        )
        #expect(
            machine.joined(b)
                == [.list([a.wire, b.wire]), .tell(.added(b.wire)), .groupVolume(level: 0.6, isMuted: false)]
        )
        #expect(machine.joined(b).isEmpty)
    }

    @Test("playing: the leader shows the app, followers follow, and all are free at its end")
    func roles() {
        var machine = Self.group(Self.member("a"), Self.member("b"))
        #expect(
            machine.applicationChanged(Self.app) == [
                .groupVolume(level: 0.5, isMuted: false),
                .role(id: "a", role(machine, isLeader: true), isTaking: true),
                .role(id: "b", role(machine, isLeader: false), isTaking: true),
            ]
        )
        var text = Self.app
        text.statusText = "Casting: Sunset"
        #expect(machine.applicationChanged(text).count == 1)
        #expect(machine.applicationChanged(nil) == [.role(id: "a", nil), .role(id: "b", nil)])
    }

    @Test("turning the group scales its members, the loudest exactly")
    func volume() {
        var machine = Self.group(Self.member("a", 0.8), Self.member("b", 0.4), Self.member("c", 0.3, fixed: true))
        let actions = machine.turned(level: 0.4, isMuted: nil)
        #expect(machine.members.map(\.volume.level) == [0.4, 0.2, 0.3])
        #expect(actions.contains(.memberVolume(id: "a", level: 0.4, isMuted: nil)))
        #expect(actions.contains(.memberVolume(id: "b", level: 0.2, isMuted: nil)))
        #expect(actions.last == .groupVolume(level: 0.4, isMuted: false))
        _ = machine.turned(level: 0, isMuted: nil)
        #expect(machine.members.map(\.volume.level) == [0, 0, 0.3])
        _ = machine.turned(level: 7, isMuted: nil)
        #expect(machine.level == 1 || machine.level == 0.3)
    }

    @Test("from silence every member gets what was asked for; muting mutes all")
    func silence() {
        var machine = Self.group(Self.member("a", 0), Self.member("b", 0))
        _ = machine.turned(level: 0.3, isMuted: nil)
        #expect(machine.members.map(\.volume.level) == [0.3, 0.3])
        _ = machine.turned("b", level: nil, isMuted: true, requestID: 4)
        #expect(!machine.isMuted)
        _ = machine.turned(level: nil, isMuted: true)
        #expect(machine.isMuted)
    }

    @Test("S49 one member's volume changes only that member, and is answered with the request's id")
    func oneMember() {
        var machine = Self.group(Self.member("aa-1", 0.8), Self.member("bb-2", 0.4))
        let actions = machine.turned("BB2", level: 0.1, isMuted: nil, requestID: 12)
        #expect(machine.members.map(\.volume.level) == [0.8, 0.1])
        let updated = Self.member("bb-2", 0.1).wire
        #expect(actions.contains(.tell(.updated(updated, requestID: 12))))
        #expect(actions.contains(.memberVolume(id: "bb-2", level: 0.1, isMuted: nil)))
        #expect(machine.turned("nobody", level: 1, isMuted: nil, requestID: 13).isEmpty)
    }

    @Test("a member that starts something of its own is out until that ends; the next one leads meanwhile")
    func away() {
        var machine = Self.group(Self.member("a"), Self.member("b"))
        _ = machine.applicationChanged(Self.app)
        let gone = machine.reported("a", volume: DeviceVolume(level: 0.5), isAway: true)
        #expect(gone.contains(.tell(.removed(id: "a"))))
        #expect(gone.contains(.move(leaderID: "b")))
        #expect(gone.contains(.role(id: "b", role(machine, isLeader: true))))
        let back = machine.reported("a", volume: DeviceVolume(level: 0.5), isAway: false)
        #expect(back.contains(.tell(.added(Self.member("a").wire))))
        #expect(back.contains(.move(leaderID: "a")))
        #expect(machine.members.allSatisfy { !$0.isAway })
    }

    @Test("an app on the group takes the members that do something else")
    func taking() {
        var machine = Self.group(Self.member("a"), Self.member("b"))
        _ = machine.reported("b", volume: DeviceVolume(level: 0.5), isAway: true)
        let actions = machine.applicationChanged(Self.app)
        #expect(actions.contains(.role(id: "b", role(machine, isLeader: false), isTaking: true)))
        #expect(actions.contains(.tell(.added(Self.member("b").wire))))
    }

    @Test("when everybody does something else, what the group plays ends, and the endpoint stays")
    func allAway() {
        var machine = Self.group(Self.member("a"))
        _ = machine.applicationChanged(Self.app)
        #expect(machine.reported("a", volume: DeviceVolume(level: 0.5), isAway: true).last == .stopApplication)
        #expect(!machine.hasEnded)
        #expect(machine.leaderID == "a")
    }

    @Test("a group whose members vanish ends, once, and says nothing more")
    func vanishing() {
        var machine = Self.group(Self.member("a"), Self.member("b"))
        _ = machine.applicationChanged(Self.app)
        let first = machine.left("a", isGone: true)
        #expect(first.contains(.move(leaderID: "b")))
        #expect(!first.contains(.role(id: "a", nil)))
        #expect(machine.left("b", isGone: true) == [.stopApplication, .end])
        #expect(machine.left("b").isEmpty)
        #expect(machine.joined(Self.member("c")).isEmpty)
        #expect(machine.applicationChanged(nil).isEmpty)
        #expect(machine.turned(level: 1, isMuted: nil).isEmpty)
    }

    @Test("a chosen leader leads until it goes")
    func choosing() {
        var machine = Self.group(Self.member("a"), Self.member("b"))
        #expect(machine.lead("b").contains(.move(leaderID: "b")))
        #expect(machine.lead("nobody").isEmpty)
        #expect(machine.left("b").contains(.move(leaderID: "a")))
    }

    @Test("under random events every action fits the state, and what senders saw is the state")
    func randomSchedules() {
        for seed in UInt64(0)..<10_000 {
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

/// A group and everyone who listens to it: what its actions amount to has to be what its state says.
private struct GroupModel {
    var machine = GroupMachine(id: "g", name: "Group")
    var listed: [String: MultizoneDevice] = [:]
    var told: [String: MultizoneDevice] = [:]
    var roles: [String: ZoneRole] = [:]
    var volume: (level: Double, isMuted: Bool)?
    var leader: String?
    var isOver = false
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
            // A device that starts something drops its role by itself.
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
        case 7: perform(machine.turned(level: level, isMuted: level > 0.5 ? true : nil))
        case 8: perform(machine.turned(id, level: level, isMuted: nil, requestID: 3))
        default: perform(machine.lead(id))
        }
        check()
    }

    private mutating func perform(_ actions: [GroupMachine.Action]) {
        if isOver, !actions.isEmpty { problem = "something was done after the end: \(actions)" }
        for action in actions {
            switch action {
            case .list(let members): listed = Dictionary(uniqueKeysWithValues: members.map { ($0.deviceID ?? "", $0) })
            case .tell(.added(let device)), .tell(.updated(let device, _)): told[device.deviceID ?? ""] = device
            case .tell(.removed(let id)): told[id] = nil
            case .groupVolume(let level, let isMuted): volume = (level, isMuted)
            case .memberVolume(let id, let level, let isMuted):
                guard let member = machine.members.first(where: { $0.id == id }), !member.isAway else {
                    problem = "a member that is not there was turned"
                    return
                }
                if let level, member.volume.level != level { problem = "a member was turned to what it is not" }
                if let isMuted, member.volume.isMuted != isMuted { problem = "a member was muted as it is not" }
                if member.volume.isFixed { problem = "a fixed volume was turned" }
            case .role(let id, let role, _): roles[id] = role
            case .move(let id):
                if leader == id { problem = "the endpoint moved to where it was" }
                leader = id
            case .stopApplication: perform(machine.applicationChanged(nil))
            case .end: isOver = true
            }
        }
    }

    private mutating func check() {
        guard problem == nil else { return }
        let present = machine.present
        if isOver {
            if !machine.members.isEmpty { problem = "the group ended with members" }
            return
        }
        let ids = Set(present.map(\.id))
        let state = Dictionary(uniqueKeysWithValues: present.map { ($0.id, $0.wire) })
        if told != state { problem = "senders were told \(told.keys.sorted()), there are \(ids.sorted())" }
        if listed != state { problem = "the list is \(listed.keys.sorted()), there are \(ids.sorted())" }
        guard let first = present.first else {
            if machine.application != nil { problem = "nobody plays" }
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
