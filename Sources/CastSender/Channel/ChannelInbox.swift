// SPDX-License-Identifier: Apache-2.0

public import CastWire
import DequeModule
import NIOConcurrencyHelpers
import NIOCore

/// A ``ChannelQueue`` and the tasks that wait for its next event.
///
/// The lock is held only while the state changes; a waiting task is resumed after the lock is released.
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

    /// The number of messages that were dropped because the queue was full.
    var dropped: Int { state.withLockedValue { $0.queue.dropped } }

    /// Enqueues a message; returns false when there is no room for it.
    func append(_ message: ChannelMessage) -> Bool {
        let (isAccepted, waiter, event, wake) = state.withLockedValue { state in
            guard !state.isFinished else { return (false, Waiter?.none, ChannelEvent?.none, state.wake) }
            let isAccepted = state.queue.append(message)
            guard isAccepted, let waiter = state.waiters.popFirst() else { return (isAccepted, nil, nil, state.wake) }
            return (isAccepted, waiter, state.queue.popFirst(), state.wake)
        }
        waiter?.continuation.resume(returning: event)
        wake?()
        return isAccepted
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

    /// Sets a callback that runs after every event, as an alternative to a waiting task. It runs under the caller's
    /// locks, so it must only store or schedule.
    func wake(_ wake: @escaping @Sendable () -> Void) { state.withLockedValue { $0.wake = wake } }

    /// Removes and returns the next event, if one is queued, without waiting.
    func take() -> ChannelEvent? { state.withLockedValue { $0.queue.popFirst() } }

    /// Ends the inbox. Queued events can still be read.
    func finish() {
        let waiters = state.withLockedValue { state in
            state.isFinished = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume(returning: nil) }
    }

    /// Waits for the next event; returns nil after the last one and when the task is canceled.
    func next() async -> ChannelEvent? {
        let id = state.withLockedValue { state in
            defer { state.nextID += 1 }
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // This check covers a task that was canceled before it waits; `onCancel` covers one that is canceled
                // later.
                let outcome = state.withLockedValue { state -> ChannelEvent?? in
                    if Task.isCancelled { return .some(nil) }
                    if let event = state.queue.popFirst() { return .some(event) }
                    if state.isFinished { return .some(nil) }
                    state.waiters.append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
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

/// A message from an application in a channel's namespace.
public struct ChannelMessage: Sendable, Hashable {
    /// The content: text of any kind, or bytes.
    public var payload: CastMessage.Payload
    /// Whether the message was sent to all senders (`*`) rather than to this one.
    public var isBroadcast: Bool
    /// The number of messages that were dropped between the previous message and this one, because the buffer was full.
    public var missed: Int

    /// Creates a message, as a channel delivers it.
    public init(_ payload: CastMessage.Payload, isBroadcast: Bool = false, missed: Int = 0) {
        self.payload = payload
        self.isBroadcast = isBroadcast
        self.missed = missed
    }

    /// The text; nil for bytes.
    public var text: String? {
        guard case .text(let text) = payload else { return nil }
        return text
    }

    /// The bytes; nil for text.
    public var bytes: [UInt8]? {
        guard case .binary(let bytes) = payload else { return nil }
        return bytes
    }

    var byteCount: Int {
        switch payload {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }
}

/// An event on a ``CastChannel``.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ChannelEvent: Sendable, Hashable {
    /// The channel's state changed to this one.
    case state(ChannelState)
    /// A message from the application. Messages arrive only between a connected state and the next disconnected one.
    case message(ChannelMessage)
}

/// Messages that arrived before a channel was registered for them.
///
/// Applications send messages as soon as a sender connects, before the program has had a chance to add its channel.
/// Therefore the first messages are buffered briefly, bounded in number, bytes and time.
struct EarlyMessages {
    private struct Entry {
        let namespace: CastNamespace
        let message: ChannelMessage
        let deadline: NIODeadline
    }

    static let countLimit = 32
    static let byteLimit = 64 * 1024
    static let lifetime = TimeAmount.seconds(5)

    private var entries: Deque<Entry> = []
    private var bytes = 0
    private(set) var expired = 0
    private(set) var refused = 0

    var count: Int { entries.count }

    mutating func append(_ message: ChannelMessage, in namespace: CastNamespace, now: NIODeadline) {
        expire(now: now)
        guard entries.count < Self.countLimit, bytes + message.byteCount <= Self.byteLimit else {
            refused += 1
            return
        }
        bytes += message.byteCount
        entries.append(Entry(namespace: namespace, message: message, deadline: now + Self.lifetime))
    }

    /// Removes and returns the buffered messages of a namespace, in order.
    mutating func take(_ namespace: CastNamespace, now: NIODeadline) -> [ChannelMessage] {
        expire(now: now)
        let messages = entries.filter { $0.namespace == namespace }.map(\.message)
        if messages.isEmpty { return [] }
        entries.removeAll { $0.namespace == namespace }
        bytes -= messages.reduce(0) { $0 + $1.byteCount }
        return messages
    }

    mutating func removeAll() {
        entries = []
        bytes = 0
    }

    private mutating func expire(now: NIODeadline) {
        while let first = entries.first, first.deadline <= now {
            entries.removeFirst()
            bytes -= first.message.byteCount
            expired += 1
        }
    }
}
