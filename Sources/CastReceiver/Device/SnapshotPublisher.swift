import NIOConcurrencyHelpers

/// Publishes snapshots to any number of observers. An observer receives the current snapshot first, then each change; a
/// slow observer misses intermediate snapshots.
final class SnapshotPublisher: Sendable {
    private struct State {
        var newest: DeviceSnapshot
        var observers: [Int: AsyncStream<DeviceSnapshot>.Continuation] = [:]
        var nextID = 0
        var isFinished = false
    }

    private let state: NIOLockedValueBox<State>

    init(_ snapshot: DeviceSnapshot) {
        state = NIOLockedValueBox(State(newest: snapshot))
    }

    var newest: DeviceSnapshot { state.withLockedValue { $0.newest } }

    func publish(_ snapshot: DeviceSnapshot) {
        let observers = state.withLockedValue { state -> [AsyncStream<DeviceSnapshot>.Continuation] in
            guard !state.isFinished, state.newest != snapshot else { return [] }
            state.newest = snapshot
            return Array(state.observers.values)
        }
        for observer in observers { observer.yield(snapshot) }
    }

    func watch() -> AsyncStream<DeviceSnapshot> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: DeviceSnapshot.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let (snapshot, id) = state.withLockedValue { state -> (DeviceSnapshot, Int?) in
            guard !state.isFinished else { return (state.newest, nil) }
            state.nextID += 1
            state.observers[state.nextID] = continuation
            return (state.newest, state.nextID)
        }
        continuation.yield(snapshot)
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { _ in
            self.state.withLockedValue { _ = $0.observers.removeValue(forKey: id) }
        }
        return stream
    }

    func finish() {
        let observers = state.withLockedValue { state -> [AsyncStream<DeviceSnapshot>.Continuation] in
            state.isFinished = true
            defer { state.observers = [:] }
            return Array(state.observers.values)
        }
        for observer in observers { observer.finish() }
    }
}
