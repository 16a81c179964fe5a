// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
public import CastWire
import NIOConcurrencyHelpers

/// A bidirectional message channel to an application, for text and binary messages in a custom namespace.
///
/// Create a channel, add it to a session with ``CastSession/add(_:)`` at any time, and read its ``messages``:
///
/// ```swift
/// let channel = try CastChannel("urn:x-cast:com.example.chat")
/// try session.add(channel)
/// try channel.send("hello")
/// for await message in channel.messages { print(message.text ?? "bytes") }
/// ```
///
/// The channel is connected while its session has a connection and the application lists the namespace; ``states``
/// reports both. A channel stays on its session while the session is suspended. The session retains the channel until
/// it is removed or the session ends; after that, the channel can be added to another session. All members are safe to
/// call from any isolation.
public final class CastChannel: Sendable {
    /// The number of unread messages, and their total size in bytes, that the channel buffers for a slow reader.
    /// Further messages are dropped and counted in ``droppedMessages``.
    public static let unreadLimit = (messages: 256, bytes: 1024 * 1024)

    /// The namespace of the channel's messages.
    public let namespace: CastNamespace
    private let state = NIOLockedValueBox(State())

    private struct State {
        weak var channels: SessionChannels?
        var isBound = false
        /// Replaced with each registration, so that readers of an earlier registration end.
        var inbox = CastChannel.newInbox()
        var current = CurrentValue<ChannelState>(.disconnected)
    }

    /// Creates a channel for a namespace.
    ///
    /// - Parameter namespace: A namespace that starts with `urn:x-cast:`, has at most 128 bytes, and is not one of
    ///   Google's own (`urn:x-cast:com.google.cast.`, except `urn:x-cast:com.google.cast.sample.`).
    /// - Throws: ``CastError`` with the code `invalidArgument`.
    public init(_ namespace: CastNamespace) throws(CastError) {
        guard namespace.isWellFormed, !namespace.isReserved else { throw CastError.unusable(namespace) }
        self.namespace = namespace
    }

    // MARK: State

    /// The current state, including whether messages can be sent.
    public var currentState: ChannelState { state.withLockedValue { $0.current }.value ?? .disconnected }

    /// The values of ``currentState``: the current one, then each change. A slow reader gets only the newest. The
    /// sequence ends when the channel is removed or its session ends.
    public var states: LatestValues<ChannelState> { state.withLockedValue { $0.current }.latestValues }

    /// State changes and messages, in order. Supports a single reader.
    public var events: ChannelEvents { ChannelEvents(inbox: state.withLockedValue { $0.inbox }) }

    /// The messages from the application. Supports a single reader. Messages that arrived since the channel was added
    /// are buffered for it.
    public var messages: ChannelMessages { ChannelMessages(inbox: state.withLockedValue { $0.inbox }) }

    /// Sets a callback for new ``events``, for a reader that polls with ``takeEvent()`` instead of awaiting.
    ///
    /// - Parameter wake: Called under locks, so it must only store or schedule. It stays in effect until the channel is
    ///   removed.
    package func onEvents(_ wake: @escaping @Sendable () -> Void) { state.withLockedValue { $0.inbox }.wake(wake) }

    /// Removes and returns the next of ``events``; nil when none is buffered.
    package func takeEvent() -> ChannelEvent? { state.withLockedValue { $0.inbox }.take() }

    /// The number of messages that were dropped since the channel was last added, because the buffer was full.
    /// ``ChannelMessage/missed`` shows where in the sequence.
    public var droppedMessages: Int { state.withLockedValue { $0.inbox.dropped } }

    // MARK: Sending

    /// Sends a text message. The text may be empty and does not have to be JSON.
    ///
    /// Returns when the message has been accepted. Accepted messages are sent in order, across all channels of the
    /// session, and are lost only when the connection or the application ends.
    ///
    /// - Throws: ``CastError``: `channelNotConnected`; `messageTooLarge` when the message exceeds 65,536 bytes
    ///   including ids and namespace; `queueFull` when 512 KiB are already waiting, until less than 256 KiB are. When
    ///   this method throws, nothing was sent.
    public func send(_ text: String) throws(CastError) { try send(.text(text)) }

    /// Sends a binary message, in the same way as ``send(_:)-(String)``.
    ///
    /// - Throws: ``CastError``, as ``send(_:)-(String)``.
    public func send(_ bytes: [UInt8]) throws(CastError) { try send(.binary(bytes)) }

    /// Returns an id for a request in this channel's own protocol: a positive number that no other request of this
    /// sender uses on the connection. Returns nil while the channel is not connected.
    public func makeRequestID() -> Int? {
        state.withLockedValue { $0.channels }?.nextRequestID(for: self)
    }

    private func send(_ payload: CastMessage.Payload) throws(CastError) {
        guard let channels = state.withLockedValue({ $0.channels }) else {
            throw CastError.notSent(.notConnected, in: namespace, device: nil)
        }
        try channels.send(payload, over: self)
    }

    // MARK: Called by the session, under its lock

    /// Binds the channel to a session; returns false when it is bound to another one.
    func bind(to channels: SessionChannels) -> Bool {
        state.withLockedValue { state in
            guard !state.isBound || state.channels == nil else { return false }
            state.isBound = true
            state.channels = channels
            guard state.inbox.isFinished else { return true }
            state.inbox = Self.newInbox()
            state.current = CurrentValue(.disconnected)
            return true
        }
    }

    func unbind() {
        let (inbox, current) = state.withLockedValue { state in
            state.isBound = false
            state.channels = nil
            return (state.inbox, state.current)
        }
        inbox.finish()
        current.finish()
    }

    func changed(to channelState: ChannelState) {
        let (inbox, current) = state.withLockedValue { ($0.inbox, $0.current) }
        current.publish(channelState)
        inbox.append(channelState)
    }

    func received(_ message: ChannelMessage) {
        let inbox = state.withLockedValue { $0.inbox }
        // The inbox counts messages that it has no room for.
        _ = inbox.append(message)
    }

    private static func newInbox() -> ChannelInbox {
        ChannelInbox(ChannelQueue(messageLimit: unreadLimit.messages, byteLimit: unreadLimit.bytes))
    }
}

/// The state of a ``CastChannel``.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ChannelState: Sendable, Hashable {
    /// Nothing can be sent: the channel is not on a session, the session has no connection, or its application does not
    /// list the namespace. Next: ``connected(isWritable:)``.
    case disconnected
    /// The application lists the namespace. While `isWritable` is false, so many bytes are waiting to be sent that
    /// messages are rejected with `queueFull`. Next: the other value of `isWritable`, or ``disconnected``.
    case connected(isWritable: Bool)

    /// Whether the application lists the namespace and is reachable.
    public var isConnected: Bool { self != .disconnected }
    /// Whether a message would be accepted now.
    public var isWritable: Bool { self == .connected(isWritable: true) }
}

extension CastSession {
    /// Adds a channel, at any time before the session ends.
    ///
    /// When the application lists the channel's namespace and is reachable, the channel is connected on return, and
    /// messages that the application sent in the namespace within the last five seconds (at most 32 messages and 64
    /// KiB) are delivered first. Otherwise the channel connects as soon as both conditions hold.
    ///
    /// - Throws: ``CastError``: `invalidArgument` when the session already has a channel for the namespace or the
    ///   channel is on another session; `sessionEnded`.
    public nonisolated func add(_ channel: CastChannel) throws(CastError) { try channels.add(channel) }

    /// Removes a channel, which is disconnected on return. Messages that it has accepted are still sent.
    ///
    /// - Returns: False when the channel was not on this session.
    @discardableResult
    public nonisolated func remove(_ channel: CastChannel) -> Bool { channels.remove(channel) }

    /// The number of messages in custom namespaces that were dropped, by reason.
    public nonisolated var channelDrops: ChannelDrops { channels.drops }

    func received(_ message: CastMessage) { channels.received(message) }

    /// Handles a CLOSE from the application. The connection asks the device for the reason.
    func transportLost() { channels.disconnected() }

    /// Resumes sending when the socket has room again.
    func socketBecameWritable() { channels.drain() }
}
