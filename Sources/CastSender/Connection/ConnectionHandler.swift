import CastTransport
import CastWire

/// Carries what the socket says, on its event loop, into the connection that lives on the same loop.
final class ConnectionHandler: CastSocketHandler {
    private let connection: CastConnection

    init(connection: CastConnection) { self.connection = connection }

    func socketDidReceive(_ message: CastMessage) {
        connection.assumeIsolated { $0.received(message) }
    }

    /// Nothing to do: requests are few and small, and the socket refuses what does not fit.
    func socketDidChangeWritability(_ isWritable: Bool) {}

    func socketDidClose(_ reason: CastCloseReason) {
        connection.assumeIsolated { $0.socketClosed(reason) }
    }
}
