// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import Dispatch
import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import NIOPosix
import Testing

@testable import CastReceiver

@Suite("Group members that join and leave")
struct GroupCoreTests {
    private static func device(_ name: String, on loop: any EventLoop) async throws -> VirtualDevice {
        try await VirtualDevice.start(
            DeviceConfiguration(name: name, showsBackdrop: false),
            acceptor: CastMemoryNetwork(eventLoop: loop),
            at: CastEndpoint(host: "\(name).memory", port: 8009),
            on: loop
        ) { ManualPlayer() }
    }

    @Test("a device that is removed while it is being added does not become a member", .timeLimit(.minutes(1)))
    func leavesWhileJoining() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        let (firstLoop, secondLoop) = (group.next(), group.next())
        let first = try await Self.device("First", on: firstLoop)
        let second = try await Self.device("Second", on: secondLoop)
        let speakers = try await VirtualGroup.start(
            GroupConfiguration(name: "Everywhere", port: 32_000),
            members: [first],
            acceptor: CastMemoryNetwork(eventLoop: firstLoop),
            on: firstLoop,
            makeSessionID: { "group-session" },
            makePlayer: { ManualPlayer() }
        )
        // Delays the second device's answer.
        let gate = DispatchSemaphore(value: 0)
        secondLoop.execute { gate.wait() }
        async let adding: Void = speakers.core.add(second)
        while await speakers.core.devices[second.id] == nil { await Task.yield() }
        async let removing: Void = speakers.core.remove(second.id)
        while await speakers.core.devices[second.id] != nil { await Task.yield() }
        gate.signal()
        await adding
        await removing
        #expect(await speakers.members == [first.id])
        #expect(await second.parts.core.zoneObservers.handlers.isEmpty)
        await speakers.close()
        await first.close()
        await second.close()
        try await group.shutdownGracefully()
    }

    @Test("an application on a group's endpoint is notified of the group's volume")
    func volume() async throws {
        struct Listener: ReceiverApplication {
            let levels: NIOLockedValueBox<[Double]>

            mutating func deviceChanged(_ device: ApplicationDevice, context: inout ApplicationContext) {
                levels.withLockedValue { $0.append(device.volumeLevel) }
            }
        }
        let levels = NIOLockedValueBox<[Double]>([])
        var configuration = DeviceConfiguration(name: "Everywhere", showsBackdrop: false)
        configuration.applications = [
            InstalledApplication(ApplicationInformation(appIDs: ["AB12CD34"], name: "Listener")) { _ in
                Listener(levels: levels)
            }
        ]
        let memory = try await MemoryDevice(configuration)
        try await memory.device.launchApplication("AB12CD34")
        memory.device.parts.core.runOnEventLoop { $0.setZoneVolume(level: 0.25, isMuted: false) }
        await memory.time.settle()
        #expect(levels.withLockedValue { $0 } == [0.25])
        await memory.device.close()
    }

    @Test("the answer to another sender with the same request id is not used")
    func othersAnswers() async throws {
        var configuration = DeviceConfiguration(name: "Study", showsBackdrop: false)
        configuration.launchPolicy = .asks(timeout: .seconds(300))
        let memory = try await MemoryDevice(configuration)
        let local = try await LocalSender.connect(to: memory.device.parts.core)
        async let launching = local.ask(["type": "LAUNCH", "appId": "CC1AD845"])
        await memory.time.settle()
        let other = try await memory.connect()
        try await other.send(["type": "CONNECT"], in: .connection)
        for id in 1...3 {
            try await other.send(
                [
                    "type": "SET_VOLUME", "requestId": .integer(Int64(id)),
                    "volume": ["level": .number(0.1 * Double(id))],
                ]
            )
        }
        #expect(await memory.device.answerLaunch(isAllowed: true))
        await memory.time.settle()
        let answer = try await launching
        #expect(answer["status"]?["applications"]?[0]?["appId"] == "CC1AD845")
        await local.close()
        await memory.device.close()
    }

    @Test("a session that moves here wakes the screen, and denies a launch that waits for the user")
    func movesHere() throws {
        var source = PlatformTrace.casting()
        let application = try #require(source.platform.application)
        let installed = source.platform.installed
        _ = source.platform.endApplication(.replaced)
        var trace = PlatformTrace.connected(apps: ["AB12CD34"])
        trace.platform.launchPolicy = .asks(timeout: .seconds(300))
        _ = trace.platform.changeDisplay(isStandby: true, isActiveInput: false)
        _ = trace.send(["type": "LAUNCH", "appId": "AB12CD34", "requestId": 5])
        #expect(trace.platform.question != nil)
        let actions = trace.platform.adopt(application, installed, at: trace.now)
        #expect(trace.platform.question == nil)
        #expect(!trace.platform.isStandby && trace.platform.isActiveInput)
        let refused = actions.contains { action in
            guard case .send(let message, _) = action, let object = try? message.jsonObject() else { return false }
            return object.messageType == "LAUNCH_ERROR" && object.integerRequestID == 5
        }
        #expect(refused)
    }
}
