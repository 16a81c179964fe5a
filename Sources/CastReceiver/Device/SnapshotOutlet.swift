import NIOConcurrencyHelpers

/// Hands the newest snapshot to everyone who watches: the present one first, then changes; a slow watcher misses the
/// ones in between.
final class SnapshotOutlet: Sendable {
    private struct State {
        var newest: DeviceSnapshot
        var watchers: [Int: AsyncStream<DeviceSnapshot>.Continuation] = [:]
        var nextID = 0
        var isFinished = false
    }

    private let state: NIOLockedValueBox<State>

    init(_ snapshot: DeviceSnapshot) {
        state = NIOLockedValueBox(State(newest: snapshot))
    }

    var newest: DeviceSnapshot { state.withLockedValue { $0.newest } }

    func publish(_ snapshot: DeviceSnapshot) {
        let watchers = state.withLockedValue { state -> [AsyncStream<DeviceSnapshot>.Continuation] in
            guard !state.isFinished, state.newest != snapshot else { return [] }
            state.newest = snapshot
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.yield(snapshot) }
    }

    func watch() -> AsyncStream<DeviceSnapshot> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: DeviceSnapshot.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let (snapshot, id) = state.withLockedValue { state -> (DeviceSnapshot, Int?) in
            guard !state.isFinished else { return (state.newest, nil) }
            state.nextID += 1
            state.watchers[state.nextID] = continuation
            return (state.newest, state.nextID)
        }
        continuation.yield(snapshot)
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { _ in
            self.state.withLockedValue { _ = $0.watchers.removeValue(forKey: id) }
        }
        return stream
    }

    func finish() {
        let watchers = state.withLockedValue { state -> [AsyncStream<DeviceSnapshot>.Continuation] in
            state.isFinished = true
            defer { state.watchers = [:] }
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.finish() }
    }
}
