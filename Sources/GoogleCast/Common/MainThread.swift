// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
import Foundation

/// The thread on which the main actor's code runs.
enum MainThread {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the current code may access state of the main actor.
    ///
    /// If the main program is asynchronous, Dispatch on Linux releases the main thread and serves the main queue from
    /// another thread. `Thread.isMainThread` is then false although the code is isolated correctly.
    static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true }

    /// Calls a closure on the main thread: synchronously if already there, otherwise as soon as the main queue reaches
    /// it.
    static func perform(_ body: @escaping @MainActor @Sendable () -> Void) {
        if isCurrent {
            MainActor.assumeIsolated { body() }
        } else {
            DispatchQueue.main.async { MainActor.assumeIsolated { body() } }
        }
    }
}

/// Stops the program with the method's name if the method is called off the main thread.
///
/// The compiler rejects such calls where it checks isolation. Apps in Swift 5 mode are not checked. The original
/// framework raises ``kGCKThreadException`` in this case (docs/spec/context-and-discovery.md), and continuing would cause a
/// data race.
func requireMainThread(_ method: StaticString = #function, of type: Any.Type) {
    guard !MainThread.isCurrent else { return }
    preconditionFailure("\(kGCKThreadException): \(type).\(method) was called off the main thread")
}

/// The name of the exception that the original framework raises for a call off the main thread. In this module, the
/// program stops with this name in the message.
public let kGCKThreadException = "GCKThreadException"

/// A queue that delivers events from any thread to the main actor, in order.
///
/// Posting never blocks. While the main thread is busy, events accumulate. Events of which only the newest matters (a
/// volume, a status text) replace their predecessors, which keeps the queue short.
final class MainMailbox<Event: Sendable>: Sendable {
    private struct State: Sendable {
        var events: [Event] = []
        var isScheduled = false
    }

    private let state = Locked(State())
    private let isSuperseded: @Sendable (Event, Event) -> Bool
    private let deliver: @MainActor @Sendable (Event) -> Void

    /// Creates a mailbox.
    ///
    /// - Parameters:
    ///   - isSuperseded: Returns whether the second event supersedes the first one, which is still queued.
    ///   - deliver: Handles one event.
    init(
        isSuperseded: @escaping @Sendable (Event, Event) -> Bool = { _, _ in false },
        deliver: @escaping @MainActor @Sendable (Event) -> Void
    ) {
        self.isSuperseded = isSuperseded
        self.deliver = deliver
    }

    func post(_ event: Event) {
        let isFirst = state.withLock { state in
            state.events.removeAll { isSuperseded($0, event) }
            state.events.append(event)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        // The task is not stored: it ends after the last queued event and awaits nothing.
        if isFirst { Task { @MainActor in self.deliverAll() } }
    }

    /// Delivers all queued events immediately.
    @MainActor
    func deliverAll() {
        while let event = next() { deliver(event) }
    }

    private func next() -> Event? {
        state.withLock { state in
            guard !state.events.isEmpty else {
                state.isScheduled = false
                return nil
            }
            return state.events.removeFirst()
        }
    }
}

/// Stops the program with a message that names the error, where the original framework raises an exception.
func raise(_ exception: String, _ reason: String) -> Never {
    #if canImport(ObjectiveC)
    NSException(name: NSExceptionName(exception), reason: reason, userInfo: nil).raise()
    #endif
    preconditionFailure("\(exception): \(reason)")
}
