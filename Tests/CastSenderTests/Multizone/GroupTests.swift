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
        volume: Volume(level: 0.5, muted: false)
    )
    private static let bath = MultizoneDevice(
        deviceID: "aaaa-0002",
        name: "Bath",
        volume: Volume(level: 0.3, muted: false)
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

    @Test("The status that a group sends on connecting is there without asking, and every change is told")
    func pushes() async throws {
        let group = try await connect()
        #expect(group.connection.groupStatus?.members.map(\.name) == ["Kitchen", "Bath"])
        var events = group.connection.groupEvents.makeAsyncIterator()
        try await group.push(DeviceRemovedMessage(deviceID: "aaaa0001", requestID: 0).fields)
        guard case .memberRemoved(let gone)? = await events.next() else {
            Issue.record("a member was removed")
            return
        }
        #expect(gone.name == "Kitchen")
        #expect(group.connection.groupStatus?.members.map(\.id) == ["aaaa0002"])
        await group.connection.close()
        #expect(await events.next() == nil)
    }

    @Test("Asking a group for its members")
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
        "A device that is no group says so by naming itself alone, or by not knowing the question",
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
        "A member's volume is set when the group answers, or when it shows the new volume without an answer",
        arguments: [true, false]
    )
    func memberVolume(isAnswered: Bool) async throws {
        let group = try await connect()
        async let setting: Void = group.connection.setVolume(1.5, ofMember: "AAAA0001")
        let request = try await group.peer.expect("SET_DEVICE_VOLUME", in: .multizone, to: "receiver-0")
        #expect(request.object["deviceId"] == "AAAA-0001")
        #expect(request.object["volume"] == ["level": 1.0])
        var device = Self.kitchen
        device.volume = Volume(level: isAnswered ? 0.75 : 0.995, muted: false)
        let message = DeviceUpdatedMessage(device: device, requestID: isAnswered ? request.requestID : 0)
        try await group.peer.reply(to: request, message.fields)
        try await setting
        #expect(group.connection.groupStatus?.member("aaaa0001")?.level == device.volume?.level)
        try group.peer.verify()
        await group.connection.close()
    }

    @Test("A group that takes no volumes for members: the member itself is set, and the group is not asked again")
    func fallback() async throws {
        let group = try await connect()
        let speaker = try await ScriptedPeer(acceptor: group.model.network)
        let found = CastDevice(id: "aaaa0001", friendlyName: "Kitchen", endpoints: [speaker.endpoint])
        async let muting: Void = group.connection.setMuted(true, ofMember: "AAAA-0001", foundAs: found)
        let refused = try await group.peer.expect("SET_DEVICE_VOLUME", in: .multizone)
        try await group.peer.reply(to: refused, ["type": "INVALID_REQUEST", "reason": "INVALID_COMMAND"])
        #expect(try await volumeSet(at: speaker) == ["muted": true])
        try await muting
        async let setting: Void = group.connection.setVolume(0.25, ofMember: "aaaa0001", foundAs: found)
        #expect(try await volumeSet(at: speaker) == ["level": 0.25])
        try await setting
        let error = try await failure { try await group.connection.setVolume(0.1, ofMember: "aaaa0002") }
        #expect(error.code == .notSupported)
        #expect(error.reason.contains("Bath"))
        try group.peer.verify()
        await group.connection.close()
    }

    @Test("A group that says nothing to a member's volume is given up after two seconds")
    func silent() async throws {
        let group = try await connect()
        async let setting = failure { try await group.connection.setVolume(0.1, ofMember: "aaaa0001") }
        try await group.peer.expect("SET_DEVICE_VOLUME", in: .multizone)
        await group.model.time.advance(by: .milliseconds(2100))
        #expect(try await setting.code == .notSupported)
        await group.connection.close()
    }

    @Test("A group that was slow once is asked again; one that is silent twice in a row is not")
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
            device.volume = Volume(level: 0.6, muted: false)
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

    @Test("A volume that the member has already needs no answer of the group's")
    func alreadySet() async throws {
        let group = try await connect()
        async let setting: Void = group.connection.setVolume(0.5, ofMember: "aaaa0001")
        try await group.peer.expect("SET_DEVICE_VOLUME", in: .multizone)
        await group.model.time.advance(by: .milliseconds(2100))
        try await setting
        await group.connection.close()
    }

    @Test("A member that the group has not told of yet is asked for before it counts as gone")
    func toldInPart() async throws {
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
        device.volume = Volume(level: 0.6, muted: false)
        try await group.peer.reply(
            to: request,
            DeviceUpdatedMessage(device: device, requestID: request.requestID).fields
        )
        try await setting
        try group.peer.verify()
        await group.connection.close()
    }

    @Test("A member that vanishes while its volume is set fails that at once; one that is gone is not asked for")
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

    @Test("The answer about casting groups is given as it came")
    func castingGroups() async throws {
        let group = try await connect()
        async let asking = group.connection.castingGroups()
        let request = try await group.peer.expect("GET_CASTING_GROUPS", in: .multizone)
        try await group.peer.reply(to: request, ["type": "CASTING_GROUPS", "anything": [1]])
        #expect(try await asking.fields["anything"] == [1])
        await group.connection.close()
    }

    @Test("The applications of a group's leader and follower are known, and the leader's group is found by its address")
    func roles() {
        #expect(Application(appID: "531A4F84").groupRole == .leader)
        #expect(Application(appID: "705D30C6").groupRole == .follower)
        #expect(Application(appID: "CC1AD845").groupRole == nil)
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

    @Test("How a volume can be changed: attenuation where nothing is said")
    func volumeControl() {
        #expect(ReceiverStatus(volume: Volume(level: 1, controlType: .fixed)).hasVariableVolume == false)
        #expect(ReceiverStatus(volume: Volume(level: 1, controlType: .master)).volumeControl == .master)
        #expect(ReceiverStatus().volumeControl == .attenuation)
    }

    /// Plays a member that is connected, set and closed.
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
        throw ScriptedPeerError.nothingCame(expected: "an error", within: .zero)
    }
}
