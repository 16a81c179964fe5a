// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("The demo")
    struct DemoTests {
        @Test("without a terminal the demo runs unattended and succeeds")
        func alone() async throws {
            let output = try await CastProgram.run(["demo", "--until", "1"])
            #expect(output.status == 0, "\(output.standardError)")
            #expect(output.standardOutput.contains("http://127.0.0.1:"))
            #expect(output.standardOutput.contains("Discovered Living Room (demo)"))
            #expect(output.standardOutput.contains("Connected over TLS"))
            #expect(output.lines.last?.hasPrefix("Finished ") == true)
        }

        @Test("with --json each step is an event")
        func scripted() async throws {
            let output = try await CastProgram.run(["demo", "--until", "1", "--json"])
            #expect(output.status == 0)
            let steps = try output.objects.compactMap { $0["step"]?.stringValue }
            #expect(steps == ["device", "found", "connected", "launched", "loaded", "playing"])
            #expect(try output.objects.contains { $0["page"]?.stringValue?.hasPrefix("http://127.0.0.1:") == true })
        }
    }
}
