import DequeModule

/// What a channel's reader has not read yet: bounded in messages and in bytes.
///
/// A message that does not fit is dropped and the next one that does tells how many were. Messages that were accepted
/// stay, in order: what a reader finds is a beginning without gaps, then a gap it is told of. States are small and
/// always accepted; when many wait, one that no message follows is overwritten by the next.
struct ChannelQueue {
    let messageLimit: Int
    let byteLimit: Int
    private(set) var dropped = 0
    private var events: Deque<ChannelEvent> = []
    private var messages = 0
    private var bytes = 0
    private var missed = 0

    /// So many states are kept one by one; more are merged.
    static let stateLimit = 16

    init(messageLimit: Int = 256, byteLimit: Int = 1024 * 1024) {
        self.messageLimit = messageLimit
        self.byteLimit = byteLimit
    }

    var count: Int { events.count }

    /// Takes a message; false when there is no room for it.
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
