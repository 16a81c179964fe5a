// SPDX-License-Identifier: Apache-2.0

#if MQTT
import Foundation
import NIOCore
import Testing

@testable import CastBridge

@Suite("The thread that reads from a broker and is the executor of a bridge", .timeLimit(.minutes(1)))
struct BrokerThreadTests {
    private actor User {
        private nonisolated let thread: BrokerThread
        private(set) var steps: [String] = []

        init(_ thread: BrokerThread) { self.thread = thread }

        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

        func wait(for file: Int32, toWrite: Bool = false, until deadline: NIODeadline, _ step: String) async {
            await thread.wait(for: file, toWrite: toWrite, until: deadline)
            steps.append(step)
        }

        func endWaits(for file: Int32) {
            steps.append("end")
            thread.endWaits(for: file)
        }

        func currentThread() -> ObjectIdentifier { BrokerThreadTests.currentThread() }
    }

    private static func currentThread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }

    private struct Pipe {
        let read: Int32
        let write: Int32

        init() throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            (read, write) = (ends[0], ends[1])
        }

        func send() { _ = Foundation.write(write, [1], 1) }

        func close() {
            _ = Foundation.close(read)
            _ = Foundation.close(write)
        }
    }

    @Test("A wait ends when its file can be read, can be written to if that is wanted, or its deadline has passed")
    func waits() async throws {
        let user = User(try BrokerThread(broker: "broker:1883"))
        let (first, second) = (try Pipe(), try Pipe())
        async let read: Void = user.wait(for: first.read, until: .distantFuture, "first")
        first.send()
        await read
        // The byte is still there.
        await user.wait(for: first.read, until: .distantFuture, "again")
        await user.wait(for: second.read, until: .now() + .milliseconds(20), "deadline")
        await user.wait(for: second.write, toWrite: true, until: .distantFuture, "writable")
        #expect(await user.steps == ["first", "again", "deadline", "writable"])
        first.close()
        second.close()
    }

    @Test("A wait ends when another task of the actor says so, and when the file is closed; others go on")
    func ends() async throws {
        let user = User(try BrokerThread(broker: "broker:1883"))
        let (first, second) = (try Pipe(), try Pipe())
        async let ended: Void = user.wait(for: first.read, until: .distantFuture, "first")
        async let other: Void = user.wait(for: second.read, until: .distantFuture, "second")
        // Both wait from now on: their jobs came before this one, or the end is asked for again.
        while await !user.steps.contains("first") { await user.endWaits(for: first.read) }
        await ended
        #expect(await !user.steps.contains("second"))
        _ = Foundation.close(second.write)
        await other
        #expect(await user.steps.last == "second")
        _ = Foundation.close(second.read)
        first.close()
    }

    @Test("Jobs run on one thread, and do not keep a file waiting that can be read")
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, visionOS 2.0, *)
    func fairness() async throws {
        let thread = try BrokerThread(broker: "broker:1883")
        let user = User(thread)
        let file = try Pipe()
        file.send()
        // Its next job is always there already.
        let busy = Task(executorPreference: thread) {
            var threads: Set<ObjectIdentifier> = []
            while !Task.isCancelled {
                threads.insert(Self.currentThread())
                await Task.yield()
            }
            return threads
        }
        for _ in 0..<100 { await user.wait(for: file.read, until: .distantFuture, "read") }
        busy.cancel()
        #expect(await busy.value == [await user.currentThread()])
        file.close()
    }

    @Test("The thread ends with its executor, which nothing but the thread itself may use last")
    func release() async throws {
        weak var released: BrokerThread?
        do {
            let thread = try BrokerThread(broker: "broker:1883")
            released = thread
            let user = User(thread)
            #expect(await user.steps.isEmpty)
        }
        let end = ContinuousClock.now + .seconds(10)
        while released != nil, .now < end { await Task.yield() }
        #expect(released == nil)
    }
}
#endif
