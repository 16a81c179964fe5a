// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastTesting
import CastWire
import Testing

@Suite("Application lifecycle on a device")
struct ApplicationLifecycleTests {
    private func configuration(_ change: (inout DeviceConfiguration) -> Void = { _ in }) -> DeviceConfiguration {
        var configuration = DeviceConfiguration(name: "Study", showsBackdrop: false)
        change(&configuration)
        return configuration
    }

    @Test("a device that was shut down launches no application")
    func launchAfterShutdown() async throws {
        let device = try await MemoryDevice(configuration())
        await device.device.close()
        await #expect(throws: LaunchRefusal.self) { try await device.device.launchApplication("CC1AD845") }
        #expect(device.device.snapshot.application == nil)
    }

    @Test("S25 the user allows a launch minutes later, and denies the next one")
    func userPermission() async throws {
        let device = try await MemoryDevice(configuration { $0.launchPolicy = .asks(timeout: .seconds(300)) })
        let sender = try await device.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        try await sender.send(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 1])
        #expect(sender.received().map { $0.payload["status"] } == [.string("USER_PENDING_AUTHORIZATION")])
        let pending = device.device.snapshot.pendingLaunch
        #expect(pending?.appID == "CC1AD845" && pending?.sender == "sender-0")
        for _ in 0..<50 {
            await device.time.advance(by: .seconds(5))
            try await sender.send(["type": "PONG"], in: .heartbeat)
        }
        _ = sender.received()
        #expect(await device.device.answerLaunch(isAllowed: true))
        await device.time.settle()
        #expect(sender.received().map(\.type) == ["LAUNCH_STATUS", "RECEIVER_STATUS"])
        #expect(device.device.snapshot.application?.appID == "CC1AD845")
        #expect(device.device.snapshot.pendingLaunch == nil)
        #expect(await device.device.answerLaunch(isAllowed: true) == false)

        await device.device.stopApplication()
        await device.device.setLaunchPolicy(.refused)
        try await sender.send(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 2])
        #expect(sender.received().last?.payload["extendedError"] == .string("USER_NOT_ALLOWED"))
        await device.device.close()
    }

    @Test("DC 48, R6: an application without senders and media ends after the idle timeout, and senders are notified")
    func idle() async throws {
        let device = try await MemoryDevice(configuration { $0.idleTimeout = .seconds(60) })
        let sender = try await device.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        try await device.device.launchApplication("CC1AD845")
        for _ in 0..<11 {
            await device.time.advance(by: .seconds(5))
            try await sender.send(["type": "PONG"], in: .heartbeat)
        }
        #expect(device.device.snapshot.application != nil)
        await device.time.advance(by: .seconds(5))
        #expect(device.device.snapshot.application == nil)
        #expect(device.device.snapshot.lastApplicationEnd?.reason == .idle)
        await device.time.settle()
        #expect(sender.received().last { $0.type == "RECEIVER_STATUS" }?.payload["status"]?["applications"] == nil)
        await device.device.close()
    }

    @Test("an application launched on the device replaces the sender's application, and the sender is notified")
    func takenOver() async throws {
        let device = try await MemoryDevice(configuration { $0.appIDs = ["ABCD1234"] })
        let sender = try await device.connect()
        try await sender.launch()
        _ = sender.received()
        try await device.device.launchApplication("ABCD1234")
        await device.time.settle()
        let messages = sender.received()
        #expect(messages.map(\.type) == ["CLOSE", "RECEIVER_STATUS"])
        #expect(messages.last?.payload["status"]?["applications"]?[0]?["appId"] == .string("ABCD1234"))
        #expect(device.device.snapshot.lastApplicationEnd?.reason == .replaced)
        await #expect(throws: LaunchRefusal(.notFound)) { try await device.device.launchApplication("00000000") }
        await device.device.close()
    }

    @Test("standby and input changes are reported to senders, and a launch wakes the screen")
    func standby() async throws {
        let device = try await MemoryDevice(configuration())
        let sender = try await device.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        await device.device.setStandby(true)
        await device.device.setActiveInput(false)
        await device.time.settle()
        let asleep = sender.received().last?.payload["status"]
        #expect(asleep?["isStandBy"] == .bool(true) && asleep?["isActiveInput"] == .bool(false))
        #expect(device.device.snapshot.isStandby == true)
        try await sender.send(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 1])
        let awake = sender.received().last?.payload["status"]
        #expect(awake?["isStandBy"] == .bool(false) && awake?["isActiveInput"] == .bool(true))
        await device.device.close()
    }

    @Test("an application can shorten the time after which its silent senders are disconnected")
    func inactivity() async throws {
        struct Impatient: ReceiverApplication {
            mutating func launched(context: inout ApplicationContext) {
                context.setSenderInactivityLimit(.seconds(10))
            }
        }
        let impatient = InstalledApplication(ApplicationInformation(appIDs: ["10000000"], name: "Impatient")) { _ in
            Impatient()
        }
        let device = try await MemoryDevice(configuration { $0.applications = [impatient] })
        let served = try await device.connect()
        let other = try await device.connect()
        try await served.launch("10000000")
        try await other.send(["type": "CONNECT"], in: .connection)
        await device.time.advance(by: .seconds(5))
        await device.time.advance(by: .seconds(5))
        #expect(served.closeReason() != nil)
        #expect(other.closeReason() == nil, "it is not connected to the application")
        await device.device.close()
    }
}
