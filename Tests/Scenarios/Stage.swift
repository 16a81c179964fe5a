import CastReceiver
import CastSender
import CastTesting
import CastTransport
import CastWire
import NIOCore
import NIOPosix

/// A device and the way to it: in memory with time turned by hand, or over loopback TLS in real time.
///
/// A scenario is one body that runs on every stage.
struct Stage: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case memory
        case loopbackTLS
    }

    let kind: Kind
    let device: VirtualDevice
    private let environment: ConnectionEnvironment
    private let time: ManualTime?

    /// Builds the stage, runs the scenario, and takes the stage down whatever happened.
    static func perform(
        _ kind: Kind,
        configuration: DeviceConfiguration = DeviceConfiguration(name: "Scenario TV"),
        media: StagedMedia = StagedMedia(),
        _ scenario: (Stage) async throws -> Void
    ) async throws {
        let stage = try await open(kind, configuration, media)
        do {
            try await scenario(stage)
        } catch {
            await stage.device.shutdown()
            throw error
        }
        await stage.device.shutdown()
    }

    private static func open(
        _ kind: Kind,
        _ configuration: DeviceConfiguration,
        _ media: StagedMedia
    ) async throws
        -> Stage
    {
        switch kind {
        case .memory:
            let time = ManualTime()
            let network = CastMemoryNetwork(eventLoop: time.eventLoop)
            let device = try await VirtualDevice.start(
                configuration,
                acceptor: network,
                at: CastEndpoint(host: "tv.memory"),
                on: time.eventLoop
            ) { ClockPlayer(eventLoop: time.eventLoop, inspector: media) }
            let start = ContinuousClock.now
            let environment = ConnectionEnvironment(
                connector: network,
                eventLoop: time.eventLoop,
                now: { start + .nanoseconds(Int64(time.now.uptimeNanoseconds)) }
            )
            return Stage(kind: kind, device: device, environment: environment, time: time)
        case .loopbackTLS:
            let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
            let acceptor = try CastTLSAcceptor(group: eventLoop, identity: identity.get())
            let device = try await VirtualDevice.start(
                configuration,
                acceptor: acceptor,
                at: CastEndpoint(host: "127.0.0.1", port: 0),
                on: eventLoop
            ) { ClockPlayer(eventLoop: eventLoop, inspector: media) }
            return Stage(kind: kind, device: device, environment: .standard, time: nil)
        }
    }

    /// One key for all stages: making one takes a while.
    private static let identity = Result {
        try TLSIdentity.selfSigned(commonName: "scenario", key: TLSPrivateKey())
    }

    /// Another sender, connected.
    func connect(options: ConnectionOptions = ConnectionOptions()) async throws -> CastConnection {
        try await CastConnection.open(to: CastDevice(at: device.endpoint), options: options, environment: environment)
    }

    /// The position a snapshot stands for now, in this stage's time.
    func position(_ snapshot: MediaSnapshot) -> Double { snapshot.position(at: environment.now()) }

    /// Lets time pass.
    func pass(_ duration: Duration) async throws {
        if let time { await time.advance(by: duration) } else { try await Task.sleep(for: duration) }
    }

    /// Lets time pass until the condition holds; false when it did not within the limit.
    func wait(within limit: Duration = .seconds(10), until condition: @Sendable () async -> Bool) async throws -> Bool {
        if let time { return await time.advance(within: limit, until: condition) }
        let deadline = ContinuousClock.now + limit
        while !(await condition()) {
            guard ContinuousClock.now < deadline else { return false }
            try await Task.sleep(for: .milliseconds(5))
        }
        return true
    }

    /// Runs an operation that needs time to pass before it returns.
    func passing<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        guard let time else { return try await operation() }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await operation() }
            group.addTask {
                while !Task.isCancelled { await time.advance(by: .milliseconds(50)) }
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
