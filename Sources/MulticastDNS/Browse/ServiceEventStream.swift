import NIOConcurrencyHelpers

/// Carries events from the event loop to tasks.
final class ServiceEventStream: Sendable {
    private struct State {
        var buffer = ServiceEventBuffer()
        var waiting: [(id: Int, continuation: CheckedContinuation<ServiceEvent?, Never>)] = []
        var nextID = 0
        var isFinished = false
    }

    private let state = NIOLockedValueBox(State())

    func send(_ events: [ServiceEvent]) {
        for event in events {
            send(event)
        }
    }

    private func send(_ event: ServiceEvent) {
        let resumption = state.withLockedValue { state -> (CheckedContinuation<ServiceEvent?, Never>, ServiceEvent)? in
            guard !state.isFinished else { return nil }
            state.buffer.append(event)
            guard !state.waiting.isEmpty, let next = state.buffer.popFirst() else { return nil }
            return (state.waiting.removeFirst().continuation, next)
        }
        resumption?.0.resume(returning: resumption?.1)
    }

    func finish() {
        let waiting = state.withLockedValue { state in
            state.isFinished = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for (_, continuation) in waiting {
            continuation.resume(returning: nil)
        }
    }

    /// The next event; nil after the end or when the task is cancelled.
    func next() async -> ServiceEvent? {
        let id = state.withLockedValue { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enum Outcome {
                    case wait
                    case resume(ServiceEvent?)
                }
                let outcome = state.withLockedValue { state -> Outcome in
                    if let event = state.buffer.popFirst() { return .resume(event) }
                    if state.isFinished || Task.isCancelled { return .resume(nil) }
                    state.waiting.append((id, continuation))
                    return .wait
                }
                if case .resume(let event) = outcome { continuation.resume(returning: event) }
            }
        } onCancel: {
            let continuation = state.withLockedValue { state -> CheckedContinuation<ServiceEvent?, Never>? in
                guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiting.remove(at: index).continuation
            }
            continuation?.resume(returning: nil)
        }
    }
}
