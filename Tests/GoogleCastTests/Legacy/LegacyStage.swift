// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTesting
import CastTransport
import CastWire
import Foundation
import NIOCore
import NIOPosix

@testable import GoogleCast

/// A virtual device for tests of the 2.x classes: in memory with a manual clock, or over loopback TLS.
@MainActor
final class LegacyStage {
    enum Kind: String, CaseIterable, Sendable {
        case memory
        case loopbackTLS
    }

    let device: VirtualDevice
    let environment: ContextEnvironment
    private let time: ManualTime?

    /// The device as a scanner reports it.
    var found: GCKDevice { GCKDevice(castDevice) }

    var castDevice: CastDevice {
        CastDevice(id: device.id, friendlyName: device.name, endpoints: [device.endpoint])
    }

    private init(device: VirtualDevice, connection: ConnectionEnvironment, time: ManualTime?) {
        self.device = device
        self.time = time
        let castDevice = CastDevice(id: device.id, friendlyName: device.name, endpoints: [device.endpoint])
        environment = ContextEnvironment(
            session: SessionEnvironment(connection: connection, wallClock: { 1_000_000 })
        ) { (criteria) throws(CastError) in
            DeviceBrowser.start(
                from: [PresentDevice(device: castDevice)],
                criteria: criteria,
                environment: connection,
                queryDelay: { .zero }
            )
        }
    }

    /// Creates a stage, makes it the environment of the 2.x classes, and removes it when the body returns or throws.
    static func perform(
        _ kind: Kind,
        configuration: DeviceConfiguration = DeviceConfiguration(name: "Old TV"),
        _ body: @MainActor (LegacyStage) async throws -> Void
    ) async throws {
        let stage = try await open(kind, configuration)
        let before = LegacyScan.environment
        LegacyScan.environment = stage.environment
        defer { LegacyScan.environment = before }
        do {
            try await body(stage)
        } catch {
            await stage.device.close()
            throw error
        }
        await stage.device.close()
    }

    private static func open(_ kind: Kind, _ configuration: DeviceConfiguration) async throws -> LegacyStage {
        switch kind {
        case .memory:
            let time = ManualTime()
            let network = CastMemoryNetwork(eventLoop: time.eventLoop)
            let start = ContinuousClock.now
            let device = try await VirtualDevice.start(
                configuration,
                acceptor: network,
                at: CastEndpoint(host: "old.memory"),
                on: time.eventLoop
            ) { ClockPlayer(eventLoop: time.eventLoop, inspector: AnyFilm()) }
            let connection = ConnectionEnvironment(
                connector: network,
                eventLoop: time.eventLoop,
                now: { start + .nanoseconds(Int64(time.now.uptimeNanoseconds)) }
            )
            return LegacyStage(device: device, connection: connection, time: time)
        case .loopbackTLS:
            let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
            let device = try await VirtualDevice.start(
                configuration,
                acceptor: CastTLSAcceptor(group: eventLoop, identity: identity.get()),
                at: CastEndpoint(host: "127.0.0.1", port: 0),
                on: eventLoop
            ) { ClockPlayer(eventLoop: eventLoop, inspector: AnyFilm()) }
            return LegacyStage(device: device, connection: .standard, time: nil)
        }
    }

    private static let identity = Result { try TLSIdentity.selfSigned(commonName: "legacy", key: TLSPrivateKey()) }

    /// Advances the manual clock, or sleeps in real time.
    func pass(_ duration: Duration) async throws {
        if let time { await time.advance(by: duration) } else { try await Task.sleep(for: duration) }
    }

    /// Advances time until a condition holds. Returns false if it does not hold within the limit.
    func wait(within limit: Duration = .seconds(20), until holds: @MainActor () -> Bool) async throws -> Bool {
        var left = limit
        while !holds() {
            guard left > .zero else { return false }
            let step = time == nil ? Duration.milliseconds(5) : .milliseconds(50)
            try await pass(step)
            left -= step
        }
        return true
    }
}

/// Reports a video of two minutes for every URL.
private struct AnyFilm: MediaInspector {
    func inspect(_ item: PlayerItem) async -> MediaInspection {
        .playable(MediaMetadataFacts(duration: 120), kind: .video)
    }
}

/// Finds one device immediately.
private struct PresentDevice: DeviceProvider {
    let device: CastDevice

    func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async {
        await report(.seen(device, as: device.friendlyName))
        try? await Task.sleep(for: .seconds(3600))
    }
}
