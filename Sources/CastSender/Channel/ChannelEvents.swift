/// The ``ChannelEvent``s of one registration of a channel, in order.
///
/// For one reader: each event is given once. At most ``CastChannel/unreadLimit`` messages wait for a slow one. Ends
/// after the channel was removed, its session ended, or the reading task was cancelled.
public struct ChannelEvents: AsyncSequence, Sendable {
    public typealias Element = ChannelEvent
    public typealias Failure = Never

    let inbox: ChannelInbox

    public func makeAsyncIterator() -> Iterator { Iterator(inbox: inbox) }

    public struct Iterator: AsyncIteratorProtocol {
        public typealias Failure = Never

        let inbox: ChannelInbox

        public mutating func next() async -> ChannelEvent? { await inbox.next() }
    }
}

/// The messages among the ``ChannelEvents`` of one registration of a channel.
///
/// For one reader, as the events are; read one or the other.
public struct ChannelMessages: AsyncSequence, Sendable {
    public typealias Element = ChannelMessage
    public typealias Failure = Never

    let inbox: ChannelInbox

    public func makeAsyncIterator() -> Iterator { Iterator(inbox: inbox) }

    public struct Iterator: AsyncIteratorProtocol {
        public typealias Failure = Never

        let inbox: ChannelInbox

        public mutating func next() async -> ChannelMessage? {
            while let event = await inbox.next() {
                if case .message(let message) = event { return message }
            }
            return nil
        }
    }
}
