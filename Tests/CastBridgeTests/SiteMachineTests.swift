// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore
import Testing

@testable import CastBridge

@Suite("Bridges of a site")
struct SiteMachineTests {
    private static let topics = SimulatedSite.topics

    /// A site whose bridge "a" controls the device "tv", which "b" sees, too.
    private static func site(of bridges: String..., homeAssistantPrefix: String? = nil) -> SimulatedSite {
        var site = SimulatedSite()
        for bridge in bridges {
            site.start(bridge, homeAssistantPrefix: homeAssistantPrefix)
            site.see("tv", from: bridge)
            site.pass(2)
        }
        site.report(PublishedState(availability: .online, volume: 0.5), of: "tv")
        return site
    }

    @Test("One of two bridges controls a device, within 2 s of its start, and executes a command once")
    func executesOnce() {
        var site = Self.site(of: "a", "b")
        #expect(site.controllers["tv"] == ["a"])
        for _ in 0..<3 {
            site.send(
                ["id": "1", "command": "pause"],
                to: "tv",
                responseTopic: "answers/me",
                correlation: [1, 2, 3]
            )
        }
        #expect(site.executions.map(\.bridge) == ["a"])
        #expect(site.executions.map { $0.3 } == [.pause])
        site.finish("1", of: "tv")
        let result: JSONObject = ["device": "tv", "bridge": "a", "id": "1", "outcome": "done"]
        #expect(site.messages("answers/me") == [result])
        #expect(site.published.last { $0.topic == "answers/me" }?.correlation == [1, 2, 3])
        // A repetition after the end gets the same response, and is not executed.
        site.send(["id": "1", "command": "pause"], to: "tv", responseTopic: "answers/me")
        #expect(site.messages("answers/me") == [result, result])
        #expect(site.executions.count == 1)
    }

    @Test("After its owner was killed, a device is controlled again within 10 s, and its waiting command is executed")
    func takesOver() {
        var site = Self.site(of: "a", "b")
        site.send(["id": "started", "command": "pause"], to: "tv")
        site.kill("a")
        site.send(["id": "waiting", "command": "stop"], to: "tv")
        site.pass(8)
        #expect(site.controllers["tv"] == ["b"])
        #expect(site.executions.map(\.id) == ["started", "waiting"])
        #expect(site.results("tv").map { $0["outcome"] } == ["unknown"])
        #expect(site.results("tv").first?["error"]?["code"] == "outcomeUnknown")
        site.finish("waiting", of: "tv")
        #expect(site.results("tv").last?["outcome"] == "done")
        site.report(PublishedState(availability: .online), of: "tv")
        #expect(site.state("tv")?["bridge"] == "b")
        #expect(site.state("tv")?["fence"] == 2)
    }

    @Test("After the broker has lost everything, the first bridge to connect keeps the device when others connect")
    func forgetfulBroker() {
        var site = Self.site(of: "x", "a")
        site.kill("x")
        site.pass(10)
        #expect(site.controllers["tv"] == ["a"])
        site.restartBroker()
        site.start("b")
        site.see("tv", from: "b")
        site.pass(3)
        #expect(site.controllers["tv"] == ["b"], "with a number that the other one has read before")
        site.connect("a")
        for _ in 0..<30 {
            site.pass(1)
            #expect(site.controllers["tv"] == ["b"])
        }
        site.send(["id": "c", "command": "pause"], to: "tv")
        site.finish("c", of: "tv")
        #expect(site.results("tv").map { $0["bridge"] } == ["b"])
        site.kill("b")
        site.pass(10)
        #expect(site.controllers["tv"] == ["a"])
    }

    @Test("A bridge that ends hands its devices over at once")
    func handsOver() {
        var site = Self.site(of: "a", "b")
        site.close("a")
        site.pass(0.5)
        #expect(site.controllers["tv"] == ["b"])
        #expect(site.retained[Self.topics.bridge("a")] == nil)
    }

    @Test(
        "A bridge that starts after the record of the owner was overwritten or deleted does not control the device, too",
        arguments: ["{", "{\"bridge\":\"x\",\"fence\":0}", "", "[1]"]
    )
    func overwrittenRecord(text: String) {
        var site = Self.site(of: "a")
        site.publish(BrokerMessage(topic: Self.topics.owner("tv"), payload: Array(text.utf8), isRetained: true))
        site.start("b")
        site.see("tv", from: "b")
        site.pass(10)
        #expect(site.controllers["tv"] == ["a"])
        let record = site.retained[Self.topics.owner("tv")].flatMap { OwnerRecord($0.payload, fenceLimit: 10) }
        #expect(record == OwnerRecord(bridge: "a", fence: 1))
    }

    @Test("Records that others write again and again cost the owner one message each, and never its device")
    func contestedRecord() {
        var site = Self.site(of: "a", "b")
        let before = site.published.count
        for fence in [0, 1, 2, 3] {
            let record = OwnerRecord(bridge: "x", fence: UInt64(fence)).payload
            site.publish(BrokerMessage(topic: Self.topics.owner("tv"), payload: record, isRetained: true))
        }
        #expect(site.published.count == before + 6, "those with the numbers 0 and 1 were replaced")
        site.pass(10)
        #expect(site.controllers["tv"] == ["a"])
    }

    @Test("One message renews the leases of all devices")
    func renewsTogether() {
        var site = SimulatedSite()
        site.start("a")
        for number in 0..<100 {
            site.see("\(number)", from: "a")
            // They are claimed at different times.
            if number == 50 { site.pass(0.5) }
        }
        site.pass(10)
        let before = site.published.count
        site.pass(60)
        #expect((30...61).contains(site.published.count - before), "a message per second")
        #expect(site.controllers.values.allSatisfy { $0 == ["a"] })
    }

    @Test("A bridge that misses a message of the ledger starts again instead of deciding without it")
    func gap() {
        var site = Self.site(of: "a", "b")
        site.lossesOfNextMessage = ["b"]
        site.send(["id": "1", "command": "pause"], to: "tv")
        site.pass(3)
        #expect(site.bridges["b"]?.gaps == 0, "it missed the command, which is not in the ledger")
        // The start of the next command, after the command itself.
        site.see("other", from: "a")
        site.pass(0.75)
        site.lossesOfNextMessage = ["b"]
        site.pass(2.5)
        #expect(site.bridges["b"]?.gaps == 1)
        #expect(site.logs.contains { $0.contains("missing") })
        #expect(site.controllers["tv"] == ["a"])
    }

    @Test("A command for a device that no bridge sees is answered once, by the first bridge")
    func unknownDevice() {
        var site = Self.site(of: "b", "a")
        site.send(["id": "1", "command": "pause"], to: "nowhere")
        #expect(site.results("nowhere").count == 1)
        #expect(site.results("nowhere").first?["error"]?["code"] == "deviceNotFound")
        #expect(site.results("nowhere").first?["bridge"] == "a")
        // A device that another bridge sees is not unknown.
        site.see("radio", from: "b")
        site.pass(2)
        site.send(["id": "2", "command": "pause"], to: "radio")
        #expect(site.results("radio").isEmpty)
        #expect(site.executions.map(\.id) == ["2"])
    }

    @Test("A command that is not valid is answered by the owner with what is wrong")
    func invalidCommand() {
        var site = Self.site(of: "a", "b")
        site.send(["id": "1", "command": "seek"], to: "tv")
        site.send(["id": "with a space", "command": "pause"], to: "tv")
        site.send(["id": "3", "command": "pause", "timeout": 1e9], to: "tv")
        site.publish(BrokerMessage(topic: Self.topics.command("tv"), payload: Array("{broken".utf8)))
        #expect(site.results("tv").map { $0["error"]?["code"] } == .init(repeating: "invalidArgument", count: 4))
        #expect(site.results("tv").first?["id"] == "1")
        #expect(site.executions.isEmpty)
    }

    @Test("Commands with topics of their own need no id, and are executed by the owner")
    func simpleCommands() {
        var site = Self.site(of: "a", "b")
        for (name, argument) in [
            ("volume", "0.4"), ("volume", "-0.1"), ("play", "http://host/film.mp4"), ("play", "Play"),
        ] {
            site.publish(BrokerMessage(topic: "\(Self.topics.command("tv"))/\(name)", payload: Array(argument.utf8)))
        }
        #expect(
            site.executions.map { $0.3 } == [
                .volume(.to(0.4)), .volume(.by(-0.1)), .play([.init(url: "http://host/film.mp4")]), .resume,
            ]
        )
        #expect(Set(site.executions.map(\.id)).count == 4)
        #expect(site.executions.allSatisfy { $0.bridge == "a" })
    }

    @Test("The state of a device is retained; while the broker has not confirmed it, only the latest change is kept")
    func state() {
        var site = Self.site(of: "a")
        #expect(site.state("tv")?["availability"] == "online")
        #expect(site.state("tv")?["volume"]?["level"] == .number(0.5))
        #expect(site.state("tv")?["device"]?["name"] == "Device tv")
        site.confirmsStates = false
        let before = site.messages(Self.topics.state("tv")).count
        for step in 1...100 { site.report(PublishedState(availability: .online, volume: Double(step) / 100), of: "tv") }
        #expect(site.messages(Self.topics.state("tv")).count == before + 1)
        site.confirmStates()
        #expect(site.messages(Self.topics.state("tv")).count == before + 2)
        #expect(site.state("tv")?["volume"]?["level"] == .number(1))
    }

    @Test("Events tell that media begins and ends")
    func events() {
        var site = Self.site(of: "a")
        var state = PublishedState(availability: .online)
        state.application = .init(id: "CC1AD845", name: "Default Media Receiver")
        state.media = .init(
            state: .playing,
            title: "Film",
            contentID: "http://host/film.mp4",
            isLive: false,
            rate: 1,
            position: 0,
            positionAt: .now,
            positionDate: 0
        )
        site.report(state, of: "tv")
        state.media?.state = .paused
        site.report(state, of: "tv")
        state.media = nil
        site.report(state, of: "tv")
        #expect(
            site.messages(Self.topics.event("tv")).map { $0["type"] } == [
                "online", "applicationStarted", "mediaStarted", "mediaEnded",
            ]
        )
    }

    @Test("A device that disappears becomes offline, and its bridge does not claim it anymore")
    func disappears() {
        var site = Self.site(of: "a")
        site.lose("tv", from: "a")
        #expect(site.controllers["tv"] == ["a"], "it is still connected")
        site.report(PublishedState(availability: .offline(nil)), of: "tv")
        #expect(site.controllers["tv"] == [])
        #expect(site.state("tv")?["availability"] == "offline")
        #expect(site.retained[Self.topics.owner("tv")] == nil)
        site.pass(20)
        #expect(site.controllers["tv"] == [])
    }

    @Test("Messages that no bridge or sender would send are dropped, and counted")
    func hostileMessages() {
        var site = SimulatedSite()
        for number in 0..<20_000 {
            let owner = BrokerMessage(
                topic: Self.topics.owner("\(number)"),
                payload: Array(#"{"bridge":"x","fence":9007199254740992}"#.utf8),
                isRetained: true
            )
            site.publish(owner)
        }
        site.publish(BrokerMessage(topic: Self.topics.owner("tv"), payload: Array("[[[[".utf8), isRetained: true))
        site.send(["id": "old", "command": "stop"], to: "tv", isRetained: true)
        site.start("a")
        site.see("tv", from: "a")
        site.pass(2)
        #expect(site.controllers["tv"] == ["a"])
        #expect(site.executions.isEmpty, "a retained command would be executed after each connection")
        #expect(site.bridges["a"]?.drops[.retainedCommand] == 1)
        #expect(site.bridges["a"]?.drops[.tooManyRecords] == 20_000 - SiteMachine.recordLimit)
        #expect(site.bridges["a"]?.drops[.invalidMessage] == 1)
        for text in [
            "", "{}", "null", #"{"bridge":"b","sequence":-1,"type":"renew"}"#,
            #"{"bridge":"b","sequence":9223372036854775807,"type":"claim","device":"tv","fence":-1}"#,
        ] {
            site.publish(BrokerMessage(topic: Self.topics.ledger, payload: Array(text.utf8)))
        }
        site.publish(BrokerMessage(topic: Self.topics.progress("tv", "a/b"), payload: [0xFF]))
        site.publish(BrokerMessage(topic: Self.topics.progress("tv", "1"), payload: Array(#"{"outcome":"won"}"#.utf8)))
        // The largest number, twice: the next one would not exist.
        for _ in 0..<2 {
            let text = #"{"bridge":"b","sequence":9223372036854775807,"type":"renew"}"#
            site.publish(BrokerMessage(topic: Self.topics.ledger, payload: Array(text.utf8)))
        }
        site.pass(10)
        #expect(site.controllers["tv"] == ["a"])
        site.pass(60)
        #expect(site.logs.contains { $0.contains("retainedCommand 1") && $0.contains("tooManyRecords 10000") })
    }

    @Test("A bridge that ends leaves new commands to others")
    func ends() {
        var site = Self.site(of: "a", "b")
        site.end("a")
        site.send(["id": "1", "command": "pause"], to: "tv")
        #expect(site.executions.isEmpty)
        site.close("a")
        site.pass(1)
        #expect(site.executions.map(\.bridge) == ["b"])
    }

    @Test("A sender cannot make a bridge publish to the topics of bridges")
    func responseTopics() {
        var site = Self.site(of: "a")
        for (number, topic) in [Self.topics.ledger, Self.topics.command("tv"), "a/#", "", "$SYS/x"].enumerated() {
            site.send(["id": .string("\(number)"), "command": "pause"], to: "tv", responseTopic: topic)
            site.finish("\(number)", of: "tv")
        }
        #expect(site.results("tv").count == 5)
    }

    @Test("A flood of commands for a device is refused beyond the limit; the others are executed")
    func flood() {
        var site = Self.site(of: "a")
        for number in 0..<1000 {
            site.send(["id": .string("\(number)"), "command": "pause"], to: "tv", responseTopic: "answers/me")
        }
        #expect(site.executions.count == 256)
        #expect(site.messages("answers/me").count == 744)
        #expect(Set(site.messages("answers/me").map { $0["outcome"] }) == ["refused"])
        for number in 0..<256 { site.finish("\(number)", of: "tv") }
        #expect(site.messages("answers/me").count == 1000, "each gets a response")
        // Those that ended do not count.
        for number in 1000..<3000 {
            site.send(["id": .string("\(number)"), "command": "pause"], to: "tv", responseTopic: "answers/me")
            site.finish("\(number)", of: "tv")
        }
        #expect(site.executions.count == 2256)
        #expect(site.messages("answers/me").count == 3000)
        site.pass(15)
        #expect(site.bridges["a"]?.devices["tv"]?.pending.isEmpty == true)
    }

    @Test("Home Assistant finds a media player, and controls without the integration for it")
    func homeAssistant() throws {
        let site = Self.site(of: "a", homeAssistantPrefix: "homeassistant")
        let player = try #require(site.messages("homeassistant/media_player/cast_tv/config").last)
        #expect(player["state_state_topic"]?.stringValue == Self.topics.homeAssistant("tv", "state"))
        #expect(player["command_playmedia_topic"]?.stringValue == "\(Self.topics.command("tv"))/play")
        let controls = try #require(site.messages("homeassistant/device/cast_tv/config").last)
        #expect(controls["components"]?["volume"]?["platform"] == "number")
        #expect(site.retained[Self.topics.homeAssistant("tv", "availability")]?.text == "online")
        #expect(site.retained[Self.topics.homeAssistant("tv", "volume")]?.text == "0.5")
        var playMedia = site
        playMedia.publish(
            BrokerMessage(
                topic: "\(Self.topics.command("tv"))/play",
                payload: Array(#"{"media_type": "music", "media_id": "http://host/song.mp3"}"#.utf8)
            )
        )
        #expect(playMedia.executions.last?.3 == .play([.init(url: "http://host/song.mp3")]))
    }
}
