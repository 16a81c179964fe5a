/// A sender, as an app tells senders apart.
///
/// Two sockets may both have a `sender-0`: the connection's number and the id together are one sender.
public struct ApplicationSender: Sendable, Hashable {
    /// The id that the sender gave itself.
    public let id: String
    /// The number of its socket, never reused while the device runs.
    public let connection: Int
    /// Free text about the sender; at most 512 characters.
    public let userAgent: String

    public static func == (lhs: ApplicationSender, rhs: ApplicationSender) -> Bool {
        lhs.id == rhs.id && lhs.connection == rhs.connection
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(connection)
    }
}

extension ApplicationSender {
    init(_ address: SenderAddress, userAgent: String) {
        self.init(id: address.id, connection: address.socket.number, userAgent: userAgent)
    }

    var address: SenderAddress { SenderAddress(socket: SocketID(connection), id: id) }
}

/// Why a sender is gone from an app.
public enum SenderDeparture: String, Sendable, Hashable {
    /// It said CLOSE.
    case requestedBySender
    /// Its socket is gone.
    case connectionLost
    /// It sent what no sender may send; its socket was closed.
    case invalidMessage
    /// It gave no sign of life; its socket was closed.
    case inactive
}
