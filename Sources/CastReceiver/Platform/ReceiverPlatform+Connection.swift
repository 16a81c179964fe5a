// SPDX-License-Identifier: Apache-2.0

import CastWire

extension ReceiverPlatform {
    /// Handles CONNECT and CLOSE.
    mutating func connection(_ message: CastMessage, from sender: SenderAddress) -> [PlatformAction] {
        guard let payload = object(message) else { return [] }
        // A virtual connection has one sender and one destination, never `*`.
        guard message.destinationID != CastMessage.broadcastID, sender.id != CastMessage.broadcastID else { return [] }
        switch ConnectionMessage(payload) {
        case .connect(let request): return connect(request, from: sender, to: message.destinationID)
        case .close: return close(from: sender, to: message.destinationID)
        case .connected: return []
        case .unknown: return drop(.unknownType)
        }
    }

    private mutating func connect(
        _ request: ConnectRequest,
        from sender: SenderAddress,
        to destinationID: String
    ) -> [PlatformAction] {
        guard !request.hasInvalidConnectionType else {
            return [reply(CloseMessage(reason: .invalidMessage), .connection, to: sender, from: destinationID)]
        }
        guard destinationID == CastMessage.receiverID || destinationID == listedApplication?.transportID else {
            // The app with this transport id has ended, or none ever had it.
            return [reply(CloseMessage(), .connection, to: sender, from: destinationID)]
        }
        let connection = VirtualConnection(
            senderID: sender.id,
            destinationID: destinationID,
            kind: request.connectionType ?? .strong,
            userAgent: String((request.userAgent ?? "").prefix(512))
        )
        let wasConnected = isSenderConnected
        let isToApplication = destinationID == application?.transportID
        var actions: [PlatformAction] = []
        var applicationActions: [PlatformAction] = []
        var wasVisible = false
        let isFull = isToApplication && connections.senders(connectedTo: destinationID).count >= options.senderLimit
        let isNew = connections.connection(sender.id, destinationID, on: sender.socket) == nil
        switch isFull && isNew ? .limitReached : connections.open(connection, on: sender.socket) {
        case .limitReached:
            drops.count(.connectionLimit)
            return [reply(CloseMessage(), .connection, to: sender, from: destinationID)]
        case .opened:
            revision += 1
            if options.sendsMembersOnConnect, destinationID == CastMessage.receiverID {
                actions.append(membersAfterConnect(to: sender))
            }
        case .wasOpen(let before):
            revision += 1
            wasVisible = before.isVisible
        }
        if isToApplication, connection.kind == .strong { lastSenderDeadline = nil }
        if isToApplication, connection.isVisible != wasVisible {
            applicationActions.append(
                connection.isVisible
                    ? .senderJoined(ApplicationSender(sender, userAgent: connection.userAgent))
                    : .senderLeft(sender, .requestedBySender)
            )
        }
        if let version = Self.commonVersion(request) {
            let connected = ConnectedReply(protocolVersion: version)
            actions.append(reply(connected, .connection, to: sender, from: destinationID))
        }
        if isSenderConnected != wasConnected { actions += broadcastStatus() }
        // The app's events come last, so that its messages follow the status.
        return actions + applicationActions
    }

    /// The highest protocol version that both ends support; nil if the sender named none.
    private static func commonVersion(_ request: ConnectRequest) -> Int? {
        let versions = (request.protocolVersionList ?? []) + [request.protocolVersion].compactMap(\.self)
        return versions.filter((0...3).contains).max()
    }

    private mutating func close(from sender: SenderAddress, to destinationID: String) -> [PlatformAction] {
        let wasConnected = isSenderConnected
        guard let closed = connections.close(sender.id, destinationID, on: sender.socket) else { return [] }
        revision += 1
        var actions: [PlatformAction] = []
        if destinationID == application?.transportID {
            let left = PlatformAction.senderLeft(sender, .requestedBySender)
            if closed.kind == .strong, options.rules.endsWithLastSender, !hasStrongSender(of: destinationID) {
                guard options.rules.lastSenderGracePeriod > .zero else {
                    return [left] + endApplication(.lastSenderLeft) + broadcastStatus()
                }
                lastSenderDeadline = now + options.rules.lastSenderGracePeriod
            }
            if isSenderConnected != wasConnected { actions += broadcastStatus() }
            actions.append(left)
        }
        return actions
    }

    private func hasStrongSender(of transportID: String) -> Bool {
        connections.senders(connectedTo: transportID).contains { sender in
            connections.connection(sender.id, transportID, on: sender.socket)?.kind == .strong
        }
    }

    /// Whether a sender on this socket is connected to the running app.
    func isServed(_ socket: SocketID) -> Bool {
        application.map { connections.firstSender(of: socket, connectedTo: $0.transportID) != nil } ?? false
    }

    /// Whether a visible sender is connected to the running app.
    var isSenderConnected: Bool { !connectedSenders.isEmpty }
}
