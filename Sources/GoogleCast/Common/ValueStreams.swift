/// Hands a value and its changes to whoever reads them.
///
/// Only the newest value waits for a slow reader. A reader that stops is forgotten.
@MainActor
final class ValueStreams<Value: Sendable> {
    private var readers: [Int: AsyncStream<Value>.Continuation] = [:]
    private var lastReader = 0

    /// The present value, then every newer one, until the owner is gone.
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
