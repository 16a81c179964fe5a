// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore

/// The deadlines of an event loop for which ``DeadlineTimer``s are set. Timers with the same deadline share one scheduled
/// task of the loop.
///
/// An event loop keeps its scheduled tasks in a heap. With a task for each of 10,000 connections, a third of the time of
/// their heartbeats was spent on moving tasks in it.
final class EventLoopTimers: @unchecked Sendable {
    // `@unchecked Sendable`: `batches` is accessed on `eventLoop` only, which every entry point checks in every build.
    // `reference` is set before the object is shared.

    /// The actions of the timers with one deadline.
    final class Batch: @unchecked Sendable {
        // `@unchecked Sendable`: the mutable state is accessed only by `EventLoopTimers` and `DeadlineTimer`, on the event
        // loop. A timer that is released on another thread only passes the reference on. The deadline is immutable.
        let deadline: NIODeadline
        /// The actions in the order in which their timers were set. Nil: canceled, or performed.
        private var actions: [(() -> Void)?] = []
        /// The places of canceled actions, which later ones take, so that a timer that is set again and again needs no
        /// more memory.
        private var canceled: [Int] = []
        fileprivate var task: Scheduled<Void>?

        fileprivate init(deadline: NIODeadline) { self.deadline = deadline }

        fileprivate var isEmpty: Bool { canceled.count == actions.count }

        fileprivate func add(_ action: @escaping () -> Void) -> Int {
            guard let place = canceled.popLast() else {
                actions.append(action)
                return actions.count - 1
            }
            actions[place] = action
            return place
        }

        /// Whether the action still waits for the deadline.
        func isPending(_ place: Int) -> Bool { actions.indices.contains(place) && actions[place] != nil }

        fileprivate func take(_ place: Int) -> (() -> Void)? {
            guard isPending(place) else { return nil }
            // Swapped out: releasing an action may release other timers, which access the list.
            var action: (() -> Void)?
            swap(&action, &actions[place])
            return action
        }

        fileprivate func cancel(_ place: Int) {
            guard let action = take(place) else { return }
            canceled.append(place)
            withExtendedLifetime(action) {}
        }

        fileprivate func performAll() {
            for place in actions.indices { take(place)?() }
            actions = []
            canceled = []
        }
    }

    let eventLoop: any EventLoop
    /// Held by the tasks of the loop. A loop that is shut down drops its tasks, and with them what the actions hold.
    private var batches: [NIODeadline: WeakReference<Batch>] = [:]

    private static let all = NIOLockedValueBox<[ObjectIdentifier: WeakReference<EventLoopTimers>]>([:])

    /// Returns the timers of the event loop. Callable from any thread.
    static func of(_ eventLoop: any EventLoop) -> EventLoopTimers {
        all.withLockedValue { all in
            if let timers = all[ObjectIdentifier(eventLoop)]?.object { return timers }
            let timers = EventLoopTimers(eventLoop)
            let reference = WeakReference(timers)
            timers.reference = reference
            all[ObjectIdentifier(eventLoop)] = reference
            return timers
        }
    }

    /// The entry of ``all``.
    private var reference: WeakReference<EventLoopTimers>?

    private init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    deinit {
        // Another object may have taken the place since the last reference to this one was released. The entries are
        // compared without loading the other object: if that was its last reference, it would be released here, and wait
        // for the lock.
        Self.all.withLockedValue { all in
            let loop = ObjectIdentifier(eventLoop)
            if all[loop] === reference { all[loop] = nil }
        }
    }

    /// The number of different deadlines that are pending.
    var count: Int {
        eventLoop.preconditionInEventLoop()
        return batches.count
    }

    /// Performs an action at a deadline, on the event loop.
    ///
    /// - Returns: The batch and the place in it, for ``cancel(_:in:)``.
    func schedule(at deadline: NIODeadline, _ action: @escaping () -> Void) -> (batch: Batch, place: Int) {
        eventLoop.preconditionInEventLoop()
        if let batch = batches[deadline]?.object { return (batch, batch.add(action)) }
        let batch = Batch(deadline: deadline)
        batches[deadline] = WeakReference(batch)
        let place = batch.add(action)
        batch.task = eventLoop.scheduleTask(deadline: deadline) {
            // An action that is scheduled for the same deadline from now on needs a new batch.
            self.batches[deadline] = nil
            batch.performAll()
        }
        return (batch, place)
    }

    /// Cancels an action. Has no effect if it was performed.
    func cancel(_ place: Int, in batch: Batch) {
        eventLoop.preconditionInEventLoop()
        guard batch.isPending(place) else { return }
        batch.cancel(place)
        guard batch.isEmpty, batches[batch.deadline]?.object === batch else { return }
        batches[batch.deadline] = nil
        batch.task?.cancel()
    }
}

/// A weak reference as a value of a dictionary.
///
/// A class, because debug builds with Swift 6.3.1 crash when a structure of a weak reference and another property is read from
/// a dictionary while another thread releases the object.
private final class WeakReference<Object: AnyObject & Sendable>: @unchecked Sendable {
    // `@unchecked Sendable`: the reference is set once, and the runtime clears it atomically.
    private(set) weak var object: Object?

    init(_ object: Object) { self.object = object }
}
