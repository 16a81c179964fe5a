package import NIOCore

extension CastConnector {
    /// Opens a socket to a device that has several addresses, at the first of them that answers.
    ///
    /// The attempts begin a quarter of a second apart, or at once when one has failed (RFC 8305 section 5); an attempt
    /// gets through when its socket can carry messages. What the others have opened by then is closed before this
    /// returns, and nothing was said there. Cancelling the task gives every attempt up.
    ///
    /// - Parameters:
    ///   - first: The likeliest address.
    ///   - others: The other ones, the likelier the earlier.
    ///   - timeout: For each attempt.
    ///   - eventLoop: The loop on which the socket shall live, and which keeps the time between attempts; nil lets the
    ///     connector choose.
    /// - Throws: ``CastConnectError`` of the first address, with those of the other ones; or `CancellationError`.
    package func connect(
        to first: CastEndpoint,
        or others: [CastEndpoint],
        timeout: Duration,
        on eventLoop: (any EventLoop)?
    ) async throws -> any CastSocket {
        var race = AddressRace(first, others)
        let endpoints = race.endpoints
        guard endpoints.count > 1 else { return try await connect(to: first, timeout: timeout, on: eventLoop) }
        return try await withThrowingTaskGroup(of: RaceNews.self) { group in
            var won: (any CastSocket)?
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
                guard let news = try await group.next() else { break }
                switch news {
                case .opened(let socket) where won == nil && !Task.isCancelled:
                    won = socket
                    group.cancelAll()
                case .opened(let socket):
                    socket.eventLoop.execute { socket.close(.local) }
                case .failed(let index, let error):
                    if won == nil, !Task.isCancelled { actions = race.failed(index, error) }
                    if race.defeat != nil { group.cancelAll() }
                case .delayIsOver(let index):
                    if won == nil, !Task.isCancelled { actions = race.delayIsOver(after: index) }
                case .cancelled:
                    break
                }
            }
            if let won { return won }
            throw race.defeat ?? CancellationError()
        }
    }
}

/// What an attempt, or the time between two, came to.
private enum RaceNews: Sendable {
    case opened(any CastSocket)
    case failed(Int, CastConnectError)
    case delayIsOver(Int)
    case cancelled
}

/// Lets time pass, less when the task is cancelled.
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
