public import CastTransport
public import CastWire
import NIOCore

/// A socket's owner that only writes down what it is told, for a test to read.
public final class SocketRecorder: CastSocketHandler, Sendable {
    /// One call of the socket.
    public enum Event: Sendable, Hashable {
        case message(CastMessage)
        case writability(Bool)
        case closed(CastCloseReason)
    }

    /// What the socket said and the test has not taken.
    public let events = Mailbox<Event>()

    public init() {}

    /// A recorder that is the owner of this socket.
    ///
    /// - Throws: An error when the socket's event loop has shut down.
    public static func activated(on socket: any CastSocket) async throws -> SocketRecorder {
        let recorder = SocketRecorder()
        try await socket.onLoop { socket.activate(recorder) }
        return recorder
    }

    /// The next message.
    ///
    /// - Throws: ``UnexpectedEvent`` when something else came first, ``MailboxError`` when nothing did.
    public func nextMessage() async throws -> CastMessage {
        let event = try await events.take()
        guard case .message(let message) = event else { throw UnexpectedEvent(event: event) }
        return message
    }

    /// The reason for which the socket has closed.
    ///
    /// - Throws: ``UnexpectedEvent`` when something else came first, ``MailboxError`` when nothing did.
    public func closeReason() async throws -> CastCloseReason {
        let event = try await events.take()
        guard case .closed(let reason) = event else { throw UnexpectedEvent(event: event) }
        return reason
    }

    public func socketDidReceive(_ message: CastMessage) {
        events.put(.message(message))
    }

    public func socketDidChangeWritability(_ isWritable: Bool) {
        events.put(.writability(isWritable))
    }

    public func socketDidClose(_ reason: CastCloseReason) {
        events.put(.closed(reason))
    }
}

/// Something else happened than the test waited for.
public struct UnexpectedEvent: Error, Hashable, CustomStringConvertible {
    public var event: SocketRecorder.Event

    public var description: String { "the socket said: \(event)" }
}
