// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// Decides in which order and when the addresses of one device are tried. Attempts start staggered, without waiting for
/// the previous one to fail, so that an unreachable address costs a quarter of a second instead of the whole timeout
/// (RFC 8305, section 5).
///
/// A state machine without I/O or a clock: it receives events and returns actions.
struct AddressRace {
    /// The delay before the next attempt starts concurrently: the Connection Attempt Delay recommended by RFC 8305,
    /// section 5. 250 ms.
    static let delay = Duration.milliseconds(250)

    enum Action: Equatable {
        /// Start an attempt at the address with this index.
        case connect(Int)
        /// Call ``delayIsOver(after:)`` when ``delay`` has passed.
        case delay(after: Int)
    }

    /// The addresses in the order in which they are tried, without duplicates. Address families alternate, so that the
    /// second attempt succeeds in a network that carries only one family (RFC 8305, section 4).
    let endpoints: [CastEndpoint]
    private var startedCount = 0
    private var running: Set<Int> = []
    private var failures: [Int: CastConnectError] = [:]

    /// - Parameters:
    ///   - first: The most likely address, which is tried first.
    ///   - others: The other addresses, most likely first.
    init(_ first: CastEndpoint, _ others: [CastEndpoint]) {
        var seen: Set<CastEndpoint> = []
        let endpoints = ([first] + others).filter { seen.insert($0).inserted }
        var otherFamily = endpoints.filter { $0.isIPv6 != first.isIPv6 }[...]
        self.endpoints =
            endpoints.filter { $0.isIPv6 == first.isIPv6 }
            .flatMap { endpoint in [endpoint] + (otherFamily.popFirst().map { [$0] } ?? []) } + otherFamily
    }

    mutating func begin() -> [Action] { next() }

    /// Starts the next attempt when the delay after the most recent attempt has passed.
    mutating func delayIsOver(after index: Int) -> [Action] { index == startedCount - 1 ? next() : [] }

    /// Records that an attempt failed.
    mutating func failed(_ index: Int, _ error: CastConnectError) -> [Action] {
        running.remove(index)
        failures[index] = error
        return next()
    }

    /// The error to throw when every attempt has failed; nil while one may still succeed.
    ///
    /// It is the error of the first address, which is the most likely one, with the other errors attached.
    var finalError: CastConnectError? {
        guard running.isEmpty, startedCount == endpoints.count, var error = failures[0] else { return nil }
        error.others = failures.sorted { $0.key < $1.key }.dropFirst().map(\.value)
        return error
    }

    private mutating func next() -> [Action] {
        guard startedCount < endpoints.count else { return [] }
        let index = startedCount
        startedCount += 1
        running.insert(index)
        return startedCount < endpoints.count ? [.connect(index), .delay(after: index)] : [.connect(index)]
    }
}

extension CastEndpoint {
    fileprivate var isIPv6: Bool { host.contains(":") }
}

extension CastConnector {
    /// Opens a socket to a device that has several addresses, and returns the first one that connects.
    ///
    /// Attempts start a quarter of a second apart, or immediately when one has failed (RFC 8305, section 5). An attempt
    /// succeeds when its socket can carry messages. Sockets that other attempts have opened by then are closed, unused,
    /// before this method returns. Canceling the task cancels every attempt.
    ///
    /// - Parameters:
    ///   - first: The most likely address.
    ///   - others: The other addresses, most likely first.
    ///   - timeout: The timeout of each attempt.
    ///   - eventLoop: The event loop of the socket, which also times the delays between attempts; nil lets the
    ///     connector choose.
    /// - Throws: ``CastConnectError`` of the first address, with the errors of the others in
    ///   ``CastConnectError/others``; or `CancellationError`.
    package func connect(
        to first: CastEndpoint,
        or others: [CastEndpoint],
        timeout: Duration,
        on eventLoop: (any EventLoop)?
    ) async throws -> any CastSocket {
        var race = AddressRace(first, others)
        let endpoints = race.endpoints
        guard endpoints.count > 1 else { return try await connect(to: first, timeout: timeout, on: eventLoop) }
        return try await withThrowingTaskGroup(of: RaceEvent.self) { group in
            var winner: (any CastSocket)?
            var actions = race.begin()
            while true {
                for action in actions {
                    switch action {
                    case .connect(let index):
                        group.addTask {
                            do {
                                return .opened(try await connect(to: endpoints[index], timeout: timeout, on: eventLoop))
                            } catch let error as CastConnectError {
                                return .failed(index, error)
                            } catch {
                                return .cancelled
                            }
                        }
                    case .delay(let index):
                        group.addTask {
                            await pause(AddressRace.delay, on: eventLoop)
                            return .delayIsOver(index)
                        }
                    }
                }
                actions = []
                guard let event = try await group.next() else { break }
                switch event {
                case .opened(let socket) where winner == nil && !Task.isCancelled:
                    winner = socket
                    group.cancelAll()
                case .opened(let socket):
                    socket.eventLoop.execute { socket.close(.local) }
                case .failed(let index, let error):
                    if winner == nil, !Task.isCancelled { actions = race.failed(index, error) }
                    if race.finalError != nil { group.cancelAll() }
                case .delayIsOver(let index):
                    if winner == nil, !Task.isCancelled { actions = race.delayIsOver(after: index) }
                case .cancelled:
                    break
                }
            }
            if let winner { return winner }
            throw race.finalError ?? CancellationError()
        }
    }
}

/// The result of an attempt or of the delay between two attempts.
private enum RaceEvent: Sendable {
    case opened(any CastSocket)
    case failed(Int, CastConnectError)
    case delayIsOver(Int)
    case cancelled
}

/// Sleeps for a duration. Returns early when the task is canceled.
private func pause(_ duration: Duration, on eventLoop: (any EventLoop)?) async {
    guard let eventLoop else {
        try? await Task.sleep(for: duration)
        return
    }
    let timer = eventLoop.scheduleTask(in: TimeAmount(duration)) {}
    try? await withTaskCancellationHandler {
        try await timer.futureResult.get()
    } onCancel: {
        timer.cancel()
    }
}
