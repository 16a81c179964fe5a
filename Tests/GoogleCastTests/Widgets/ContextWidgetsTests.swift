import CastReceiver
import CastSender
import CastUI
import CastWire
import Foundation
import Testing

@testable import GoogleCast

/// The store that all widgets of a context share.
@MainActor
@Suite("Widgets of a context", .serialized)
struct ContextWidgetsTests {
    private static let film = GCKMediaInformationBuilder(contentURL: URL(string: "http://192.0.2.1/film.mp4")!).build()

    @Test(
        "UW31 UC4 What a person does goes the way of the app's calls, and what the device says is shown",
        arguments: CastStage.Kind.allCases
    )
    func wholeLife(_ kind: CastStage.Kind) async throws {
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

    @Test("A session by the app shows in the widgets, also in those that are made later")
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

    @Test("UW37 DC43 Whoever joins others leaves them their application; who is alone stops it")
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
        // Also on a device whose applications outlive their last sender.
        for ends in [true, false] {
            try await CastStage.perform { stage in
                var configuration = DeviceConfiguration(name: "Stage TV", endsAppWithLastSender: ends)
                // The application is gone with the CLOSE, before a STOP is sent.
                configuration.lastSenderGracePeriod = .zero
                let (alone, device) = try await stage.found(configuration)
                try await stage.started(on: device)
                let widgets = stage.context.widgets
                #expect(!widgets.state.hasOtherSenders)
                widgets.act(.stopCasting)
                #expect(await stage.wait { widgets.state.session == .none && alone.snapshot.application == nil })
                #expect(stage.messages(with: #""type":"STOP""#).isEmpty == ends)
            }
        }
    }

    @Test(
        "DC43 Who launched an application does not stop it for those who have joined since: their film plays on",
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

    @Test("UW38 An app that wants it so stops the application for everybody")
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

    @Test("UW39 The only sender's application ends with its session, whatever endSessionAndStopCasting is given")
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

    @Test("HU12 To another device: the app hears of the end before it hears of the start")
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
            let ended = try #require(log.life.firstIndex { $0.hasPrefix("didEnd") })
            let willStart = try #require(log.life.firstIndex { $0.hasPrefix("willStart") })
            #expect(ended < willStart)
        }
    }

    @Test("UC4 What played is known when the connection is lost, although the media has lost it")
    func lastPlayed() async throws {
        try await CastStage.perform { stage in
            let (virtual, device) = try await stage.found()
            let session = try await stage.started(on: device)
            let widgets = stage.context.widgets
            let client = try #require(session.remoteMediaClient)
            client.loadMedia(Self.film)
            #expect(await stage.wait { widgets.panel.playerState == .playing })
            await stage.pass(.seconds(5))
            await virtual.shutdown()
            #expect(await stage.wait { !widgets.state.session.isConnected })
            #expect(widgets.state.lastPlayed?.playerState == .playing)
            #expect((widgets.state.lastPlayed?.position ?? 0) >= 4)
        }
    }

    @Test("A device that nobody answers at is named in the dialog, in words a person can act on")
    func unreachable() async throws {
        try await CastStage.perform { stage in
            let (virtual, device) = try await stage.found()
            let widgets = stage.context.widgets
            await virtual.shutdown()
            widgets.act(.openDialog)
            widgets.act(.selectDevice(device.deviceID))
            #expect(await stage.wait(within: .seconds(60)) { widgets.state.openDialog?.failure != nil })
            #expect(widgets.state.openDialog?.failure?.cause == .unreachable)
            #expect(widgets.state.session == .none)
        }
    }

    @Test("A session of an app's own kind has its volume in the widgets")
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
            #expect(lamp.end == .stopCasting, "nobody can say whether others use it")
        }
    }

    @Test("UC42 A session whose device cannot be muted has its mute controls disabled, and its level free")
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

    @Test("UC42 A session whose volume is fixed can be muted where its traits say so")
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

    @Test("UC43 Steps and slider keep within what the session's traits allow")
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

/// Keeps what is wanted of the engine.
@MainActor
private final class EffectLog: EffectInterpreter {
    private(set) var effects: [CastUIEffect] = []

    func perform(_ effect: CastUIEffect, for store: CastUIStore) { effects.append(effect) }
}

/// A source of devices of an app's own.
private final class Lamps: GCKDeviceProvider {
    private var traits = GCKSessionTraits()

    /// A lamp is found, and a session with it runs.
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

/// A session that is there at once.
private final class LampSession: GCKSession {
    /// What was wanted of it.
    private(set) var asked: [String] = []

    override func start() {
        notifyDidStart(withSessionID: "lamp")
        notifyDidReceiveDeviceVolume(0.5, muted: false)
    }

    /// How it was ended.
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
