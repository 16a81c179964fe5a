// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import NIOCore
import Testing

@testable import CastSender

@Suite("Round trip time")
struct RoundTripTests {
    @Test("the first sample is taken as is, later ones are smoothed")
    func smoothing() {
        var estimate = RoundTripEstimate()
        #expect(estimate.limit == .zero)
        estimate.measured(.milliseconds(800))
        #expect(estimate.smoothed == .milliseconds(800))
        #expect(estimate.limit == .milliseconds(2400))
        estimate.measured(.milliseconds(1600))
        #expect(estimate.smoothed == .milliseconds(900))
        for _ in 0..<100 { estimate.measured(.milliseconds(1)) }
        #expect(estimate.limit < .milliseconds(10))
    }

    @Test("an estimate never adds more than 20 s, and impossible samples are ignored")
    func bounds() {
        var estimate = RoundTripEstimate()
        estimate.measured(.seconds(-1))
        estimate.measured(.nanoseconds(.max))
        #expect(estimate.smoothed == nil)
        estimate.measured(.seconds(60))
        #expect(estimate.limit == .seconds(20))
    }

    @Test("a device that took 2 s to reply gets more time for the next reply")
    func slowDevice() async throws {
        let model = try await ModelDevice()
        async let opening = CastConnection.open(to: model.device, options: .init(), environment: model.environment)
        let peer = try await model.peer.accept()
        try await peer.expect("CONNECT", in: .connection)
        let first = try await peer.expect("GET_STATUS", in: .receiver)
        await model.time.advance(by: .seconds(2))
        try await peer.reply(to: first, ModelDevice.idle)
        let connection = try await opening
        // 2 s plus four times a deviation of 1 s.
        #expect(await connection.roundTripLimit == .seconds(6))
        async let refreshing = connection.refreshStatus(within: .seconds(1))
        let second = try await peer.expect("GET_STATUS", in: .receiver)
        await model.time.advance(by: .milliseconds(4500))
        try await peer.reply(to: second, ModelDevice.idle)
        #expect(try await refreshing.volume?.level == 0.5)
        await connection.close()
    }

    @Test("a launch that was allowed still has the network's time as well")
    func slowLaunch() async throws {
        let model = try await ModelDevice()
        var options = ConnectionOptions()
        options.launchTimeout = .seconds(10)
        async let opening = CastConnection.open(to: model.device, options: options, environment: model.environment)
        let peer = try await model.peer.accept()
        try await peer.expect("CONNECT", in: .connection)
        let first = try await peer.expect("GET_STATUS", in: .receiver)
        await model.time.advance(by: .seconds(2))
        try await peer.reply(to: first, ModelDevice.idle)
        let connection = try await opening
        #expect(await connection.roundTripLimit == .seconds(6))
        async let launching = failure(of: { try await connection.launch("DEADBEEF") })
        let launch = try await peer.expect("LAUNCH", in: .receiver)
        try await peer.send(
            ["type": "LAUNCH_STATUS", "launchRequestId": launch.object["requestId"] ?? nil, "status": "USER_ALLOWED"],
            in: .receiver,
            to: "sender-0"
        )
        await model.time.advance(by: .seconds(14))
        try await peer.reply(to: launch, ["type": "LAUNCH_ERROR", "reason": "NOT_FOUND"])
        #expect(try await launching.code == .launchFailed, "the answer came before 10 s and the network's 6 s")
        await connection.close()
    }

    @Test("silence closes a connection later when round trips are slow")
    func slowHeartbeat() {
        let timing = Heartbeat.Timing(silenceBeforePing: .seconds(5), silenceBeforeClose: .seconds(10))
        var heartbeat = Heartbeat(timing: timing, now: .at(0))
        #expect(heartbeat.deadlineReached(now: .at(5), allowance: .seconds(6)) == .sendPing)
        #expect(heartbeat.deadline(allowance: .seconds(6)) == .at(16))
        #expect(heartbeat.deadlineReached(now: .at(12), allowance: .seconds(6)) == .none)
        #expect(heartbeat.deadlineReached(now: .at(16), allowance: .seconds(6)) == .closeConnection)
        heartbeat = Heartbeat(timing: timing, now: .at(0))
        _ = heartbeat.deadlineReached(now: .at(5))
        #expect(heartbeat.pongReceived(now: .at(7)) == .seconds(2))
        #expect(heartbeat.pongReceived(now: .at(8)) == nil, "no second PING was sent")
    }
}
