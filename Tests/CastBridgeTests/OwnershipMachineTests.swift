// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

import enum CastTesting.RandomSchedules

@testable import CastBridge

@Suite("Ownership of a device")
struct OwnershipMachineTests {
    private typealias Entry = OwnershipMachine.Entry

    private static func at(_ seconds: Double) -> NIODeadline { .uptimeNanoseconds(UInt64(seconds * 1e9)) }

    private static func entry(_ bridge: String, _ fence: UInt64, _ content: Entry.Content) -> Entry {
        Entry(bridge: bridge, fence: fence, content: content)
    }

    /// A bridge that owns the device from 6 s on, with the fencing number 1.
    private static func owner(
        _ configuration: OwnershipMachine.Configuration = .init()
    ) -> OwnershipMachine {
        var machine = OwnershipMachine(bridge: "a", configuration: configuration)
        machine.connected(now: at(5))
        _ = machine.deadlineReached(now: at(6))
        _ = machine.entryReceived(entry("a", 1, .claim), now: at(6))
        return machine
    }

    private static let error = CommandError(code: "noSession", message: "no")

    private static func command(_ id: String, until: Double = 60) -> OwnershipMachine.Command {
        .init(id: id, expires: at(until))
    }

    @Test(
        "A bridge that reads nothing for the time of a lease claims the device, and owns it when its claim comes back"
    )
    func claims() {
        var machine = OwnershipMachine(bridge: "a")
        #expect(machine.nextDeadline == nil)
        machine.connected(now: Self.at(0))
        machine.recordReceived(owner: "b", fence: 1, now: Self.at(0.5))
        #expect(machine.nextDeadline == Self.at(6.5))
        #expect(machine.deadlineReached(now: Self.at(6.5)) == [.publish(Self.entry("a", 2, .claim))])
        #expect(!machine.isOwner)
        let actions = machine.entryReceived(Self.entry("a", 2, .claim), now: Self.at(6.6))
        #expect(actions == [.retain(owner: "a", fence: 2), .becameOwner])
        #expect(machine.isOwner)
        #expect(machine.deadlineReached(now: Self.at(6.6)) == [.publish(Self.entry("a", 2, .renew))])
    }

    @Test("A device that no bridge has owned is claimed as soon as the retained record would have arrived")
    func firstOwner() {
        var machine = OwnershipMachine(bridge: "a")
        machine.connected(now: Self.at(0))
        #expect(machine.nextDeadline == Self.at(1))
        #expect(machine.deadlineReached(now: Self.at(1)) == [.publish(Self.entry("a", 1, .claim))])
    }

    @Test("A device that its owner releases is claimed at once; the former owner executes nothing more")
    func releases() {
        var owner = Self.owner()
        var follower = OwnershipMachine(bridge: "b")
        follower.connected(now: Self.at(5))
        _ = follower.entryReceived(Self.entry("a", 1, .claim), now: Self.at(6))
        _ = owner.commandReceived(Self.command("c"), now: Self.at(6.5))
        let release = Self.entry("a", 1, .release)
        #expect(owner.release() == [.publish(release), .lostOwnership])
        #expect(owner.entryReceived(Self.entry("a", 1, .started("c")), now: Self.at(7)) == [])
        #expect(follower.entryReceived(Self.entry("c", 1, .release), now: Self.at(7)) == [])
        #expect(follower.nextDeadline == Self.at(12), "not from the owner")
        #expect(follower.entryReceived(release, now: Self.at(7)) == [])
        #expect(follower.deadlineReached(now: Self.at(7)) == [.publish(Self.entry("b", 2, .claim))])
    }

    @Test("A lease can be renewed before it is due")
    func renewsTogether() {
        var machine = Self.owner()
        _ = machine.renew(now: Self.at(6.5))
        _ = machine.entryReceived(Self.entry("a", 1, .renew), now: Self.at(6.6))
        #expect(machine.nextDeadline == Self.at(7.5))
        #expect(machine.renew(now: Self.at(9.5)) == [], "the lease has ended")
        var follower = OwnershipMachine(bridge: "b")
        #expect(follower.renew(now: Self.at(1)) == [])
    }

    @Test("Of two claims, the first in the ledger wins")
    func firstClaim() {
        var machine = OwnershipMachine(bridge: "a")
        machine.connected(now: Self.at(0))
        _ = machine.deadlineReached(now: Self.at(1))
        #expect(machine.entryReceived(Self.entry("b", 1, .claim), now: Self.at(6.1)) == [])
        #expect(machine.entryReceived(Self.entry("a", 1, .claim), now: Self.at(6.2)) == [])
        #expect(!machine.isOwner)
        #expect(machine.owner == "b")
        #expect(machine.nextDeadline == Self.at(12.1))
    }

    @Test(
        "A claim that was made without knowing of the owner is given up, and does not follow again while the owner is alive"
    )
    func claimedUnknowingly() {
        var machine = OwnershipMachine(bridge: "a")
        machine.connected(now: Self.at(0))
        #expect(machine.deadlineReached(now: Self.at(1)) == [.publish(Self.entry("a", 1, .claim))])
        #expect(machine.entryReceived(Self.entry("b", 3, .started("1")), now: Self.at(1.1)) == [])
        #expect(machine.entryReceived(Self.entry("a", 1, .claim), now: Self.at(1.2)) == [])
        #expect(!machine.isOwner)
        #expect(machine.nextDeadline == Self.at(7.2))
    }

    @Test("A bridge that owns a device because the record of its owner was lost stops when it reads of the owner")
    func ownedUnknowingly() {
        var machine = Self.owner()
        #expect(machine.entryReceived(Self.entry("b", 3, .started("1")), now: Self.at(7)) == [.lostOwnership])
        #expect(!machine.isOwner && machine.owner == "b")
        #expect(machine.entryReceived(Self.entry("b", 4, .renew), now: Self.at(8)) == [])
        #expect(machine.nextDeadline == Self.at(14))
    }

    @Test("Renewals of the owner postpone a claim; a later claim has the next number, also after a retained record")
    func renewals() {
        var machine = OwnershipMachine(bridge: "a")
        machine.recordReceived(owner: "b", fence: 7, now: Self.at(0))
        machine.connected(now: Self.at(0))
        _ = machine.entryReceived(Self.entry("b", 7, .renew), now: Self.at(4))
        #expect(machine.nextDeadline == Self.at(10))
        _ = machine.entryReceived(Self.entry("c", 6, .renew), now: Self.at(5))
        #expect(machine.nextDeadline == Self.at(10), "not from the owner")
        #expect(machine.deadlineReached(now: Self.at(10)) == [.publish(Self.entry("a", 8, .claim))])
    }

    @Test("An owner whose renewals do not come back stops after half a lease, before another one can claim")
    func lostRenewals() {
        var machine = Self.owner()
        #expect(machine.deadlineReached(now: Self.at(6)) == [.publish(Self.entry("a", 1, .renew))])
        _ = machine.entryReceived(Self.entry("a", 1, .renew), now: Self.at(6.5))
        _ = machine.deadlineReached(now: Self.at(7))
        _ = machine.deadlineReached(now: Self.at(8))
        #expect(machine.deadlineReached(now: Self.at(9)) == [.lostOwnership])
        #expect(!machine.isOwner)
    }

    @Test("A command is executed when its start comes back, and the owner responds when its end comes back")
    func executes() {
        var machine = Self.owner()
        let started = Self.entry("a", 1, .started("c"))
        #expect(machine.commandReceived(Self.command("c"), now: Self.at(7)) == [.publish(started)])
        #expect(machine.commandReceived(Self.command("c"), now: Self.at(7)) == [], "delivered twice")
        #expect(machine.entryReceived(started, now: Self.at(7.1)) == [.execute("c")])
        #expect(machine.entryReceived(started, now: Self.at(7.2)) == [])
        let finished = Self.entry("a", 1, .finished("c", .done))
        #expect(machine.executed("c", .done) == [.publish(finished)])
        #expect(machine.entryReceived(finished, now: Self.at(7.3)) == [.respond("c", .done)])
        #expect(machine.entryReceived(Self.entry("b", 1, .finished("c", .unknown)), now: Self.at(7.4)) == [])
        #expect(machine.commandReceived(Self.command("c"), now: Self.at(8)) == [.respond("c", .done)])
    }

    @Test("A start that comes back to an owner that was paused is abandoned")
    func pausedOwner() {
        var machine = Self.owner()
        _ = machine.commandReceived(Self.command("c"), now: Self.at(7))
        let actions = machine.entryReceived(Self.entry("a", 1, .started("c")), now: Self.at(30))
        #expect(actions == [.publish(Self.entry("a", 1, .abandoned("c")))])
    }

    @Test("A new owner executes what no one has started, reports what was started as unknown, and repeats responses")
    func takesOver() {
        var machine = OwnershipMachine(bridge: "a")
        machine.connected(now: Self.at(0))
        machine.recordReceived(owner: "b", fence: 1, now: Self.at(0))
        for id in ["waiting", "started", "finished", "abandoned"] {
            #expect(machine.commandReceived(Self.command(id), now: Self.at(1)) == [])
        }
        for id in ["started", "finished", "abandoned"] {
            #expect(machine.entryReceived(Self.entry("b", 1, .started(id)), now: Self.at(2)) == [])
        }
        _ = machine.entryReceived(Self.entry("b", 1, .finished("finished", .failed(Self.error))), now: Self.at(2))
        _ = machine.entryReceived(Self.entry("b", 1, .abandoned("abandoned")), now: Self.at(2))
        _ = machine.deadlineReached(now: Self.at(8))
        let actions = machine.entryReceived(Self.entry("a", 2, .claim), now: Self.at(8))
        #expect(
            actions == [
                .retain(owner: "a", fence: 2), .becameOwner,
                .publish(Self.entry("a", 2, .finished("started", .unknown))), .respond("finished", .failed(Self.error)),
                .publish(Self.entry("a", 2, .started("waiting"))), .publish(Self.entry("a", 2, .started("abandoned"))),
            ]
        )
    }

    @Test("A command that waits too long expires; one that arrives too late is not executed")
    func expires() {
        var machine = OwnershipMachine(bridge: "a")
        machine.connected(now: Self.at(0))
        machine.recordReceived(owner: "b", fence: 1, now: Self.at(0))
        _ = machine.commandReceived(Self.command("c", until: 3), now: Self.at(1))
        #expect(machine.nextDeadline == Self.at(3))
        #expect(machine.deadlineReached(now: Self.at(3)) == [])
        #expect(machine.nextDeadline == Self.at(6), "a follower forgets it")
        machine = Self.owner()
        let late = machine.commandReceived(Self.command("d", until: 6), now: Self.at(7))
        #expect(late == [.publish(Self.entry("a", 1, .finished("d", .expired)))])
    }

    @Test("Commands beyond the limit are refused, and memory of finished ones is limited")
    func limits() {
        var configuration = OwnershipMachine.Configuration()
        configuration.commandLimit = 2
        configuration.resultLimit = 2
        var machine = Self.owner(configuration)
        _ = machine.commandReceived(Self.command("1"), now: Self.at(7))
        _ = machine.commandReceived(Self.command("2"), now: Self.at(7))
        let refused = machine.commandReceived(Self.command("3"), now: Self.at(7))
        #expect(refused == [.publish(Self.entry("a", 1, .finished("3", .refused)))])
        for id in ["1", "2", "3"] {
            _ = machine.entryReceived(Self.entry("a", 1, .finished(id, .done)), now: Self.at(7.5))
        }
        #expect(machine.commandReceived(Self.command("3"), now: Self.at(8)) == [.respond("3", .done)])
        #expect(
            machine.commandReceived(Self.command("1"), now: Self.at(8)) == [.publish(Self.entry("a", 1, .started("1")))]
        )
    }

    @Test("Entries that no bridge wrote neither trap nor use unlimited memory")
    func hostileEntries() {
        var configuration = OwnershipMachine.Configuration()
        configuration.resultLimit = 2
        var machine = Self.owner(configuration)
        machine.recordReceived(owner: "b", fence: .max, now: Self.at(0))
        for content in [Entry.Content.claim, .renew, .started("c"), .abandoned("c"), .finished("c", .done)] {
            #expect(machine.entryReceived(Self.entry("b", .max, content), now: Self.at(7)) == [])
        }
        #expect(machine.isOwner)
        for id in ["1", "2", "3"] {
            #expect(machine.entryReceived(Self.entry("b", 1, .started(id)), now: Self.at(7)) == [])
        }
        // The oldest one was forgotten, so it is like a new one; the others are known as started.
        #expect(
            machine.commandReceived(Self.command("1"), now: Self.at(7)) == [.publish(Self.entry("a", 1, .started("1")))]
        )
        let unknown = machine.commandReceived(Self.command("3"), now: Self.at(7))
        #expect(unknown == [.publish(Self.entry("a", 1, .finished("3", .unknown)))])
        machine.recordReceived(owner: "b", fence: 1 << 53, now: Self.at(0))
        _ = machine.disconnected()
        machine.connected(now: Self.at(8))
        #expect(machine.deadlineReached(now: Self.at(14)).count == 1, "a claim that no one accepts, and no trap")
    }

    @Test("Under random crashes, pauses and delays, no command is executed twice and none is lost")
    func simulation() throws {
        var executions = 0
        var takeovers = 0
        for seed in RandomSchedules.seeds(2000) {
            var simulation = OwnershipSimulation(seed: seed)
            do { try simulation.run() } catch { Issue.record("seed \(seed): \(error)") }
            executions += simulation.executions.count
            takeovers += simulation.takeovers
        }
        #expect(executions > 1000 && takeovers > 200)
    }
}
