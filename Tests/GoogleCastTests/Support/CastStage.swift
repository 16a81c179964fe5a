// SPDX-License-Identifier: Apache-2.0

import CastLocalization
import CastReceiver
import CastSender
import CastTesting
import CastTransport
import CastUI
import CastWire
import Foundation
import NIOCore
import NIOPosix

@testable import GoogleCast

/// A context with devices for scenarios: in memory with a manual clock, or over loopback TLS in real time.
///
/// Devices are discovered when a test reports them. A process has one context, so suites that use a stage are
/// serialized.
@MainActor
final class CastStage {
    enum Kind: String, CaseIterable, Sendable {
        case memory
        case loopbackTLS
    }

    let kind: Kind
    let sightings = Sightings()
    let store = RecordStore()
    /// The persistent state of a platform on which discovery waits for the user's permission.
    let gate = GateState()
    private let time: ManualTime?
    /// The network in memory; nil over loopback TLS.
    let network: CastMemoryNetwork?
    private let connection: ConnectionEnvironment
    private let openDevice: @Sendable (DeviceConfiguration) async throws -> VirtualDevice
    private let openGroup: @Sendable ([VirtualDevice]) async throws -> VirtualGroup
    private var groups: [VirtualGroup] = []
    private(set) var devices: [VirtualDevice] = []
    /// The file with the devices' frame log.
    private let frames = FileManager.default.temporaryDirectory
        .appendingPathComponent("gck-frames-\(UUID().uuidString).jsonl")
    var criteria = GCKDiscoveryCriteria(applicationID: kGCKDefaultMediaReceiverApplicationID)
    var configure: (GCKCastOptions) -> Void = { _ in }
    var isGated = false
    /// Whether discovery asks devices which applications they support, as it does outside of tests.
    var asksDevices = false

    private init(_ kind: Kind) throws {
        self.kind = kind
        switch kind {
        case .memory:
            let time = ManualTime()
            let network = CastMemoryNetwork(eventLoop: time.eventLoop)
            let start = ContinuousClock.now
            self.time = time
            self.network = network
            connection = ConnectionEnvironment(
                connector: network,
                eventLoop: time.eventLoop,
                now: { start + .nanoseconds(Int64(time.now.uptimeNanoseconds)) }
            )
            openDevice = { configuration in
                try await VirtualDevice.start(
                    configuration,
                    acceptor: network,
                    at: CastEndpoint(host: "\(configuration.name).memory"),
                    on: time.eventLoop
                ) { ClockPlayer(eventLoop: time.eventLoop, inspector: Film()) }
            }
            openGroup = { members in
                try await VirtualGroup.start(
                    GroupConfiguration(name: "Stage group", port: 32_000),
                    members: members,
                    acceptor: network,
                    on: time.eventLoop,
                    makeSessionID: { "group-session" },
                    makePlayer: { ClockPlayer(eventLoop: time.eventLoop, inspector: Film()) }
                )
            }
        case .loopbackTLS:
            let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
            let acceptor = try CastTLSAcceptor(group: eventLoop, identity: Self.identity.get())
            time = nil
            network = nil
            connection = .standard
            openDevice = { configuration in
                try await VirtualDevice.start(
                    configuration,
                    acceptor: acceptor,
                    at: CastEndpoint(host: "127.0.0.1", port: 0),
                    on: eventLoop
                ) { ClockPlayer(eventLoop: eventLoop, inspector: Film()) }
            }
            openGroup = { members in
                try await VirtualGroup.start(
                    GroupConfiguration(name: "Stage group", port: 0),
                    members: members,
                    acceptor: acceptor,
                    on: eventLoop,
                    makeSessionID: { "group-session" },
                    makePlayer: { ClockPlayer(eventLoop: eventLoop, inspector: Film()) }
                )
            }
        }
    }

    /// Creates the stage, runs the scenario, and closes everything when the scenario returns or throws.
    static func perform(
        _ kind: Kind = .memory,
        _ scenario: @MainActor (CastStage) async throws -> Void
    ) async throws {
        await GCKCastContext.reset()
        let stage = try CastStage(kind)
        do {
            try await scenario(stage)
        } catch {
            await stage.close()
            throw error
        }
        await stage.close()
    }

    private func close() async {
        await GCKCastContext.reset()
        for group in groups { await group.close() }
        for device in devices { await device.close() }
        try? FileManager.default.removeItem(at: frames)
    }

    private static let identity = Result {
        try TLSIdentity.selfSigned(commonName: "stage", key: TLSPrivateKey())
    }

    // MARK: Setting

    /// Creates the context.
    @discardableResult
    func begin() -> GCKCastContext {
        let options = GCKCastOptions(discoveryCriteria: criteria)
        configure(options)
        GCKCastContext.create(options, environment)
        return GCKCastContext.sharedInstance()
    }

    /// Ends the context without notifications, as a killed process does, and creates another one.
    func restart() async -> GCKCastContext {
        await GCKCastContext.reset()
        return begin()
    }

    var environmentForTests: ContextEnvironment { environment }

    private var environment: ContextEnvironment {
        let (time, connection, sightings, asks) = (time, connection, sightings, asksDevices)
        var environment = ContextEnvironment(
            session: SessionEnvironment(connection: connection, wallClock: { 1_000_000 }),
            store: store
        ) { (criteria) throws(CastError) in
            var criteria = criteria
            if !asks { criteria.appIDs = [] }
            return DeviceBrowser.start(
                from: [sightings],
                criteria: criteria,
                environment: connection,
                queryDelay: { .zero }
            )
        }
        if let time {
            environment.sleep = { duration in
                let loop: any EventLoop = time.eventLoop
                try await loop.scheduleTask(in: TimeAmount(duration)) {}.futureResult.get()
            }
        }
        let (gate, isGated) = (gate, isGated)
        environment.introduction = IntroductionStore(
            hasShown: { gate.hasIntroduced },
            setShown: { gate.hasIntroduced = $0 }
        )
        environment.localizer = { Localizer(locale: Locale(identifier: "en_US"), timeZone: .gmt) }
        environment.gate = {
            DiscoveryGate(isGated: isGated, hasOpened: { gate.isOpen }, setOpened: { gate.isOpen = true })
        }
        return environment
    }

    var context: GCKCastContext { GCKCastContext.sharedInstance() }

    var sessions: GCKSessionManager { context.sessionManager }

    var discovery: GCKDiscoveryManager { context.discoveryManager }

    /// Starts a device, which is not discovered yet.
    func open(
        _ configuration: DeviceConfiguration = DeviceConfiguration(name: "Stage TV")
    ) async throws -> VirtualDevice {
        var configuration = configuration
        configuration.frameLogPath = frames.path
        let device = try await openDevice(configuration)
        devices.append(device)
        return device
    }

    /// The device as discovery reports it.
    func description(of device: VirtualDevice) -> CastDevice {
        CastDevice(
            id: device.snapshot.id,
            friendlyName: device.snapshot.name,
            modelName: "swift-cast",
            endpoints: [device.endpoint],
            text: ["id": device.snapshot.id, "st": "0", "ve": "05"]
        )
    }

    /// Starts a device, creates the context if needed, and waits until the device is listed.
    func found(
        _ configuration: DeviceConfiguration = DeviceConfiguration(name: "Stage TV")
    ) async throws -> (VirtualDevice, GCKDevice) {
        let device = try await open(configuration)
        if !GCKCastContext.isSharedInstanceInitialized() { begin() }
        sightings.see(description(of: device))
        let id = CastDevice.normalizedID(device.snapshot.id)
        _ = await wait { self.discovery.device(withUniqueID: "cast:\(id)") != nil }
        guard let listed = discovery.device(withUniqueID: "cast:\(id)") else { throw StageError.notFound }
        return (device, listed)
    }

    /// Starts a group of devices, and waits until it is listed.
    func foundGroup(of members: [VirtualDevice]) async throws -> (VirtualGroup, GCKDevice) {
        let group = try await openGroup(members)
        groups.append(group)
        if !GCKCastContext.isSharedInstanceInitialized() { begin() }
        var described = description(of: group.device)
        described.isGroup = true
        described.capabilities = [.audioOut, .multizoneGroup]
        sightings.see(described)
        let id = "cast:\(described.id)"
        _ = await wait { self.discovery.device(withUniqueID: id) != nil }
        guard let listed = discovery.device(withUniqueID: id) else { throw StageError.notFound }
        return (group, listed)
    }

    enum StageError: Error { case notFound, notStarted }

    /// Starts a session on a device and waits until it runs.
    @discardableResult
    func started(
        on device: GCKDevice,
        options: [String: any NSCoding & NSObjectProtocol]? = nil
    ) async throws -> GCKCastSession {
        guard sessions.startSession(with: device, sessionOptions: options) else { throw StageError.notStarted }
        guard await wait({ self.sessions.hasConnectedCastSession() }), let session = sessions.currentCastSession else {
            throw StageError.notStarted
        }
        return session
    }

    /// A session manager of another sender.
    func anotherSender() -> SessionManager {
        SessionManager(
            options: SessionManagerOptions(),
            store: nil,
            environment: SessionEnvironment(connection: connection, wallClock: { 1_000_000 })
        )
    }

    // MARK: Time

    /// Advances time until a condition holds. Returns false if it does not hold within the limit.
    func wait(within limit: Duration = .seconds(20), _ condition: @MainActor () -> Bool) async -> Bool {
        var left = limit
        let step = Duration.milliseconds(50)
        while !condition() {
            guard left > .zero else { return false }
            await pass(step)
            left -= step
        }
        return true
    }

    /// Advances the manual clock, or sleeps in real time.
    func pass(_ duration: Duration) async {
        if let time {
            await time.advance(by: duration)
            try? await Task.sleep(for: .milliseconds(1))
        } else {
            try? await Task.sleep(for: min(duration, .milliseconds(5)))
            if duration > .milliseconds(5) { try? await Task.sleep(for: duration - .milliseconds(5)) }
        }
    }

    /// Runs an operation, advancing time until it returns.
    func passing<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = Task { try await operation() }
        let result = ResultBox<Value>()
        let watcher = Task { @MainActor in result.value = await task.result }
        _ = await wait(within: .seconds(120)) { result.value != nil }
        await watcher.value
        return try await task.value
    }

    private final class ResultBox<Value: Sendable> {
        var value: Result<Value, any Error>?
    }

    // MARK: The wire

    /// The texts of all recorded messages that contain a text.
    ///
    /// The device writes a message to the file after it has handled it, so a message that a test expects can still be missing:
    /// wait for it.
    func messages(with text: String) -> [String] {
        let all = (try? String(contentsOf: frames, encoding: .utf8)) ?? ""
        return all.split(separator: "\n").map { $0.replacingOccurrences(of: "\\\"", with: "\"") }
            .filter { $0.contains(text) }
    }
}

/// Reports a video of one minute for every URL.
private struct Film: MediaInspector {
    func inspect(_ item: PlayerItem) async -> MediaInspection {
        .playable(MediaMetadataFacts(duration: 60), kind: .video)
    }
}

/// A device provider whose devices a test adds and removes.
final class Sightings: DeviceProvider {
    private struct State: Sendable {
        var present: [String: CastDevice] = [:]
        var readers: [Int: AsyncStream<DeviceSighting>.Continuation] = [:]
        var lastReader = 0
        var failure: CastError?
    }

    private let state = Locked(State())

    var failure: CastError? { state.withLock { $0.failure } }

    /// Ends all searches with a failure, and those that begin later as well; nil lets them succeed again.
    func fail(_ failure: CastError?) {
        state.withLock { state in
            state.failure = failure
            if failure != nil { for reader in state.readers.values { reader.finish() } }
        }
    }

    func see(_ device: CastDevice) {
        state.withLock { state in
            state.present[device.id] = device
            for reader in state.readers.values { reader.yield(.seen(device, as: device.id)) }
        }
    }

    func lose(_ id: String) {
        let id = CastDevice.normalizedID(id)
        state.withLock { state in
            state.present[id] = nil
            for reader in state.readers.values { reader.yield(.gone(id)) }
        }
    }

    var searches: Int { state.withLock { $0.readers.count } }

    func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async {
        let (stream, continuation) = AsyncStream.makeStream(of: DeviceSighting.self)
        let id = state.withLock { state in
            state.lastReader += 1
            state.readers[state.lastReader] = continuation
            for device in state.present.values { continuation.yield(.seen(device, as: device.id)) }
            if state.failure != nil { continuation.finish() }
            return state.lastReader
        }
        for await sighting in stream { await report(sighting) }
        state.withLock { $0.readers[id] = nil }
    }
}

/// A session store in memory.
final class RecordStore: SessionStore {
    private let record = Locked<SessionRecord?>(nil)

    var present: SessionRecord? { record.withLock { $0 } }

    func load() async throws(SessionStoreError) -> SessionRecord? { present }

    func save(_ record: SessionRecord) async throws(SessionStoreError) { self.record.withLock { $0 = record } }

    func remove() async throws(SessionStoreError) { record.withLock { $0 = nil } }
}

/// Whether the user has permitted discovery.
@MainActor
final class GateState {
    var isOpen = false
    /// Whether the introduction was shown.
    var hasIntroduced = false
}
