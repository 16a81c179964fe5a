// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// The unread events of a channel, bounded in number and bytes of messages.
///
/// A message that does not fit is dropped; the next one that fits carries the number of dropped messages. Messages that
/// were accepted stay in order, so a reader sees a prefix without gaps, then a gap that it is notified of. States are
/// small and always accepted; when many are queued, a state that no message follows is overwritten by the next one.
struct ChannelQueue {
    let messageLimit: Int
    let byteLimit: Int
    private(set) var dropped = 0
    private var events: Deque<ChannelEvent> = []
    private var messages = 0
    private var bytes = 0
    private var missed = 0

    /// The number of states that are kept individually; further ones are merged.
    static let stateLimit = 16

    init(messageLimit: Int = 256, byteLimit: Int = 1024 * 1024) {
        self.messageLimit = messageLimit
        self.byteLimit = byteLimit
    }

    var count: Int { events.count }

    /// Enqueues a message; returns false when there is no room for it.
    mutating func append(_ message: ChannelMessage) -> Bool {
        guard messages < messageLimit, bytes + message.byteCount <= byteLimit else {
            missed += 1
            dropped += 1
            return false
        }
        var message = message
        message.missed += missed
        missed = 0
        messages += 1
        bytes += message.byteCount
        events.append(.message(message))
        return true
    }

    mutating func append(_ state: ChannelState) {
        if events.count - messages >= Self.stateLimit, case .state = events.last { events.removeLast() }
        events.append(.state(state))
    }

    mutating func popFirst() -> ChannelEvent? {
        guard let event = events.popFirst() else { return nil }
        if case .message(let message) = event {
            messages -= 1
            bytes -= message.byteCount
        }
        return event
    }
}
