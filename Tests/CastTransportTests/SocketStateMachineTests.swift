// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastTransport

@Suite
struct SocketStateMachineTests {
    private static var configuration: CastSocketConfiguration {
        var configuration = CastSocketConfiguration()
        configuration.lowWaterMark = 10
        configuration.highWaterMark = 20
        configuration.queueLimit = 30
        return configuration
    }

    private var machine = SocketStateMachine(configuration: configuration)

    @Test mutating func theFirstReasonIsTheOneReported() {
        #expect(machine.close(.heartbeatLost) == .abort)
        #expect(machine.close(.local) == nil)
        #expect(machine.carrierEnded(.failure("reset")) == .heartbeatLost)
        #expect(machine.carrierEnded(.remote) == nil)
        #expect(machine.closeReason == .heartbeatLost)
    }

    @Test mutating func onlyALocalCloseIsOrderly() {
        #expect(machine.close(.local) == .orderly)
        #expect(machine.send(bytes: 1, queued: 0) == .refuse(.closed(.local)))
        #expect(machine.carrierEnded(.remote) == .local)
    }

    @Test mutating func theOtherEndsCloseIsReportedAsItIs() {
        #expect(machine.carrierEnded(.remote) == .remote)
        #expect(machine.close(.local) == nil)
        #expect(machine.send(bytes: 1, queued: 0) == .refuse(.closed(.remote)))
    }

    @Test mutating func theQueueMayBeFilledToItsLimitAndNotBeyond() {
        #expect(machine.send(bytes: 10, queued: 20) == .write)
        #expect(machine.send(bytes: 11, queued: 20) == .refuseAndAbort(.queueFull(limit: 30)))
        #expect(machine.send(bytes: 1, queued: 0) == .refuse(.closed(.writeQueueFull(limit: 30))))
        #expect(machine.carrierEnded(.remote) == .writeQueueFull(limit: 30))
    }

    @Test mutating func writabilityChangesAboveTheHighAndBelowTheLowMark() {
        #expect(machine.queueChanged(to: 20) == nil)
        #expect(machine.queueChanged(to: 21) == false)
        #expect(machine.queueChanged(to: 25) == nil)
        #expect(machine.queueChanged(to: 10) == nil)
        #expect(machine.queueChanged(to: 9) == true)
        #expect(machine.queueChanged(to: 15) == nil)
    }
}
