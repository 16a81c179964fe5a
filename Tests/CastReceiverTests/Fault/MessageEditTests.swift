// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Edits of messages")
struct MessageEditTests {
    private static let message: JSONObject = [
        "type": "A", "requestId": 7,
        "status": [["rate": 1.5, "on": true, "names": [["name": "x"], "y"]], ["rate": 2, "kind": "BUFFERED"]],
    ]

    @Test(
        "each edit changes the values at its path",
        arguments: [
            (
                #"{"remove":"status.*.rate"}"#,
                #"{"type":"A","requestId":7,"status":[{"on":true,"names":[{"name":"x"},"y"]},{"kind":"BUFFERED"}]}"#
            ),
            (
                #"{"rename":"requestId","to":"id"}"#,
                #"{"type":"A","id":7,"status":[{"rate":1.5,"on":true,"names":[{"name":"x"},"y"]},{"rate":2,"kind":"BUFFERED"}]}"#
            ),
            (
                #"{"set":"status.*.rate","value":null}"#,
                #"{"type":"A","requestId":7,"status":[{"rate":null,"on":true,"names":[{"name":"x"},"y"]},{"rate":null,"kind":"BUFFERED"}]}"#
            ),
            (
                #"{"text":"status.*.rate"}"#,
                #"{"type":"A","requestId":7,"status":[{"rate":"1.5","on":true,"names":[{"name":"x"},"y"]},{"rate":"2","kind":"BUFFERED"}]}"#
            ),
            (
                #"{"names":"status.*.names"}"#,
                #"{"type":"A","requestId":7,"status":[{"rate":1.5,"on":true,"names":["x","y"]},{"rate":2,"kind":"BUFFERED"}]}"#
            ),
            (
                #"{"lowercase":"status.*.kind"}"#,
                #"{"type":"A","requestId":7,"status":[{"rate":1.5,"on":true,"names":[{"name":"x"},"y"]},{"rate":2,"kind":"buffered"}]}"#
            ),
            (
                #"{"reverse":""}"#,
                #"{"status":[{"names":[{"name":"x"},"y"],"on":true,"rate":1.5},{"kind":"BUFFERED","rate":2}],"requestId":7,"type":"A"}"#
            ),
            (
                #"{"remove":"nothing.here.*"}"#,
                #"{"type":"A","requestId":7,"status":[{"rate":1.5,"on":true,"names":[{"name":"x"},"y"]},{"rate":2,"kind":"BUFFERED"}]}"#
            ),
        ]
    )
    func edits(edit: String, expected: String) throws {
        var message = Self.message
        try #require(MessageEdit(json: try JSONValue(parsing: edit))).apply(to: &message)
        #expect(message.jsonString == expected)
    }

    @Test("volumes have the imprecision of a 32-bit float")
    func singlePrecision() {
        var message: JSONObject = ["level": 0.05]
        MessageEdit(.singlePrecision, at: "level").apply(to: &message)
        #expect(message["level"] == 0.05000000074505806)
    }

    @Test(
        "an edit of another form is rejected",
        arguments: [
            "{}", "[]", "1", #"{"remove":1}"#, #"{"remove":"a","value":1}"#, #"{"set":"a"}"#, #"{"rename":"a"}"#,
            #"{"rename":"a","to":""}"#, #"{"remove":"a","text":"b"}"#, #"{"explode":"a"}"#, #"{"to":"a"}"#,
        ]
    )
    func rejected(edit: String) throws {
        #expect(MessageEdit(json: try JSONValue(parsing: edit)) == nil)
    }

    @Test("a fault rewrites messages, as text and with its filter")
    func fault() throws {
        let fault = try Fault(
            parsing: #"type=RECEIVER_STATUS,rewrite=[{"remove":"status.userEq"},{"text":"requestId"}]"#
        )
        #expect(
            fault
                == Fault(
                    .rewrite([MessageEdit(.remove, at: "status.userEq"), MessageEdit(.text, at: "requestId")]),
                    on: .init(direction: .outbound, type: "RECEIVER_STATUS")
                )
        )
        #expect(try Fault(parsing: "busy=2s,type=LOAD") == Fault(.busy(.seconds(2)), on: .init(type: "LOAD")))
        let error = #expect(throws: FaultTextError.self) { try Fault(parsing: "rewrite=[{}]") }
        #expect(error?.reason.contains("PATH") == true)
    }

    @Test("a busy device handles the messages of a namespace in order, and others at once")
    func busy() {
        var machine = FaultMachine(seed: 0)
        _ = machine.add(Fault(.busy(.seconds(1)), on: .init(direction: .inbound, type: "LAUNCH")))
        let (socket, now) = (SocketID(1), ContinuousClock.now)
        func message(_ type: String, _ namespace: CastNamespace) -> CastMessage {
            CastMessage(
                from: "sender-0",
                to: "receiver-0",
                namespace: namespace,
                json: ["type": .string(type), "requestId": 1]
            )
        }
        let (launch, status) = (message("LAUNCH", .receiver), message("GET_STATUS", .receiver))
        let ping = message("PING", .heartbeat)
        #expect(machine.passing(launch, .inbound, on: socket, at: now) == [])
        #expect(machine.passing(status, .inbound, on: socket, at: now) == [])
        #expect(machine.passing(ping, .inbound, on: socket, at: now) == [.forward(ping, .inbound, socket)])
        #expect(machine.nextDeadline == now + .seconds(1))
        #expect(
            machine.timeReached(now + .seconds(1)) == [
                .forward(launch, .inbound, socket), .forward(status, .inbound, socket),
            ]
        )
        #expect(
            machine.passing(status, .inbound, on: socket, at: now + .seconds(1)) == [.forward(status, .inbound, socket)]
        )
    }
}
