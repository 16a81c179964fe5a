import NIOConcurrencyHelpers
import NIOCore

/// Collects the services of a browse until there are enough.
final class ServiceSearch: Sendable {
    private struct State {
        var found: [ServiceInstance] = []
        var places: [String: Int] = [:]
    }

    private let state = NIOLockedValueBox(State())
    private let isEnough: @Sendable ([ServiceInstance]) -> Bool
    private let end: EventLoopPromise<Void>

    init(loop: any EventLoop, isEnough: @escaping @Sendable ([ServiceInstance]) -> Bool) {
        self.isEnough = isEnough
        end = loop.makePromise()
    }

    /// Takes events; called on the event loop.
    func take(_ events: [ServiceEvent]) {
        state.withLockedValue { state in
            for event in events {
                switch event {
                case .found(let instance), .changed(let instance):
                    if let place = state.places[instance.name] {
                        state.found[place] = instance
                    } else {
                        state.places[instance.name] = state.found.count
                        state.found.append(instance)
                    }
                case .lost(let name):
                    guard let place = state.places.removeValue(forKey: name) else { continue }
                    let last = state.found.removeLast()
                    guard place < state.found.count else { continue }
                    state.found[place] = last
                    state.places[last.name] = place
                }
            }
        }
        // Called without the lock: it is the caller's code.
        if isEnough(state.withLockedValue { $0.found }) { finish() }
    }

    /// Ends the search. Calling it again does nothing.
    func finish() {
        end.succeed()
    }

    /// What was found, by name, once the search ended.
    func result() async -> [ServiceInstance] {
        try? await end.futureResult.get()
        return state.withLockedValue { $0.found }.sorted { $0.name < $1.name }
    }
}
