// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The virtual connections of a device, by socket, sender id and destination (CASTV2, virtual connections).
///
/// A socket has few connections, so lookups are linear. Results with several senders are in the order in which sockets
/// were accepted and connections were opened.
struct VirtualConnectionTable: Sendable {
    /// The result of opening a connection.
    enum Opening: Sendable, Hashable {
        case opened
        /// The connection was open already; its kind may have changed.
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

    /// Removes one connection and returns it; nil if it does not exist.
    mutating func close(_ senderID: String, _ destinationID: String, on socket: SocketID) -> VirtualConnection? {
        guard let index = index(of: senderID, destinationID, on: socket) else { return nil }
        let removed = sockets[socket]?.remove(at: index)
        if sockets[socket]?.isEmpty == true { sockets[socket] = nil }
        return removed
    }

    /// Removes and returns all connections of a socket.
    mutating func closeAll(on socket: SocketID) -> [VirtualConnection] {
        sockets.removeValue(forKey: socket) ?? []
    }

    /// Removes all connections to a destination and returns their senders.
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

    /// Returns the id of the first sender on a socket that connected to a destination.
    func firstSender(of socket: SocketID, connectedTo destinationID: String) -> String? {
        sockets[socket]?.first { $0.destinationID == destinationID }?.senderID
    }

    var count: Int { sockets.values.reduce(0) { $0 + $1.count } }

    private func index(of senderID: String, _ destinationID: String, on socket: SocketID) -> Int? {
        sockets[socket]?.firstIndex { $0.senderID == senderID && $0.destinationID == destinationID }
    }
}

/// A virtual connection of a sender to the platform or to an app, on one socket.
struct VirtualConnection: Sendable, Hashable {
    /// The sender's id.
    var senderID: String
    /// `receiver-0`, or the transport id of an app.
    var destinationID: String
    var kind: VirtualConnectionType
    /// The user agent that the sender reported, passed on to apps.
    var userAgent: String

    /// Whether the sender is announced to the app. Invisible connections receive messages but cannot launch or stop
    /// apps.
    var isVisible: Bool { kind != .invisible }
}

/// A sender of a device, identified by its socket and its id: `sender-0` on two sockets are two senders.
struct SenderAddress: Sendable, Hashable {
    var socket: SocketID
    /// The id that the sender chose on its socket.
    var id: String

    init(socket: SocketID, id: String) {
        self.socket = socket
        self.id = id
    }
}

extension SenderAddress: CustomStringConvertible {
    var description: String { "\(id) on \(socket)" }
}
