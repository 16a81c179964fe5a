import NIOConcurrencyHelpers
public import NIOCore

/// A network without sockets: listeners and connectors in memory, with the contract of the real ones.
///
/// Frames are really encoded and decoded, so limits, bad frames and full queues behave as over TLS. Works on any event
/// loop, also on one whose time a test moves. One network may have any number of listeners; connections find them by
/// endpoint, and every one can be disturbed through its ``CastMemoryConnection``.
public final class CastMemoryNetwork: CastConnector, CastAcceptor {
    /// What happens to a connect instead of a connection.
    public enum ConnectFault: Sendable, Hashable {
        /// ``CastConnectError/Code/unknownHost``, at once.
        case unknownHost
        /// ``CastConnectError/Code/unreachable``, at once.
        case unreachable
        /// Nothing answers: ``CastConnectError/Code/timedOut`` when the time is over.
        case neverConnects
        /// TCP is accepted and nothing more: ``CastConnectError/Code/handshakeTimedOut`` when the time is over.
        case neverFinishesTLS
    }

    fileprivate struct State {
        var accepts: [CastEndpoint: @Sendable (any CastSocket) -> Void] = [:]
        var faults: [CastEndpoint: ConnectFault] = [:]
        var connections: [CastMemoryConnection] = []
        var nextPort = 49_152
        var sourceHost = "127.0.0.1"
    }

    private let eventLoop: any EventLoop
    private let configuration: CastSocketConfiguration
    private let certificate: [UInt8]?
    private let state = NIOLockedValueBox(State())

    /// - Parameters:
    ///   - eventLoop: Where accepted sockets live, and connecting ones for which no loop is asked.
    ///   - configuration: Limits of every socket.
    ///   - certificate: What accepting sockets show, as if there were TLS, in DER form; nil for nothing.
    public init(
        eventLoop: any EventLoop,
        configuration: CastSocketConfiguration = CastSocketConfiguration(),
        certificate: [UInt8]? = nil
    ) {
        self.eventLoop = eventLoop
        self.configuration = configuration
        self.certificate = certificate
    }

    /// Every connection that was opened, the oldest first.
    public var connections: [CastMemoryConnection] { state.withLockedValue { $0.connections } }

    /// Makes every later connect to an endpoint fail in a certain way; nil lets it succeed again.
    public func setFault(_ fault: ConnectFault?, at endpoint: CastEndpoint) {
        state.withLockedValue { $0.faults[endpoint] = fault }
    }

    public func listen(
        at endpoint: CastEndpoint,
        accept: @escaping @Sendable (any CastSocket) -> Void
    ) async throws
        -> any CastListener
    {
        let taken = try state.withLockedValue { state in
            var endpoint = endpoint
            if endpoint.port == 0 { endpoint.port = state.takePort() }
            guard state.accepts[endpoint] == nil else { throw CastListenError(.portInUse, endpoint: endpoint) }
            state.accepts[endpoint] = accept
            return endpoint
        }
        return CastMemoryListener(endpoint: taken, network: self)
    }

    public func connect(
        to endpoint: CastEndpoint,
        timeout: Duration,
        on eventLoop: (any EventLoop)?
    ) async throws
        -> any CastSocket
    {
        let attempt = MemoryConnectAttempt(to: endpoint, on: eventLoop ?? self.eventLoop)
        return try await attempt.start {
            switch self.route(to: endpoint) {
            case .fail(let code):
                attempt.finish(.failure(CastConnectError(code, endpoint: endpoint)))
            case .failLater(let code):
                attempt.fail(code, after: timeout)
            case .accept(let accept):
                self.eventLoop.execute { self.join(attempt, accept: accept) }
            }
        }
    }

    /// Makes every later connect come from this address. Default `127.0.0.1`.
    public func setSourceHost(_ host: String) {
        state.withLockedValue { $0.sourceHost = host }
    }

    func stopListening(at endpoint: CastEndpoint) {
        state.withLockedValue { _ = $0.accepts.removeValue(forKey: endpoint) }
    }

    private enum Route {
        case fail(CastConnectError.Code)
        case failLater(CastConnectError.Code)
        case accept(@Sendable (any CastSocket) -> Void)
    }

    private func route(to endpoint: CastEndpoint) -> Route {
        state.withLockedValue { state in
            switch state.faults[endpoint] {
            case .unknownHost: return .fail(.unknownHost)
            case .unreachable: return .fail(.unreachable)
            case .neverConnects: return .failLater(.timedOut)
            case .neverFinishesTLS: return .failLater(.handshakeTimedOut)
            case nil: break
            }
            let everywhere = ["0.0.0.0", "::"].map { CastEndpoint(host: $0, port: endpoint.port) }
            for place in [endpoint] + everywhere {
                if let accept = state.accepts[place] { return .accept(accept) }
            }
            return .fail(.refused)
        }
    }

    /// Makes both ends of a connection; on the acceptor's loop.
    private func join(_ attempt: MemoryConnectAttempt, accept: @escaping @Sendable (any CastSocket) -> Void) {
        let connector = MemoryCarrier(eventLoop: attempt.eventLoop, closeTimeout: configuration.closeTimeout)
        let acceptor = MemoryCarrier(eventLoop: eventLoop, closeTimeout: configuration.closeTimeout)
        let device = SocketSide(endpoint: attempt.endpoint, certificate: certificate)
        let sender = state.withLockedValue { state in
            state.connections.append(
                CastMemoryConnection(endpoint: attempt.endpoint, connector: connector, acceptor: acceptor)
            )
            return SocketSide(endpoint: CastEndpoint(host: state.sourceHost, port: state.takePort()))
        }
        let accepted = FramedSocket(
            eventLoop: eventLoop,
            local: device,
            remote: sender,
            configuration: configuration,
            carrier: acceptor
        )
        let connected = FramedSocket(
            eventLoop: attempt.eventLoop,
            local: sender,
            remote: device,
            configuration: configuration,
            carrier: connector
        )
        acceptor.open(accepted, other: connector)
        // Before anything that the acceptor sends, because the other loop runs its tasks in order.
        attempt.eventLoop.execute {
            connector.open(connected, other: acceptor)
            attempt.finish(.success(connected))
        }
        accept(accepted)
    }
}

extension CastMemoryNetwork.State {
    fileprivate mutating func takePort() -> Int {
        defer { nextPort += 1 }
        return nextPort
    }
}
