// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Faults as text")
struct FaultTextTests {
    @Test(
        "each effect and filter is parsed",
        arguments: [
            ("delay=200ms,namespace=media", Fault(.delay(.milliseconds(200)), on: .init(namespace: .media))),
            ("delay=1s,jitter=500ms", Fault(.delay(.seconds(1), jitter: .milliseconds(500)))),
            ("drop,direction=out,probability=0.3", Fault(.drop, on: .init(direction: .outbound), probability: 0.3)),
            ("duplicate", Fault(.duplicate(copies: 1))),
            ("duplicate=3,count=2", Fault(.duplicate(copies: 3), limit: 2)),
            ("reorder,type=MEDIA_STATUS", Fault(.reorder, on: .init(type: "MEDIA_STATUS"))),
            ("close,after=4,count=1", Fault(.close, skipping: 4, limit: 1)),
            ("reset,type=LOAD", Fault(.reset, on: .init(type: "LOAD"))),
            ("malformed=empty", Fault(.malformed(.empty))),
            ("slow=50ms", Fault(.slowReading(.milliseconds(50)))),
            ("shift=-2s", Fault(.shiftTimes(.seconds(-2)))),
            ("no-pong", .silentHeartbeat),
            ("hang", .hang),
            ("drop,namespace=heartbeat", Fault(.drop, on: .init(namespace: .heartbeat))),
            ("drop,namespace=urn:x-cast:a.b", Fault(.drop, on: .init(namespace: "urn:x-cast:a.b"))),
            (
                #"type=A,follow={"type":"B","a":[1,2]}"#,
                Fault(.follow(["type": "B", "a": [1, 2]]), on: .init(type: "A"))
            ),
            (
                #"count=1,type=LOAD,reply={"type":"LOAD_FAILED","a":[1,2]}"#,
                .failNext("LOAD", with: ["type": "LOAD_FAILED", "a": [1, 2]])
            ),
        ]
    )
    func reading(text: String, fault: Fault) throws {
        #expect(try Fault(parsing: text) == fault)
    }

    @Test(
        "an invalid fault is an error that names the invalid part",
        arguments: [
            ("", "no effect"), ("namespace=media", "no effect"), ("dely=5s", "dely"), ("delay", "duration"),
            ("delay=-1s", "duration"), ("delay=1e99s", "duration"), ("delay=nan", "duration"),
            ("drop,drop", "two effects"),
            ("drop,jitter=1s", "jitter"), ("drop,count=-1", "whole number"),
            ("drop,count=9999999999999999999999", "whole"),
            ("drop,probability=2", "between 0 and 1"), ("reply=[1]", "JSON object"), ("reply={", "JSON object"),
            ("follow", "JSON object"), ("follow=1", "JSON object"),
            ("malformed=nice", "tooLong"), ("drop,direction=up", "\"in\" or \"out\""), ("drop,,", "unknown part"),
        ]
    )
    func refusing(text: String, expected: String) {
        let error = #expect(throws: FaultTextError.self) { try Fault(parsing: text) }
        #expect(error?.reason.contains(expected) == true, "\(error?.reason ?? "")")
    }

    @Test("a text of any length or content is an error, not a trap")
    func hostile() {
        #expect(throws: FaultTextError.self) { try Fault(parsing: String(repeating: "drop,", count: 20_000)) }
        for seed in UInt64(0)..<2000 {
            var generator = SeededGenerator(seed: seed)
            let parts = [
                "delay", "=", ",", "5s", "reply=", "{", "}", "count", "-", "type", "\u{0}", "é", "999", "drop",
            ]
            let text = (0..<8).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
            _ = try? Fault(parsing: text)
        }
    }
}
