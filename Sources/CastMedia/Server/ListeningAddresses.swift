import NIOConcurrencyHelpers
import NIOCore

/// The addresses at which a server listens on demand, and the port at each of them.
final class ListeningAddresses: Sendable {
    private struct State {
        var ports: [String: EventLoopPromise<Int>] = [:]
        var known: [String: Int] = [:]
        var isEnded = false
    }

    /// The addresses at which to open a port, each once.
    let requests: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation
    private let state = NIOLockedValueBox(State())
    private let group: any EventLoopGroup

    init(group: any EventLoopGroup) {
        self.group = group
        (requests, continuation) = AsyncStream.makeStream()
    }

    /// Requests an address, unless that was done before. Returns when it has a port.
    func open(_ address: String) async throws -> Int {
        let (promise, isNew) = try state.withLockedValue { state in
            guard !state.isEnded else { throw MediaServerError(.closed, subject: "media server") }
            if let promise = state.ports[address] { return (promise, false) }
            let promise = group.any().makePromise(of: Int.self)
            state.ports[address] = promise
            return (promise, true)
        }
        if isNew { continuation.yield(address) }
        return try await promise.futureResult.get()
    }

    /// The port at an address that is open.
    func port(at address: String) -> Int? {
        state.withLockedValue { $0.known[address] }
    }

    func opened(_ address: String, port: Int) {
        let promise = state.withLockedValue { state in
            state.known[address] = port
            return state.ports[address]
        }
        promise?.succeed(port)
    }

    /// The address has no port, or no longer. A later request tries again.
    func closed(_ address: String, _ error: any Error) {
        let promise = state.withLockedValue { state in
            state.known[address] = nil
            return state.ports.removeValue(forKey: address)
        }
        // Does nothing where the port was open.
        promise?.fail(error)
    }

    /// Ends the requests; those that wait fail, and later ones.
    func end() {
        let promises = state.withLockedValue { state in
            state.isEnded = true
            defer { state.ports = [:] }
            return Array(state.ports.values)
        }
        continuation.finish()
        for promise in promises { promise.fail(MediaServerError(.closed, subject: "media server")) }
    }
}
