/// Broadcasts a value and its changes to any number of asynchronous streams.
///
/// Each stream buffers only the newest value. A stream whose reader stops is removed.
@MainActor
final class ValueStreams<Value: Sendable> {
    private var readers: [Int: AsyncStream<Value>.Continuation] = [:]
    private var lastReader = 0

    /// Returns a stream of the current value and all later ones. It ends when the owner is deallocated.
    func stream(from value: Value) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        lastReader += 1
        let id = lastReader
        continuation.yield(value)
        readers[id] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.readers[id] = nil }
        }
        return stream
    }

    func publish(_ value: Value) { for reader in readers.values { reader.yield(value) } }

    deinit { for reader in readers.values { reader.finish() } }
}
