// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CastReceiver

/// A simulated network with one device, `Controlled`, and a control socket for it.
struct ControlledNetwork {
    let registry: VirtualDeviceRegistry
    let server: ControlServer

    var path: String { server.path }

    static var configuration: DeviceConfiguration {
        DeviceConfiguration(
            name: "Controlled",
            port: 0,
            httpPort: nil,
            httpsPort: nil,
            interfaces: .named(["lo"]),
            advertises: false
        )
    }

    static func socketPath() -> String {
        FileManager.default.temporaryDirectory.appending(path: "cast-\(UInt32.random(in: 0 ... .max)).sock").path
    }

    /// Runs a test, and shuts everything down, also when the test throws.
    static func perform(_ body: (ControlledNetwork) async throws -> Void) async throws {
        let registry = VirtualDeviceRegistry()
        await registry.add(try await VirtualDevice.start(configuration))
        let server = try await ControlServer.start(path: socketPath(), registry: registry)
        do {
            try await body(ControlledNetwork(registry: registry, server: server))
        } catch {
            await server.close()
            await registry.close()
            throw error
        }
        await server.close()
        await registry.close()
        #expect(!FileManager.default.fileExists(atPath: server.path))
    }
}
