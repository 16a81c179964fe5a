// SPDX-License-Identifier: Apache-2.0

public import CastTransport

/// A device whose messages a test scripts.
///
/// Uses any acceptor, in memory or over TLS. For each sender that connects, there is a ``ScriptedConnection``, on which
/// the test expects messages and replies to them.
///
/// ```swift
/// let peer = try await ScriptedPeer(acceptor: network)
/// let connecting = Task { try await sender.connect(to: peer.endpoint) }
/// let connection = try await peer.accept()
/// try await connection.expect("CONNECT", in: .connection)
/// let request = try await connection.expect("GET_STATUS", in: .receiver)
/// try await connection.reply(to: request, ["type": "RECEIVER_STATUS", "status": [:]])
/// ```
public final class ScriptedPeer: Sendable {
    private let listener: any CastListener
    private let accepted: Mailbox<ScriptedConnection>

    /// The address and port at which the peer listens.
    public var endpoint: CastEndpoint { listener.endpoint }

    /// Listens for senders.
    ///
    /// - Parameters:
    ///   - acceptor: The acceptor at which to listen.
    ///   - endpoint: The address and port at which to listen. Default: a free port of 127.0.0.1.
    ///   - rules: The rules that every sender must follow.
    /// - Throws: `CastListenError`.
    public init(
        acceptor: any CastAcceptor,
        at endpoint: CastEndpoint = CastEndpoint(host: "127.0.0.1", port: 0),
        rules: SenderRules = SenderRules()
    ) async throws {
        let accepted = Mailbox<ScriptedConnection>()
        self.accepted = accepted
        listener = try await acceptor.listen(at: endpoint) { socket in
            let connection = ScriptedConnection(socket: socket, rules: rules)
            socket.activate(connection)
            accepted.put(connection)
        }
    }

    /// Waits for the connection of the next sender.
    ///
    /// - Parameter limit: The timeout in real time. Default 5 s.
    /// - Throws: ``MailboxError`` if no sender connected in time.
    public func accept(within limit: Duration = .seconds(5)) async throws -> ScriptedConnection {
        try await accepted.take(within: limit)
    }

    /// Stops listening. Open connections stay open.
    public func close() async {
        await listener.close()
    }
}
