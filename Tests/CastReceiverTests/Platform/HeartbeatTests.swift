// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Heartbeat of a device")
struct HeartbeatTests {
    @Test("PING is answered with the same pair of ids, connected or not", arguments: ["receiver-0", "session-1"])
    func pong(destination: String) {
        var trace = PlatformTrace()
        let sent = trace.send(["type": "PING"], in: .heartbeat, from: "sender-3", to: destination).sent
        #expect(sent.map(\.type) == ["PONG"])
        #expect(sent.first?.source == destination)
        #expect(sent.first?.destination == "sender-3")
    }

    @Test("PONG and other messages are not answered", arguments: [#"{"type":"PONG"}"#, "{}", "[1]", "x"])
    func silence(text: String) {
        var trace = PlatformTrace()
        #expect(trace.send(text: text, in: .heartbeat) == [])
    }

    @Test("an invalid message before a PING does not prevent the PONG")
    func afterGarbage() {
        var trace = PlatformTrace.connected()
        #expect(trace.send(text: #"{"type":"GET_STATUS","requestId":"#) == [])
        #expect(trace.platform.drops[.invalidJSON] == 1)
        #expect(trace.send(["type": "PING"], in: .heartbeat).types == ["PONG"])
    }

    @Test("PING is sent to the sender that connected first, or else to the one of the last message")
    func destination() {
        var trace = PlatformTrace()
        #expect(trace.platform.pingDestination(on: SocketID(1)) == nil)
        _ = trace.send(["type": "PONG"], in: .heartbeat, from: "sender-vlc")
        #expect(trace.platform.pingDestination(on: SocketID(1)) == "sender-vlc")
        _ = trace.connect(from: "sender-0")
        _ = trace.connect(from: "sender-1")
        #expect(trace.platform.pingDestination(on: SocketID(1)) == "sender-0")
        _ = trace.platform.socketClosed(SocketID(1), at: trace.now)
        #expect(trace.platform.pingDestination(on: SocketID(1)) == nil)
    }

    @Test("a sender is disconnected after three unanswered PINGs; any message resets the count")
    func silenceLimit() {
        let start = ContinuousClock.now
        var heartbeat = SocketHeartbeat(openedAt: start)
        #expect(heartbeat.timerFired(at: start + .seconds(5)) == .ping)
        #expect(heartbeat.timerFired(at: start + .seconds(10)) == .ping)
        heartbeat.received(at: start + .seconds(12))
        #expect(heartbeat.timerFired(at: start + .seconds(15)) == .ping)
        #expect(heartbeat.timerFired(at: start + .seconds(25)) == .ping)
        #expect(heartbeat.timerFired(at: start + .seconds(27)) == .drop)
    }
}
