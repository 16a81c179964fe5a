// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore

/// The addresses at which a server listens on demand, and the port at each of them.
final class ListeningAddresses: Sendable {
    private struct State {
        var promises: [String: EventLoopPromise<Int>] = [:]
        var openPorts: [String: Int] = [:]
        var isEnded = false
    }

    /// The addresses at which to open a port. Each appears once, unless its port was closed in between.
    let requests: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation
    private let state = NIOLockedValueBox(State())
    private let group: any EventLoopGroup

    init(group: any EventLoopGroup) {
        self.group = group
        (requests, continuation) = AsyncStream.makeStream()
    }

    /// Requests a port at an address, unless it was requested before, and waits for the port.
    func open(_ address: String) async throws -> Int {
        let (promise, isNew) = try state.withLockedValue { state in
            guard !state.isEnded else { throw MediaServerError(.closed, subject: "media server") }
            if let promise = state.promises[address] { return (promise, false) }
            let promise = group.any().makePromise(of: Int.self)
            state.promises[address] = promise
            return (promise, true)
        }
        if isNew { continuation.yield(address) }
        return try await promise.futureResult.get()
    }

    /// Returns the open port at an address.
    func port(at address: String) -> Int? {
        state.withLockedValue { $0.openPorts[address] }
    }

    func opened(_ address: String, port: Int) {
        let promise = state.withLockedValue { state in
            state.openPorts[address] = port
            return state.promises[address]
        }
        promise?.succeed(port)
    }

    /// Records that opening a port failed or that a port was closed. A later request tries again.
    func closed(_ address: String, _ error: any Error) {
        let promise = state.withLockedValue { state in
            state.openPorts[address] = nil
            return state.promises.removeValue(forKey: address)
        }
        // Has no effect if the port was open.
        promise?.fail(error)
    }

    /// Ends the request stream. Pending and later requests fail.
    func end() {
        let promises = state.withLockedValue { state in
            state.isEnded = true
            defer { state.promises = [:] }
            return Array(state.promises.values)
        }
        continuation.finish()
        for promise in promises { promise.fail(MediaServerError(.closed, subject: "media server")) }
    }
}
