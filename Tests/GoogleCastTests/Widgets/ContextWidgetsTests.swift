// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastUI
import CastWire
import Foundation
import Testing

@testable import GoogleCast

/// The state store that all widgets of a context share.
@MainActor
@Suite("Widgets of a context", .serialized)
struct ContextWidgetsTests {
    private static let film = GCKMediaInformationBuilder(contentURL: URL(string: "http://192.0.2.1/film.mp4")!).build()

    @Test(
        "UW31 UC4 User actions go through the app's API, and the widgets show the device's state",
        arguments: CastStage.Kind.allCases
    )
    func session(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, device) = try await stage.found()
            let widgets = stage.context.widgets
            #expect(widgets.state.phase == .notConnected)
            widgets.act(.openDialog)
            widgets.act(.selectDevice(device.deviceID))
            #expect(stage.sessions.currentSession != nil)
            #expect(widgets.state.phase == .connecting)
            #expect(await stage.wait { widgets.state.session.isConnected && widgets.state.volume != nil })
            #expect(widgets.state.openDialog == nil)

            let client = try #require(stage.sessions.currentCastSession?.remoteMediaClient)
            let load = client.loadMedia(Self.film)
            #expect(widgets.panel.isBusy)
            #expect(await stage.wait { !load.inProgress && widgets.panel.playerState == .playing })
            #expect(!widgets.panel.isBusy)
            widgets.act(.tap(.playPause))
            #expect(await stage.wait { client.mediaStatus?.playerState == .paused })
            widgets.act(.setVolume(0.25))
            #expect(await stage.wait { stage.sessions.currentSession?.currentDeviceVolume == 0.25 })

            widgets.act(.stopCasting)
            #expect(await stage.wait { widgets.state.session == .none })
            #expect(stage.sessions.currentSession == nil)
            #expect(widgets.state.lastPlayed?.playerState == .paused)
        }
    }

    @Test("A session that the app starts is shown in all widgets, also in those created later")
    func madeLater() async throws {
        try await CastStage.perform { stage in
            let (_, device) = try await stage.found()
            try await stage.started(on: device)
            let widgets = stage.context.widgets
            #expect(widgets.state.phase == .connected)
            #expect(widgets.state.discovery.devices.map(\.id) == [device.deviceID])
            #expect(await stage.wait { widgets.state.volumeView.level != nil })
            #expect(stage.context.widgets === widgets)
        }
    }

    @Test("UW37 DC43 Stop casting stops the application only if this is its only sender")
    func otherSenders() async throws {
        try await CastStage.perform { stage in
            let (first, device) = try await stage.found()
            let other = stage.anotherSender()
            let castDevice = stage.description(of: first)
            _ = try await stage.passing { try await other.start(.application("CC1AD845"), on: castDevice) }
            try await stage.started(on: device)
            let widgets = stage.context.widgets
            #expect(widgets.state.hasOtherSenders)
            widgets.act(.stopCasting)
            #expect(await stage.wait { widgets.state.session == .none })
            #expect(first.snapshot.application != nil)
            await other.close()
        }
        // Also on a device whose applications keep running without a sender.
        for ends in [true, false] {
            try await CastStage.perform { stage in
                var configuration = DeviceConfiguration(name: "Stage TV", endsAppWithLastSender: ends)
                // The device ends the application at the CLOSE, before a STOP is sent.
                configuration.lastSenderGracePeriod = .zero
                let (alone, device) = try await stage.found(configuration)
                try await stage.started(on: device)
                let widgets = stage.context.widgets
                #expect(!widgets.state.hasOtherSenders)
                widgets.act(.stopCasting)
                #expect(await stage.wait { widgets.state.session == .none && alone.snapshot.application == nil })
                #expect(await stage.wait { stage.messages(with: #""type":"STOP""#).isEmpty == ends })
            }
        }
    }

    @Test(
        "DC43 Stop casting keeps an application that other senders have joined since its launch",
        arguments: CastStage.Kind.allCases
    )
    func joinedLater(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (virtual, device) = try await stage.found()
            try await stage.started(on: device)
            let other = stage.anotherSender()
            let castDevice = stage.description(of: virtual)
            let session = try await stage.passing { try await other.start(.application("CC1AD845"), on: castDevice) }
            _ = try await stage.passing {
                try await session.media.load(
                    MediaInformation(contentID: "http://192.0.2.1/theirs.mp4", contentType: "video/mp4"),
                    until: .playing()
                )
            }
            let widgets = stage.context.widgets
            widgets.act(.stopCasting)
            #expect(await stage.wait { widgets.state.session == .none })
            await stage.pass(.seconds(1))
            #expect(other.state == .running)
            #expect(virtual.snapshot.media?.state == .playing)
            #expect(stage.messages(with: #""type":"STOP""#).isEmpty)
            await other.close()
        }
    }

    @Test("UW38 stopReceiverApplicationWhenEndingSession stops the application even with other senders")
    func stopsForAll() async throws {
        try await CastStage.perform { stage in
            stage.configure = { $0.stopReceiverApplicationWhenEndingSession = true }
            let (virtual, device) = try await stage.found()
            let other = stage.anotherSender()
            let castDevice = stage.description(of: virtual)
            _ = try await stage.passing { try await other.start(.application("CC1AD845"), on: castDevice) }
            try await stage.started(on: device)
            let bench = WidgetBench(stage)
            stage.context.presentCastDialog()
            let connected = try #require(bench.dialog?.content as? ConnectedView)
            #expect(connected.stop.title(for: .normal) == "Stop casting")
            connected.stop.tap()
            #expect(await stage.wait { stage.sessions.currentSession == nil && other.state == .idle })
            #expect(virtual.snapshot.application == nil)
            await other.close()
        }
    }

    @Test("UW39 The application of a single sender ends with its session, whatever endSessionAndStopCasting is passed")
    func onlySender() async throws {
        for stops in [false, true] {
            try await CastStage.perform { stage in
                let (virtual, device) = try await stage.found()
                try await stage.started(on: device)
                #expect(virtual.snapshot.application != nil)
                #expect(stage.sessions.endSessionAndStopCasting(stops))
                #expect(await stage.wait { stage.sessions.currentSession == nil })
                #expect(await stage.wait { virtual.snapshot.application == nil }, "\(stops)")
            }
        }
    }

    @Test("HU12 Selecting another device ends the session before the next one starts")
    func switches() async throws {
        try await CastStage.perform { stage in
            let (_, first) = try await stage.found()
            let (_, second) = try await stage.found(DeviceConfiguration(name: "Kitchen"))
            try await stage.started(on: first)
            let widgets = stage.context.widgets
            let log = SessionLog(stage.context)
            widgets.act(.selectDevice(second.deviceID))
            #expect(
                await stage.wait {
                    widgets.state.session.isConnected && widgets.state.session.device?.id == second.deviceID
                }
            )
            let ended = try #require(log.lifecycle.firstIndex { $0.hasPrefix("didEnd") })
            let willStart = try #require(log.lifecycle.firstIndex { $0.hasPrefix("willStart") })
            #expect(ended < willStart)
        }
    }

    @Test("UC4 The last media state is kept when the connection is lost")
    func lastPlayed() async throws {
        try await CastStage.perform { stage in
            let (virtual, device) = try await stage.found()
            let session = try await stage.started(on: device)
            let widgets = stage.context.widgets
            let client = try #require(session.remoteMediaClient)
            client.loadMedia(Self.film)
            #expect(await stage.wait { widgets.panel.playerState == .playing })
            await stage.pass(.seconds(5))
            await virtual.close()
            #expect(await stage.wait { !widgets.state.session.isConnected })
            #expect(widgets.state.lastPlayed?.playerState == .playing)
            #expect((widgets.state.lastPlayed?.position ?? 0) >= 4)
        }
    }

    @Test("An unreachable device is reported in the dialog with the cause")
    func unreachable() async throws {
        try await CastStage.perform { stage in
            let (virtual, device) = try await stage.found()
            let widgets = stage.context.widgets
            await virtual.close()
            widgets.act(.openDialog)
            widgets.act(.selectDevice(device.deviceID))
            #expect(await stage.wait(within: .seconds(60)) { widgets.state.openDialog?.failure != nil })
            #expect(widgets.state.openDialog?.failure?.cause == .unreachable)
            #expect(widgets.state.session == .none)
        }
    }

    @Test("The widgets show and control the volume of a custom session")
    func ownKind() async throws {
        try await CastStage.perform { stage in
            stage.begin()
            let widgets = stage.context.widgets
            let lamp = try Lamps.plug(
                GCKSessionTraits(minimumVolume: 0, maximumVolume: 1, volumeIncrement: 0.25, supportsMuting: true),
                stage
            )
            #expect(widgets.state.discovery.devices.map(\.friendlyName) == ["Lamp"])
            #expect(widgets.state.session.isConnected)
            #expect(widgets.state.volumeView.level == 0.5)
            widgets.act(.nudgeVolume(1))
            #expect(widgets.state.volumeView.level == 0.75)
            widgets.act(.toggleMute)
            #expect(widgets.state.volumeView.isMuted)
            #expect(lamp.asked == ["volume 0.75", "muted true"])
            widgets.act(.stopCasting)
            #expect(widgets.state.session == .none)
            #expect(lamp.end == .stopCasting, "whether other senders use it is unknown")
        }
    }

    @Test("UC42 Without support for muting, mute controls are disabled and the volume can be set")
    func unsupportedMuting() async throws {
        try await CastStage.perform { stage in
            stage.begin()
            let widgets = stage.context.widgets
            let controller = GCKUIDeviceVolumeController()
            let (slider, toggle, mute) = (UISlider(), GCKUIMultistateButton(), UISwitch())
            controller.volumeSlider = slider
            controller.muteToggleButton = toggle
            controller.muteSwitch = mute
            let lamp = try Lamps.plug(
                GCKSessionTraits(minimumVolume: 0, maximumVolume: 1, volumeIncrement: 0.25, supportsMuting: false),
                stage
            )
            let view = widgets.state.volumeView
            #expect(view.mute.reason == .unsupported)
            #expect([view.slider, view.up, view.down].map(\.reason) == [nil, nil, nil])
            #expect(slider.isEnabled)
            #expect(!toggle.isEnabled)
            #expect(!mute.isEnabled)
            let log = EffectLog()
            widgets.store.add(log)
            widgets.act(.toggleMute)
            controller.toggleMuted()
            controller.setMuted(true)
            toggle.sendActions(for: .touchUpInside)
            #expect(log.effects == [])
            #expect(lamp.asked == [])
            controller.setVolume(0.25)
            #expect(lamp.asked == ["volume 0.25"])
        }
    }

    @Test("UC42 A fixed volume can be muted if the traits allow it")
    func fixedButMuted() async throws {
        try await CastStage.perform { stage in
            stage.begin()
            let widgets = stage.context.widgets
            let lamp = try Lamps.plug(
                GCKSessionTraits(minimumVolume: 0.5, maximumVolume: 0.5, volumeIncrement: 0, supportsMuting: true),
                stage
            )
            #expect(widgets.state.volumeView.slider.reason == .fixedVolume)
            #expect(widgets.state.volumeView.mute.isEnabled)
            widgets.act(.nudgeVolume(1))
            widgets.act(.toggleMute)
            #expect(lamp.asked == ["muted true"])
        }
    }

    @Test("UC43 Steps and slider stay within the limits of the traits")
    func traits() async throws {
        try await CastStage.perform { stage in
            stage.begin()
            let controller = GCKUIDeviceVolumeController()
            let slider = UISlider()
            controller.volumeSlider = slider
            let lamp = try Lamps.plug(
                GCKSessionTraits(
                    minimumVolume: 0.25,
                    maximumVolume: 0.75,
                    volumeIncrement: 0.125,
                    supportsMuting: true
                ),
                stage
            )
            #expect(slider.minimumValue == 0.25)
            #expect(slider.maximumValue == 0.75)
            #expect(slider.value == 0.5)
            var levels: [Float] = []
            for _ in 0..<3 {
                controller.volumeUp()
                levels.append(lamp.currentDeviceVolume)
            }
            #expect(levels == [0.625, 0.75, 0.75])
            levels = []
            for _ in 0..<5 {
                controller.volumeDown()
                levels.append(lamp.currentDeviceVolume)
            }
            #expect(levels == [0.625, 0.5, 0.375, 0.25, 0.25])
            #expect(slider.value == 0.25)
            controller.setVolume(1)
            #expect(lamp.currentDeviceVolume == 0.75)
            stage.context.widgets.act(.setVolume(0))
            #expect(lamp.currentDeviceVolume == 0.25)
        }
    }
}

/// Records the effects that the store requests.
@MainActor
private final class EffectLog: EffectInterpreter {
    private(set) var effects: [CastUIEffect] = []

    func perform(_ effect: CastUIEffect, for store: CastUIStore) { effects.append(effect) }
}

/// A device provider of a custom category.
private final class Lamps: GCKDeviceProvider {
    private var traits = GCKSessionTraits()

    /// Publishes a lamp and starts a session with it.
    static func plug(_ traits: GCKSessionTraits, _ stage: CastStage) throws -> LampSession {
        let provider = Lamps(deviceCategory: "lamps")
        provider.traits = traits
        stage.context.register(provider)
        let device = GCKDevice(
            category: "lamps",
            deviceID: "a",
            networkAddress: GCKNetworkAddress(type: .iPv4, ipAddress: "192.0.2.9"),
            servicePort: 1
        )
        device.friendlyName = "Lamp"
        provider.notifyDidPublishDevice(device)
        let id = try #require(stage.context.widgets.state.discovery.devices.first?.id)
        stage.context.widgets.act(.selectDevice(id))
        return try #require(stage.sessions.currentSession as? LampSession)
    }

    override func startDiscovery() { notifyDidStartDiscovery() }

    override func stopDiscovery() {}

    override func createSession(
        for device: GCKDevice,
        sessionID: String?,
        sessionOptions: [String: any NSCoding & NSObjectProtocol]?
    ) -> GCKSession {
        LampSession(device: device, traits: traits, sessionID: sessionID, sessionOptions: sessionOptions)
    }
}

/// A session that starts immediately.
private final class LampSession: GCKSession {
    /// The requested volume changes.
    private(set) var asked: [String] = []

    override func start() {
        notifyDidStart(withSessionID: "lamp")
        notifyDidReceiveDeviceVolume(0.5, muted: false)
    }

    /// The action that ended the session.
    private(set) var end: GCKSessionEndAction?

    override func end(with action: GCKSessionEndAction) {
        end = action
        notifyDidEndWithError(nil, willTryToResume: false)
    }

    override func setDeviceVolume(_ volume: Float) -> GCKRequest {
        asked.append("volume \(volume)")
        notifyDidReceiveDeviceVolume(volume, muted: currentDeviceMuted)
        return .failing(.unsupportedFeature)
    }

    override func setDeviceMuted(_ muted: Bool) -> GCKRequest {
        asked.append("muted \(muted)")
        notifyDidReceiveDeviceVolume(currentDeviceVolume, muted: muted)
        return .failing(.unsupportedFeature)
    }
}
