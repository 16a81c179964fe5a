// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// A timer for the next deadline of a state machine.
///
/// After each event, the machine's driver calls ``set(to:fire:)`` with the machine's next deadline. When the timer fires,
/// the driver passes the time to the machine, and sets the timer again. The timer is canceled when it is released, on
/// any thread. Otherwise it is confined to its event loop.
package final class DeadlineTimer {
    private let timers: EventLoopTimers
    private let keepsEarlier: Bool
    private let granularity: TimeAmount
    /// The batch of the deadline that was set last, which may have passed. Its actions may hold this timer.
    private weak var batch: EventLoopTimers.Batch?
    private var place = 0

    /// - Parameters:
    ///   - eventLoop: The loop on which the timer fires, and to which it is confined.
    ///   - keepsEarlier: Whether a pending deadline stays when the next one is later. The timer then fires early, which
    ///     the machine must tolerate. Use this for deadlines that move with every message, to avoid scheduling a timer
    ///     per message.
    ///   - granularity: The timer fires at multiples of this time only, and so up to this much later. Timers of thousands of
    ///     connections then fire together, as one task of the loop. Default zero: at the exact deadline.
    package init(on eventLoop: any EventLoop, keepsEarlier: Bool = false, granularity: TimeAmount = .zero) {
        timers = .of(eventLoop)
        self.keepsEarlier = keepsEarlier
        self.granularity = granularity
    }

    deinit {
        guard let batch else { return }
        if timers.eventLoop.inEventLoop { return timers.cancel(place, in: batch) }
        timers.eventLoop.execute { [timers, place] in timers.cancel(place, in: batch) }
    }

    /// Sets the timer.
    ///
    /// - Parameters:
    ///   - deadline: The next deadline; nil cancels the timer.
    ///   - fire: Called on the event loop at the deadline, unless the timer is canceled, released or set to another
    ///     deadline first. Not used if the pending deadline stays, because it is the same, or because it is earlier and
    ///     the timer keeps earlier ones: the closure that was set with it is called then.
    package func set(to deadline: NIODeadline?, fire: @escaping () -> Void) {
        guard let deadline = deadline.map(rounded) else { return cancel() }
        if let batch, batch.isPending(place) {
            if batch.deadline == deadline || (keepsEarlier && batch.deadline < deadline) { return }
            timers.cancel(place, in: batch)
        }
        (batch, place) = timers.schedule(at: deadline, fire)
    }

    private func rounded(_ deadline: NIODeadline) -> NIODeadline {
        let rest = granularity > .zero ? deadline.uptimeNanoseconds % UInt64(granularity.nanoseconds) : 0
        return rest == 0 ? deadline : deadline + granularity - .nanoseconds(Int64(rest))
    }

    /// Cancels the timer.
    package func cancel() {
        if let batch { timers.cancel(place, in: batch) }
        batch = nil
    }
}
