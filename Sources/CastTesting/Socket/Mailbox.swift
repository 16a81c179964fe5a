import DequeModule
import NIOConcurrencyHelpers

/// What arrives on one side and is awaited on the other, in order, by one or several tasks.
public final class Mailbox<Element: Sendable>: Sendable {
    private struct State {
        var elements: Deque<Element> = []
        var waiters: Deque<(id: Int, continuation: CheckedContinuation<Element, any Error>)> = []
        var nextID = 0
        /// Waits that were cancelled before they began.
        var cancelled: Set<Int> = []
    }

    private let state = NIOLockedValueBox(State())

    public init() {}

    /// How many elements nobody has taken.
    public var count: Int { state.withLockedValue { $0.elements.count } }

    /// Adds an element; the longest waiting task gets it.
    public func put(_ element: Element) {
        let waiter = state.withLockedValue { state in
            let waiter = state.waiters.popFirst()
            if waiter == nil { state.elements.append(element) }
            return waiter
        }
        waiter?.continuation.resume(returning: element)
    }

    /// Takes the oldest element, or nil when there is none now.
    public func takeNow() -> Element? {
        state.withLockedValue { $0.elements.popFirst() }
    }

    /// Takes the oldest element, waiting for one if need be.
    ///
    /// - Parameter limit: A watchdog in real time, so that a test fails instead of hanging. Default 5 s.
    /// - Throws: ``MailboxError`` when nothing came, or `CancellationError`.
    public func take(within limit: Duration = .seconds(5)) async throws -> Element {
        if let element = takeNow() { return element }
        return try await withThrowingTaskGroup(of: Element.self) { group in
            group.addTask { try await self.wait() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw MailboxError.nothingCame(within: limit)
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
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if let element = state.elements.popFirst() { return .success(element) }
                    state.waiters.append((id, continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLockedValue { state in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil as CheckedContinuation<Element, any Error>?
                }
                return state.waiters.remove(at: index).continuation
            }
            waiter?.resume(throwing: CancellationError())
        }
    }
}

/// Why a wait ended without an element.
public enum MailboxError: Error, Hashable, CustomStringConvertible {
    case nothingCame(within: Duration)

    public var description: String {
        switch self {
        case .nothingCame(let limit): "nothing came within \(limit)"
        }
    }
}
