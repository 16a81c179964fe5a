// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastUI
import CastWire
import Foundation
import Testing

@testable import GoogleCast

/// The messages that the device receives from the widgets.
@MainActor
@Suite("Messages of the widgets", .serialized)
struct WireTests {
    /// The message types by which a sender changes the state of a device.
    private static let commands = [
        "LAUNCH", "LOAD", "PLAY", "PAUSE", "STOP", "SEEK", "SET_VOLUME", "SET_PLAYBACK_RATE", "EDIT_TRACKS_INFO",
        "SKIP_AD", "QUEUE_LOAD", "QUEUE_INSERT", "QUEUE_UPDATE", "QUEUE_REMOVE", "QUEUE_REORDER", "QUEUE_NEXT",
        "QUEUE_PREV",
    ]

    private func count(_ type: String, _ stage: CastStage) -> Int {
        stage.messages(with: "\"type\":\"\(type)\"").count { $0.contains("\"direction\":\"in\"") }
    }

    /// The number of received messages of each command type.
    private func commandCounts(_ stage: CastStage) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: Self.commands.map { ($0, count($0, stage)) }).filter { $0.value > 0 }
    }

    private static func film(_ name: String) throws -> GCKMediaInformation {
        let builder = GCKMediaInformationBuilder(contentURL: try #require(URL(string: "http://192.0.2.1/\(name).mp4")))
        builder.contentType = "video/mp4"
        builder.streamType = .buffered
        let metadata = GCKMediaMetadata(metadataType: .movie)
        metadata.setString(name, forKey: kGCKMetadataKeyTitle)
        builder.metadata = metadata
        builder.mediaTracks = [(4, GCKMediaTrackType.text), (5, .audio)].compactMap { id, type in
            GCKMediaTrack(
                identifier: id,
                contentIdentifier: nil,
                contentType: type == .text ? "text/vtt" : "audio/mp4",
                type: type,
                textSubtype: type == .text ? .subtitles : .unknown,
                name: "\(id)",
                languageCode: "en",
                customData: nil
            )
        }
        return builder.build()
    }

    /// Loads a queue with these titles and waits until the first item plays.
    private func play(_ names: [String], _ stage: CastStage) async throws {
        let client = try #require(stage.sessions.currentCastSession?.remoteMediaClient)
        let data = GCKMediaQueueDataBuilder(queueType: .videoPlayList)
        data.items = try names.map { name in
            let item = GCKMediaQueueItemBuilder()
            item.mediaInformation = try Self.film(name)
            return item.build()
        }
        let request = GCKMediaLoadRequestDataBuilder()
        request.queueData = data.build()
        client.loadMedia(with: request.build())
        let widgets = stage.context.widgets
        #expect(
            await stage.wait {
                widgets.panel.playerState == .playing && widgets.state.queue?.itemIDs.count == names.count
                    && widgets.state.volume != nil
            }
        )
    }

    private func title(_ stage: CastStage) -> String? {
        let widgets = stage.context.widgets
        return widgets.state.mini(at: widgets.now()).map { widgets.localizer.text($0.title) }
    }

    // MARK: Joining

    @Test(
        "DC16 Joining shows the media of another sender, and neither launches nor loads anything",
        arguments: CastStage.Kind.allCases
    )
    func joins(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (virtual, device) = try await stage.found()
            let bench = WidgetBench(stage)
            let mini = stage.context.createMiniMediaControlsViewController()
            bench.show(mini, in: CGRect(x: 0, y: 780, width: 390, height: 64))
            let other = stage.anotherSender()
            let described = stage.description(of: virtual)
            let session = try await stage.passing { try await other.start(.application("CC1AD845"), on: described) }
            _ = try await stage.passing {
                try await session.media.load(
                    MediaInformation(
                        contentID: "http://192.0.2.1/a.mp4",
                        contentType: "video/mp4",
                        metadata: MediaMetadata(fields: ["metadataType": 0, "title": "Theirs"])
                    ),
                    until: .playing()
                )
            }
            let before = commandCounts(stage)
            #expect(before == ["LAUNCH": 1, "LOAD": 1])
            try await stage.started(on: device)
            #expect(await stage.wait { mini.titleLabel.text == "Theirs" })
            #expect(mini.active)
            await stage.pass(.seconds(1))
            #expect(commandCounts(stage) == before)
            #expect(virtual.snapshot.media?.state == .playing)
            await other.close()
        }
    }

    @Test(
        "DC41 After a restart the app shows the current item and position, and loads nothing",
        arguments: CastStage.Kind.allCases
    )
    func restarted(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (virtual, device) = try await stage.found()
            try await stage.started(on: device)
            try await play(["One", "Two"], stage)
            #expect(await stage.wait { stage.store.present != nil })
            await stage.pass(.seconds(3))
            let before = commandCounts(stage)
            let context = await stage.restart()
            let bench = WidgetBench(stage)
            let mini = context.createMiniMediaControlsViewController()
            bench.show(mini, in: CGRect(x: 0, y: 780, width: 390, height: 64))
            #expect(await stage.wait { mini.titleLabel.text == "One" })
            context.presentDefaultExpandedMediaControls()
            #expect(bench.expanded.parts.title.text == "One")
            // Another sender requests the current status.
            let other = stage.anotherSender()
            let described = stage.description(of: virtual)
            let session = try await stage.passing { try await other.start(.application("CC1AD845"), on: described) }
            #expect(await stage.wait { session.media.controls.snapshot != nil })
            let now = context.widgets.now()
            let position = try #require(session.media.controls.snapshot?.position(at: now))
            #expect(position > 2)
            #expect(abs((context.widgets.state.panel(at: now).position ?? 0) - position) < 1)
            #expect(commandCounts(stage) == before)
            await other.close()
        }
    }

    // MARK: Controls

    @Test("DC28 Each control sends one standard message and no other")
    func oneMessage() async throws {
        try await CastStage.perform { stage in
            let (virtual, device) = try await stage.found()
            try await stage.started(on: device)
            try await play(["One", "Two", "Three"], stage)
            let widgets = stage.context.widgets
            let ids = try #require(widgets.state.queue?.itemIDs)
            let controls: [(intents: [Intent], type: String)] = [
                ([.tap(.pause)], "PAUSE"), ([.tap(.play)], "PLAY"), ([.tap(.playPause)], "PAUSE"),
                ([.tap(.playPause)], "PLAY"), ([.seek(to: 9)], "SEEK"), ([.tap(.forward(10))], "SEEK"),
                ([.tap(.rewind(10))], "SEEK"), ([.openExpanded, .beginDrag, .drag(20), .drag(7), .endDrag], "SEEK"),
                ([.setRate(1.5)], "SET_PLAYBACK_RATE"), ([.tap(.repeatMode)], "QUEUE_UPDATE"),
                ([.selectTrack(.text, 4), .openTracks, .selectTrack(.text, 4), .applyTracks], "EDIT_TRACKS_INFO"),
                ([.setVolume(0.25)], "SET_VOLUME"), ([.nudgeVolume(1)], "SET_VOLUME"), ([.toggleMute], "SET_VOLUME"),
                ([.tap(.next)], "QUEUE_UPDATE"), ([.tap(.previous)], "QUEUE_UPDATE"),
                ([.moveItem(ids[2], toIndex: 1)], "QUEUE_REORDER"), ([.removeItem(ids[2])], "QUEUE_REMOVE"),
                ([.upNext(.stop)], "QUEUE_UPDATE"), ([.jumpToItem(ids[1])], "QUEUE_UPDATE"),
                ([.clearQueue], "QUEUE_REMOVE"), ([.tap(.stop)], "STOP"),
            ]
            let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
            window.rootViewController = UIViewController()
            window.makeKeyAndVisible()
            for (intents, type) in controls {
                var expected = commandCounts(stage)
                expected[type, default: 0] += 1
                for intent in intents { widgets.act(intent) }
                #expect(await stage.wait(within: .seconds(5)) { commandCounts(stage) == expected }, "\(intents)")
                await stage.pass(.seconds(1))
                #expect(commandCounts(stage) == expected, "\(intents)")
                widgets.act(.closeExpanded)
            }
            widgets.act(.stopCasting)
            #expect(await stage.wait { virtual.snapshot.application == nil })
            window.isHidden = true
            window.rootViewController = nil
        }
    }

    @Test("DC33 No volume is sent unless the user sets one")
    func noVolume() async throws {
        try await CastStage.perform { stage in
            let (virtual, device) = try await stage.found()
            let bench = WidgetBench(stage)
            stage.context.presentCastDialog()
            stage.context.widgets.act(.selectDevice(device.deviceID))
            #expect(await stage.wait { stage.sessions.hasConnectedCastSession() })
            try await play(["One", "Two"], stage)
            stage.context.presentDefaultExpandedMediaControls()
            stage.context.presentCastDialog()
            let widgets = stage.context.widgets
            for intent in [Intent.tap(.pause), .tap(.play), .seek(to: 9), .tap(.next), .setRate(1.5), .dismissDialog] {
                widgets.act(intent)
                await stage.pass(.milliseconds(300))
            }
            // Another sender changes the volume, and the slider follows.
            let other = stage.anotherSender()
            let described = stage.description(of: virtual)
            let session = try await stage.passing { try await other.start(.application("CC1AD845"), on: described) }
            _ = try await stage.passing { try await session.connection.setVolume(0.125) }
            #expect(await stage.wait { widgets.state.volumeView.level == 0.125 })
            #expect(await stage.wait { count("SET_VOLUME", stage) == 1 })
            await other.close()
            // The connection is lost and resumed, which can take less time than the test takes to see it.
            let connections = count("CONNECT", stage)
            await virtual.cutConnections()
            #expect(
                await stage.wait(within: .seconds(60)) {
                    count("CONNECT", stage) > connections && widgets.state.session.isConnected
                }
            )
            #expect(widgets.state.volumeView.level == 0.125)
            widgets.act(.stopCasting)
            #expect(await stage.wait { widgets.state.session == .none })
            await stage.pass(.milliseconds(300))
            #expect(count("SET_VOLUME", stage) == 1)
            #expect(bench.root.presentedViewController == nil)
        }
    }

    // MARK: Queue

    @Test("DC22 Stopping after the current item keeps the queue; play continues with the next item")
    func stopsAfterThis() async throws {
        try await CastStage.perform { stage in
            let (virtual, device) = try await stage.found()
            try await stage.started(on: device)
            try await play(["One", "Two", "Three"], stage)
            let widgets = stage.context.widgets
            let ids = widgets.state.queue?.itemIDs
            widgets.act(.upNext(.stop))
            #expect(await stage.wait { count("QUEUE_UPDATE", stage) == 1 })
            await stage.pass(.seconds(20))
            #expect(virtual.snapshot.media?.state == .playing && title(stage) == "One", "the item plays to its end")
            await stage.pass(.seconds(60))
            #expect(virtual.snapshot.media?.state != .playing)
            #expect(widgets.panel.playerState != .playing)
            #expect(widgets.state.queue?.itemIDs == ids && ids?.count == 3)
            #expect(title(stage) == "Two")
            widgets.act(.tap(.playPause))
            #expect(await stage.wait { virtual.snapshot.media?.state == .playing })
            #expect(virtual.snapshot.media?.title == "Two" && title(stage) == "Two")
            #expect(widgets.state.queue?.itemIDs == ids)
        }
    }

    @Test(
        "DC25 With a queue, the bar and the expanded controller have next and previous buttons"
    )
    func nextAndPrevious() async throws {
        try await CastStage.perform { stage in
            let (virtual, device) = try await stage.found()
            let bench = WidgetBench(stage)
            try await stage.started(on: device)
            try await play(["One", "Two"], stage)
            stage.context.presentDefaultExpandedMediaControls()
            let mini = stage.context.createMiniMediaControlsViewController()
            bench.show(mini, in: CGRect(x: 0, y: 780, width: 390, height: 64))
            let bars: [any GCKUIMediaButtonBarProtocol] = [mini, bench.expanded]
            for bar in bars {
                bar.setButtonType(.skipPrevious, at: 0)
                bar.setButtonType(.skipNext, at: 1)
            }
            let places = [{ mini.buttons }, { bench.expanded.buttons }]
            for buttons in places {
                #expect(await stage.wait { buttons()[1]?.isEnabled == true })
                #expect(buttons()[0]?.isEnabled == false)
                #expect(buttons().prefix(2).map { $0?.accessibilityLabel } == ["Previous", "Next"])
                buttons()[1]?.tap()
                #expect(await stage.wait { virtual.snapshot.media?.title == "Two" && title(stage) == "Two" })
                #expect(await stage.wait { buttons()[1]?.isEnabled == false && buttons()[0]?.isEnabled == true })
                buttons()[0]?.tap()
                #expect(await stage.wait { virtual.snapshot.media?.title == "One" && title(stage) == "One" })
            }
        }
    }

    // MARK: After casting

    /// A local player that continues at the device's position.
    private final class LocalPlayer: NSObject, GCKSessionManagerListener {
        let controller = GCKUIMediaController()
        private(set) var place: (seconds: TimeInterval, isPaused: Bool)?

        func sessionManager(
            _ sessionManager: GCKSessionManager,
            didEnd session: GCKSession,
            withError error: (any Error)?
        ) {
            guard controller.lastKnownPlayerState != .unknown else { return }
            place = (controller.lastKnownStreamPosition, true)
        }
    }

    @Test(
        "DC44 After Stop casting, a local player continues at the device's position",
        arguments: CastStage.Kind.allCases
    )
    func continuesLocally(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (virtual, device) = try await stage.found()
            let player = LocalPlayer()
            stage.sessions.add(player)
            try await stage.started(on: device)
            try await play(["One"], stage)
            stage.context.widgets.act(.seek(to: 30))
            #expect(await stage.wait { (stage.context.widgets.panel.position ?? 0) >= 31 })
            #expect(player.place == nil)
            let last = stage.context.widgets.panel.position ?? 0
            stage.context.widgets.act(.stopCasting)
            #expect(await stage.wait { player.place != nil })
            let place = try #require(player.place)
            #expect(place.isPaused)
            #expect(abs(place.seconds - last) < 1)
            #expect(await stage.wait { virtual.snapshot.application == nil })
            stage.sessions.remove(player)
        }
    }
}
