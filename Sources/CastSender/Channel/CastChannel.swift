public import CastWire
import NIOConcurrencyHelpers

/// A conversation with an application in a namespace of its own: text and bytes, both ways.
///
/// Make one, add it to a session with ``CastSession/add(_:)`` at any time, and read its ``messages``:
///
/// ```swift
/// let channel = try CastChannel("urn:x-cast:com.example.chat")
/// try session.add(channel)
/// try channel.send("hello")
/// for await message in channel.messages { print(message.text ?? "bytes") }
/// ```
///
/// It is connected while its session is and the application lists the namespace; ``states`` follows that. It survives
/// the suspension of its session. The session holds it until it is removed or the session ends, and then it may be
/// added to another one. All members may be used from anywhere.
public final class CastChannel: Sendable {
    /// So many messages, and so many bytes of them, wait for a slow reader; more are dropped and counted.
    public static let unreadLimit = (messages: 256, bytes: 1024 * 1024)

    public let namespace: CastNamespace
    private let state = NIOLockedValueBox(State())

    private struct State {
        weak var channels: SessionChannels?
        var isBound = false
        /// One for each registration, so that a reader of an old one ends.
        var inbox = CastChannel.newInbox()
        var current = CurrentValue<ChannelState>(.disconnected)
    }

    /// - Parameter namespace: Begins with `urn:x-cast:`, at most 128 bytes, and none of Google's own
    ///   (`urn:x-cast:com.google.cast.`).
    /// - Throws: ``CastError``: `invalidArgument`.
    public init(_ namespace: CastNamespace) throws(CastError) {
        guard namespace.isWellFormed, !namespace.isReserved else { throw CastError.unusable(namespace) }
        self.namespace = namespace
    }

    // MARK: State

    /// Whether messages can be sent now.
    public var currentState: ChannelState { state.withLockedValue { $0.current }.value ?? .disconnected }

    /// ``currentState`` now and when it changes; the newest only. Ends when the channel is removed or its session ends.
    public var states: LatestValues<ChannelState> { state.withLockedValue { $0.current }.latestValues }

    /// States and messages in their order. For one reader.
    public var events: ChannelEvents { ChannelEvents(inbox: state.withLockedValue { $0.inbox }) }

    /// What the application says. For one reader; what came since the channel was added waits for it.
    public var messages: ChannelMessages { ChannelMessages(inbox: state.withLockedValue { $0.inbox }) }

    /// Hears that there are ``events``, for a reader who cannot wait and takes them by ``takeEvent()``.
    ///
    /// - Parameter wake: Called under locks, so it must only store or schedule. Counts until the channel is removed.
    package func onEvents(_ wake: @escaping @Sendable () -> Void) { state.withLockedValue { $0.inbox }.wake(wake) }

    /// The next of ``events``, if it is there.
    package func takeEvent() -> ChannelEvent? { state.withLockedValue { $0.inbox }.take() }

    /// How many messages were dropped since the channel was added last, because nobody read them in time;
    /// ``ChannelMessage/missed`` says where.
    public var droppedMessages: Int { state.withLockedValue { $0.inbox.dropped } }

    // MARK: Sending

    /// Sends a text, which need not be JSON and may be empty.
    ///
    /// Returns when the message was accepted. Accepted messages leave in order, those of other channels of the session
    /// included, and are lost only with the connection or the application.
    ///
    /// - Throws: ``CastError``: `channelNotConnected`; `messageTooLarge` when ids, namespace and text make more than
    ///   65,536 bytes together; `queueFull` when 512 KiB wait already, until less than 256 KiB do. Nothing was sent then.
    public func send(_ text: String) throws(CastError) { try send(.text(text)) }

    /// Sends bytes, as ``send(_:)-(String)`` does.
    ///
    /// - Throws: ``CastError``, as there.
    public func send(_ bytes: [UInt8]) throws(CastError) { try send(.binary(bytes)) }

    /// A number for a request of this channel's own protocol: positive and used by no other request of this sender on
    /// the connection. Nil while the channel is not connected.
    public func makeRequestID() -> Int? {
        state.withLockedValue { $0.channels }?.nextRequestID(for: self)
    }

    private func send(_ payload: CastMessage.Payload) throws(CastError) {
        guard let channels = state.withLockedValue({ $0.channels }) else {
            throw CastError.notSent(.notConnected, in: namespace, device: nil)
        }
        try channels.send(payload, over: self)
    }

    // MARK: What the session does, under its lock

    /// Makes this a channel of that session; false when it is on another one.
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
        // A message without room is counted by the inbox.
        _ = inbox.append(message)
    }

    private static func newInbox() -> ChannelInbox {
        ChannelInbox(ChannelQueue(messageLimit: unreadLimit.messages, byteLimit: unreadLimit.bytes))
    }
}
