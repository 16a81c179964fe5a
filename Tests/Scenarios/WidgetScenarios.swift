import CastReceiver
import CastSender
import CastTransport
import CastUI
import CastWire
import Testing

private let defaultMediaReceiver = "CC1AD845"
private let film = MediaInformation(
    contentID: "http://192.0.2.1/film.mp4",
    contentType: "video/mp4",
    metadata: MediaMetadata(title: "A film")
)

/// What people do with widgets, on a device that answers.
@Suite("Widgets on a virtual device", .serialized)
struct WidgetScenarios {
    /// A network with one device in it.
    private struct OneDevice: DeviceProvider {
        let device: CastDevice

        func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async {
            await report(.seen(device, as: "one"))
            // Until it is cancelled.
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            defer { continuation.finish() }
            for await _ in stream {}
        }
    }

    @MainActor
    private final class Remote {
        let store: CastUIStore
        let interpreter: SenderInterpreter
        private let now: @MainActor () -> ContinuousClock.Instant

        init(_ stage: Stage, _ manager: SessionManager, _ device: CastDevice) {
            let now = stage.now
            self.now = { now() }
            store = CastUIStore(clock: { now() }, setAlarm: { _ in })
            interpreter = SenderInterpreter(
                for: store,
                manager: manager,
                choice: .application(defaultMediaReceiver)
            ) { () throws(CastError) in DeviceBrowser.start(from: [OneDevice(device: device)]) }
            store.add(interpreter)
        }

        func act(_ intents: Intent...) { for intent in intents { store.send(.intent(intent)) } }

        func holds(_ condition: @MainActor (CastUIState) -> Bool) -> Bool { condition(store.state) }

        var panel: MediaPanel { store.state.panel(at: now()) }
        var mini: MiniControllerView? { store.state.mini(at: now()) }
        var expanded: ExpandedControllerView? { store.state.expanded(at: now()) }
    }

    @Test(
        "From the button to the end: choose, play, pause, seek, louder, another sender's hand, stop",
        arguments: Stage.Kind.allCases
    )
    func wholeLife(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let manager = stage.sessionManager()
            let device = CastDevice(at: stage.endpoint)
            let remote = await Remote(stage, manager, device)

            await remote.store.send(.launched)
            #expect(try await stage.wait { await remote.holds { $0.phase == .notConnected } })
            await remote.act(.tapCastButton, .selectDevice(device.id))
            #expect(await remote.store.state.phase == .connecting)
            #expect(try await stage.wait { await remote.holds { $0.session.isConnected && $0.volume != nil } })
            #expect(await remote.store.state.openDialog == nil)
            #expect(await remote.mini == nil)

            let session = try #require(await manager.session)
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }
            #expect(try await stage.wait { await remote.panel.toggle == .playing })
            #expect(await remote.mini?.title == .text("A film"))
            await remote.act(.tapMini, .tap(.playPause))
            #expect(try await stage.wait { await remote.panel.playerState == .paused })
            #expect(try await stage.wait { await !remote.panel.isBusy })
            #expect(await remote.expanded?.toggle == .paused)

            await remote.act(.beginDrag, .drag(30), .endDrag)
            #expect(try await stage.wait { await session.media.status?.status.currentTime == 30 })
            #expect(await remote.expanded?.left == .time(30))
            await remote.act(.setVolume(0.25))
            #expect(try await stage.wait { await remote.holds { $0.volume?.level.confirmed == 0.25 } })

            let other = try await stage.connect()
            _ = try await stage.passing { try await other.setVolume(0.75) }
            #expect(try await stage.wait { await remote.holds { $0.volumeView.level == 0.75 } })
            await other.close()

            await remote.act(.stopCasting)
            #expect(try await stage.wait { await remote.holds { $0.session == .none } })
            #expect(await remote.expanded == nil)
            #expect(await remote.mini == nil)
            #expect(await remote.store.state.lastPlayed?.position == 30)
            #expect(await remote.store.state.lastPlayed?.playerState == .paused)
            await remote.interpreter.close()
            await manager.close()
        }
    }

    @Test(
        "A device that nobody answers at is said to be out of reach, and can be tried again",
        arguments: Stage.Kind.allCases
    )
    func unreachable(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let manager = stage.sessionManager()
            let host = kind == .memory ? "nowhere.memory" : "127.0.0.1"
            let device = CastDevice(at: CastEndpoint(host: host, port: 9))
            let remote = await Remote(stage, manager, device)
            await remote.store.send(.launched)
            let isFound = try await stage.wait { await remote.holds { $0.phase == .notConnected } }
            #expect(isFound)
            for intent in [Intent.selectDevice(device.id), .retryConnecting] {
                await remote.act(.openDialog, intent)
                let hasFailed = try await stage.wait { await remote.holds { $0.openDialog?.failure != nil } }
                #expect(hasFailed)
                #expect(await remote.store.state.openDialog?.failure?.cause == .unreachable)
            }
            await remote.interpreter.close()
            await manager.close()
        }
    }
}
