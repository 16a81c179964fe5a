// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastBridge

@Suite("Messages of bridges")
struct BridgeMessageTests {
    @Test(
        "A command is the same after it was written and read",
        arguments: [
            .play(
                [
                    .init(
                        url: "http://h/a.mp4",
                        contentType: "video/mp4",
                        title: "A",
                        subtitle: "B",
                        image: "http://h/i.jpg"
                    )
                ],
                position: 3.5,
                isPaused: true
            ),
            .play([.init(url: "https://h/a"), .init(url: "https://h/b", isLive: true)]),
            .enqueue([.init(url: "http://h/a")]),
            .announce(.init(url: "http://h/bell.mp3"), volume: 0.3),
            .announce(.init(url: "http://h/bell.mp3"), volume: nil),
            .pause, .resume, .playPause, .stop, .next, .previous, .seek(.to(10)), .seek(.by(-10)), .volume(.to(0)),
            .volume(.by(0.05)), .mute(true), .mute(false),
        ] as [SiteCommand]
    )
    func commands(_ command: SiteCommand) throws {
        let object = try #require(try JSONValue(parsing: JSONValue.object(command.json).jsonBytes).objectValue)
        #expect(try SiteCommand(object) == command)
    }

    @Test(
        "A command that is not valid is an error that names the member",
        arguments: [
            (#"{}"#, "command"), (#"{"command":"dance"}"#, "dance"), (#"{"command":"play"}"#, "url"),
            (#"{"command":"play","url":"file:///etc/passwd"}"#, "url"), (#"{"command":"play","url":7}"#, "url"),
            (#"{"command":"play","items":[]}"#, "items"), (#"{"command":"play","items":[3]}"#, "items"),
            (#"{"command":"play","url":"http://h","position":-1}"#, "position"),
            (#"{"command":"volume","level":1.5}"#, "level"), (#"{"command":"volume"}"#, "level"),
            (#"{"command":"volume","offset":"x"}"#, "offset"), (#"{"command":"seek","position":1e300}"#, "position"),
            (#"{"command":"mute","muted":"yes"}"#, "muted"),
        ]
    )
    func invalidCommands(_ text: String, _ member: String) throws {
        let object = try #require(try JSONValue(parsing: text).objectValue)
        let error = #expect(throws: CommandError.self) { try SiteCommand(object) }
        #expect(error?.code == "invalidArgument")
        #expect(error?.message.contains(member) == true)
    }

    @Test(
        "Commands as text",
        arguments: [
            ("volume", " 0.25\n", .volume(.to(0.25))), ("volume", "+0.1", .volume(.by(0.1))),
            ("seek", "90", .seek(.to(90))), ("seek", "-10", .seek(.by(-10))), ("mute", "ON", .mute(true)),
            ("mute", "unmute", .mute(false)), ("playpause", "", .playPause), ("play", "Play", .resume),
            (
                "play", #"{"media_id":"http://h/a.mp3","media_type":"audio/mpeg"}"#,
                .play([.init(url: "http://h/a.mp3", contentType: "audio/mpeg")])
            ),
            ("announce", "http://h/bell.mp3", .announce(.init(url: "http://h/bell.mp3"), volume: nil)),
        ] as [(String, String, SiteCommand)]
    )
    func textCommands(_ name: String, _ text: String, _ command: SiteCommand) throws {
        #expect(try SiteCommand(name, argument: text) == command)
    }

    @Test(
        "Text that is no argument of a command is an error",
        arguments: [
            ("volume", "loud"), ("volume", "nan"), ("volume", "7"), ("mute", "maybe"), ("play", "{"), ("dance", ""),
        ]
    )
    func invalidTextCommands(_ name: String, _ text: String) {
        #expect(throws: CommandError.self) { try SiteCommand(name, argument: text) }
    }

    @Test("An entry of the ledger is the same after it was written and read")
    func ledger() {
        let error = CommandError(code: "loadFailed", message: "the device cannot play it")
        let contents: [OwnershipMachine.Entry.Content] = [
            .claim, .release, .started("c"), .abandoned("c"), .finished("c", .done), .finished("c", .failed(error)),
            .finished("c", .expired), .finished("c", .refused), .finished("c", .unknown),
        ]
        for content in contents {
            let message = LedgerMessage(
                bridge: "a",
                sequence: 7,
                content: .entry(device: "tv", content, fence: 1 << 53)
            )
            #expect(LedgerMessage(message.payload) == message)
        }
        let renewal = LedgerMessage(bridge: "a", sequence: 1, content: .renewal)
        #expect(LedgerMessage(renewal.payload) == renewal)
        for sequence: Int64 in [.min, -1, 0, (1 << 53) + 1, .max] {
            #expect(LedgerMessage(LedgerMessage(bridge: "a", sequence: sequence, content: .renewal).payload) == nil)
        }
    }

    @Test("Topics of a site are recognized; those of other sites and versions are not")
    func topics() {
        let topics = SiteTopics(prefix: "a/cast", site: "home")
        #expect(topics.topic(topics.ledger) == .ledger)
        #expect(topics.topic(topics.owner("tv")) == .owner(device: "tv"))
        #expect(topics.topic(topics.progress("tv", "1")) == .progress(device: "tv", command: "1"))
        #expect(topics.topic(topics.command("tv")) == .command(device: "tv"))
        #expect(topics.topic(topics.command("tv") + "/volume") == .simpleCommand(device: "tv", "volume"))
        #expect(topics.topic(topics.state("tv")) == .state(device: "tv"))
        #expect(topics.topic(topics.bridge("b")) == .bridge("b"))
        for other in [
            "a/cast/1/office/tv/command", "a/cast/2/home/tv/command", "a/cast/1/home", "a/cast/1/home//command", "",
            "cast/1/home/_ledger", "a/cast/1/home/tv/command/a/b",
        ] {
            #expect(topics.topic(other) == nil, "\(other)")
        }
        #expect(SiteTopics.site(of: topics.state("tv"), prefix: "a/cast") == "home")
        #expect(SiteTopics.site(of: "a/cast/1/home", prefix: "a/cast") == nil)
        #expect(SiteTopics.topicLevel("My Home/2nd+#_\u{1}") == "My-Home-2nd--_-")
        #expect(SiteTopics.topicLevel("_ledger") == "-ledger")
        for id in ["", "a b", "ä", "a/b", String(repeating: "a", count: 65)] { #expect(!SiteTopics.isCommandID(id)) }
    }

    @Test(
        "Addresses of brokers",
        arguments: [
            ("mqtt://broker", "broker:1883", false), ("mqtts://broker", "broker:8883", true),
            ("mqtt://ada@broker:1884/", "broker:1884", false), ("MQTT://[fe80::1]:1", "[fe80::1]:1", false),
        ]
    )
    func addresses(_ url: String, _ name: String, _ usesTLS: Bool) throws {
        let address = try BrokerAddress(url: url)
        #expect(address.name == name)
        #expect((address.tls != nil) == usesTLS)
        #expect(address.username == (url.contains("ada") ? "ada" : nil))
    }

    @Test(
        "Addresses that are not those of brokers are errors that say why",
        arguments: [
            ("broker", "URL"), ("http://broker", "http"), ("mqtt://", "URL"), ("mqtt://a:secret@broker", "password"),
            ("mqtt://broker:0", "port"), ("mqtt://broker/path", "path"),
        ]
    )
    func invalidAddresses(_ url: String, _ text: String) {
        let error = #expect(throws: BrokerError.self) { try BrokerAddress(url: url) }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.description.contains(text) == true)
        #expect(error?.description.contains("secret") == false)
    }
}
