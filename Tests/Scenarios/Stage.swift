// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTesting
import CastTransport
import CastWire
import Foundation
import NIOCore
import NIOPosix

/// A device and the network to it: in memory with manually advanced time, or over loopback TLS in real time.
///
/// Each scenario is written once and runs on every kind of stage.
struct Stage: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case memory
        case loopbackTLS
        /// The device that the environment variable `CAST_TEST_DEVICE` names as `host` or `host:port`. Without the
        /// variable the scenario prints that it is skipped.
        case realDevice

        /// The kinds with a virtual device, whose state a scenario can inspect.
        static let allCases: [Kind] = [.memory, .loopbackTLS]
        /// For scenarios that use only what every device supports.
        static let anyDevice: [Kind] = allCases + [.realDevice]
    }

    let kind: Kind
    /// The endpoint to which senders connect.
    let endpoint: CastEndpoint
    private let virtualDevice: VirtualDevice?
    private let environment: ConnectionEnvironment
    private let time: ManualTime?
    private let openDevice: (@Sendable (DeviceConfiguration) async throws -> VirtualDevice)?

    /// The virtual device, for inspecting its state.
    var device: VirtualDevice {
        guard let virtualDevice else { preconditionFailure("this scenario looks into the device: run it on allCases") }
        return virtualDevice
    }

    /// Opens a stage, runs the scenario, and closes the stage, also when the scenario throws.
    static func perform(
        _ kind: Kind,
        configuration: DeviceConfiguration = DeviceConfiguration(name: "Scenario TV"),
        media: StagedMedia = StagedMedia(),
        _ scenario: (Stage) async throws -> Void
    ) async throws {
        guard let stage = try await open(kind, configuration, media) else {
            print("SKIPPED: CAST_TEST_DEVICE names no device for this scenario")
            return
        }
        do {
            try await scenario(stage)
        } catch {
            try await stage.close()
            throw error
        }
        try await stage.close()
    }

    private func close() async throws {
        // A device that reads slowly takes time to shut down.
        try await passing { await virtualDevice?.close() }
    }

    private static func open(
        _ kind: Kind,
        _ configuration: DeviceConfiguration,
        _ media: StagedMedia
    ) async throws
        -> Stage?
    {
        switch kind {
        case .memory:
            let time = ManualTime()
            let network = CastMemoryNetwork(eventLoop: time.eventLoop)
            let start = ContinuousClock.now
            let environment = ConnectionEnvironment(
                connector: network,
                eventLoop: time.eventLoop,
                now: { start + .nanoseconds(Int64(time.now.uptimeNanoseconds)) }
            )
            return try await Stage(kind: kind, configuration, environment: environment, time: time) { configuration in
                try await VirtualDevice.start(
                    configuration,
                    acceptor: network,
                    at: CastEndpoint(host: "\(configuration.name).memory"),
                    on: time.eventLoop
                ) { ClockPlayer(eventLoop: time.eventLoop, inspector: media) }
            }
        case .loopbackTLS:
            let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
            let acceptor = try CastTLSAcceptor(group: eventLoop, identity: identity.get())
            return try await Stage(kind: kind, configuration, environment: .standard, time: nil) { configuration in
                try await VirtualDevice.start(
                    configuration,
                    acceptor: acceptor,
                    at: CastEndpoint(host: "127.0.0.1", port: 0),
                    on: eventLoop
                ) { ClockPlayer(eventLoop: eventLoop, inspector: media) }
            }
        case .realDevice:
            guard let endpoint = realEndpoint else { return nil }
            return Stage(realDevice: endpoint)
        }
    }

    private static var realEndpoint: CastEndpoint? {
        guard let name = ProcessInfo.processInfo.environment["CAST_TEST_DEVICE"], !name.isEmpty else { return nil }
        guard let colon = name.lastIndex(of: ":"), let port = Int(name[name.index(after: colon)...]) else {
            return CastEndpoint(host: name)
        }
        return CastEndpoint(host: String(name[..<colon]), port: port)
    }

    private init(realDevice endpoint: CastEndpoint) {
        kind = .realDevice
        self.endpoint = endpoint
        virtualDevice = nil
        environment = .standard
        time = nil
        openDevice = nil
    }

    private init(
        kind: Kind,
        _ configuration: DeviceConfiguration,
        environment: ConnectionEnvironment,
        time: ManualTime?,
        openDevice: @escaping @Sendable (DeviceConfiguration) async throws -> VirtualDevice
    ) async throws {
        let device = try await openDevice(configuration)
        self.kind = kind
        endpoint = device.endpoint
        virtualDevice = device
        self.environment = environment
        self.time = time
        self.openDevice = openDevice
    }

    /// The current time on this stage.
    var now: @Sendable () -> ContinuousClock.Instant { environment.now }

    /// Starts a second device; the caller shuts it down.
    func anotherDevice(named name: String) async throws -> VirtualDevice {
        guard let openDevice else { preconditionFailure("a real device has no other beside it") }
        return try await openDevice(DeviceConfiguration(name: name))
    }

    /// A session manager on this stage.
    func sessionManager(
        options: SessionManagerOptions = SessionManagerOptions(),
        store: (any SessionStore)? = nil
    ) -> SessionManager {
        SessionManager(
            options: options,
            store: store,
            environment: SessionEnvironment(connection: environment, wallClock: { 1_000_000 })
        )
    }

    /// A link to the stage's device, or to another endpoint.
    func deviceLink(
        to endpoint: CastEndpoint? = nil,
        reconnect: ReconnectPolicy = .standard,
        suspendsInBackground: Bool = true,
        report: @escaping @Sendable (DeviceLink.Event) -> Void
    ) -> DeviceLink {
        DeviceLink(
            to: CastDevice(at: endpoint ?? self.endpoint),
            reconnect: reconnect,
            suspendsInBackground: suspendsInBackground,
            environment: environment,
            report: report
        )
    }

    /// One key for all stages, because generating one takes a while.
    private static let identity = Result {
        try TLSIdentity.selfSigned(commonName: "scenario", key: TLSPrivateKey())
    }

    /// Connects another sender.
    func connect(options: ConnectionOptions = ConnectionOptions()) async throws -> CastConnection {
        try await CastConnection.open(to: CastDevice(at: endpoint), options: options, environment: environment)
    }

    /// The current position of a snapshot, in this stage's time.
    func position(_ snapshot: MediaSnapshot) -> Double { snapshot.position(at: environment.now()) }

    /// Advances time, or sleeps in real time.
    func pass(_ duration: Duration) async throws {
        if let time { await time.advance(by: duration) } else { try await Task.sleep(for: duration) }
    }

    /// Advances time until the condition holds. Returns false when it did not hold within the limit.
    func wait(within limit: Duration = .seconds(10), until condition: @Sendable () async -> Bool) async throws -> Bool {
        if let time { return await time.advance(within: limit, until: condition) }
        let deadline = ContinuousClock.now + limit
        while !(await condition()) {
            guard ContinuousClock.now < deadline else { return false }
            try await Task.sleep(for: .milliseconds(5))
        }
        return true
    }

    /// Runs an operation while time advances.
    func passing<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        guard let time else { return try await operation() }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await operation() }
            group.addTask {
                while !Task.isCancelled {
                    await time.advance(by: .milliseconds(50))
                    // On a busy machine, simulated time would otherwise run hours ahead of the operation.
                    try? await Task.sleep(for: .microseconds(200))
                }
                return nil
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let value = result { return value }
            }
            throw CancellationError()
        }
    }
}
