/// What several tasks have to say to one.
///
/// The reader takes each message at once and never waits while it handles one, so the bound is not met in practice;
/// where it is, the oldest messages go.
struct Mailbox<Message: Sendable>: Sendable {
    let messages: AsyncStream<Message>
    private let continuation: AsyncStream<Message>.Continuation

    init() {
        (messages, continuation) = AsyncStream.makeStream(of: Message.self, bufferingPolicy: .bufferingNewest(1024))
    }

    func post(_ message: Message) {
        continuation.yield(message)
    }
}
