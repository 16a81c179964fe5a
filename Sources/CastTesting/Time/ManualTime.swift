public import NIOCore
public import NIOEmbedded

/// Time that stands still until a test moves it, with an event loop that keeps it.
///
/// Give ``eventLoop`` to whatever shall live in this time. Timers of that loop fire during ``advance(by:)``, in order,
/// each seeing its own time. Tasks of actors on the loop run by themselves; ``settle()`` waits until they have done
/// what they can do without more time.
public struct ManualTime: Sendable {
    public let eventLoop: NIOAsyncTestingEventLoop

    public init() {
        eventLoop = NIOAsyncTestingEventLoop()
    }

    /// The present, in the loop's own count; zero at the beginning.
    public var now: NIODeadline { eventLoop.now }

    /// Moves time forward and lets everything due happen, what follows from it included.
    ///
    /// Long steps are made in pieces of ``resolution``, so that a task which a timer woke up sets its next timer from
    /// the right time.
    public func advance(by duration: Duration, resolution: Duration = .milliseconds(100)) async {
        await settle()
        var left = duration
        while left > .zero {
            let step = min(left, resolution)
            await eventLoop.advanceTime(by: TimeAmount(step))
            await settle()
            left -= step
        }
    }

    /// Lets tasks and actors do what they can do without more time.
    ///
    /// Work that leaves the loop for other executors is given a fair chance, not a guarantee: a test that waits for
    /// such work uses ``advance(inStepsOf:within:until:)`` or awaits its result.
    public func settle() async {
        for _ in 0..<8 {
            await eventLoop.run()
            await Task.yield()
        }
    }

    /// Moves time forward in steps until a condition holds.
    ///
    /// - Parameters:
    ///   - step: How far time moves between two looks. Default 100 ms.
    ///   - limit: How far it moves at most. Default one hour.
    ///   - condition: Looked at after every step.
    /// - Returns: False when the limit was reached first.
    public func advance(
        inStepsOf step: Duration = .milliseconds(100),
        within limit: Duration = .seconds(3600),
        until condition: @Sendable () async -> Bool
    ) async -> Bool {
        var left = limit
        await settle()
        while !(await condition()) {
            guard left > .zero else { return false }
            await eventLoop.advanceTime(by: TimeAmount(step))
            await settle()
            left -= step
        }
        return true
    }
}
