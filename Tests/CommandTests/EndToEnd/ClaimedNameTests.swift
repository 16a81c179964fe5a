// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastCommand

extension EndToEnd {
    /// Another host on the network claims every name that the device probes.
    @Suite("Claimed names")
    struct ClaimedNameTests {
        private let model = "Claimed\(UInt32.random(in: 0...0xFFFF_FFFF))"

        private func receiver() throws -> CastProgram {
            let directory = FileManager.default.temporaryDirectory.appending(path: "cast-test-\(UUID())").path
            return try CastProgram([
                "receiver", "--json", "--interface", VirtualReceiver.loopback, "--name", "Living Room", "--model",
                model,
                "--port", "0", "--http-port", "0", "--https-port", "0", "--headless", "--state-dir", directory,
            ])
        }

        @Test("starting a device fails after a limited time if another host claims all of its names")
        func fails() async throws {
            let thief = try await NameClaimer(claiming: model, on: VirtualReceiver.loopback)
            let receiver = try receiver()
            let output = try await receiver.end()
            #expect(output.status == ExitStatus.failure.rawValue)
            let error = try #require(try output.object["error"])
            #expect(error["code"] == "nameTaken")
            let message = error["message"]?.stringValue ?? ""
            #expect(message.contains("Living Room cannot be announced"), "\(message)")
            #expect(message.contains("thief.local, port 4444"), "\(message)")
            #expect(error["hint"]?.stringValue?.contains("--name") == true)
            #expect((16...40).contains(thief.claimCount), "\(thief.claimCount)")
            await thief.close()
        }

        @Test("the first Ctrl-C ends a device that is still probing for a name")
        func interrupted() async throws {
            let thief = try await NameClaimer(claiming: model, on: VirtualReceiver.loopback)
            let receiver = try receiver()
            while thief.claimCount < 2 { try await Task.sleep(for: .milliseconds(10)) }
            receiver.interrupt()
            let output = try await receiver.end(within: .seconds(10))
            #expect(output.status == ExitStatus.success.rawValue)
            #expect(try output.objects.map { $0["event"] } == ["closed"])
            await thief.close()
        }
    }
}
