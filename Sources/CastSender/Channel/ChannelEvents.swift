// SPDX-License-Identifier: Apache-2.0

/// The ``ChannelEvent``s of one registration of a channel, in order.
///
/// Supports a single reader: each event is delivered once. At most ``CastChannel/unreadLimit`` messages are buffered
/// for a slow reader. The sequence ends when the channel is removed, its session ends, or the reading task is canceled.
public struct ChannelEvents: AsyncSequence, Sendable {
    public typealias Element = ChannelEvent
    public typealias Failure = Never

    let inbox: ChannelInbox

    public func makeAsyncIterator() -> Iterator { Iterator(inbox: inbox) }

    /// Iterates over the events of a channel.
    public struct Iterator: AsyncIteratorProtocol {
        public typealias Failure = Never

        let inbox: ChannelInbox

        public mutating func next() async -> ChannelEvent? { await inbox.next() }
    }
}

/// The messages among the ``ChannelEvents`` of one registration of a channel.
///
/// Supports a single reader, which it shares with the events: read either the messages or the events.
public struct ChannelMessages: AsyncSequence, Sendable {
    public typealias Element = ChannelMessage
    public typealias Failure = Never

    let inbox: ChannelInbox

    public func makeAsyncIterator() -> Iterator { Iterator(inbox: inbox) }

    /// Iterates over the messages of a channel.
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
