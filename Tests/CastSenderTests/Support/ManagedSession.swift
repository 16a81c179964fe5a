// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOConcurrencyHelpers
import NIOCore

@testable import CastSender

/// A session manager in the time of a ``ModelDevice``, with its recorded events.
struct ManagedSession {
    let model: ModelDevice
    let manager: SessionManager
    let store: MemoryStore
    let wall: WallTime
    private let recorded = NIOLockedValueBox<[String]>([])
    private let reading: Task<Void, Never>

    /// A wall clock that follows the model's time and can be set ahead.
    final class WallTime: Sendable {
        private let ahead = NIOLockedValueBox(1_000_000.0)

        func jump(by seconds: Double) { ahead.withLockedValue { $0 += seconds } }

        func now(_ time: ManualTime) -> Double {
            ahead.withLockedValue { $0 } + Double(time.now.uptimeNanoseconds) / 1e9
        }
    }

    init(
        _ model: ModelDevice,
        options: SessionManagerOptions = SessionManagerOptions(),
        store: MemoryStore = MemoryStore()
    ) {
        self.model = model
        self.store = store
        let wall = WallTime()
        self.wall = wall
        let time = model.time
        manager = SessionManager(
            options: options,
            store: store,
            environment: SessionEnvironment(connection: model.environment, wallClock: { wall.now(time) })
        )
        let (events, recorded) = (manager.events, recorded)
        reading = Task {
            for await event in events { recorded.withLockedValue { $0.append(Self.text(for: event)) } }
        }
    }

    /// The events so far, as text.
    var events: [String] { recorded.withLockedValue { $0 } }

    /// The events of the session's lifecycle, without volume, status text and input changes.
    var lifecycleEvents: [String] {
        events.filter { event in !["volume", "text", "input"].contains { event.hasPrefix($0) } }
    }

    /// The events so far, once there are at least as many as expected.
    ///
    /// Waits up to 5 s of real time for the task that reads them. Simulated time does not advance.
    func events(atLeast count: Int) async throws -> [String] { try await wait(forCount: count) { events } }

    /// As ``events(atLeast:)``, for ``lifecycleEvents``.
    func lifecycleEvents(atLeast count: Int) async throws -> [String] {
        try await wait(forCount: count) { lifecycleEvents }
    }

    private func wait(forCount count: Int, _ read: () -> [String]) async throws -> [String] {
        let deadline = ContinuousClock.now + .seconds(5)
        while read().count < count, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(1)) }
        return read()
    }

    /// Waits for an event while time advances.
    func wait(for event: String, within limit: Duration = .seconds(60)) async -> Bool {
        await model.time.advance(within: limit) { events.contains(event) }
    }

    /// Starts a session with the running media player, which reports this media.
    func start(
        media: JSONObject = ["type": "MEDIA_STATUS", "status": []],
        options: LaunchOptions = LaunchOptions()
    ) async throws -> (session: CastSession, peer: ScriptedConnection) {
        async let starting = manager.start(.application("CC1AD845"), on: model.device, options: options)
        let peer = try await model.peer.accept()
        try await peer.expect("CONNECT", in: .connection, to: "receiver-0")
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), ModelDevice.running)
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .media, to: "web-1"), media)
        let session = try await starting
        await model.time.settle()
        return (session, peer)
    }

    /// The record in the store, after the writes and removals that the manager has begun.
    var storedRecord: SessionRecord? {
        get async {
            await manager.storing?.value
            return store.storedRecord
        }
    }

    /// Accepts the next connection and answers the two requests of a resume.
    func answerResume(
        status: JSONObject = ModelDevice.running,
        media: JSONObject = ["type": "MEDIA_STATUS", "status": []]
    ) async throws -> ScriptedConnection {
        let peer = try await model.peer.accept()
        try await peer.expect("CONNECT", in: .connection, to: "receiver-0")
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        // Both requests arrive before either is answered: one round trip.
        let first = try await peer.nextRequest()
        let second = try await peer.nextRequest()
        guard first.type == "GET_STATUS", second.type == "GET_STATUS" else {
            throw ScriptedPeerError.unexpected(first.message, expected: "two GET_STATUS")
        }
        for request in [first, second] {
            try await peer.reply(to: request, request.message.namespace == .receiver ? status : media)
        }
        return peer
    }

    func close() async {
        await manager.close()
        await reading.value
    }

    private static func text(for event: SessionEvent) -> String {
        switch event {
        case .willStart: "willStart"
        case .started(let session): "started \(session.sessionID)"
        case .failedToStart(_, let error): "failedToStart \(error.code)"
        case .willEnd: "willEnd"
        case .ended(_, let reason): "ended: \(reason)"
        case .suspended(_, let reason): "suspended: \(reason)"
        case .willResume(let information): "willResume \(information.sessionID)"
        case .resumed(let session): "resumed \(session.sessionID)"
        case .deviceUpdated(let device): "device \(device.friendlyName)"
        case .volumeChanged(let volume): "volume \(volume.level ?? -1) \(volume.muted ?? false)"
        case .statusTextChanged(let text): "text \(text ?? "-")"
        case .inputChanged(let isActive, let isStandBy): "input \(isActive as Any) \(isStandBy as Any)"
        case .notStored(let error): "notStored \(error)"
        }
    }
}

/// A session store in memory.
final class MemoryStore: SessionStore {
    private let record = NIOLockedValueBox<SessionRecord?>(nil)
    private let error: SessionStoreError?

    init(_ record: SessionRecord? = nil, error: SessionStoreError? = nil) {
        self.error = error
        self.record.withLockedValue { $0 = record }
    }

    var storedRecord: SessionRecord? { record.withLockedValue { $0 } }

    func load() async throws(SessionStoreError) -> SessionRecord? {
        if let error { throw error }
        return storedRecord
    }

    func save(_ record: SessionRecord) async throws(SessionStoreError) {
        if let error { throw error }
        self.record.withLockedValue { $0 = record }
    }

    func remove() async throws(SessionStoreError) { record.withLockedValue { $0 = nil } }
}
