// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTransport
import CastWire
import Foundation
import NIOPosix

@testable import GoogleCast

struct CheckFailed: Error {}

/// Prints whether a condition is met. Throws if it is not, which ends the program.
func check(_ isTrue: Bool, _ what: String) throws {
    print("\(isTrue ? "ok" : "NOT"): \(what)")
    guard isTrue else { throw CheckFailed() }
}

/// Waits up to 15 s until a condition is met. Throws if it is not.
@MainActor
func wait(for what: String, until condition: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(15)
    while !condition(), ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(5)) }
    try check(condition(), what)
}

/// Reports a video of two minutes for every URL.
private struct Films: MediaInspector {
    func inspect(_ item: PlayerItem) async -> MediaInspection {
        .playable(MediaMetadataFacts(duration: 120, width: 1280, height: 720), kind: .video)
    }
}

/// Finds one device.
private struct OneDevice: DeviceProvider {
    let device: CastDevice

    func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async {
        await report(.seen(device, as: device.friendlyName))
        try? await Task.sleep(for: .seconds(3600))
    }
}

/// A virtual device over loopback TLS, and an environment in which it is the only device.
struct Home: Sendable {
    let device: VirtualDevice
    let environment: ContextEnvironment
    let castDevice: CastDevice

    static func open(applications: [InstalledApplication] = []) async throws -> Home {
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let identity = try TLSIdentity.selfSigned(commonName: "sample", key: TLSPrivateKey())
        let device = try await VirtualDevice.start(
            DeviceConfiguration(name: "Living room", applications: applications),
            acceptor: try CastTLSAcceptor(group: eventLoop, identity: identity),
            at: CastEndpoint(host: "127.0.0.1", port: 0),
            on: eventLoop
        ) { ClockPlayer(eventLoop: eventLoop, inspector: Films()) }
        let castDevice = CastDevice(id: device.id, friendlyName: device.name, endpoints: [device.endpoint])
        let environment = ContextEnvironment(session: .standard) { (criteria) throws(CastError) in
            DeviceBrowser.start(
                from: [OneDevice(device: castDevice)],
                criteria: criteria,
                environment: .standard,
                queryDelay: { .zero }
            )
        }
        return Home(device: device, environment: environment, castDevice: castDevice)
    }

    /// Creates the context, waits until it has found the device, and connects a session.
    @MainActor
    func connect(appID: String = kGCKDefaultMediaReceiverApplicationID) async throws -> GCKSessionManager {
        let context = try await createContext(appID: appID)
        let device = context.discoveryManager.device(at: 0)
        try check(context.sessionManager.startSession(with: device), "a session starts")
        try await wait(for: "the session is connected") { context.sessionManager.hasConnectedCastSession() }
        return context.sessionManager
    }

    @MainActor
    func createContext(appID: String = kGCKDefaultMediaReceiverApplicationID) async throws -> GCKCastContext {
        let options = GCKCastOptions(discoveryCriteria: GCKDiscoveryCriteria(applicationID: appID))
        try check(GCKCastContext.create(options, environment), "the context is created")
        let context = GCKCastContext.sharedInstance()
        try await wait(for: "the device is found") { context.discoveryManager.deviceCount == 1 }
        return context
    }
}
