/// One sender, as a device tells senders apart: `sender-0` on two sockets are two senders.
struct SenderAddress: Sendable, Hashable {
    var socket: SocketID
    /// The id that the sender gave itself on its socket.
    var id: String

    init(socket: SocketID, id: String) {
        self.socket = socket
        self.id = id
    }
}

extension SenderAddress: CustomStringConvertible {
    var description: String { "\(id) on \(socket)" }
}
