import CastWire

/// Every virtual connection of a device, keyed by socket, sender id and destination (CASTV2, virtual connections).
///
/// A socket has few of them, so they are searched one by one; everything that goes to several senders goes in the
/// order in which sockets were accepted and connections were opened.
struct VirtualConnectionTable: Sendable {
    /// What became of a CONNECT.
    enum Opening: Sendable, Hashable {
        case opened
        /// It was open; its kind may have changed.
        case wasOpen(before: VirtualConnection)
        case limitReached
    }

    private var sockets: [SocketID: [VirtualConnection]] = [:]
    private let limitPerSocket: Int

    init(limitPerSocket: Int) {
        self.limitPerSocket = limitPerSocket
    }

    mutating func open(_ connection: VirtualConnection, on socket: SocketID) -> Opening {
        if let index = index(of: connection.senderID, connection.destinationID, on: socket) {
            let before = sockets[socket]?[index] ?? connection
            sockets[socket]?[index] = connection
            return .wasOpen(before: before)
        }
        guard sockets[socket, default: []].count < limitPerSocket else { return .limitReached }
        sockets[socket, default: []].append(connection)
        return .opened
    }

    /// Removes one connection and returns it, or nil when there was none.
    mutating func close(_ senderID: String, _ destinationID: String, on socket: SocketID) -> VirtualConnection? {
        guard let index = index(of: senderID, destinationID, on: socket) else { return nil }
        let removed = sockets[socket]?.remove(at: index)
        if sockets[socket]?.isEmpty == true { sockets[socket] = nil }
        return removed
    }

    /// Removes everything of a socket.
    mutating func closeAll(on socket: SocketID) -> [VirtualConnection] {
        sockets.removeValue(forKey: socket) ?? []
    }

    /// Removes every connection to a destination.
    mutating func closeAll(to destinationID: String) -> [SenderAddress] {
        let senders = senders(connectedTo: destinationID)
        for sender in senders { _ = close(sender.id, destinationID, on: sender.socket) }
        return senders
    }

    func connection(_ senderID: String, _ destinationID: String, on socket: SocketID) -> VirtualConnection? {
        guard let index = index(of: senderID, destinationID, on: socket) else { return nil }
        return sockets[socket]?[index]
    }

    /// The sockets with at least one connection to a destination.
    func sockets(connectedTo destinationID: String) -> [SocketID] {
        sockets.filter { $0.value.contains { $0.destinationID == destinationID } }.keys.sorted()
    }

    /// The senders connected to a destination.
    func senders(connectedTo destinationID: String, onlyVisible: Bool = false) -> [SenderAddress] {
        sockets(connectedTo: destinationID).flatMap { socket in
            sockets[socket, default: []]
                .filter { $0.destinationID == destinationID && ($0.isVisible || !onlyVisible) }
                .map { SenderAddress(socket: socket, id: $0.senderID) }
        }
    }

    /// The id under which a socket's sender connected to a destination first.
    func firstSender(of socket: SocketID, connectedTo destinationID: String) -> String? {
        sockets[socket]?.first { $0.destinationID == destinationID }?.senderID
    }

    var count: Int { sockets.values.reduce(0) { $0 + $1.count } }

    private func index(of senderID: String, _ destinationID: String, on socket: SocketID) -> Int? {
        sockets[socket]?.firstIndex { $0.senderID == senderID && $0.destinationID == destinationID }
    }
}
