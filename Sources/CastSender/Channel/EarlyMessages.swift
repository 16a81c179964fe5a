import CastWire
import DequeModule
import NIOCore

/// Messages that came before there was a channel for them.
///
/// Applications greet a sender as soon as it connects, which is before the program had the chance to add its channel.
/// So the first messages are kept for a moment: bounded in number, bytes and time.
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

    /// Hands out what was kept for a namespace, in order.
    mutating func take(_ namespace: CastNamespace, now: NIODeadline) -> [ChannelMessage] {
        expire(now: now)
        let taken = entries.filter { $0.namespace == namespace }.map(\.message)
        if taken.isEmpty { return [] }
        entries.removeAll { $0.namespace == namespace }
        bytes -= taken.reduce(0) { $0 + $1.byteCount }
        return taken
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
