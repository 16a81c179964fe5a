// SPDX-License-Identifier: Apache-2.0

import CastTesting
import NIOCore
import NIOEmbedded
import Testing

/// Tests of manual time and of tasks that depend on it.
@Suite(.timeLimit(.minutes(1)))
struct ManualTimeTests {
    /// Schedules a repeating timer, as a heartbeat does.
    private actor Ticker {
        private let loop: NIOAsyncTestingEventLoop
        private(set) var ticks: [NIODeadline] = []

        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

        init(loop: NIOAsyncTestingEventLoop) {
            self.loop = loop
        }

        func run(every interval: TimeAmount, times: Int) async throws {
            for _ in 0..<times {
                try await loop.scheduleTask(in: interval) {}.futureResult.get()
                ticks.append(loop.now)
            }
        }
    }

    @Test func anActorOnTheLoopTicksAtTheRightTimes() async throws {
        let time = ManualTime()
        let ticker = Ticker(loop: time.eventLoop)
        let running = Task { try await ticker.run(every: .seconds(5), times: 3) }
        #expect(await time.advance(within: .seconds(60)) { await ticker.ticks.count == 3 })
        try await running.value
        let ticks = await ticker.ticks
        for (earlier, later) in zip(ticks, ticks.dropFirst()) {
            #expect(later - earlier >= .seconds(5) && later - earlier <= .milliseconds(5200))
        }
    }

    @Test func aConditionThatNeverHoldsEndsAtTheLimit() async {
        let time = ManualTime()
        #expect(await time.advance(within: .seconds(2)) { false } == false)
        #expect(time.now == .uptimeNanoseconds(2_000_000_000))
        #expect(await time.advance(inStepsOf: .milliseconds(300), within: .seconds(1)) { false } == false)
        #expect(time.now == .uptimeNanoseconds(3_000_000_000))
    }

    @Test func aConditionOfAnotherExecutorIsAwaitedInRealTime() async {
        let time = ManualTime()
        let start = ContinuousClock.now
        let end = NIODeadline.uptimeNanoseconds(1_000_000_000)
        // On a busy machine, the real time may pass before the manual time has reached its limit.
        #expect(
            await time.advance(within: .seconds(1)) {
                time.now == end && ContinuousClock.now > start + .milliseconds(200)
            }
        )
        #expect(time.now == end)
    }

    @Test func aMailboxKeepsOrderAndDropsCanceledWaiters() async throws {
        let mailbox = Mailbox<Int>()
        let impatient = Task { try await mailbox.take(within: .seconds(60)) }
        impatient.cancel()
        await #expect(throws: CancellationError.self) { _ = try await impatient.value }
        mailbox.put(1)
        mailbox.put(2)
        #expect(try await mailbox.take() == 1)
        #expect(try await mailbox.take() == 2)
        await #expect(throws: MailboxError.timedOut(within: .milliseconds(10))) {
            _ = try await mailbox.take(within: .milliseconds(10))
        }
        mailbox.put(3)
        #expect(mailbox.takeNow() == 3)
        #expect(mailbox.takeNow() == nil)
    }
}
