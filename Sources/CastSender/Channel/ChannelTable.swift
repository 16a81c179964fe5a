// SPDX-License-Identifier: Apache-2.0

import CastWire
import DequeModule
import NIOCore

/// The state machine for the channels of one session. It has no access to the session, the socket or a clock.
///
/// **Rules.** A channel is connected if and only if it is registered, the session has a connection, and the application
/// lists its namespace (a device may drop a sender that uses another namespace). When a namespace appears or
/// disappears, its channel connects or disconnects. Messages are delivered only between a connected and a disconnected
/// state.
///
/// **Buffers.** ``EarlyMessages`` holds messages that arrive before a channel is registered, ``ChannelOutbox`` holds
/// messages until the socket has room. All channels of a session share both; messages are sent in the order in which
/// they were accepted.
struct ChannelTable {
    enum Action: Equatable {
        case state(CastNamespace, ChannelState)
        case deliver(CastNamespace, ChannelMessage)
    }

    /// The sender id and transport id that a session's messages use.
    struct Route: Equatable {
        var senderID: String
        var transportID: String
    }

    /// The reason why a message was not accepted. The state is unchanged.
    enum Refusal: Error, Equatable {
        case notConnected
        case tooLong(Int)
        case full(waiting: Int)
    }

    private var route: Route?
    private var listed: Set<CastNamespace> = []
    /// The registered namespaces, in order of registration.
    private var registered: [CastNamespace] = []
    private var connected: Set<CastNamespace> = []
    private(set) var early = EarlyMessages()
    private(set) var outbox = ChannelOutbox()

    func isConnected(_ namespace: CastNamespace) -> Bool { connected.contains(namespace) }

    // MARK: Registration

    /// Registers a channel whose namespace is not registered yet.
    mutating func added(_ namespace: CastNamespace, now: NIODeadline) -> [Action] {
        registered.append(namespace)
        return updateConnections(now: now)
    }

    mutating func removed(_ namespace: CastNamespace) -> [Action] {
        registered.removeAll { $0 == namespace }
        guard connected.remove(namespace) != nil else { return [] }
        return [.state(namespace, .disconnected)]
    }

    // MARK: The session

    /// Handles the virtual connection to the application, which lists these namespaces.
    mutating func connected(over route: Route, listing namespaces: [CastNamespace], now: NIODeadline) -> [Action] {
        self.route = route
        listed = Set(namespaces)
        return updateConnections(now: now)
    }

    mutating func namespacesChanged(_ namespaces: [CastNamespace], now: NIODeadline) -> [Action] {
        listed = Set(namespaces)
        return updateConnections(now: now)
    }

    /// Handles the loss of the virtual connection. Messages that were not sent yet are discarded.
    mutating func disconnected() -> [Action] {
        route = nil
        early.removeAll()
        outbox.removeAll()
        let actions = registered.filter(connected.contains).map { Action.state($0, .disconnected) }
        connected = []
        return actions
    }

    // MARK: Messages

    mutating func received(
        _ payload: CastMessage.Payload,
        in namespace: CastNamespace,
        isBroadcast: Bool,
        now: NIODeadline
    ) -> [Action] {
        let message = ChannelMessage(payload, isBroadcast: isBroadcast)
        if connected.contains(namespace) { return [.deliver(namespace, message)] }
        early.append(message, in: namespace, now: now)
        return []
    }

    /// Accepts a message for sending.
    mutating func accept(
        _ payload: CastMessage.Payload,
        in namespace: CastNamespace
    ) throws(Refusal) -> [Action] {
        guard let route, connected.contains(namespace) else { throw .notConnected }
        let message = CastMessage(from: route.senderID, to: route.transportID, namespace: namespace, payload: payload)
        let length = CastFrame.bodyLength(of: message)
        guard length <= CastFrame.defaultLimit else { throw .tooLong(length) }
        guard outbox.hasRoom else { throw .full(waiting: outbox.bytes) }
        outbox.append(message, length: length)
        return outbox.hasRoom ? [] : writability(false)
    }

    /// Removes and returns the next message for the socket.
    mutating func nextOutgoing() -> (message: CastMessage, actions: [Action])? {
        let hadRoom = outbox.hasRoom
        guard let message = outbox.popFirst() else { return nil }
        return (message, outbox.hasRoom && !hadRoom ? writability(true) : [])
    }

    private func writability(_ isWritable: Bool) -> [Action] {
        registered.filter(connected.contains).map { .state($0, .connected(isWritable: isWritable)) }
    }

    /// Connects and disconnects channels as the rules require.
    private mutating func updateConnections(now: NIODeadline) -> [Action] {
        var actions: [Action] = []
        for namespace in registered {
            let shouldConnect = route != nil && listed.contains(namespace)
            guard shouldConnect != connected.contains(namespace) else { continue }
            if shouldConnect {
                connected.insert(namespace)
                actions.append(.state(namespace, .connected(isWritable: outbox.hasRoom)))
                actions += early.take(namespace, now: now).map { .deliver(namespace, $0) }
            } else {
                connected.remove(namespace)
                actions.append(.state(namespace, .disconnected))
            }
        }
        return actions
    }
}

/// Messages that were accepted and that the socket has not taken yet, in order of acceptance.
///
/// The outbox is full from the moment it reaches ``highWaterMark`` until it holds less than ``lowWaterMark``, so that a
/// sender that is notified of room can send more than one message.
struct ChannelOutbox {
    /// The limit in bytes of frame bodies.
    static let highWaterMark = 512 * 1024
    static let lowWaterMark = 256 * 1024

    private var messages: Deque<(message: CastMessage, length: Int)> = []
    private(set) var bytes = 0
    private(set) var hasRoom = true

    var isEmpty: Bool { messages.isEmpty }

    mutating func append(_ message: CastMessage, length: Int) {
        messages.append((message, length))
        bytes += length
        if bytes >= Self.highWaterMark { hasRoom = false }
    }

    mutating func popFirst() -> CastMessage? {
        guard let first = messages.popFirst() else { return nil }
        bytes -= first.length
        if bytes < Self.lowWaterMark { hasRoom = true }
        return first.message
    }

    mutating func removeAll() {
        messages = []
        bytes = 0
        hasRoom = true
    }
}
