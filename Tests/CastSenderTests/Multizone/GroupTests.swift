// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import Testing

@testable import CastSender

@Suite("Groups and their members")
struct GroupTests {
    private struct Group {
        let model: ModelDevice
        let connection: CastConnection
        let peer: ScriptedConnection

        func push(_ object: JSONObject) async throws {
            try await peer.send(object, in: .multizone)
            await model.time.settle()
        }
    }

    private static let kitchen = MultizoneDevice(
        deviceID: "AAAA-0001",
        name: "Kitchen",
        volume: CastVolume(level: 0.5, muted: false)
    )
    private static let bath = MultizoneDevice(
        deviceID: "aaaa-0002",
        name: "Bath",
        volume: CastVolume(level: 0.3, muted: false)
    )

    private static func status(_ devices: [MultizoneDevice]) -> JSONObject {
        MultizoneStatusMessage(status: MultizoneStatus(devices: devices, isMultichannel: false), requestID: 0).fields
    }

    private func connect(_ devices: [MultizoneDevice] = [kitchen, bath]) async throws -> Group {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        let group = Group(model: model, connection: connection, peer: peer)
        if !devices.isEmpty { try await group.push(Self.status(devices)) }
        return group
    }

    @Test("The status that a group sends on connecting is available at once, and every change is an event")
    func pushes() async throws {
        let group = try await connect()
        #expect(group.connection.groupStatus?.members.map(\.name) == ["Kitchen", "Bath"])
        var events = group.connection.groupEvents.makeAsyncIterator()
        try await group.push(DeviceRemovedMessage(deviceID: "aaaa0001", requestID: 0).fields)
        guard case .memberRemoved(let gone)? = await events.next() else {
            Issue.record("no member was removed")
            return
        }
        #expect(gone.name == "Kitchen")
        #expect(group.connection.groupStatus?.members.map(\.id) == ["aaaa0002"])
        await group.connection.close()
        #expect(await events.next() == nil)
    }

    @Test("A group's members can be requested")
    func asks() async throws {
        let group = try await connect([])
        async let asking = group.connection.refreshGroupStatus()
        let request = try await group.peer.expect("GET_STATUS", in: .multizone, to: "receiver-0")
        var reply = Self.status([Self.kitchen, Self.bath])
        reply["requestId"] = request.object["requestId"]
        try await group.peer.reply(to: request, reply)
        #expect(try await asking.members.count == 2)
        try group.peer.verify()
        await group.connection.close()
    }

    @Test(
        "A device that lists itself alone, or rejects the request, is not a group",
        arguments: [
            status([MultizoneDevice(deviceID: "12-34", name: "Test TV")]),
            ["type": "INVALID_REQUEST", "reason": "INVALID_COMMAND"],
        ] as [JSONObject]
    )
    func noGroup(reply: JSONObject) async throws {
        let group = try await connect([])
        async let asking = failure { try await group.connection.refreshGroupStatus() }
        let request = try await group.peer.expect("GET_STATUS", in: .multizone)
        var reply = reply
        reply["requestId"] = request.object["requestId"]
        try await group.peer.reply(to: request, reply)
        #expect(try await asking.code == .notSupported)
        await group.connection.close()
    }

    @Test(
        "Setting a member's volume succeeds with the group's reply, or when the group shows the new volume",
        arguments: [true, false]
    )
    func memberVolume(isAnswered: Bool) async throws {
        let group = try await connect()
        async let setting: Void = group.connection.setVolume(1.5, ofMember: "AAAA0001")
        let request = try await group.peer.expect("SET_DEVICE_VOLUME", in: .multizone, to: "receiver-0")
        #expect(request.object["deviceId"] == "AAAA-0001")
        #expect(request.object["volume"] == ["level": 1.0])
        var device = Self.kitchen
        device.volume = CastVolume(level: isAnswered ? 0.75 : 0.995, muted: false)
        let message = DeviceUpdatedMessage(device: device, requestID: isAnswered ? request.requestID : 0)
        try await group.peer.reply(to: request, message.fields)
        try await setting
        #expect(group.connection.groupStatus?.member("aaaa0001")?.level == device.volume?.level)
        try group.peer.verify()
        await group.connection.close()
    }

    @Test("When a group rejects volumes for members, the member itself is used, and the group is not queried again")
    func fallback() async throws {
        let group = try await connect()
        let speaker = try await ScriptedPeer(acceptor: group.model.network)
        let found = CastDevice(id: "aaaa0001", friendlyName: "Kitchen", endpoints: [speaker.endpoint])
        async let muting: Void = group.connection.setMuted(true, ofMember: "AAAA-0001", memberDevice: found)
        let refused = try await group.peer.expect("SET_DEVICE_VOLUME", in: .multizone)
        try await group.peer.reply(to: refused, ["type": "INVALID_REQUEST", "reason": "INVALID_COMMAND"])
        #expect(try await volumeSet(at: speaker) == ["muted": true])
        try await muting
        async let setting: Void = group.connection.setVolume(0.25, ofMember: "aaaa0001", memberDevice: found)
        #expect(try await volumeSet(at: speaker) == ["level": 0.25])
        try await setting
        let error = try await failure { try await group.connection.setVolume(0.1, ofMember: "aaaa0002") }
        #expect(error.code == .notSupported)
        #expect(error.reason.contains("Bath"))
        try group.peer.verify()
        await group.connection.close()
    }

    @Test("Setting a member's volume times out after two seconds without a reply")
    func silent() async throws {
        let group = try await connect()
        async let setting = failure { try await group.connection.setVolume(0.1, ofMember: "aaaa0001") }
        try await group.peer.expect("SET_DEVICE_VOLUME", in: .multizone)
        await group.model.time.advance(by: .milliseconds(2100))
        #expect(try await setting.code == .notSupported)
        await group.connection.close()
    }

    @Test("A group is queried again after one timeout, but not after two in a row")
    func slowOnce() async throws {
        let group = try await connect()
        for _ in 0..<2 {
            async let setting = failure { try await group.connection.setVolume(0.1, ofMember: "aaaa0001") }
            try await group.peer.expect("SET_DEVICE_VOLUME", in: .multizone)
            await group.model.time.advance(by: .milliseconds(2100))
            #expect(try await setting.code == .notSupported)
            async let answered: Void = group.connection.setVolume(0.6, ofMember: "aaaa0002")
            let request = try await group.peer.expect("SET_DEVICE_VOLUME", in: .multizone)
            var device = Self.bath
            device.volume = CastVolume(level: 0.6, muted: false)
            try await group.peer.reply(
                to: request,
                DeviceUpdatedMessage(device: device, requestID: request.requestID).fields
            )
            try await answered
        }
        for _ in 0..<2 {
            async let setting = failure { try await group.connection.setVolume(0.1, ofMember: "aaaa0001") }
            try await group.peer.expect("SET_DEVICE_VOLUME", in: .multizone)
            await group.model.time.advance(by: .milliseconds(2100))
            #expect(try await setting.code == .notSupported)
        }
        #expect(
            try await failure { try await group.connection.setMuted(true, ofMember: "aaaa0001") }.code == .notSupported
        )
        try group.peer.verify()
        await group.connection.close()
    }

    @Test("Setting the volume that a member already has succeeds without a reply")
    func alreadySet() async throws {
        let group = try await connect()
        async let setting: Void = group.connection.setVolume(0.5, ofMember: "aaaa0001")
        try await group.peer.expect("SET_DEVICE_VOLUME", in: .multizone)
        await group.model.time.advance(by: .milliseconds(2100))
        try await setting
        await group.connection.close()
    }

    @Test("The members are requested before an unknown member is reported as missing")
    func partialReport() async throws {
        let group = try await connect([])
        try await group.push(DeviceAddedMessage(device: Self.kitchen, requestID: 0).fields)
        async let setting: Void = group.connection.setVolume(0.6, ofMember: "aaaa0002")
        let question = try await group.peer.expect("GET_STATUS", in: .multizone, to: "receiver-0")
        var reply = Self.status([Self.kitchen, Self.bath])
        reply["requestId"] = question.object["requestId"]
        try await group.peer.reply(to: question, reply)
        let request = try await group.peer.expect("SET_DEVICE_VOLUME", in: .multizone)
        #expect(request.object["deviceId"] == "aaaa-0002")
        var device = Self.bath
        device.volume = CastVolume(level: 0.6, muted: false)
        try await group.peer.reply(
            to: request,
            DeviceUpdatedMessage(device: device, requestID: request.requestID).fields
        )
        try await setting
        try group.peer.verify()
        await group.connection.close()
    }

    @Test("When a member leaves while its volume is set, the request fails at once, and so do later ones")
    func vanishes() async throws {
        let group = try await connect()
        async let setting = failure { try await group.connection.setVolume(0.1, ofMember: "aaaa0001") }
        try await group.peer.expect("SET_DEVICE_VOLUME", in: .multizone)
        try await group.push(DeviceRemovedMessage(deviceID: "AAAA-0001", requestID: 0).fields)
        let error = try await setting
        #expect(error.code == .groupMemberGone)
        #expect(error.reason.contains("Bath"))
        #expect(try await failure { try await group.connection.setMuted(true, ofMember: "aaaa0001") } == error)
        try await group.push(Self.status([]))
        #expect(group.connection.groupStatus?.members == [])
        try group.peer.verify()
        await group.connection.close()
    }

    @Test("The reply about casting groups is returned unchanged")
    func castingGroups() async throws {
        let group = try await connect()
        async let asking = group.connection.castingGroups()
        let request = try await group.peer.expect("GET_CASTING_GROUPS", in: .multizone)
        try await group.peer.reply(to: request, ["type": "CASTING_GROUPS", "anything": [1]])
        #expect(try await asking.fields["anything"] == [1])
        await group.connection.close()
    }

    @Test("The roles of leader and follower applications are recognized, and a leader's group is found by its address")
    func roles() {
        #expect(ApplicationStatus(appID: "531A4F84").groupRole == .leader)
        #expect(ApplicationStatus(appID: "705D30C6").groupRole == .follower)
        #expect(ApplicationStatus(appID: "CC1AD845").groupRole == nil)
        let group = CastDevice(
            id: "f0",
            friendlyName: "Upstairs",
            endpoints: [CastEndpoint(host: "10.0.0.2", port: 32187)],
            isGroup: true
        )
        let leader = CastDevice(id: "a", friendlyName: "A", endpoints: [CastEndpoint(host: "10.0.0.2")])
        let other = CastDevice(id: "b", friendlyName: "B", endpoints: [CastEndpoint(host: "10.0.0.3")])
        #expect(leader.groupsLed(among: [leader, other, group]) == [group])
        #expect(other.groupsLed(among: [leader, other, group]).isEmpty)
        #expect(group.groupsLed(among: [leader, other, group]).isEmpty)
    }

    @Test("The volume control type is attenuation by default")
    func volumeControl() {
        #expect(ReceiverStatus(volume: CastVolume(level: 1, controlType: .fixed)).hasVariableVolume == false)
        #expect(ReceiverStatus(volume: CastVolume(level: 1, controlType: .master)).volumeControl == .master)
        #expect(ReceiverStatus().volumeControl == .attenuation)
    }

    /// Accepts a connection to a member, answers one volume request, and returns its volume.
    private func volumeSet(at speaker: ScriptedPeer) async throws -> JSONValue? {
        let member = try await speaker.accept()
        try await member.expect("CONNECT", in: .connection)
        try await member.reply(to: try await member.expect("GET_STATUS", in: .receiver), ModelDevice.idle)
        let request = try await member.expect("SET_VOLUME", in: .receiver)
        try await member.reply(to: request, ModelDevice.idle)
        _ = try await member.expectClose()
        return request.object["volume"]
    }

    private func failure<Value: Sendable>(_ body: () async throws -> Value) async throws -> CastError {
        do {
            _ = try await body()
        } catch let error as CastError {
            return error
        }
        throw ScriptedPeerError.timedOut(expected: "an error", within: .zero)
    }
}
