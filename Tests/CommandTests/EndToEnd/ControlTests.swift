// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("Devices, groups and control commands")
    struct ControlTests {
        @Test("three devices and a group on loopback are discovered as four distinct devices", .timeLimit(.minutes(2)))
        func fourDevices() async throws {
            let name = VirtualReceiver.uniqueName("Home")
            let names = [name, "\(name) Kitchen", "\(name) Bath"]
            let receiver = try await VirtualReceiver(
                name: name,
                [
                    "--headless", "--also", names[1], "--also", names[2], "--group",
                    "\(name) All=\(names[0]),\(names[1])",
                ]
            )
            let ready = try await receiver.program.wait(for: "four ready lines") { output in
                let ready = try output.objects.filter { $0["event"] == "ready" }
                return ready.count == 4 ? ready : nil
            }
            let group = try #require(ready.last)
            #expect(group["members"] == .array([.string(names[0]), .string(names[1])]))
            let found = try await CastProgram.run(
                ["devices", "--interface", VirtualReceiver.loopback, "--json", "--timeout", "5"]
            )
            .object["devices"]?.arrayValue?.filter { $0["name"]?.stringValue?.hasPrefix(name) == true }
            #expect(found?.count == 4)
            let ids = Set((found ?? []).compactMap { $0["id"]?.stringValue })
            #expect(ids == Set(ready.compactMap { $0["id"]?.stringValue }))
            #expect(ids.count == 4)
            await receiver.stop()
        }

        @Test("control commands change a running receiver, and errors have their code", .timeLimit(.minutes(1)))
        func controlCommands() async throws {
            let path = FileManager.default.temporaryDirectory
                .appending(path: "cast-\(UInt32.random(in: 0...UInt32.max)).sock").path
            let receiver = try await VirtualReceiver(["--headless", "--control", path])
            _ = try await receiver.program.wait(for: "the socket") { output in
                try output.objects.first { $0["event"] == "control" }
            }
            let louder = try await CastProgram.run(["control", path, "volume", "level=0.25"])
            #expect(louder.status == 0 && louder.standardOutput == "done\n")
            let status = try await CastProgram.run(["control", path, "status", "--json"]).object
            #expect(status["devices"]?[0]?["volume"] == 0.25)
            let fault = try await CastProgram.run(["control", path, "fault", "rule=drop,type=LOAD", "--json"]).object
            #expect(fault["id"] == 1)
            let refused = try await CastProgram.run(["control", path, "pause", "--json"])
            #expect(refused.status == ExitStatus.refused.rawValue)
            #expect(try refused.object["error"]?["code"] == "nothingPlays")
            receiver.program.interrupt()
            #expect(try await receiver.program.end().status == 0)
            #expect(!FileManager.default.fileExists(atPath: path))
            let gone = try await CastProgram.run(["control", path, "status"])
            #expect(gone.status != 0)
            #expect(gone.standardError.contains("--control"))
            await receiver.stop()
        }
    }
}
