// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import NIOPosix
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

@Suite("Timers of an event loop")
struct EventLoopTimersTests {
    private final class Log {
        var fired: [Int] = []
    }

    private let loop = EmbeddedEventLoop()
    private let log = Log()
    private let deadline = NIODeadline.uptimeNanoseconds(0) + .seconds(4)

    private func makeTimers(_ count: Int) -> [DeadlineTimer] {
        (0..<count).map { _ in DeadlineTimer(on: loop, granularity: .seconds(4)) }
    }

    @Test("Timers with the same deadline are one task of the loop, and fire in the order in which they were set")
    func shared() {
        let timers = makeTimers(3)
        for (index, timer) in timers.enumerated() {
            timer.set(to: deadline - .seconds(Int64(index))) { [log] in log.fired.append(index) }
        }
        #expect(EventLoopTimers.of(loop).count == 1)
        timers[1].set(to: deadline + .seconds(1)) { [log] in log.fired.append(10) }
        #expect(EventLoopTimers.of(loop).count == 2)
        loop.advanceTime(to: deadline)
        #expect(log.fired == [0, 2])
        loop.advanceTime(to: deadline + .seconds(4))
        #expect(log.fired == [0, 2, 10])
        #expect(EventLoopTimers.of(loop).count == 0)
    }

    @Test("The loop keeps no task once all timers of a deadline are canceled or released")
    func cancelled() {
        var timers = makeTimers(3)
        for timer in timers { timer.set(to: deadline) { Issue.record("A canceled timer fired.") } }
        timers[0].cancel()
        #expect(EventLoopTimers.of(loop).count == 1)
        timers = [timers[0]]
        #expect(EventLoopTimers.of(loop).count == 0)
        loop.advanceTime(to: deadline)
    }

    @Test("A timer that is set again and again takes no more memory")
    func reused() {
        let timers = makeTimers(2)
        var places: Set<Int> = []
        timers[0].set(to: deadline) {}
        for _ in 0..<100 {
            let (batch, place) = EventLoopTimers.of(loop).schedule(at: deadline) {}
            places.insert(place)
            EventLoopTimers.of(loop).cancel(place, in: batch)
        }
        #expect(places == [1])
    }

    @Test("A timer can cancel, set and release others with the same deadline while it fires")
    func whileFiring() {
        let timers = makeTimers(4)
        var released: DeadlineTimer? = DeadlineTimer(on: loop)
        timers[0].set(to: deadline) { [loop, log, deadline] in
            log.fired.append(0)
            timers[1].cancel()
            released = nil
            timers[2].set(to: deadline) { log.fired.append(20) }
            timers[3].set(to: deadline) { Issue.record("It is pending: the first action stays.") }
            #expect(EventLoopTimers.of(loop).count == 1)
        }
        timers[1].set(to: deadline) { Issue.record("A canceled timer fired.") }
        released?.set(to: deadline) { Issue.record("A released timer fired.") }
        timers[2].set(to: deadline + .seconds(4)) { Issue.record("Another deadline was set.") }
        timers[3].set(to: deadline) { [log] in log.fired.append(3) }
        loop.advanceTime(to: deadline + .seconds(8))
        #expect(log.fired == [0, 3, 20])
    }

    @Test("Canceling a timer may release others with the same deadline")
    func releasedByCancel() {
        let timers = makeTimers(2)
        timers[0].set(to: deadline) { [held = makeTimers(3)] in
            for timer in held { timer.cancel() }
        }
        var inner: [DeadlineTimer]? = makeTimers(3)
        for timer in inner ?? [] { timer.set(to: deadline) { Issue.record("A released timer fired.") } }
        timers[1].set(to: deadline) { [held = inner] in _ = held }
        inner = nil
        timers[1].cancel()
        loop.advanceTime(to: deadline)
    }

}

@Suite("Timers of an event loop with a thread")
struct ThreadTimersTests {
    @Test("A timer that is released on another thread does not fire")
    func releasedElsewhere() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let timer = try await loop.submit {
            let timer = DeadlineTimer(on: loop)
            timer.set(to: .now() + .hours(1)) { Issue.record("A released timer fired.") }
            return NIOLoopBound(timer, eventLoop: loop)
        }.get()
        #expect(try await loop.submit { EventLoopTimers.of(loop).count }.get() == 1)
        _ = consume timer
        #expect(try await loop.submit { EventLoopTimers.of(loop).count }.get() == 0)
        try await group.shutdownGracefully()
    }

    @Test("The only timers of a loop can be made and released on several threads at once", .timeLimit(.minutes(1)))
    func madeAndReleased() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        await withTaskGroup(of: Void.self) { tasks in
            for _ in 0..<8 {
                tasks.addTask { for _ in 0..<20_000 { _ = DeadlineTimer(on: loop) } }
            }
        }
        try await group.shutdownGracefully()
    }

    @Test("A loop that is shut down drops what the timers hold")
    func shutDown() async throws {
        final class Owner: Sendable {}
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        weak var owner: Owner?
        weak var timers: EventLoopTimers?
        (owner, timers) = try await loop.submit {
            let owner = Owner()
            let timer = DeadlineTimer(on: loop)
            // As a connection, which keeps itself alive.
            timer.set(to: .now() + .hours(1)) { withExtendedLifetime((owner, timer)) {} }
            return (owner, EventLoopTimers.of(loop))
        }.get()
        #expect(owner != nil)
        try await group.shutdownGracefully()
        #expect(owner == nil)
        #expect(timers == nil)
    }
}
