// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import CastSender

@Suite("Closed session managers and overlapping calls")
struct ClosedManagerTests {
    @Test("A closed manager does not reconnect a lost session", arguments: [true, false])
    func staysClosed(isTrying: Bool) async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (session, _) = try await managed.start()
        let (model, manager) = (managed.model, managed.manager)
        model.network.setFault(isTrying ? .neverConnects : .unreachable, at: model.peer.endpoint)
        model.network.connections.last?.fail()
        await model.time.advance(by: .milliseconds(500))
        guard case .suspended = session.state else {
            Issue.record("\(session.state)")
            return
        }
        await managed.close()
        model.network.setFault(nil, at: model.peer.endpoint)
        await manager.networkDidChange(isReachable: false)
        await manager.networkDidChange(isReachable: true)
        await manager.resume()
        await model.time.advance(by: .seconds(20))
        #expect(model.network.connections.count == 1)
        #expect(manager.state == .idle)
        #expect(session.state == .ended(.connectionLost(.closedLocally)))
        #expect(await managed.storedRecord != nil, "the next process can resume the session")
    }

    @Test("A manager closed while its session runs is idle and stays idle")
    func closedWhileRunning() async throws {
        let managed = ManagedSession(try await ModelDevice())
        _ = try await managed.start()
        let (model, manager) = (managed.model, managed.manager)
        await managed.close()
        #expect(manager.state == .idle)
        await manager.networkDidChange(isReachable: false)
        await manager.networkDidChange(isReachable: true)
        await manager.systemDidWake()
        await model.time.advance(by: .seconds(20))
        #expect(model.network.connections.count == 1)
        let error = try await failure(of: { try await manager.start(.running, on: model.device) })
        #expect(error.code == .requestCancelled)
        guard case .none = await manager.resumeStored() else {
            Issue.record("a closed manager resumed a session")
            return
        }
        #expect(model.network.connections.count == 1)
    }

    @Test("A relaunch, or credentials, also apply when the session is suspended", arguments: [true, false])
    func freshStart(isRelaunch: Bool) async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (session, _) = try await managed.start()
        await managed.manager.suspend()
        let options = LaunchOptions(
            relaunchIfRunning: isRelaunch,
            credentials: isRelaunch ? nil : .init("another user")
        )
        let (manager, device) = (managed.manager, managed.model.device)
        async let starting = failure(of: {
            try await manager.start(.application("CC1AD845"), on: device, options: options)
        })
        let peer = try await managed.model.peer.accept()
        try await peer.expect("CONNECT", in: .connection, to: "receiver-0")
        let status = isRelaunch ? ModelDevice.running : ModelDevice.idle
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), status)
        try await peer.expect(isRelaunch ? "STOP" : "LAUNCH", in: .receiver, to: "receiver-0")
        #expect(session.state == .ended(.left))
        try await peer.close()
        #expect(try await starting.code == .connectionClosed)
        await managed.close()
    }

    @Test("A start in the background on the device of the suspended session does not wait for the foreground")
    func startInBackground() async throws {
        let managed = ManagedSession(try await ModelDevice())
        _ = try await managed.start()
        await managed.manager.applicationDidEnterBackground()
        let (session, _) = try await managed.start()
        #expect(session.sessionID == "session-1")
        #expect(
            managed.lifecycleEvents.suffix(3) == [
                "willStart", "started session-1", "suspended: the application went to the background",
            ]
        )
        await managed.close()
    }

    @Test("A failed end throws its error, even if end was called again meanwhile")
    func endTwice() async throws {
        let store = GatedStore()
        let model = try await ModelDevice()
        let manager = SessionManager(
            options: SessionManagerOptions(),
            store: store,
            environment: SessionEnvironment(connection: model.environment, wallClock: { 1_000_000 })
        )
        let peer = try await start(manager, on: model)
        async let ending = failure(of: { try await manager.end(.stop) })
        try await peer.expect("STOP", in: .receiver)
        #expect(await model.time.advance(within: .seconds(5)) { manager.state == .idle })
        await #expect(throws: CastError(.noSession, "")) { try await manager.end() }
        store.open()
        #expect(try await ending.code == .requestTimedOut)
        await manager.close()
    }

    @Test("S34 A session that is being ended is not resumed from its record")
    func resumesNothingEnded() async throws {
        let store = GatedStore()
        let model = try await ModelDevice()
        let manager = SessionManager(
            options: SessionManagerOptions(),
            store: store,
            environment: SessionEnvironment(connection: model.environment, wallClock: { 1_000_000 })
        )
        _ = try await start(manager, on: model)
        async let ending: Void = manager.end(.leave)
        #expect(await model.time.advance(within: .seconds(5)) { manager.state == .idle && store.removalRequested })
        async let stored = manager.resumeStored()
        await model.time.settle()
        #expect(manager.state == .idle)
        store.open()
        guard case .none = await stored else {
            Issue.record("an ended session was resumed")
            return
        }
        try await ending
        #expect(model.network.connections.count == 1)
        await manager.close()
    }

    @Test("Rediscovering a device at the same address does not interrupt the connection attempt")
    func seenAgain() async throws {
        let managed = ManagedSession(try await ModelDevice())
        let (devices, list) = AsyncStream.makeStream(of: [CastDevice].self)
        await managed.manager.follow(devices)
        _ = try await managed.start()
        managed.model.network.connections.last?.fail()
        let peer = try await managed.model.peer.accept()
        try await peer.expect("CONNECT", in: .connection, to: "receiver-0")
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        let questions = [try await peer.nextRequest(), try await peer.nextRequest()]
        list.yield([])
        list.yield([managed.model.device])
        await managed.model.time.settle()
        for question in questions {
            let isPlatform = question.message.namespace == .receiver
            try await peer.reply(
                to: question,
                isPlatform ? ModelDevice.running : ["type": "MEDIA_STATUS", "status": []]
            )
        }
        #expect(await managed.wait(for: "resumed session-1"))
        #expect(managed.model.network.connections.count == 2)
        list.finish()
        await managed.close()
    }

    @Test("A connection for queries does not authenticate the device, unless authentication is required")
    func questions() {
        var options = ConnectionOptions()
        #expect(options.forQueries.authentication.policy == .off)
        options.authentication.policy = .required
        #expect(options.forQueries.authentication.policy == .required)
    }

    private func start(_ manager: SessionManager, on model: ModelDevice) async throws -> ScriptedConnection {
        async let starting = manager.start(.application("CC1AD845"), on: model.device)
        let peer = try await model.peer.accept()
        try await peer.expect("CONNECT", in: .connection, to: "receiver-0")
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), ModelDevice.running)
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        let media: JSONObject = ["type": "MEDIA_STATUS", "status": []]
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .media, to: "web-1"), media)
        _ = try await starting
        await model.time.settle()
        return peer
    }
}

/// A store whose removals wait until it is opened.
private final class GatedStore: SessionStore {
    private struct State {
        var record: SessionRecord?
        var isOpen = false
        var removalRequested = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = NIOLockedValueBox(State())

    var removalRequested: Bool { state.withLockedValue { $0.removalRequested } }

    func open() {
        let waiting = state.withLockedValue { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func load() async throws(SessionStoreError) -> SessionRecord? { state.withLockedValue { $0.record } }

    func save(_ record: SessionRecord) async throws(SessionStoreError) { state.withLockedValue { $0.record = record } }

    func remove() async throws(SessionStoreError) {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLockedValue { state in
                state.removalRequested = true
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
        state.withLockedValue { $0.record = nil }
    }
}
