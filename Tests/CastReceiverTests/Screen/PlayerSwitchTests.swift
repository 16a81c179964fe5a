// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import Testing

@testable import CastReceiver

@Suite("Clock and page as one player", .timeLimit(.minutes(1)))
struct PlayerSwitchTests {
    private let item = PlayerItem(generation: 1, url: "http://127.0.0.1/film.mp4", title: "Film")

    @Test("without a page a film plays by the clock")
    func playsByTheClock() async throws {
        let stage = try await Stage()
        try await stage.load(item)
        #expect(
            await stage.takeEvents() == [
                .metadataLoaded(duration: 20, width: nil, height: nil), .playing(position: 0),
            ]
        )
        await stage.advance(by: .milliseconds(1000))
        #expect(await stage.takeEvents() == [.position(0.5), .position(1)])
        await stage.advance(by: .seconds(20))
        #expect(await stage.takeEvents().last == .ended)
        #expect(await stage.state().scene == .notice(.idle))
    }

    @Test("events are never reported within a command")
    func eventsComeLater() async throws {
        let stage = try await Stage()
        try await stage.load(item)
        _ = await stage.takeEvents()
        let seen = try await stage.onLoop { stage in
            stage.player.perform(.pause)
            return stage.events
        }
        #expect(seen == [])
        await stage.advance(by: .zero)
        #expect(await stage.takeEvents() == [.paused(position: 0)])
    }

    @Test("a page that opens during playback takes over at the clock's position, and the clock stops")
    func pageJoins() async throws {
        let stage = try await Stage()
        try await stage.load(item)
        await stage.advance(by: .seconds(5))
        _ = await stage.takeEvents()
        try await stage.onLoop { $0.player.pageDidTakeOver() }
        let target = try #require(await stage.state().target)
        #expect(target.item.url == item.url)
        #expect(target.seek.position == 5)
        #expect(target.wantsPlaying)
        await stage.advance(by: .seconds(2))
        #expect(await stage.takeEvents() == [])
        try await stage.report(.playing, at: 5.2)
        #expect(
            await stage.takeEvents() == [
                .metadataChanged(duration: 20.5, width: 640, height: 360), .playing(position: 5.2),
            ]
        )
    }

    @Test("when the page closes, the clock continues from its last position")
    func pageLeaves() async throws {
        let stage = try await Stage()
        try await stage.onLoop { $0.player.pageDidTakeOver() }
        try await stage.onLoop { [item] in $0.player.perform(.load(item)) }
        try await stage.report(.playing, at: 7)
        _ = await stage.takeEvents()
        await stage.advance(by: .seconds(1))
        try await stage.onLoop { $0.player.lastPageDidLeave() }
        await stage.advance(by: .zero)
        #expect(await stage.takeEvents() == [.playing(position: 8)])
        await stage.advance(by: .milliseconds(500))
        #expect(await stage.takeEvents() == [.position(8.5)])
    }

    @Test("a paused film stays paused through both handovers")
    func staysPaused() async throws {
        let stage = try await Stage()
        try await stage.load(item)
        await stage.advance(by: .seconds(4))
        try await stage.onLoop {
            $0.player.perform(.pause)
            $0.player.pageDidTakeOver()
        }
        #expect(await stage.state().target?.wantsPlaying == false)
        try await stage.report(.paused, at: 4)
        try await stage.onLoop { $0.player.lastPageDidLeave() }
        await stage.advance(by: .seconds(3))
        #expect(await stage.takeEvents().last == .paused(position: 4))
    }

    @Test("the next item is shown while the item plays, and removed at its end")
    func showsUpNext() async throws {
        let stage = try await Stage()
        try await stage.load(item)
        try await stage.onLoop { $0.player.perform(.setUpNext(PlayerUpNext(title: "Next"))) }
        #expect(await stage.state().upNext?.title == "Next")
        try await stage.onLoop { $0.player.pageDidTakeOver() }
        #expect(await stage.state().upNext?.title == "Next")
        try await stage.onLoop { $0.player.perform(.stop) }
        #expect(await stage.state().upNext == nil)
    }

    @Test("an application's page is shown from its launch to its end")
    func showsAppPage() async throws {
        let stage = try await Stage()
        let page = ScreenAppPage(url: "http://127.0.0.1:5000/receiver.html", sessionID: "session-1")
        try await stage.onLoop {
            $0.player.perform(.show(.launching(appName: "App")))
            $0.player.perform(.setAppPage(page))
        }
        #expect(await stage.state().appPage == page)
        try await stage.onLoop { $0.player.perform(.show(.ready(appName: "App"))) }
        #expect(await stage.state().appPage == page)
        try await stage.onLoop { $0.player.perform(.show(.idle)) }
        #expect(await stage.state().appPage == nil)
    }

    @Test("rate and stream volume are handed over")
    func keepsRateAndVolume() async throws {
        let stage = try await Stage()
        try await stage.load(item)
        try await stage.onLoop {
            $0.player.perform(.setRate(1.5))
            $0.player.perform(.setStreamVolume(level: 0.3, muted: true))
            $0.player.pageDidTakeOver()
        }
        let target = try #require(await stage.state().target)
        #expect(target.rate == 1.5)
        #expect(target.volumeLevel == 0.3)
        #expect(target.isMuted)
    }

    @Test("no events are reported after stop")
    func stop() async throws {
        let stage = try await Stage()
        try await stage.load(item)
        _ = await stage.takeEvents()
        try await stage.onLoop {
            $0.player.perform(.pause)
            $0.player.perform(.stop)
        }
        await stage.advance(by: .seconds(30))
        #expect(await stage.takeEvents() == [])
    }

    @Test("the screen shows launch, loading, playback, pause and end")
    func scenes() async throws {
        let stage = try await Stage()
        try await stage.onLoop { $0.player.pageDidTakeOver() }
        #expect(await stage.state().scene == .notice(.idle))
        try await stage.onLoop { $0.player.perform(.show(.launching(appName: "Films"))) }
        #expect(await stage.state().scene == .notice(.launching(appName: "Films")))
        try await stage.onLoop { $0.player.perform(.show(.ready(appName: "Films"))) }
        #expect(await stage.state().scene == .notice(.ready(appName: "Films")))
        try await stage.onLoop { [item] in $0.player.perform(.load(item)) }
        #expect(await stage.state().scene == .media(.loading))
        try await stage.report(.buffering, at: 0)
        #expect(await stage.state().scene == .media(.loading))
        try await stage.report(.playing, at: 0)
        #expect(await stage.state().scene == .media(.playing))
        try await stage.report(.buffering, at: 1)
        #expect(await stage.state().scene == .media(.buffering))
        try await stage.report(.paused, at: 1)
        #expect(await stage.state().scene == .media(.paused))
        try await stage.report(.ended, at: 20)
        #expect(await stage.state().scene == .notice(.ready(appName: "Films")))
        try await stage.onLoop { $0.player.perform(.show(.idle)) }
        #expect(await stage.state().scene == .notice(.idle))
    }

    @Test("the error screen does not show the token of an address with a space")
    func secretOfAddressWithSpace() async throws {
        let secret = PlayerItem(generation: 1, url: "http://me:a b@tv/My Film.mp4?token=SECRET")
        let message = "\(secret.url) answered 404"
        let stage = try await Stage(inspection: .unplayable(detailedErrorCode: 104, message: message))
        try await stage.load(secret)
        let shown = "My Film.mp4 (tv) answered 404"
        #expect(await stage.state().scene == .error(detailedErrorCode: 104, message: shown))
        // The observer of the player gets the full message.
        #expect(await stage.takeEvents() == [.failed(detailedErrorCode: 104, message: message)])
    }

    @Test("a seek during which the page closes is completed by the clock")
    func pageLeavesWithinSeek() async throws {
        let stage = try await Stage()
        try await stage.onLoop { $0.player.pageDidTakeOver() }
        try await stage.onLoop { [item] in $0.player.perform(.load(item)) }
        try await stage.report(.playing, at: 7)
        _ = await stage.takeEvents()
        try await stage.onLoop {
            $0.player.perform(.seek(15))
            $0.player.lastPageDidLeave()
        }
        await stage.advance(by: .zero)
        #expect(await stage.takeEvents() == [.seeked(position: 15), .playing(position: 15)])
        await stage.advance(by: .milliseconds(500))
        #expect(await stage.takeEvents() == [.position(15.5)])
    }

    @Test("a failure is shown until the screen changes")
    func failureOnScreen() async throws {
        let stage = try await Stage(inspection: .unplayable(detailedErrorCode: 104, message: "answered 404"))
        try await stage.load(item)
        #expect(await stage.takeEvents() == [.failed(detailedErrorCode: 104, message: "answered 404")])
        #expect(await stage.state().scene == .error(detailedErrorCode: 104, message: "answered 404"))
        try await stage.onLoop { $0.player.perform(.show(.idle)) }
        #expect(await stage.state().scene == .notice(.idle))
    }
}

/// A player on an event loop with manual time, and its recorded events.
private final class Stage: Sendable {
    struct Content {
        let player: PlayerSwitch
        var events: [PlayerEvent] = []
    }

    private let loop = NIOAsyncTestingEventLoop()
    private let box: NIOLoopBoundBox<Content>

    init(
        inspection: MediaInspection = .playable(MediaMetadataFacts(duration: 20), kind: .video)
    ) async throws {
        let loop = loop
        box = try await loop.executeInContext {
            let player = PlayerSwitch(
                eventLoop: loop,
                deviceName: "Living room",
                inspector: ScriptedInspector(result: inspection)
            )
            let box = NIOLoopBoundBox(Content(player: player), eventLoop: loop)
            player.onEvent = { event, _ in box.value.events.append(event) }
            return box
        }
    }

    func onLoop<Value: Sendable>(_ body: @escaping @Sendable (Content) throws -> Value) async throws -> Value {
        let box = box
        return try await loop.executeInContext { try body(box.value) }
    }

    /// Loads an item and waits until the media has been inspected.
    func load(_ item: PlayerItem) async throws {
        try await onLoop { $0.player.perform(.load(item)) }
        while try await onLoop({ $0.events.isEmpty }) {
            await Task.yield()
            await loop.run()
        }
        await loop.run()
    }

    func report(_ phase: ScreenReport.Phase, at position: Double) async throws {
        try await onLoop { content in
            let report = ScreenReport(
                sequence: 0,
                generation: 1,
                revision: content.player.screenState.revision,
                phase: phase,
                position: position,
                duration: 20.5,
                width: 640,
                height: 360
            )
            content.player.received(report)
        }
        await loop.run()
    }

    func advance(by time: TimeAmount) async {
        await loop.advanceTime(by: time)
    }

    func takeEvents() async -> [PlayerEvent] {
        let box = box
        let events = try? await loop.executeInContext {
            defer { box.value.events = [] }
            return box.value.events
        }
        return events ?? []
    }

    func state() async -> ScreenState {
        let box = box
        let state = try? await loop.executeInContext { box.value.player.screenState }
        return state ?? ScreenState(deviceName: "")
    }
}
