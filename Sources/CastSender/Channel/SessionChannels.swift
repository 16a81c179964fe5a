import CastTransport
import CastWire
import NIOConcurrencyHelpers
import NIOCore

/// The driver of a session's ``ChannelTable``: carries its decisions to the channels and its messages to the socket.
///
/// Channels may be added, removed and sent to from anywhere, so the table lives under a lock. What is done under it
/// only stores; it runs no foreign code. Messages leave on the event loop alone, which keeps their order.
final class SessionChannels: Sendable {
    private struct State {
        var table = ChannelTable()
        var channels: [CastNamespace: CastChannel] = [:]
        var isOver = false
        var isDrainScheduled = false
        /// What channels that are gone could not take.
        var unread = 0
    }

    private let route: SessionRoute
    private let state = NIOLockedValueBox(State())

    init(route: SessionRoute) { self.route = route }

    private var device: String { route.connection.device.friendlyName }

    private var now: NIODeadline { route.eventLoop.now }

    var drops: ChannelDrops {
        state.withLockedValue { state in
            var drops = ChannelDrops()
            drops.unread = state.unread + state.channels.values.reduce(0) { $0 + $1.droppedMessages }
            drops.tooManyEarly = state.table.early.refused
            drops.expired = state.table.early.expired
            return drops
        }
    }

    // MARK: Channels

    func add(_ channel: CastChannel) throws(CastError) {
        let now = now
        let failure = state.withLockedValue { state -> CastError? in
            if state.isOver { return .sessionEnded(during: "Adding a channel", device: device) }
            guard state.channels[channel.namespace] == nil else {
                return .channelTaken(channel.namespace, device: device)
            }
            guard channel.bind(to: self) else { return .channelElsewhere(channel.namespace, device: device) }
            state.channels[channel.namespace] = channel
            Self.perform(state.table.added(channel.namespace, now: now), state.channels)
            return nil
        }
        if let failure { throw failure }
    }

    /// False when the channel is not on this session.
    func remove(_ channel: CastChannel) -> Bool {
        state.withLockedValue { state in
            guard state.channels[channel.namespace] === channel else { return false }
            Self.perform(state.table.removed(channel.namespace), state.channels)
            state.channels[channel.namespace] = nil
            state.unread += channel.droppedMessages
            channel.unbind()
            return true
        }
    }

    /// An id for a message; nil when the channel is not connected.
    func nextRequestID(for channel: CastChannel) -> Int? {
        state.withLockedValue { state in
            guard state.channels[channel.namespace] === channel, state.table.isConnected(channel.namespace) else {
                return nil
            }
            return route.connection.requestIDs.next()
        }
    }

    func send(_ payload: CastMessage.Payload, over channel: CastChannel) throws(CastError) {
        let result = state.withLockedValue { state -> Result<Bool, ChannelTable.Refusal> in
            guard state.channels[channel.namespace] === channel else { return .failure(.notConnected) }
            do throws(ChannelTable.Refusal) {
                Self.perform(try state.table.accept(payload, in: channel.namespace), state.channels)
            } catch {
                return .failure(error)
            }
            defer { state.isDrainScheduled = true }
            return .success(!state.isDrainScheduled)
        }
        switch result {
        case .failure(let refusal): throw CastError.notSent(refusal, in: channel.namespace, device: device)
        case .success(false): break
        case .success(true):
            if route.eventLoop.inEventLoop { drain() } else { route.eventLoop.execute { self.drain() } }
        }
    }

    // MARK: The session, on the event loop

    func connected(offering namespaces: [CastNamespace]) {
        let route = ChannelTable.Route(senderID: CastMessage.senderID, transportID: route.transportID)
        let now = now
        state.withLockedValue { state in
            Self.perform(state.table.connected(over: route, offering: namespaces, now: now), state.channels)
        }
    }

    func offering(_ namespaces: [CastNamespace]) {
        let now = now
        state.withLockedValue { Self.perform($0.table.offering(namespaces, now: now), $0.channels) }
    }

    func received(_ message: CastMessage) {
        let isBroadcast = message.destinationID == CastMessage.broadcastID
        let now = now
        state.withLockedValue { state in
            let actions = state.table.received(
                message.payload,
                in: message.namespace,
                isBroadcast: isBroadcast,
                now: now
            )
            Self.perform(actions, state.channels)
        }
    }

    func disconnected() {
        state.withLockedValue { Self.perform($0.table.disconnected(), $0.channels) }
    }

    /// The session is over: its channels are free for another one.
    func ended() {
        state.withLockedValue { state in
            Self.perform(state.table.disconnected(), state.channels)
            state.isOver = true
            for channel in state.channels.values {
                state.unread += channel.droppedMessages
                channel.unbind()
            }
            state.channels = [:]
        }
    }

    /// Moves messages to the socket while it has room.
    ///
    /// - Parameter isLast: The way to the application is about to be closed from this side: everything goes at once.
    ///   It fits, because the socket's limit is above its own mark and this buffer together.
    func drain(isLast: Bool = false) {
        let socket = route.connection.assumeIsolated { $0.socket }
        state.withLockedValue { $0.isDrainScheduled = false }
        while isLast || socket.isWritable {
            let message = state.withLockedValue { state -> CastMessage? in
                guard let (message, actions) = state.table.nextOutgoing() else { return nil }
                Self.perform(actions, state.channels)
                return message
            }
            guard let message else { return }
            // A socket that takes nothing more is closing, and its end empties the table.
            guard (try? socket.send(message)) != nil else { return }
        }
    }

    private static func perform(_ actions: [ChannelTable.Action], _ channels: [CastNamespace: CastChannel]) {
        for action in actions {
            switch action {
            case .state(let namespace, let state): channels[namespace]?.changed(to: state)
            case .deliver(let namespace, let message): channels[namespace]?.received(message)
            }
        }
    }
}
