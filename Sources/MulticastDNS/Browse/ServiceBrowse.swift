// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore

/// The services of a type, as an asynchronous sequence of events.
///
/// Iterating yields the services that are already known, each as ``ServiceEvent/found(_:)``, then changes. Events for a
/// slow consumer do not accumulate: only the newest state of each service is kept. The sequence ends
/// after ``close()``, when the consuming task is canceled, or when the endpoint is closed.
///
/// Queries on the network stop with ``close()``, or when the last reference to this object and its iterators is
/// released. If several iterators exist, each event is delivered to one of them.
public final class ServiceBrowse: AsyncSequence, Sendable {
    public typealias Element = ServiceEvent

    private let stream: ServiceEventStream
    private let onCancel: @Sendable () -> Void

    init(stream: ServiceEventStream, onCancel: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.onCancel = onCancel
    }

    deinit {
        close()
    }

    /// Why the sequence ended although ``close()`` was not called; nil before that.
    public var failure: MDNSError? { stream.failure }

    /// Stops browsing and ends the sequence. Further calls have no effect.
    public func close() {
        stream.finish()
        onCancel()
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(browse: self)
    }

    /// Iterates over the events.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let browse: ServiceBrowse

        /// Returns the next event; nil at the end of the sequence or when the task is canceled.
        public mutating func next() async -> ServiceEvent? {
            await browse.stream.next()
        }
    }
}

/// A handle that keeps a browse with a callback running. The browse ends with ``close()`` or when the last reference
/// is released.
public final class ServiceBrowseHandle: Sendable {
    private let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    deinit {
        onCancel()
    }

    /// Stops the queries and the callbacks. Further calls have no effect.
    public func close() {
        onCancel()
    }
}

/// Collects the services of a browse until the caller has enough.
final class ServiceSearch: Sendable {
    private struct State {
        var found: [ServiceInstance] = []
        var indexes: [String: Int] = [:]
    }

    private let state = NIOLockedValueBox(State())
    private let isEnough: @Sendable ([ServiceInstance]) -> Bool
    private let end: EventLoopPromise<Void>

    init(loop: any EventLoop, isEnough: @escaping @Sendable ([ServiceInstance]) -> Bool) {
        self.isEnough = isEnough
        end = loop.makePromise()
    }

    /// Applies events. Must be called on the event loop.
    func take(_ events: [ServiceEvent]) {
        state.withLockedValue { state in
            for event in events {
                switch event {
                case .found(let instance), .changed(let instance):
                    if let index = state.indexes[instance.name] {
                        state.found[index] = instance
                    } else {
                        state.indexes[instance.name] = state.found.count
                        state.found.append(instance)
                    }
                case .lost(let name):
                    guard let index = state.indexes.removeValue(forKey: name) else { continue }
                    let last = state.found.removeLast()
                    guard index < state.found.count else { continue }
                    state.found[index] = last
                    state.indexes[last.name] = index
                }
            }
        }
        // The caller's closure runs outside the lock.
        if isEnough(state.withLockedValue { $0.found }) { finish() }
    }

    /// Ends the search. Further calls have no effect.
    func finish() {
        end.succeed()
    }

    /// Waits for the end of the search and returns the services found, sorted by name.
    func result() async -> [ServiceInstance] {
        try? await end.futureResult.get()
        return state.withLockedValue { $0.found }.sorted { $0.name < $1.name }
    }
}
