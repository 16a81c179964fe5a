// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastCommand

extension EndToEnd {
    @Suite("Faults on the command line")
    struct FaultTests {
        /// The text of each fault rule, with the device's name of its effect.
        private static let rules = [
            ("delay=200ms,jitter=50ms", "delay"), ("drop,type=NONE", "drop"), ("duplicate,type=NONE", "duplicate"),
            ("reorder,type=NONE", "reorder"), (#"type=NONE,count=1,reply={"type":"LOAD_FAILED"}"#, "reply"),
            ("close,after=1000000", "close"), ("reset,type=NONE", "reset"),
            ("malformed=garbage,type=NONE", "malformed"),
            ("slow=1ms,type=NONE", "slowReading"), ("shift=-2s", "shiftTimes"), ("no-pong,count=0", "drop"),
            ("hang,count=0", "drop"), (#"type=NONE,follow={"type":"X"}"#, "follow"),
            (#"type=NONE,rewrite=[{"text":"requestId"}]"#, "rewrite"), ("busy=1ms,type=NONE", "busy"),
        ]

        @Test("every fault can be injected by an option and by a control command", .timeLimit(.minutes(1)))
        func everyFault() async throws {
            let path = FileManager.default.temporaryDirectory
                .appending(path: "cast-\(UInt32.random(in: 0...UInt32.max)).sock").path
            let options = Self.rules.flatMap { ["--fault", $0.0] }
            try await withReceiver(["--headless", "--clock-skew", "-2m", "--control", path] + options) { receiver in
                _ = try await receiver.program.wait(for: "the socket") { output in
                    try output.objects.first { $0["event"] == "control" }
                }
                for (rule, _) in Self.rules {
                    let added = try await CastProgram.run(["control", path, "fault", "rule=\(rule)"])
                    #expect(added.status == 0, "\(rule): \(added.standardError)")
                }
                let faults = try await CastProgram.run(["control", path, "faults", "--json"]).object["faults"]
                let effects = faults?.arrayValue?.compactMap { $0["effect"]?.stringValue } ?? []
                let names = Self.rules.map(\.1)
                #expect(effects.count == 2 * names.count)
                for (effect, name) in zip(effects, names + names) {
                    #expect(effect.hasPrefix(name) || effect.contains(".\(name)"), "\(effect) is no \(name)")
                }
                for arguments in [
                    ["unfault"], ["cut"], ["port"], ["refuse", "seconds=0"], ["off", "seconds=0"], ["takeover"],
                ] {
                    let done = try await CastProgram.run(["control", path] + arguments)
                    #expect(done.status == 0, "\(arguments): \(done.standardError)")
                }
                let status = try await CastProgram.run(["control", path, "status", "--json"]).object
                #expect(status["devices"]?[0]?["app"] == "CC1AD845")
            }
        }
    }
}
