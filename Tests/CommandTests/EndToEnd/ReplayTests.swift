// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("Replaying a recording")
    struct ReplayTests {
        // Interop/run shell_blocks ends it in the moment in which it is ready.
        @Test("a recorded device that is ended before a sender came reports that it received nothing")
        func ended() async throws {
            let recording = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl")
            defer { try? FileManager.default.removeItem(at: recording) }
            try await withReceiver { receiver in
                let status = try await CastProgram.run(
                    ["status", "--host", receiver.endpoint, "--record", recording.path]
                )
                #expect(status.status == 0, "\(status.standardError)")
            }
            let replay = try CastProgram([
                "replay", recording.path, "--as", "device", "--interface", "lo", "--port", "0", "--json",
            ])
            _ = try await replay.wait(for: "the recorded device") { output in
                try output.objects.first { $0["event"] == "ready" }
            }
            replay.interrupt()
            let output = try await replay.end()
            #expect(output.status == ExitStatus.interrupted.rawValue)
            #expect(try output.objects.last?["summary"]?["matched"] == 0)
        }
    }
}
