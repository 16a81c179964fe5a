extension GCKRemoteMediaClient {
    /// An addition to the original: an element at once, and one whenever a status has come, what was known is gone, or
    /// the connection is another. Of several that wait for a slow reader one is kept: look at ``mediaStatus`` and
    /// ``connected`` for what is then so. Ends when the client is gone.
    public var changes: AsyncStream<Void> {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield()
        watchers.add(continuation)
        return stream
    }
}

/// The readers of something's changes. They end when it is gone.
@MainActor
final class ChangeWatchers {
    private var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    private var lastNumber = 0

    deinit {
        for watcher in watchers.values { watcher.finish() }
    }

    func add(_ watcher: AsyncStream<Void>.Continuation) {
        lastNumber += 1
        watchers[lastNumber] = watcher
    }

    func tell() {
        for (number, watcher) in watchers {
            if case .terminated = watcher.yield() { watchers[number] = nil }
        }
    }
}
