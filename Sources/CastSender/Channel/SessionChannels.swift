// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import NIOConcurrencyHelpers
import NIOCore

/// The driver of a session's ``ChannelTable``: executes its actions on the channels and moves its messages to the
/// socket.
///
/// Channels can be added, removed and used from any thread, so a lock protects the table. Code under the lock only
/// stores; it calls no client code. Only the event loop sends messages, which keeps them in order.
final class SessionChannels: Sendable {
    private struct State {
        var table = ChannelTable()
        var channels: [CastNamespace: CastChannel] = [:]
        var hasEnded = false
        var isDrainScheduled = false
        /// The number of messages that were dropped by channels that have been removed.
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
            if state.hasEnded { return .sessionEnded(during: "Adding a channel", device: device) }
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

    /// Removes a channel; returns false when the channel is not on this session.
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

    /// Returns an id for a request; nil when the channel is not connected.
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

    // MARK: Called by the session, on the event loop

    func connected(listing namespaces: [CastNamespace]) {
        let route = ChannelTable.Route(senderID: CastMessage.senderID, transportID: route.transportID)
        let now = now
        state.withLockedValue { state in
            Self.perform(state.table.connected(over: route, listing: namespaces, now: now), state.channels)
        }
    }

    func namespacesChanged(_ namespaces: [CastNamespace]) {
        let now = now
        state.withLockedValue { Self.perform($0.table.namespacesChanged(namespaces, now: now), $0.channels) }
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

    /// Ends the session's channels, which can then be added to another session.
    func ended() {
        state.withLockedValue { state in
            Self.perform(state.table.disconnected(), state.channels)
            state.hasEnded = true
            for channel in state.channels.values {
                state.unread += channel.droppedMessages
                channel.unbind()
            }
            state.channels = [:]
        }
    }

    /// Moves messages to the socket while it has room.
    ///
    /// - Parameter isLast: Whether this side is about to close the virtual connection, so that all messages are sent at
    ///   once. They fit, because the socket's limit exceeds its high-water mark plus this buffer.
    func drain(isLast: Bool = false) {
        route.connection.assumeIsolated { drain(into: $0, isLast: isLast) }
    }

    private func drain(into connection: isolated CastConnection, isLast: Bool) {
        state.withLockedValue { $0.isDrainScheduled = false }
        while isLast || connection.socket.isWritable {
            let message = state.withLockedValue { state -> CastMessage? in
                guard let (message, actions) = state.table.nextOutgoing() else { return nil }
                Self.perform(actions, state.channels)
                return message
            }
            guard let message else { return }
            // A socket that accepts no more messages is closing; its end empties the table.
            guard (try? connection.transmit(message)) != nil else { return }
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

/// The number of messages in an application's custom namespaces that were dropped, by reason.
public struct ChannelDrops: Sendable, Hashable {
    /// Messages dropped because the reader was too slow; see ``CastChannel/unreadLimit``.
    public var unread = 0
    /// Messages dropped because no channel was registered for them and too many early messages were already buffered.
    public var tooManyEarly = 0
    /// Messages dropped because no channel was registered for them within five seconds.
    public var expired = 0

    /// Creates counters of 0.
    public init() {}

    /// The sum of all reasons.
    public var total: Int { unread + tooManyEarly + expired }
}
