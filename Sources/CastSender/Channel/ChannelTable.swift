import CastWire
import NIOCore

/// The channels of one session, without the session, the socket and a clock.
///
/// **Rules.** A channel is connected if and only if it is registered, the session has a connection, and its namespace
/// is among those that the application lists (a device may drop a sender that speaks in another). A namespace that
/// appears or vanishes connects or disconnects its channel. Nothing is delivered before the connected state nor after
/// the disconnected one.
///
/// **Buffers.** ``EarlyMessages`` before a channel is there, ``ChannelOutbox`` before the socket has room. All
/// channels of a session share both, and the order in which messages were accepted is the order in which they leave.
struct ChannelTable {
    enum Action: Equatable {
        case state(CastNamespace, ChannelState)
        case deliver(CastNamespace, ChannelMessage)
    }

    /// Between which ids a session's messages go.
    struct Route: Equatable {
        var senderID: String
        var transportID: String
    }

    /// Why a message was not accepted; nothing has changed then.
    enum Refusal: Error, Equatable {
        case notConnected
        case tooLong(Int)
        case full(waiting: Int)
    }

    private var route: Route?
    private var offered: Set<CastNamespace> = []
    /// In the order of registration.
    private var registered: [CastNamespace] = []
    private var connected: Set<CastNamespace> = []
    private(set) var early = EarlyMessages()
    private(set) var outbox = ChannelOutbox()

    func isConnected(_ namespace: CastNamespace) -> Bool { connected.contains(namespace) }

    // MARK: Registration

    /// A channel was added, whose namespace has none yet.
    mutating func added(_ namespace: CastNamespace, now: NIODeadline) -> [Action] {
        registered.append(namespace)
        return settle(now: now)
    }

    mutating func removed(_ namespace: CastNamespace) -> [Action] {
        registered.removeAll { $0 == namespace }
        guard connected.remove(namespace) != nil else { return [] }
        return [.state(namespace, .disconnected)]
    }

    // MARK: The session

    /// The application is connected and lists these namespaces.
    mutating func connected(over route: Route, offering namespaces: [CastNamespace], now: NIODeadline) -> [Action] {
        self.route = route
        offered = Set(namespaces)
        return settle(now: now)
    }

    mutating func offering(_ namespaces: [CastNamespace], now: NIODeadline) -> [Action] {
        offered = Set(namespaces)
        return settle(now: now)
    }

    /// The way to the application is lost: what was not sent yet is, too.
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

    /// Takes a message that is to be sent.
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

    /// The next message for the socket.
    mutating func nextOutgoing() -> (message: CastMessage, actions: [Action])? {
        let hadRoom = outbox.hasRoom
        guard let message = outbox.popFirst() else { return nil }
        return (message, outbox.hasRoom && !hadRoom ? writability(true) : [])
    }

    private func writability(_ isWritable: Bool) -> [Action] {
        registered.filter(connected.contains).map { .state($0, .connected(isWritable: isWritable)) }
    }

    /// Connects and disconnects what the rules demand now.
    private mutating func settle(now: NIODeadline) -> [Action] {
        var actions: [Action] = []
        for namespace in registered {
            let isDue = route != nil && offered.contains(namespace)
            guard isDue != connected.contains(namespace) else { continue }
            if isDue {
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
