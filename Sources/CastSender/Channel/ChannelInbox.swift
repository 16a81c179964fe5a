import DequeModule
import NIOConcurrencyHelpers

/// A ``ChannelQueue`` and whoever waits for its next event.
///
/// The lock is held for the decision only; a waiting task is resumed after it was released.
final class ChannelInbox: Sendable {
    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<ChannelEvent?, Never>
    }

    private struct State {
        var queue: ChannelQueue
        var waiters: Deque<Waiter> = []
        var nextID = 0
        var isFinished = false
        var wake: (@Sendable () -> Void)?
    }

    private let state: NIOLockedValueBox<State>

    init(_ queue: ChannelQueue = ChannelQueue()) { state = NIOLockedValueBox(State(queue: queue)) }

    var isFinished: Bool { state.withLockedValue { $0.isFinished } }

    /// How many messages found no room.
    var dropped: Int { state.withLockedValue { $0.queue.dropped } }

    /// Takes a message; false when there is no room for it.
    func append(_ message: ChannelMessage) -> Bool {
        let (isTaken, waiter, event, wake) = state.withLockedValue { state in
            guard !state.isFinished else { return (false, Waiter?.none, ChannelEvent?.none, state.wake) }
            let isTaken = state.queue.append(message)
            guard isTaken, let waiter = state.waiters.popFirst() else { return (isTaken, nil, nil, state.wake) }
            return (isTaken, waiter, state.queue.popFirst(), state.wake)
        }
        waiter?.continuation.resume(returning: event)
        wake?()
        return isTaken
    }

    func append(_ channelState: ChannelState) {
        let (waiter, event, wake) = state.withLockedValue { state in
            guard !state.isFinished else { return (Waiter?.none, ChannelEvent?.none, state.wake) }
            state.queue.append(channelState)
            guard let waiter = state.waiters.popFirst() else { return (nil, nil, state.wake) }
            return (waiter, state.queue.popFirst(), state.wake)
        }
        waiter?.continuation.resume(returning: event)
        wake?()
    }

    /// Calls this after every event, in place of a task that waits. It runs under locks of others: it must only store.
    func wake(_ wake: @escaping @Sendable () -> Void) { state.withLockedValue { $0.wake = wake } }

    /// What is there, without waiting.
    func take() -> ChannelEvent? { state.withLockedValue { $0.queue.popFirst() } }

    /// Nothing more comes; what waits can still be read.
    func finish() {
        let waiters = state.withLockedValue { state in
            state.isFinished = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume(returning: nil) }
    }

    /// The next event; nil after the last one and when the task is cancelled.
    func next() async -> ChannelEvent? {
        let id = state.withLockedValue { state in
            defer { state.nextID += 1 }
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A task that was cancelled before is seen here, one that is cancelled later finds its waiter.
                let answer = state.withLockedValue { state -> ChannelEvent?? in
                    if Task.isCancelled { return .some(nil) }
                    if let event = state.queue.popFirst() { return .some(event) }
                    if state.isFinished { return .some(nil) }
                    state.waiters.append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLockedValue { state -> Waiter? in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiters.remove(at: index)
            }
            waiter?.continuation.resume(returning: nil)
        }
    }
}
