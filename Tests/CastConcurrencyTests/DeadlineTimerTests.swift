// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import Testing

@testable import CastConcurrency

@Suite("Deadline timer")
struct DeadlineTimerTests {
    private final class Log {
        var fired: [String] = []
    }

    private let loop = EmbeddedEventLoop()
    private let log = Log()

    private func deadline(_ seconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(seconds) }

    private func set(_ timer: DeadlineTimer, to seconds: Int64?) {
        timer.set(to: seconds.map(deadline)) { [log] in log.fired.append("\(seconds ?? -1)") }
    }

    @Test("The timer fires once, at the last deadline that was set")
    func once() {
        let timer = DeadlineTimer(on: loop)
        set(timer, to: 3)
        set(timer, to: 5)
        loop.advanceTime(to: deadline(4))
        #expect(log.fired == [])
        set(timer, to: 5)
        loop.advanceTime(to: deadline(10))
        #expect(log.fired == ["5"])
    }

    @Test("After it has fired, the timer can be set to the same deadline again")
    func again() {
        let timer = DeadlineTimer(on: loop)
        set(timer, to: 1)
        loop.advanceTime(to: deadline(1))
        set(timer, to: 1)
        loop.advanceTime(to: deadline(2))
        #expect(log.fired == ["1", "1"])
    }

    @Test("A timer without a deadline, or that was released, does not fire")
    func cancelled() {
        var timer: DeadlineTimer? = DeadlineTimer(on: loop)
        if let timer {
            set(timer, to: 1)
            set(timer, to: nil)
            set(timer, to: 2)
        }
        timer = nil
        loop.advanceTime(to: deadline(3))
        #expect(log.fired == [])
    }

    @Test("A timer with a granularity fires at the next multiple of it")
    func granularity() {
        let timer = DeadlineTimer(on: loop, granularity: .seconds(4))
        set(timer, to: 5)
        set(timer, to: 7)
        loop.advanceTime(to: deadline(7))
        #expect(log.fired == [])
        loop.advanceTime(to: deadline(8))
        #expect(log.fired == ["5"], "both are the same deadline, and the first closure stays")
        set(timer, to: 12)
        loop.advanceTime(to: deadline(12))
        #expect(log.fired == ["5", "12"])
        timer.set(to: .distantFuture) {}
    }

    @Test("A timer that keeps earlier deadlines is replaced by earlier ones only")
    func keepsEarlier() {
        let timer = DeadlineTimer(on: loop, keepsEarlier: true)
        set(timer, to: 3)
        set(timer, to: 5)
        set(timer, to: 2)
        loop.advanceTime(to: deadline(4))
        #expect(log.fired == ["2"])
        set(timer, to: 5)
        loop.advanceTime(to: deadline(5))
        #expect(log.fired == ["2", "5"])
    }
}
