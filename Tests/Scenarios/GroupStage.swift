// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTesting
import CastTransport
import CastWire
import NIOCore
import NIOPosix

/// Two devices and a group of them, in memory or over loopback TLS.
struct GroupStage: Sendable {
    let living: VirtualDevice
    let kitchen: VirtualDevice
    private let startedGroup: VirtualGroup?
    private let acceptor: any CastAcceptor
    private let eventLoop: any EventLoop
    private let groupPort: Int
    private let environment: ConnectionEnvironment
    private let time: ManualTime?

    private static let identity = Result {
        try TLSIdentity.selfSigned(commonName: "scenario", key: TLSPrivateKey())
    }

    /// The group of both devices, if the stage was created with one.
    var group: VirtualGroup {
        guard let startedGroup else { preconditionFailure("this stage has no group from the beginning") }
        return startedGroup
    }

    static func perform(
        _ kind: Stage.Kind,
        isGrouped: Bool = true,
        _ scenario: (GroupStage) async throws -> Void
    ) async throws {
        let stage = try await open(kind, isGrouped)
        let result: Result<Void, any Error>
        do { result = .success(try await scenario(stage)) } catch { result = .failure(error) }
        try await stage.passing {
            await stage.startedGroup?.close()
            await stage.living.close()
            await stage.kitchen.close()
        }
        try result.get()
    }

    private static func open(_ kind: Stage.Kind, _ isGrouped: Bool) async throws -> GroupStage {
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
            return try await GroupStage(
                acceptor: network,
                hosts: ["living.memory", "kitchen.memory"],
                port: 8009,
                groupPort: 32_000,
                on: time.eventLoop,
                environment: environment,
                time: time,
                isGrouped: isGrouped
            )
        case .realDevice: preconditionFailure("a real device has no group of ours: run it on allCases")
        case .loopbackTLS:
            let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
            return try await GroupStage(
                acceptor: CastTLSAcceptor(group: eventLoop, identity: identity.get()),
                hosts: ["127.0.0.1", "127.0.0.1"],
                port: 0,
                groupPort: 0,
                on: eventLoop,
                environment: .standard,
                time: nil,
                isGrouped: isGrouped
            )
        }
    }

    private init(
        acceptor: any CastAcceptor,
        hosts: [String],
        port: Int,
        groupPort: Int,
        on eventLoop: any EventLoop,
        environment: ConnectionEnvironment,
        time: ManualTime?,
        isGrouped: Bool
    ) async throws {
        self.acceptor = acceptor
        self.eventLoop = eventLoop
        self.groupPort = groupPort
        self.environment = environment
        self.time = time
        var devices: [VirtualDevice] = []
        for (name, host) in zip(["Living Room", "Kitchen"], hosts) {
            let device = try await VirtualDevice.start(
                DeviceConfiguration(name: name, showsBackdrop: false),
                acceptor: acceptor,
                at: CastEndpoint(host: host, port: port),
                on: eventLoop
            ) { ClockPlayer(eventLoop: eventLoop, inspector: StagedMedia()) }
            devices.append(device)
        }
        (living, kitchen) = (devices[0], devices[1])
        startedGroup =
            isGrouped
            ? try await VirtualGroup.start(
                GroupConfiguration(name: "Downstairs", port: groupPort),
                members: devices,
                acceptor: acceptor,
                on: eventLoop,
                makeSessionID: { "group-session" },
                makePlayer: { ClockPlayer(eventLoop: eventLoop, inspector: StagedMedia()) }
            ) : nil
    }

    /// Groups the living room with the kitchen, as when a user adds a speaker.
    func expand() async throws -> VirtualGroup {
        let eventLoop = eventLoop
        return try await VirtualGroup.start(
            GroupConfiguration(name: "Living Room + 1", port: groupPort, isDynamic: true),
            members: [living, kitchen],
            acceptor: acceptor,
            on: eventLoop,
            isMoving: true,
            makeSessionID: { "another" },
            makePlayer: { ClockPlayer(eventLoop: eventLoop, inspector: StagedMedia()) }
        )
    }

    /// The device as discovery describes it.
    func described(_ device: VirtualDevice, isGroup: Bool = false) -> CastDevice {
        CastDevice(id: device.id, friendlyName: device.name, endpoints: [device.endpoint], isGroup: isGroup)
    }

    /// A session manager that ends sessions on lost devices after a second.
    func sessionManager() -> SessionManager {
        var options = SessionManagerOptions()
        options.reconnect.window = .seconds(1)
        return SessionManager(
            options: options,
            store: nil,
            environment: SessionEnvironment(connection: environment, wallClock: { 1_000_000 })
        )
    }

    func connect(to device: VirtualDevice) async throws -> CastConnection {
        try await CastConnection.open(
            to: described(device),
            options: ConnectionOptions(),
            environment: environment
        )
    }

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
        let passing = Task {
            while !Task.isCancelled {
                await time.advance(by: .milliseconds(50))
                // As in `Stage.passing(_:)`.
                try? await Task.sleep(for: .microseconds(200))
            }
        }
        defer { passing.cancel() }
        return try await operation()
    }
}
