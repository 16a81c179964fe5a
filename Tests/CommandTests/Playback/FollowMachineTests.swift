// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastCommand

@Suite("Playback that follows the user")
struct FollowMachineTests {
    private static let start = ContinuousClock.now
    private static let living = FollowMachine.Device(id: "1", name: "Living Room")
    private static let kitchen = FollowMachine.Device(id: "2", name: "Kitchen")
    private static let speaker = FollowMachine.Device(id: "3", name: "Kitchen Speaker", isSuitable: false)

    /// Returns a machine that has seen the living room at the start.
    private static func machine(_ names: [String] = []) -> FollowMachine {
        var machine = FollowMachine(from: "1", names: names)
        _ = machine.devicesChanged([living], isPlaying: true, at: start)
        return machine
    }

    private static func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test("playback moves to a device that appears, once")
    func appears() {
        var machine = Self.machine()
        let devices = [Self.kitchen, Self.living]
        #expect(machine.devicesChanged(devices, isPlaying: true, at: Self.at(60)) == Self.kitchen)
        #expect(machine.isMoving)
        let more = devices + [FollowMachine.Device(id: "4", name: "Bath")]
        #expect(machine.devicesChanged(more, isPlaying: true, at: Self.at(61)) == nil, "a move is in progress")
        machine.moved(to: "2")
        #expect(machine.devicesChanged(devices, isPlaying: true, at: Self.at(62)) == nil)
        // The living room is turned off, and on again a minute later.
        #expect(machine.devicesChanged([Self.kitchen], isPlaying: true, at: Self.at(70)) == nil)
        #expect(machine.devicesChanged(devices, isPlaying: true, at: Self.at(130)) == Self.living, "back again")
    }

    @Test("devices that respond late, or whose announcement was lost, have not appeared")
    func lateAndLost() {
        var machine = Self.machine()
        let devices = [Self.kitchen, Self.living]
        #expect(machine.devicesChanged(devices, isPlaying: true, at: Self.at(8)) == nil, "responds late")
        #expect(machine.devicesChanged([Self.living], isPlaying: true, at: Self.at(60)) == nil)
        #expect(machine.devicesChanged(devices, isPlaying: true, at: Self.at(70)) == nil, "absent for ten seconds")
        #expect(machine.devicesChanged([Self.living], isPlaying: true, at: Self.at(80)) == nil)
        #expect(machine.devicesChanged(devices, isPlaying: true, at: Self.at(100)) == Self.kitchen)
    }

    @Test("the current device, unsuitable ones and others than the chosen ones are not followed")
    func unsuitable() {
        var machine = Self.machine(["kit"])
        let bath = FollowMachine.Device(id: "4", name: "Bath")
        #expect(machine.devicesChanged([Self.living, bath], isPlaying: true, at: Self.at(10)) == nil, "not chosen")
        #expect(machine.devicesChanged([Self.living, Self.speaker], isPlaying: true, at: Self.at(20)) == nil)
        #expect(machine.devicesChanged([], isPlaying: true, at: Self.at(30)) == nil)
        #expect(machine.devicesChanged([Self.living], isPlaying: true, at: Self.at(90)) == nil, "the current device")
        #expect(machine.devicesChanged([Self.living, Self.kitchen], isPlaying: true, at: Self.at(99)) == Self.kitchen)
    }

    @Test("paused playback does not follow, and after a failure the next device is followed")
    func pausedAndFailed() {
        var machine = Self.machine()
        #expect(machine.devicesChanged([Self.living, Self.kitchen], isPlaying: false, at: Self.at(10)) == nil)
        #expect(machine.devicesChanged([Self.living, Self.kitchen], isPlaying: true, at: Self.at(11)) == nil)
        let bath = FollowMachine.Device(id: "4", name: "Bath")
        #expect(machine.devicesChanged([Self.living, bath], isPlaying: true, at: Self.at(12)) == bath)
        machine.moveFailed()
        let den = FollowMachine.Device(id: "5", name: "Den")
        #expect(machine.devicesChanged([Self.living, bath, den], isPlaying: true, at: Self.at(13)) == den)
    }
}
