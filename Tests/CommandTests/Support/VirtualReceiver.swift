// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

/// A process of `cast receiver` on loopback.
final class VirtualReceiver: Sendable {
    let program: CastProgram
    let name: String
    let id: String
    /// The address `127.0.0.1` and the port.
    let endpoint: String
    let stateDirectory: String
    /// The path of its root certificate, as reported by the process.
    let rootCertificate: String

    /// The name of the loopback interface.
    #if os(Linux)
    static let loopback = "lo"
    #else
    static let loopback = "lo0"
    #endif

    /// Returns a name that no other test on this machine uses.
    static func uniqueName(_ text: String) -> String {
        "\(text) \(UInt32.random(in: 0...0xFFFF_FFFF))"
    }

    /// Starts a receiver and waits until it is ready.
    init(name: String = uniqueName("Test"), _ options: [String] = ["--headless"]) async throws {
        stateDirectory = FileManager.default.temporaryDirectory.appending(path: "cast-test-\(UUID())").path
        program = try CastProgram(
            [
                "receiver", "--json", "--interface", Self.loopback, "--name", name, "--port", "0", "--http-port", "0",
                "--https-port", "0", "--state-dir", stateDirectory,
            ] + options
        )
        let ready = try await program.wait(for: "ready line") { try $0.objects.first { $0["event"] == "ready" } }
        self.name = name
        id = try #require(ready["id"]?.stringValue)
        endpoint = try #require(ready["endpoint"]?.stringValue)
        rootCertificate = try #require(ready["rootCertificate"]?.stringValue)
        #expect(ready["version"] == 1)
        #expect(ready["name"] == .string(name))
    }

    /// Stops the receiver and removes its state.
    func stop() async {
        await program.stop()
        try? FileManager.default.removeItem(atPath: stateDirectory)
    }

    /// The options that select the receiver by multicast DNS.
    var byName: [String] { ["--interface", Self.loopback, "--device", name] }
}

/// Runs a test with a new receiver.
func withReceiver(
    _ options: [String] = ["--headless"],
    _ body: (VirtualReceiver) async throws -> Void
) async throws {
    let receiver = try await VirtualReceiver(options)
    do {
        try await body(receiver)
    } catch {
        await receiver.stop()
        throw error
    }
    await receiver.stop()
}

extension VirtualReceiver {
    convenience init(_ options: [String]) async throws {
        try await self.init(name: Self.uniqueName("Test"), options)
    }
}

extension CastProgram.Output {
    /// The objects on standard output, without the last line, which may be incomplete. Throws if a line is not JSON.
    var objects: [JSONValue] {
        get throws {
            try standardOutput.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
                try JSONValue(parsing: String($0))
            }
        }
    }

    /// The object of a command that prints exactly one.
    var object: JSONValue {
        get throws {
            let objects = try objects
            try #require(objects.count == 1, "\(standardOutput)")
            return objects[0]
        }
    }

    /// The reported states of the media, in order.
    var mediaStates: [String] {
        get throws {
            try objects.filter { $0["event"] == "state" }.compactMap { $0["media"]?["state"]?.stringValue }
        }
    }
}
