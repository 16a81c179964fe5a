public import CastTransport

/// A device that a test plays line by line.
///
/// Listens at any acceptor, in memory or over TLS. Each sender that connects becomes a ``ScriptedConnection``, on which
/// the test says what it expects and what it answers.
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

    /// Where it listens.
    public var endpoint: CastEndpoint { listener.endpoint }

    /// - Parameters:
    ///   - acceptor: Where senders arrive.
    ///   - endpoint: The address to listen at; a free port of 127.0.0.1 by default.
    ///   - rules: What every sender is held to.
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

    /// The next sender that has connected.
    ///
    /// - Parameter limit: A watchdog in real time. Default 5 s.
    /// - Throws: ``MailboxError`` when nobody came.
    public func accept(within limit: Duration = .seconds(5)) async throws -> ScriptedConnection {
        try await accepted.take(within: limit)
    }

    /// Stops listening; open connections stay.
    public func close() async {
        await listener.close()
    }
}
