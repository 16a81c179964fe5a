// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import Testing

@testable import CastReceiver

@Suite("Device profiles")
struct DeviceProfileTests {
    private static let identity = DeviceIdentity(
        id: "e8b58877-627a-8cea-281b-68f6f4a17d69",
        cloudDeviceID: "C4D26B8C90E081C1D8DB77EB7294BDA9",
        receiverMetricsID: "6A07C12CBEA61E31",
        bootstrapAddress: "FA8FCA706ACF"
    )

    private static func configuration(_ profile: DeviceProfile) -> DeviceConfiguration {
        var configuration = DeviceConfiguration(name: "Study")
        configuration.profile = profile
        return configuration
    }

    private static func record(_ name: String) throws -> DeviceAdvertisement {
        VirtualDevice.advertisement(configuration(try .named(name)), identity, isGroup: false)
    }

    private static func text(_ advertisement: DeviceAdvertisement) -> [String: String] {
        Dictionary(uniqueKeysWithValues: advertisement.text.map { ($0.key, $0.value) })
    }

    /// Returns the statuses after a launch of the Default Media Receiver and a load, by message type.
    private static func messages(_ name: String) async throws -> (launch: [Sent], load: [Sent], device: MemoryDevice) {
        let stage = try await MemoryDevice(configuration(try .named(name)))
        let sender = try await stage.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        try await sender.send(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 7])
        await stage.time.advance(by: .seconds(1))
        let launch = sender.receivedWithGreeting()
        let status = launch.last { $0.type == "RECEIVER_STATUS" }
        let transportID = try #require(status?.payload["status"]?["applications"]?[0]?["transportId"]?.stringValue)
        try await sender.send(["type": "CONNECT"], in: .connection, to: transportID)
        _ = sender.received()
        let media: JSONValue = [
            "contentId": "http://192.0.2.1/a.mp4", "contentType": "video/mp4", "streamType": "BUFFERED",
        ]
        try await sender.send(["type": "LOAD", "media": media, "requestId": 8], in: .media, to: transportID)
        await stage.time.advance(by: .seconds(1))
        try await stage.report(.metadataLoaded(duration: 60, width: nil, height: nil))
        try await stage.report(.playing(position: 0))
        return (launch, sender.received(), stage)
    }

    private static func application(_ messages: [Sent]) throws -> JSONValue {
        try #require(
            messages.last { $0.type == "RECEIVER_STATUS" }?.payload["status"]?["applications"]?[0],
            "no app in \(messages)"
        )
    }

    // MARK: - Built-in profiles

    @Test("the built-in profiles have the names of their files and a source, and the configuration adopts them")
    func builtIn() throws {
        let names = [
            "chromecast-1", "google-tv", "android-tv", "nest-hub", "nest-audio-pair", "group-follower", "loose-json",
        ]
        #expect(DeviceProfile.builtIn.map(\.name) == names)
        for profile in DeviceProfile.builtIn {
            #expect(!profile.sources.isEmpty && !profile.title.isEmpty, "\(profile.name)")
            let configuration = Self.configuration(profile)
            #expect(configuration.modelName == profile.device.model)
            #expect(configuration.form == profile.device.form)
            #expect(configuration.volumeControl == profile.volume.control)
            let record = Self.text(VirtualDevice.advertisement(configuration, Self.identity, isGroup: false))
            #expect(record["md"] == profile.device.model)
            #expect(record["ca"] == String(profile.device.capabilities.rawValue))
            for (key, value) in profile.record { #expect(record[key] == value, "\(profile.name) \(key)") }
            #expect(try DeviceProfile.named(profile.name) == profile)
        }
    }

    @Test("another form than that of the profile has its own capabilities")
    func formOverride() throws {
        var configuration = Self.configuration(try .named("nest-hub"))
        configuration.modelName = "Mine"
        configuration.form = .speaker
        let record = Self.text(VirtualDevice.advertisement(configuration, Self.identity, isGroup: false))
        #expect(record["md"] == "Mine")
        #expect(record["ca"] == String(DeviceForm.speaker.capabilities.rawValue))
    }

    @Test("a stereo pair is announced like a group, and an old device without the keys that it does not have")
    func records() throws {
        let pair = try Self.record("nest-audio-pair")
        #expect(Self.text(pair)["id"] == Self.identity.id && Self.text(pair)["cd"] == Self.identity.id)
        #expect(pair.instanceName == "Google-Cast-Group-e8b58877627a8cea281b68f6f4a17d69-1")
        let shield = Self.text(try Self.record("android-tv"))
        #expect(shield["nf"] == "2" && shield["rm"] == "" && shield["ca"] == "462853")
        let loose = try Self.record("loose-json").text.map(\.key)
        #expect(loose == ["id", "ve", "md", "ic", "fn", "ca", "st", "rs", "ct"])
    }

    @Test("old and third-party devices answer eureka_info without sections; others merge the members of their profile")
    func eurekaInfo() throws {
        func document(_ name: String) throws -> EurekaInfoDocument {
            let profile = try DeviceProfile.named(name)
            var description = ReceiverDescription(
                id: Self.identity.id,
                name: "Study",
                model: profile.device.model,
                manufacturer: profile.device.manufacturer,
                castBuildRevision: profile.device.firmware,
                systemBuildNumber: profile.device.build
            )
            description.setup = profile.setup
            return EurekaInfoDocument(description: description, address: "192.0.2.1", uptime: 1)
        }
        let flat = try document("chromecast-1").sections(["device_info", "name"])
        #expect(flat["device_info"] == nil)
        #expect(flat["cast_build_revision"] == "1.18.500000" && flat["tos_accepted"] == true)
        let sections = try document("group-follower").sections(["device_info"])
        #expect(sections.keys == ["device_info"])
        let capabilities = sections["device_info"]?["capabilities"]
        #expect(capabilities?["assistant_supported"] == true && capabilities?["multizone_supported"] == true)
    }

    @Test("a Chromecast of the first generation has namespaces as text, numbered transports, and answers LOAD late")
    func chromecast() async throws {
        let (launch, load, stage) = try await Self.messages("chromecast-1")
        #expect(!launch.contains { $0.type == "LAUNCH_STATUS" })
        let app = try Self.application(launch)
        #expect(
            app["namespaces"] == ["urn:x-cast:com.google.cast.player.message", "urn:x-cast:com.google.cast.media"]
        )
        // The first number belonged to the Backdrop.
        #expect(app["transportId"] == "web-2")
        let sessionID = try #require(app["sessionId"]?.stringValue)
        #expect(sessionID == sessionID.uppercased())
        #expect(
            app.objectValue.map { Set($0.keys) }
                == ["appId", "displayName", "namespaces", "sessionId", "statusText", "transportId"]
        )
        let volume = launch.last { $0.type == "RECEIVER_STATUS" }?.payload["status"]?["volume"]
        #expect(volume?.objectValue.map { Set($0.keys) } == ["level", "muted"])
        let statuses = load.filter { $0.type == "MEDIA_STATUS" }
        #expect(statuses.prefix(2).map(\.requestID) == [0, 8])
        #expect(statuses.first?.payload["status"]?[0]?["extendedStatus"]?["playerState"] == "LOADING")
        #expect(statuses.first?.payload["status"]?[0]?["extendedStatus"]?["mediaSessionId"] == nil)
        #expect(statuses.allSatisfy { $0.payload["status"]?[0]?["supportedMediaCommands"] == 15 })
        await stage.device.close()
    }

    @Test("a device is busy with a launch for the time in its profile, and handles the later requests after it")
    func delays() async throws {
        let stage = try await MemoryDevice(Self.configuration(try .named("chromecast-1")))
        let sender = try await stage.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        try await sender.send(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 7])
        try await sender.send(["type": "GET_STATUS", "requestId": 8])
        try await sender.send(["type": "PING"], in: .heartbeat)
        await stage.time.advance(by: .milliseconds(499))
        #expect(sender.received().map(\.type) == ["PONG"])
        await stage.time.advance(by: .milliseconds(1))
        #expect(sender.received().compactMap(\.requestID) == [7, 8])
        await stage.device.close()
    }

    @Test("a Google TV has no app while idle, a fixed volume, and no state of its screen")
    func googleTV() async throws {
        let stage = try await MemoryDevice(Self.configuration(try .named("google-tv")))
        let sender = try await stage.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        try await sender.send(["type": "GET_STATUS", "requestId": 1])
        let messages = sender.receivedWithGreeting()
        let status = messages.last { $0.type == "RECEIVER_STATUS" }?.payload["status"]
        #expect(status?.objectValue.map { Set($0.keys) } == ["userEq", "volume"])
        #expect(
            status?["volume"]
                == ["controlType": "fixed", "level": 1.0, "muted": false, "stepInterval": 0.03999999910593033]
        )
        let member = messages.first { $0.type == "MULTIZONE_STATUS" }?.payload["status"]?["devices"]?[0]
        #expect(member?["capabilities"] == 458757)
        await stage.device.close()
    }

    @Test("a Nest Hub has the recorded members of its app and its volume")
    func nestHub() async throws {
        let (launch, _, stage) = try await Self.messages("nest-hub")
        let app = try Self.application(launch)
        #expect(app["statusText"] == "Default Media Receiver" && app["appType"] == "WEB")
        #expect(
            app["namespaces"]?.arrayValue?.compactMap { $0["name"]?.stringValue.map { $0.suffix(5) } } == [
                "erlay", "t.cac", "media",
            ]
        )
        let status = launch.last { $0.type == "RECEIVER_STATUS" }?.payload["status"]
        #expect(status?["volume"]?["level"] == 0.6000000238418579)
        #expect(status?["userEq"]?["high_shelf"]?["frequency"] != nil)
        #expect(status?["isStandBy"] == nil)
        await stage.device.close()
    }

    @Test("a follower lists its app, and plays alone after a launch")
    func follower() async throws {
        let stage = try await MemoryDevice(Self.configuration(try .named("group-follower")))
        let sender = try await stage.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        try await sender.send(["type": "GET_STATUS", "requestId": 1])
        let app = try Self.application(sender.received())
        #expect(app["appId"] == "705D30C6" && app["isIdleScreen"] == false)
        let transportID = try #require(app["transportId"]?.stringValue)
        try await sender.send(["type": "CONNECT"], in: .connection, to: transportID)
        try await sender.send(["type": "GET_STATUS", "requestId": 2], in: .media, to: transportID)
        #expect(sender.received().last { $0.type == "MEDIA_STATUS" }?.payload["status"] == [])
        try await sender.send(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 3])
        await stage.time.advance(by: .seconds(1))
        #expect(try Self.application(sender.received())["appId"] == "CC1AD845")
        try await sender.send(["type": "STOP", "requestId": 4])
        #expect(try Self.application(sender.received())["appId"] == "705D30C6")
        await stage.device.close()
    }

    @Test("a third-party receiver sends numbers as text, other members, and another order of keys")
    func loose() async throws {
        let (launch, load, stage) = try await Self.messages("loose-json")
        let status = try #require(launch.last { $0.type == "RECEIVER_STATUS" })
        #expect(status.payload["requestId"]?.stringValue == "7")
        #expect(status.payload["status"]?["volume"]?["level"]?.stringValue == "1.0")
        #expect(status.payload["status"]?["volume"]?["increment"] != nil)
        #expect(status.payload["status"]?["vendor"]?["list"] == [1, 2.5, nil])
        #expect(try Self.application(launch)["statusText"] == nil)
        let media = try #require(load.last { $0.type == "MEDIA_STATUS" }?.payload)
        #expect(media["type"] == nil && media["responseType"] == "MEDIA_STATUS")
        #expect(media["status"]?[0]?["supportedMediaCommands"]?.stringValue != nil)
        #expect(media["status"]?[0]?["currentItemId"] == nil)
        await stage.device.close()
    }

    @Test("apps become available after the time in the profile")
    func availability() async throws {
        var profile = try DeviceProfile.named("nest-hub")
        profile.apps.availableAfter = .seconds(10)
        profile.apps.additional = ["ABCD1234"]
        let stage = try await MemoryDevice(Self.configuration(profile))
        let sender = try await stage.connect()
        func answer(_ requestID: Int) async throws -> JSONValue? {
            try await sender.send([
                "type": "GET_APP_AVAILABILITY", "appId": ["ABCD1234"], "requestId": .integer(Int64(requestID)),
            ])
            return sender.received().last { $0.requestID == requestID }?.payload["availability"]?["ABCD1234"]
        }
        try await sender.send(["type": "CONNECT"], in: .connection)
        #expect(try await answer(1) == "APP_UNAVAILABLE")
        await stage.time.advance(by: .seconds(10))
        #expect(try await answer(2) == "APP_AVAILABLE")
        await stage.device.close()
    }

    @Test("faults are applied to what the profile has made of a message, and the profile outlives them")
    func faults() async throws {
        var configuration = Self.configuration(try .named("loose-json"))
        // The profile names the step `increment`.
        configuration.faults = [
            Fault(.rewrite([MessageEdit(.remove, at: "status.volume.increment")]), on: .init(direction: .outbound))
        ]
        let stage = try await MemoryDevice(configuration)
        let sender = try await stage.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        try await sender.send(["type": "GET_STATUS", "requestId": 3])
        #expect(sender.received().last?.payload["status"]?["volume"]?["increment"] == nil)
        #expect(await stage.device.faults.active.count == 1)
        await stage.device.faults.removeAll()
        #expect(await stage.device.faults.active.isEmpty)
        try await sender.send(["type": "GET_STATUS", "requestId": 4])
        let status = try #require(sender.received().last?.payload)
        #expect(status["requestId"]?.stringValue == "4" && status["status"]?["volume"]?["increment"] != nil)
        await stage.device.close()
    }
}
