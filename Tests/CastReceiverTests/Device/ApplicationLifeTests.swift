import CastReceiver
import CastTesting
import CastWire
import Testing

@Suite("Apps of a whole device, by its public interface")
struct ApplicationLifeTests {
    private func configuration(_ change: (inout DeviceConfiguration) -> Void = { _ in }) -> DeviceConfiguration {
        var configuration = DeviceConfiguration(name: "Study", showsBackdrop: false)
        change(&configuration)
        return configuration
    }

    @Test("a device that has ended launches nothing")
    func launchAfterTheEnd() async throws {
        let device = try await MemoryDevice(configuration())
        await device.device.shutdown()
        await #expect(throws: LaunchRefusal.self) { try await device.device.launchApplication("CC1AD845") }
        #expect(device.device.snapshot.application == nil)
    }

    @Test("S25 a person allows a launch minutes later, and refuses the next one")
    func person() async throws {
        let device = try await MemoryDevice(configuration { $0.launchPolicy = .asks(timeout: .seconds(300)) })
        let sender = try await device.connect()
        try await sender.say(["type": "CONNECT"], in: .connection)
        try await sender.say(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 1])
        #expect(sender.received().map { $0.payload["status"] } == [.string("USER_PENDING_AUTHORIZATION")])
        let pending = device.device.snapshot.pendingLaunch
        #expect(pending?.appID == "CC1AD845" && pending?.sender == "sender-0")
        for _ in 0..<50 {
            await device.time.advance(by: .seconds(5))
            try await sender.say(["type": "PONG"], in: .heartbeat)
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
        try await sender.say(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 2])
        #expect(sender.received().last?.payload["extendedError"] == .string("USER_NOT_ALLOWED"))
        await device.device.shutdown()
    }

    @Test("DC 48, R6: an app without sender and media ends after the idle time-out, told to everyone")
    func idle() async throws {
        let device = try await MemoryDevice(configuration { $0.idleTimeout = .seconds(60) })
        let sender = try await device.connect()
        try await sender.say(["type": "CONNECT"], in: .connection)
        try await device.device.launchApplication("CC1AD845")
        for _ in 0..<11 {
            await device.time.advance(by: .seconds(5))
            try await sender.say(["type": "PONG"], in: .heartbeat)
        }
        #expect(device.device.snapshot.application != nil)
        await device.time.advance(by: .seconds(5))
        #expect(device.device.snapshot.application == nil)
        #expect(device.device.snapshot.lastApplicationEnd?.reason == .idle)
        await device.time.settle()
        #expect(sender.received().last { $0.type == "RECEIVER_STATUS" }?.payload["status"]?["applications"] == nil)
        await device.device.shutdown()
    }

    @Test("another app is launched at the device: the sender's app is closed, and it is told what runs")
    func takenOver() async throws {
        let device = try await MemoryDevice(configuration { $0.appIDs = ["ABCD1234"] })
        let sender = try await device.connect()
        try await sender.launch()
        _ = sender.received()
        try await device.device.launchApplication("ABCD1234")
        await device.time.settle()
        let told = sender.received()
        #expect(told.map(\.type) == ["CLOSE", "RECEIVER_STATUS"])
        #expect(told.last?.payload["status"]?["applications"]?[0]?["appId"] == .string("ABCD1234"))
        #expect(device.device.snapshot.lastApplicationEnd?.reason == .replaced)
        await #expect(throws: LaunchRefusal(.notFound)) { try await device.device.launchApplication("00000000") }
        await device.device.shutdown()
    }

    @Test("stand-by and input: senders are told, and a launch wakes the screen")
    func standby() async throws {
        let device = try await MemoryDevice(configuration())
        let sender = try await device.connect()
        try await sender.say(["type": "CONNECT"], in: .connection)
        await device.device.setStandby(true)
        await device.device.setActiveInput(false)
        await device.time.settle()
        let told = sender.received().last?.payload["status"]
        #expect(told?["isStandBy"] == .bool(true) && told?["isActiveInput"] == .bool(false))
        #expect(device.device.snapshot.isStandby == true)
        try await sender.say(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 1])
        let woken = sender.received().last?.payload["status"]
        #expect(woken?["isStandBy"] == .bool(false) && woken?["isActiveInput"] == .bool(true))
        await device.device.shutdown()
    }

    @Test("an app that wants to hear from its senders every ten seconds has silent ones dropped earlier")
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
        try await other.say(["type": "CONNECT"], in: .connection)
        await device.time.advance(by: .seconds(5))
        await device.time.advance(by: .seconds(5))
        #expect(served.closeReason() != nil)
        #expect(other.closeReason() == nil, "it is no sender of the app")
        await device.device.shutdown()
    }
}
