// SPDX-License-Identifier: Apache-2.0

public import NIOCore
public import NIOEmbedded

/// An event loop whose clock a test advances.
///
/// Pass ``eventLoop`` to the objects under test. Its timers fire in order during ``advance(by:resolution:)``, with
/// ``now`` at their deadlines. Tasks of actors on the event loop run by themselves; ``settle()`` waits until they can
/// do nothing more without an advance of time.
public struct ManualTime: Sendable {
    /// The event loop with the manual clock.
    public let eventLoop: NIOAsyncTestingEventLoop

    /// Creates an event loop whose time is zero.
    public init() {
        eventLoop = NIOAsyncTestingEventLoop()
    }

    /// The current time of the event loop. Zero at the beginning.
    public var now: NIODeadline { eventLoop.now }

    /// Advances time, fires the timers that are due, and settles.
    ///
    /// - Parameters:
    ///   - duration: How far to advance.
    ///   - resolution: The maximum length of a step. Time advances in steps, so that a task that a timer wakes
    ///     schedules its next timer at the right time. Must be positive. Default 100 ms.
    public func advance(by duration: Duration, resolution: Duration = .milliseconds(100)) async {
        precondition(resolution > .zero, "the resolution must be positive")
        await settle()
        var left = duration
        while left > .zero {
            let step = min(left, resolution)
            await eventLoop.advanceTime(by: TimeAmount(step))
            await settle()
            left -= step
        }
    }

    /// Runs the due work of the event loop in eight rounds, and yields to other tasks after each.
    ///
    /// This is enough for work on the event loop with few hops to other executors, but it guarantees nothing for work
    /// on other executors. A test that depends on such work awaits its result or uses
    /// ``advance(inStepsOf:within:until:)``.
    public func settle() async {
        for _ in 0..<8 {
            await eventLoop.run()
            await Task.yield()
        }
    }

    /// Advances time in steps until a condition is true.
    ///
    /// Each step takes at least a millisecond of real time, because time would otherwise run far ahead of work on other
    /// executors. At the limit, waits up to 5 s of real time for such work, which a busy machine delays.
    ///
    /// - Parameters:
    ///   - step: The maximum length of a step. Must be positive. Default 100 ms.
    ///   - limit: The maximum advance. Default one hour.
    ///   - condition: The condition, evaluated before the first and after every step.
    /// - Returns: True when the condition is true; false if it is still false at the limit, or if the task is canceled.
    public func advance(
        inStepsOf step: Duration = .milliseconds(100),
        within limit: Duration = .seconds(3600),
        until condition: @Sendable () async -> Bool
    ) async -> Bool {
        precondition(step > .zero, "the step must be positive")
        var left = limit
        await settle()
        while !(await condition()) {
            guard left > .zero else { return await isTrueInRealTime(condition) }
            do { try await Task.sleep(for: .milliseconds(1)) } catch { return false }
            let next = min(step, left)
            await eventLoop.advanceTime(by: TimeAmount(next))
            await settle()
            left -= next
        }
        return true
    }

    /// Waits up to 5 s of real time until a condition is true, without an advance of time.
    private func isTrueInRealTime(_ condition: @Sendable () async -> Bool) async -> Bool {
        let deadline = ContinuousClock.now + .seconds(5)
        while ContinuousClock.now < deadline {
            do { try await Task.sleep(for: .milliseconds(1)) } catch { break }
            await settle()
            if await condition() { return true }
        }
        return false
    }
}
