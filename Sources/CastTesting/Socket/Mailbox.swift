// SPDX-License-Identifier: Apache-2.0

import DequeModule
import NIOConcurrencyHelpers

/// An unbounded first-in, first-out queue whose elements can be awaited by several tasks.
public final class Mailbox<Element: Sendable>: Sendable {
    private struct State {
        var elements: Deque<Element> = []
        var waiters: Deque<(id: Int, continuation: CheckedContinuation<Element, any Error>)> = []
        var nextID = 0
        /// The waits that were canceled before they started.
        var canceled: Set<Int> = []
    }

    private let state = NIOLockedValueBox(State())

    /// Creates an empty mailbox.
    public init() {}

    /// The number of elements in the queue.
    public var count: Int { state.withLockedValue { $0.elements.count } }

    /// Adds an element. If tasks are waiting, the one that has waited longest receives it.
    public func put(_ element: Element) {
        let waiter = state.withLockedValue { state in
            let waiter = state.waiters.popFirst()
            if waiter == nil { state.elements.append(element) }
            return waiter
        }
        waiter?.continuation.resume(returning: element)
    }

    /// Removes and returns the oldest element, or returns nil if the queue is empty.
    public func takeNow() -> Element? {
        state.withLockedValue { $0.elements.popFirst() }
    }

    /// Removes and returns the oldest element. Waits for one if the queue is empty.
    ///
    /// - Parameter limit: The timeout in real time, so that a test fails instead of hanging. Default 5 s.
    /// - Throws: ``MailboxError`` on a timeout, or `CancellationError`.
    public func take(within limit: Duration = .seconds(5)) async throws -> Element {
        if let element = takeNow() { return element }
        return try await withThrowingTaskGroup(of: Element.self) { group in
            group.addTask { try await self.wait() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw MailboxError.timedOut(within: limit)
            }
            defer { group.cancelAll() }
            guard let element = try await group.next() else { throw CancellationError() }
            return element
        }
    }

    private func wait() async throws -> Element {
        let id = state.withLockedValue { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Element, any Error>? = state.withLockedValue { state in
                    if state.canceled.remove(id) != nil { return .failure(CancellationError()) }
                    if let element = state.elements.popFirst() { return .success(element) }
                    state.waiters.append((id, continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLockedValue { state in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
                    state.canceled.insert(id)
                    return nil as CheckedContinuation<Element, any Error>?
                }
                return state.waiters.remove(at: index).continuation
            }
            waiter?.resume(throwing: CancellationError())
        }
    }
}

/// An error of ``Mailbox/take(within:)``.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum MailboxError: Error, Hashable, CustomStringConvertible {
    /// There was no element in time.
    case timedOut(within: Duration)

    public var description: String {
        switch self {
        case .timedOut(let limit): "nothing was received within \(limit)"
        }
    }
}
