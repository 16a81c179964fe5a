// SPDX-License-Identifier: Apache-2.0

import DequeModule
import NIOConcurrencyHelpers

/// Passes events from the event loop to tasks.
final class ServiceEventStream: Sendable {
    private struct State {
        var buffer = ServiceEventBuffer()
        var waiting: [(id: Int, continuation: CheckedContinuation<ServiceEvent?, Never>)] = []
        var nextID = 0
        var isFinished = false
        var failure: MDNSError?
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

    /// Why the stream ended early.
    var failure: MDNSError? { state.withLockedValue { $0.failure } }

    /// Ends the stream.
    ///
    /// - Parameter failure: Why it ends early. Without effect on a stream that has ended.
    func finish(_ failure: MDNSError? = nil) {
        let waiting = state.withLockedValue { state in
            if !state.isFinished { state.failure = failure }
            state.isFinished = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for (_, continuation) in waiting {
            continuation.resume(returning: nil)
        }
    }

    /// Returns the next event; nil after the end or when the task is canceled.
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

/// The events that a consumer has not taken yet, at most one per instance.
///
/// The size is bounded by the number of instances, and no current state is lost: only the newest of several changes is
/// kept, and a service that appeared and disappeared in between is not reported.
struct ServiceEventBuffer {
    private var pendingNames: Deque<String> = []
    private var pending: [String: ServiceInstance?] = [:]
    /// The instances that the consumer has received as found.
    private var delivered: Set<String> = []

    mutating func append(_ event: ServiceEvent) {
        switch event {
        case .found(let instance), .changed(let instance):
            if pending[instance.name] == nil { pendingNames.append(instance.name) }
            pending[instance.name] = .some(instance)
        case .lost(let name):
            if delivered.contains(name) {
                if pending[name] == nil { pendingNames.append(name) }
                pending[name] = .some(nil)
            } else if pending.removeValue(forKey: name) != nil {
                pendingNames.removeAll { $0 == name }
            }
        }
    }

    mutating func popFirst() -> ServiceEvent? {
        guard let name = pendingNames.popFirst(), let state = pending.removeValue(forKey: name) else { return nil }
        guard let instance = state else {
            delivered.remove(name)
            return .lost(name: name)
        }
        return delivered.insert(name).inserted ? .found(instance) : .changed(instance)
    }
}
