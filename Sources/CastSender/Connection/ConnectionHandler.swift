import CastTransport
import CastWire

/// Carries what the socket says, on its event loop, into the connection that lives on the same loop.
final class ConnectionHandler: CastSocketHandler {
    private let connection: CastConnection

    init(connection: CastConnection) { self.connection = connection }

    func socketDidReceive(_ message: CastMessage) {
        connection.assumeIsolated { $0.received(message) }
    }

    /// Requests are few and small and go to the socket at once; the messages of channels wait for room.
    func socketDidChangeWritability(_ isWritable: Bool) {
        guard isWritable else { return }
        connection.assumeIsolated { $0.socketBecameWritable() }
    }

    func socketDidClose(_ reason: CastCloseReason) {
        connection.assumeIsolated { $0.socketClosed(reason) }
    }
}
