// SPDX-License-Identifier: Apache-2.0

public import CastTransport
public import CastWire
import NIOCore

/// A socket handler that records the events of the socket.
public final class SocketRecorder: CastSocketHandler, Sendable {
    /// An event of the socket.
    public enum Event: Sendable, Hashable {
        case message(CastMessage)
        case writability(Bool)
        case closed(CastCloseReason)
    }

    /// The events that the test has not taken yet.
    public let events = Mailbox<Event>()

    /// Creates a recorder without events.
    public init() {}

    /// Activates a socket with a new recorder as its handler.
    ///
    /// - Throws: An error if the event loop of the socket has shut down.
    public static func activated(on socket: any CastSocket) async throws -> SocketRecorder {
        let recorder = SocketRecorder()
        try await socket.onLoop { socket.activate(recorder) }
        return recorder
    }

    /// Waits for the next event, which must be a message.
    ///
    /// - Throws: ``UnexpectedEvent`` for another event, ``MailboxError`` on a timeout.
    public func nextMessage() async throws -> CastMessage {
        let event = try await events.take()
        guard case .message(let message) = event else { throw UnexpectedEvent(event: event) }
        return message
    }

    /// Waits for the next event, which must be the close of the socket, and returns its reason.
    ///
    /// - Throws: ``UnexpectedEvent`` for another event, ``MailboxError`` on a timeout.
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

/// The socket had another event than the test expected.
public struct UnexpectedEvent: Error, Hashable, CustomStringConvertible {
    /// The event that occurred instead.
    public var event: SocketRecorder.Event

    public var description: String { "unexpected event of the socket: \(event)" }
}
