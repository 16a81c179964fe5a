// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire

/// Forwards the socket's events to the connection, on the event loop that they share.
final class ConnectionHandler: CastSocketHandler {
    private let connection: CastConnection

    init(connection: CastConnection) { self.connection = connection }

    func socketDidReceive(_ message: CastMessage) {
        connection.assumeIsolated { $0.received(message) }
    }

    /// Resumes the channels' messages when the socket has room. Requests are few and small and do not wait for room.
    func socketDidChangeWritability(_ isWritable: Bool) {
        guard isWritable else { return }
        connection.assumeIsolated { $0.socketBecameWritable() }
    }

    func socketDidClose(_ reason: CastCloseReason) {
        connection.assumeIsolated { $0.socketClosed(reason) }
    }
}
