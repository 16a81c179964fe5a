// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOCore
import NIOEmbedded
import Testing

@testable import CastReceiver

/// Devices and a group of them, in memory with shared time.
private struct GroupStage {
    let time = ManualTime()
    let network: CastMemoryNetwork
    let devices: [VirtualDevice]
    let group: VirtualGroup

    init(_ count: Int = 2, volumes: [Double] = [0.8, 0.4, 0.2]) async throws {
        network = CastMemoryNetwork(eventLoop: time.eventLoop)
        var devices: [VirtualDevice] = []
        for index in 0..<count {
            devices.append(try await Self.device("Speaker \(index)", index, volumes[index], network, time))
        }
        self.devices = devices
        let loop = time.eventLoop
        group = try await VirtualGroup.start(
            GroupConfiguration(name: "Everywhere", port: 32_000),
            members: devices,
            acceptor: network,
            on: loop,
            makeSessionID: { "group-session" },
            makePlayer: { ManualPlayer() }
        )
        await time.settle()
    }

    static func device(
        _ name: String,
        _ index: Int,
        _ volume: Double,
        _ network: CastMemoryNetwork,
        _ time: ManualTime
    ) async throws -> VirtualDevice {
        try await VirtualDevice.start(
            DeviceConfiguration(name: name, volumeLevel: volume, showsBackdrop: false),
            acceptor: network,
            at: CastEndpoint(host: "192.0.2.\(index + 1)", port: 8009),
            on: time.eventLoop
        ) { ManualPlayer() }
    }

    func connect(to endpoint: CastEndpoint) async throws -> TestSender {
        async let socket = network.connect(to: endpoint, timeout: .seconds(5), on: time.eventLoop)
        await time.settle()
        let connected = try await socket
        let recorder = try await SocketRecorder.activated(on: connected)
        await time.settle()
        return TestSender(socket: connected, recorder: recorder, time: time)
    }

    /// Connects a sender to a device's platform.
    func greet(_ device: VirtualDevice) async throws -> TestSender {
        let sender = try await connect(to: device.endpoint)
        try await sender.send(["type": "CONNECT"], in: .connection)
        return sender
    }

    func end() async {
        await group.close()
        for device in devices { await device.close() }
    }
}

extension TestSender {
    /// Requests the application that the device lists first.
    fileprivate func application() async throws -> JSONValue? {
        _ = received()
        try await send(["type": "GET_STATUS", "requestId": 77])
        return received().last { $0.type == "RECEIVER_STATUS" }?.payload["status"]?["applications"]?[0]
    }
}

@Suite("A group of virtual devices")
struct VirtualGroupTests {
    @Test("A group's endpoint has the faults, their seed and the clock of its configuration")
    func endpoint() {
        var configuration = GroupConfiguration(name: "Everywhere")
        configuration.faults = [Fault(.drop, probability: 0.5)]
        configuration.faultSeed = 7
        configuration.clockSkew = .seconds(90)
        let endpoint = configuration.endpoint
        #expect(endpoint.faults == configuration.faults)
        #expect(endpoint.faultSeed == 7)
        #expect(endpoint.clockSkew == .seconds(90))
    }

    @Test("the endpoint has the leader's host with its own port and id, and lists the members after CONNECT")
    func endpoint() async throws {
        let stage = try await GroupStage()
        #expect(stage.group.device.endpoint == CastEndpoint(host: "192.0.2.1", port: 32_000))
        #expect(!stage.devices.map(\.id).contains(stage.group.id))
        let sender = try await stage.greet(stage.group.device)
        let status = try #require(sender.receivedWithGreeting().first { $0.type == "MULTIZONE_STATUS" })
        #expect(status.isBroadcast && status.requestID == 0)
        let members = status.payload["status"]?["devices"]
        #expect(members?[0]?["deviceId"]?.stringValue == stage.devices[0].id)
        #expect(members?[1]?["volume"]?["level"] == 0.4)
        #expect(status.payload["status"]?["playbackSession"] == nil)
        #expect(status.payload["status"]?["isMultichannel"] == false)
        // The group's volume is that of its loudest member.
        #expect(stage.group.device.snapshot.volumeLevel == 0.8)
        await stage.end()
    }

    @Test("a single device reports itself as its only member after CONNECT")
    func singleDevice() async throws {
        let stage = try await MemoryDevice()
        let sender = try await stage.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        let status = try #require(sender.receivedWithGreeting().first { $0.type == "MULTIZONE_STATUS" })
        #expect(status.payload["status"]?["devices"]?[0]?["deviceId"]?.stringValue == stage.device.id)
        #expect(status.payload["status"]?["devices"]?[1] == nil)
        await stage.device.close()
    }

    @Test("the group runs the application, the leader reports 531A4F84 with its session id, followers report 705D30C6")
    func playing() async throws {
        let stage = try await GroupStage()
        let sender = try await stage.greet(stage.group.device)
        let session = try await sender.launch()
        #expect(session == "group-session")

        let leader = try await stage.greet(stage.devices[0])
        let shown = try #require(try await leader.application())
        #expect(shown["appId"] == "531A4F84")
        #expect(shown["sessionId"]?.stringValue == session)
        #expect(shown["displayName"] == "Default Media Receiver")

        let follower = try await stage.greet(stage.devices[1])
        let followed = try #require(try await follower.application())
        #expect(followed["appId"] == "705D30C6")
        let transportID = try #require(followed["transportId"]?.stringValue)
        #expect(transportID != session)
        try await follower.send(["type": "CONNECT"], in: .connection, to: transportID)
        _ = follower.received()
        try await follower.send(["type": "GET_STATUS", "requestId": 5], in: .media, to: transportID)
        #expect(follower.received().first?.payload == ["type": "MEDIA_STATUS", "status": [], "requestId": 5])
        try await follower.send(["type": "LOAD", "requestId": 6], in: .media, to: transportID)
        #expect(follower.received().first?.type == "INVALID_REQUEST")

        // When the application ends, all members are released and their connections closed.
        try await sender.send(["type": "STOP", "sessionId": .string(session), "requestId": 9])
        #expect(follower.received().contains { $0.type == "CLOSE" && $0.source == transportID })
        #expect(try await leader.application() == nil)
        #expect(try await follower.application() == nil)
        await stage.end()
    }

    @Test("S49 SET_DEVICE_VOLUME on the group sets one member and is answered with DEVICE_UPDATED")
    func memberVolume() async throws {
        let stage = try await GroupStage()
        let sender = try await stage.greet(stage.group.device)
        _ = sender.received()
        let id = stage.devices[1].id.filter { $0 != "-" }.uppercased()
        try await sender.send(
            ["type": "SET_DEVICE_VOLUME", "deviceId": .string(id), "volume": ["level": 0.9], "requestId": 12],
            in: .multizone
        )
        let answers = sender.received()
        let updated = try #require(answers.first { $0.type == "DEVICE_UPDATED" })
        #expect(updated.requestID == 12)
        #expect(updated.payload["device"]?["volume"]?["level"] == 0.9)
        #expect(answers.contains { $0.type == "RECEIVER_STATUS" && $0.payload["status"]?["volume"]?["level"] == 0.9 })
        #expect(stage.devices[1].snapshot.volumeLevel == 0.9)
        #expect(stage.devices[0].snapshot.volumeLevel == 0.8)
        try await sender.send(
            ["type": "SET_DEVICE_VOLUME", "deviceId": "none", "volume": ["level": 0.9], "requestId": 13],
            in: .multizone
        )
        #expect(sender.received().first?.type == "INVALID_REQUEST")
        await stage.end()
    }

    @Test("the group's volume scales its members, and a member's own volume is reported to the group")
    func volumes() async throws {
        let stage = try await GroupStage()
        let sender = try await stage.greet(stage.group.device)
        _ = sender.received()
        try await sender.send(["type": "SET_VOLUME", "volume": ["level": 0.4], "requestId": 3])
        #expect(stage.devices.map(\.snapshot.volumeLevel) == [0.4, 0.2])
        let updates = sender.received().filter { $0.type == "DEVICE_UPDATED" }
        #expect(updates.count == 2)

        let memberSender = try await stage.greet(stage.devices[1])
        try await memberSender.send(["type": "SET_VOLUME", "volume": ["level": 0.6], "requestId": 4])
        let messages = sender.received()
        #expect(messages.contains { $0.type == "DEVICE_UPDATED" && $0.payload["device"]?["volume"]?["level"] == 0.6 })
        #expect(messages.contains { $0.type == "RECEIVER_STATUS" && $0.payload["status"]?["volume"]?["level"] == 0.6 })
        await stage.end()
    }

    @Test("a launch on a member removes it from the group until that application ends")
    func launchOnMember() async throws {
        let stage = try await GroupStage()
        let sender = try await stage.greet(stage.group.device)
        let session = try await sender.launch()
        _ = sender.received()
        let memberSender = try await stage.greet(stage.devices[1])
        try await memberSender.launch()
        #expect(sender.received().contains { $0.type == "DEVICE_REMOVED" })
        #expect(await stage.group.presentMembers == [stage.devices[0].id])
        #expect(stage.group.device.snapshot.application?.sessionID == session)
        try await memberSender.send(["type": "STOP", "requestId": 8])
        #expect(sender.received().contains { $0.type == "DEVICE_ADDED" })
        #expect(try await memberSender.application()?["appId"] == "705D30C6")
        await stage.end()
    }

    @Test("a new leader closes the connections and moves the endpoint to its host; the session stays the same")
    func leaderChange() async throws {
        let stage = try await GroupStage()
        let sender = try await stage.greet(stage.group.device)
        let session = try await sender.launch()
        let old = stage.group.device.endpoint
        await stage.group.lead(stage.devices[1])
        #expect(await stage.time.advance { stage.group.device.endpoint.host == "192.0.2.2" })
        #expect(sender.closeReason() == .remote)
        let new = stage.group.device.endpoint
        #expect(new.host == "192.0.2.2" && new.port != old.port)
        await #expect(throws: CastConnectError.self) { try await stage.connect(to: old) }
        let again = try await stage.greet(stage.group.device)
        #expect(try await again.application()?["sessionId"]?.stringValue == session)
        let follower = try await stage.greet(stage.devices[0])
        #expect(try await follower.application()?["appId"] == "705D30C6")
        await stage.end()
    }

    @Test("when the leader disappears, the next member leads; when all disappear, the group ends")
    func devicesDisappear() async throws {
        let stage = try await GroupStage()
        let sender = try await stage.greet(stage.group.device)
        let session = try await sender.launch()
        await stage.devices[0].close()
        await stage.time.settle()
        #expect(await stage.group.leader == stage.devices[1].id)
        #expect(stage.group.device.snapshot.application?.sessionID == session)
        #expect(await stage.time.advance { stage.group.device.endpoint.host == "192.0.2.2" })
        let oldEndpoint = stage.group.device.endpoint
        await stage.devices[1].close()
        #expect(
            await stage.time.advance { await stage.group.hasEnded && stage.group.device.snapshot.application == nil }
        )
        await stage.group.close()
        await #expect(throws: CastConnectError.self) { try await stage.connect(to: oldEndpoint) }
        #expect(stage.group.device.snapshot.application == nil)
        await stage.end()
    }

    @Test("STOP on the leader ends the group's application")
    func stopAtLeader() async throws {
        let stage = try await GroupStage()
        let sender = try await stage.greet(stage.group.device)
        let session = try await sender.launch()
        let leader = try await stage.greet(stage.devices[0])
        try await leader.send(["type": "STOP", "sessionId": .string(session), "requestId": 4])
        #expect(stage.group.device.snapshot.application == nil)
        #expect(try await leader.application() == nil)
        await stage.end()
    }

    @Test("a device in two groups plays for the one that started last")
    func twoGroups() async throws {
        let stage = try await GroupStage()
        let other = try await VirtualGroup.start(
            GroupConfiguration(name: "Upstairs", port: 32_001),
            members: [stage.devices[1]],
            acceptor: stage.network,
            on: stage.time.eventLoop,
            makeSessionID: { "other-session" },
            makePlayer: { ManualPlayer() }
        )
        await stage.time.settle()
        let first = try await stage.greet(stage.group.device)
        try await first.launch()
        let second = try await stage.greet(other.device)
        try await second.launch()
        #expect(await stage.group.presentMembers == [stage.devices[0].id])
        let speaker = try await stage.greet(stage.devices[1])
        #expect(try await speaker.application()?["sessionId"] == "other-session")
        await other.close()
        await stage.time.settle()
        #expect(await stage.group.presentMembers.count == 2)
        #expect(try await speaker.application()?["appId"] == "705D30C6")
        await stage.end()
    }

    @Test("members can be added and removed at runtime")
    func membership() async throws {
        let stage = try await GroupStage()
        let third = try await GroupStage.device("Third", 2, 0.1, stage.network, stage.time)
        let sender = try await stage.greet(stage.group.device)
        _ = sender.received()
        await stage.group.add(third)
        await stage.group.add(third)
        await stage.time.settle()
        #expect(sender.received().filter { $0.type == "DEVICE_ADDED" }.count == 1)
        await stage.group.remove(third)
        await stage.time.settle()
        #expect(sender.received().filter { $0.type == "DEVICE_REMOVED" }.count == 1)
        #expect(await stage.group.members == stage.devices.map(\.id))
        await third.close()
        await stage.end()
    }
}
