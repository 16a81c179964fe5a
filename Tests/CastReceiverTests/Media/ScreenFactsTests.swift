// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import Testing

@testable import CastReceiver

@Suite("Media information for the screen")
struct ScreenFactsTests {
    private static func titled(_ title: String) -> JSONObject {
        ["media": ["contentId": .string(title), "metadata": ["title": .string(title)]]]
    }

    private func playing() -> MediaTrace {
        QueueTrace.playing("ABC", items: ["A": Self.titled("A"), "B": Self.titled("B"), "C": Self.titled("C")])
    }

    @Test("AQ2: the next item is known, also after edits of the queue")
    func upNext() {
        var trace = playing()
        #expect(trace.receiver.upNext == PlayerUpNext(title: "B"))
        _ = trace.ask("QUEUE_REMOVE", ["itemIds": [2]])
        #expect(trace.receiver.upNext?.title == "C")
        _ = trace.ask("QUEUE_UPDATE", ["repeatMode": "REPEAT_SINGLE"])
        #expect(trace.receiver.upNext == nil)
        _ = trace.ask("QUEUE_UPDATE", ["repeatMode": "REPEAT_ALL"])
        #expect(trace.receiver.upNext?.title == "C")
        _ = trace.player(.ended)
        #expect(trace.receiver.upNext == nil, "no next item while an item loads")
        trace.play()
        #expect(trace.receiver.upNext?.title == "A")
        _ = trace.ask("QUEUE_UPDATE", ["repeatMode": "REPEAT_OFF"])
        #expect(trace.receiver.upNext == nil)
        _ = trace.ask("STOP")
        #expect(trace.receiver.upNext == nil)
    }

    @Test("a repeating single item has no next item")
    func alone() {
        var trace = MediaTrace.playing()
        _ = trace.ask("QUEUE_UPDATE", ["repeatMode": "REPEAT_ALL"])
        #expect(trace.receiver.upNext == nil)
    }

    @Test("the next item starts at the end of the current item's playback duration")
    func playbackDuration() {
        let trace = QueueTrace.playing("AB", items: ["A": ["startTime": 10, "playbackDuration": 20]])
        #expect(trace.receiver.upNext?.position == 30)
    }

    @Test("A2 the clips of a break are numbered, with their skip time")
    func clips() throws {
        var trace = MediaTrace()
        let media = MediaTrace.film.merging([
            "breaks": [
                ["id": "pre", "position": 0, "breakClipIds": ["a", "b"]],
                ["id": "end", "position": -1, "breakClipIds": ["b"]],
            ],
            "breakClips": [
                ["id": "a", "contentId": "http://127.0.0.1/a.mp4", "duration": 15, "whenSkippable": 5],
                ["id": "b", "contentId": "http://127.0.0.1/b.mp4"],
            ],
        ])
        let load = trace.load(["media": .object(media)])
        let content = try #require(load.commands.compactMap(Self.item).first)
        #expect(content.breakPositions == [0] && content.advertisements == [])
        let start =
            trace.player(.metadataLoaded(duration: 100, width: 1, height: 1)) + trace.player(.playing(position: 0))
        let first = try #require(start.commands.compactMap(Self.item).last)
        #expect(first.advertisements == [PlayerAdvertisement(end: 15, index: 0, count: 2, whenSkippable: 5)])
        #expect(trace.receiver.upNext == nil)
        let next = trace.player(.ended)
        let second = try #require(next.commands.compactMap(Self.item).last)
        #expect(second.advertisements == [PlayerAdvertisement(index: 1, count: 2)])
    }

    private static func item(_ command: PlayerCommand) -> PlayerItem? {
        if case .load(let item) = command { item } else { nil }
    }

    @Test("embedded advertisements have their positions in the content")
    func embedded() {
        let media = MediaInformation(fields: [
            "contentId": "http://127.0.0.1/film.mp4",
            "breaks": [["id": "in", "position": 20, "isEmbedded": true, "breakClipIds": ["x", "y"]]],
            "breakClips": [["id": "x", "duration": 5], ["id": "y", "duration": 10, "whenSkippable": 3]],
        ])
        #expect(
            media.embeddedAdvertisements == [
                PlayerAdvertisement(start: 20, end: 25, index: 0, count: 2),
                PlayerAdvertisement(start: 25, end: 35, index: 1, count: 2, whenSkippable: 3),
            ]
        )
    }

    @Test("the subtitle of an episode is its series, season and number unless it has one")
    func episode() {
        func subtitle(_ metadata: JSONObject) -> String? {
            MediaInformation(fields: ["contentId": "x", "metadata": .object(metadata)]).screenSubtitle
        }
        let episode: JSONObject = ["metadataType": 2, "seriesTitle": "Roads", "season": 2, "episode": 5]
        #expect(subtitle(episode) == "Roads · S2 E5")
        #expect(subtitle(episode.merging(["subtitle": "Home"])) == "Home")
        #expect(subtitle(["seriesTitle": "Roads"]) == "Roads")
        #expect(subtitle(["title": "Sunrise"]) == nil)
    }

    @Test("the player gets each change of the next item once, including its removal")
    func announced() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        let app = try await sender.launch()
        let items: JSONValue = [
            ["media": ["contentId": "http://192.0.2.9/a.mp4"]],
            ["media": ["contentId": "http://192.0.2.9/b.mp4", "metadata": ["title": "B"]]],
        ]
        try await sender.send(["type": "QUEUE_LOAD", "requestId": 2, "items": items], in: .media, to: app)
        try await memory.report(.metadataLoaded(duration: 60, width: 1, height: 1))
        try await memory.report(.playing(position: 0))
        try await memory.report(.position(1))
        func upNextCommands() async throws -> [PlayerCommand] {
            try await memory.commands.filter { if case .setUpNext = $0 { true } else { false } }
        }
        #expect(try await upNextCommands() == [.setUpNext(PlayerUpNext(title: "B"))])
        try await memory.report(.ended)
        #expect(try await upNextCommands().last == .setUpNext(nil))
        await memory.device.close()
    }
}
