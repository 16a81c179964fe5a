import CastWire
import DequeModule

/// Messages that were accepted and not yet taken by the socket, in the order of their acceptance.
///
/// Full from the moment ``highWaterMark`` is reached until less than ``lowWaterMark`` waits, so that a sender which
/// is told of room can make use of it.
struct ChannelOutbox {
    /// Bytes of frame bodies.
    static let highWaterMark = 512 * 1024
    static let lowWaterMark = 256 * 1024

    private var messages: Deque<(message: CastMessage, length: Int)> = []
    private(set) var bytes = 0
    private(set) var hasRoom = true

    var isEmpty: Bool { messages.isEmpty }

    mutating func append(_ message: CastMessage, length: Int) {
        messages.append((message, length))
        bytes += length
        if bytes >= Self.highWaterMark { hasRoom = false }
    }

    mutating func popFirst() -> CastMessage? {
        guard let first = messages.popFirst() else { return nil }
        bytes -= first.length
        if bytes < Self.lowWaterMark { hasRoom = true }
        return first.message
    }

    mutating func removeAll() {
        messages = []
        bytes = 0
        hasRoom = true
    }
}
