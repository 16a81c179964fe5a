// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTransport
import CastUI
import CastWire
import NIOConcurrencyHelpers
import Testing

private let defaultMediaReceiver = "CC1AD845"
private let film = MediaInformation(
    contentID: "http://192.0.2.1/film.mp4",
    contentType: "video/mp4",
    metadata: MediaMetadata(title: "A film")
)

/// User actions on widgets with a virtual device.
@Suite("Widgets on a virtual device", .serialized)
struct WidgetScenarios {
    /// A provider that reports one device.
    private struct OneDevice: DeviceProvider {
        let device: CastDevice
        /// The ids of devices whose search has ended.
        var ended = NIOLockedValueBox<[String]>([])

        func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async {
            await report(.seen(device, as: "one"))
            // Runs until the search is canceled.
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            defer { continuation.finish() }
            for await _ in stream {}
            ended.withLockedValue { $0.append(device.id) }
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
            store = CastUIStore(clock: { now() }, scheduleTimer: { _ in })
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
        "Widgets follow a session from the Cast button through playback and another sender's changes to its end",
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
        "An unreachable device is reported as unreachable, and connecting can be retried",
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

    @Test("An application that could not be joined at first is joined later without user action")
    func joinsLater() async throws {
        try await Stage.perform(.memory) { stage in
            let first = try await stage.connect()
            let session = try await stage.passing { try await first.launch(defaultMediaReceiver) }
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }

            let delays = NIOLockedValueBox<[Duration]>([])
            let second = try await stage.connect()
            let refusal: JSONObject = ["type": "INVALID_REQUEST", "reason": "INVALID_COMMAND"]
            for _ in 0..<3 { await stage.device.faults.add(.failNext("GET_STATUS", with: refusal)) }
            let store = await CastUIStore(clock: { stage.now() }, scheduleTimer: { _ in })
            let interpreter = await ConnectionInterpreter(for: store, connection: second) { delay in
                delays.withLockedValue { $0.append(delay) }
                await Task.yield()
            }
            await store.add(interpreter)
            let isShown = try await stage.wait {
                await store.state.panel(at: stage.now()).toggle == .playing
            }
            #expect(isShown)
            #expect(delays.withLockedValue { $0 } == [.seconds(1), .seconds(2), .seconds(4)])
            await interpreter.close()
            await second.close()
            await first.close()
        }
    }

    @Test("Of two overlapping searches, the later one supplies the devices, and the earlier one is closed")
    func twoSearches() async throws {
        try await Stage.perform(.memory) { stage throws in
            let manager = stage.sessionManager()
            let begun = NIOLockedValueBox(0)
            let ended = NIOLockedValueBox<[String]>([])
            let gate = AsyncStream.makeStream(of: Void.self)
            let first = CastDevice(id: "first", friendlyName: "First", endpoints: [])
            let second = CastDevice(id: "second", friendlyName: "Second", endpoints: [])
            let store = await CastUIStore(clock: { stage.now() }, scheduleTimer: { _ in })
            let interpreter = await SenderInterpreter(
                for: store,
                manager: manager,
                choice: .application(defaultMediaReceiver)
            ) { () throws(CastError) in
                let number = begun.withLockedValue { count in
                    count += 1
                    return count
                }
                let device = number == 1 ? first : second
                let browser = DeviceBrowser.start(from: [OneDevice(device: device, ended: ended)])
                // The first search is slow to start.
                if number == 1 { for await _ in gate.stream { break } }
                return browser
            }
            await store.add(interpreter)
            await interpreter.perform(.startDiscovery, for: store)
            #expect(try await stage.wait { begun.withLockedValue { $0 } == 1 })
            await interpreter.perform(.startDiscovery, for: store)
            #expect(try await stage.wait { await store.state.discovery.devices == [second] })
            gate.continuation.yield()
            gate.continuation.finish()
            #expect(try await stage.wait { ended.withLockedValue { $0 } == ["first"] })
            #expect(await store.state.discovery.devices == [second])
            await interpreter.close()
            await manager.close()
        }
    }
}
