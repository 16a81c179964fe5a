import Foundation
import Testing

@testable import CastReceiver

/// A home with one device, `Controlled`, and a control socket for it.
struct ControlledHome {
    let home: VirtualHome
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

    /// Runs a test, and ends everything whatever happened.
    static func perform(_ body: (ControlledHome) async throws -> Void) async throws {
        let home = VirtualHome()
        await home.add(try await VirtualDevice.start(configuration))
        let server = try await ControlServer.start(path: socketPath(), home: home)
        do {
            try await body(ControlledHome(home: home, server: server))
        } catch {
            await server.close()
            await home.shutdown()
            throw error
        }
        await server.close()
        await home.shutdown()
        #expect(!FileManager.default.fileExists(atPath: server.path))
    }
}
