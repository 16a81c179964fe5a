// SPDX-License-Identifier: Apache-2.0

/// A queue of messages from several tasks to one reader.
///
/// The reader handles each message without waiting, so the limit of 1024 messages is not reached in practice. Beyond
/// it, the oldest messages are dropped.
struct EventMailbox<Message: Sendable>: Sendable {
    let messages: AsyncStream<Message>
    private let continuation: AsyncStream<Message>.Continuation

    init() {
        (messages, continuation) = AsyncStream.makeStream(of: Message.self, bufferingPolicy: .bufferingNewest(1024))
    }

    func post(_ message: Message) {
        continuation.yield(message)
    }
}
