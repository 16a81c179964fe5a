// SPDX-License-Identifier: Apache-2.0

import CastTransport
import NIOCore
import NIOPosix
import Testing

@Suite(.timeLimit(.minutes(1)))
struct EventLoopTaskExecutorTests {
    private actor Counter {
        private let loop: any EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

        init(loop: any EventLoop) {
            self.loop = loop
        }

        func waitAndSeeWhere() async -> Bool {
            await withCheckedContinuation { waiter in loop.execute { waiter.resume() } }
            return loop.inEventLoop
        }
    }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, visionOS 2.0, *)
    @Test func aTaskThatPrefersItStaysOnTheLoopThroughActorsAndContinuations() async {
        let loop = TestLoops.timed.next()
        let counter = Counter(loop: loop)
        #expect(!loop.inEventLoop)
        await withTaskExecutorPreference(EventLoopTaskExecutor(loop)) {
            for _ in 0..<10 {
                #expect(loop.inEventLoop)
                #expect(await counter.waitAndSeeWhere())
                await withCheckedContinuation { waiter in loop.execute { waiter.resume() } }
            }
            #expect(loop.inEventLoop)
        }
        #expect(!loop.inEventLoop)
    }
}
