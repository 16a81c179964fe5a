// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
public import NIOCore

/// An in-memory network with the contract of the TLS connector and acceptor, for tests and for connections inside a
/// process.
///
/// Frames are encoded and decoded as over TLS, so limits, malformed frames and full queues behave the same. Works on
/// any event loop, including an `EmbeddedEventLoop` or another one whose time a test controls. A network can have any
/// number of listeners, which connections find by endpoint. Tests inject faults into a connection through its
/// ``CastMemoryConnection``.
public final class CastMemoryNetwork: CastConnector, CastAcceptor {
    /// How a connection attempt fails.
    public enum ConnectFault: Sendable, Hashable {
        /// Fails immediately with ``CastConnectError/Code/unknownHost``.
        case unknownHost
        /// Fails immediately with ``CastConnectError/Code/unreachable``.
        case unreachable
        /// TCP does not answer: fails with ``CastConnectError/Code/timedOut`` when the timeout has passed.
        case neverConnects
        /// TCP connects, but TLS does not complete: fails with ``CastConnectError/Code/handshakeTimedOut`` when the
        /// timeout has passed.
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
    ///   - eventLoop: The event loop of accepted sockets, and of connecting ones that request none.
    ///   - configuration: Limits of every socket.
    ///   - certificate: The certificate that accepting sockets present, in DER form, as if TLS were used; nil for none.
    public init(
        eventLoop: any EventLoop,
        configuration: CastSocketConfiguration = CastSocketConfiguration(),
        certificate: [UInt8]? = nil
    ) {
        self.eventLoop = eventLoop
        self.configuration = configuration
        self.certificate = certificate
    }

    /// All connections that were opened, oldest first. They are kept as long as the network.
    public var connections: [CastMemoryConnection] { state.withLockedValue { $0.connections } }

    /// Makes later connection attempts to an endpoint fail in a certain way; nil lets them succeed again.
    public func setFault(_ fault: ConnectFault?, at endpoint: CastEndpoint) {
        state.withLockedValue { $0.faults[endpoint] = fault }
    }

    public func listen(
        at endpoint: CastEndpoint,
        accept: @escaping @Sendable (any CastSocket) -> Void
    ) async throws
        -> any CastListener
    {
        let bound = try state.withLockedValue { state in
            var endpoint = endpoint
            if endpoint.port == 0 { endpoint.port = state.takePort() }
            guard state.accepts[endpoint] == nil else { throw CastListenError(.portInUse, endpoint: endpoint) }
            state.accepts[endpoint] = accept
            return endpoint
        }
        return CastMemoryListener(endpoint: bound, network: self)
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

    /// Sets the source address of later connections. Default `127.0.0.1`.
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
            let wildcards = ["0.0.0.0", "::"].map { CastEndpoint(host: $0, port: endpoint.port) }
            for candidate in [endpoint] + wildcards {
                if let accept = state.accepts[candidate] { return .accept(accept) }
            }
            return .fail(.refused)
        }
    }

    /// Creates both ends of a connection. Runs on the acceptor's event loop.
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
        // Runs before anything that the acceptor sends, because the other event loop runs its tasks in order.
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

/// A listening endpoint in a ``CastMemoryNetwork``.
public final class CastMemoryListener: CastListener {
    private let network: CastMemoryNetwork

    public let endpoint: CastEndpoint

    init(endpoint: CastEndpoint, network: CastMemoryNetwork) {
        self.endpoint = endpoint
        self.network = network
    }

    public func close() async {
        network.stopListening(at: endpoint)
    }
}

/// Controls one connection of a ``CastMemoryNetwork`` from a test: simulates network failures and faulty peers.
///
/// Safe to use from any thread. Each call takes effect on the event loop of the end concerned, in call order.
public struct CastMemoryConnection: Sendable {
    /// One of the two ends.
    public enum End: Sendable, Hashable {
        /// The end that connected: the sender.
        case connector
        /// The end that accepted: the device.
        case acceptor
    }

    /// The endpoint that the connector connected to.
    public let endpoint: CastEndpoint
    private let connector: MemoryCarrier
    private let acceptor: MemoryCarrier

    init(endpoint: CastEndpoint, connector: MemoryCarrier, acceptor: MemoryCarrier) {
        self.endpoint = endpoint
        self.connector = connector
        self.acceptor = acceptor
    }

    /// Delivers raw bytes to one end as if its peer had sent them, after everything the peer has sent so far.
    public func inject(_ bytes: [UInt8], into end: End) {
        let carrier = self[end]
        carrier.eventLoop.execute { carrier.arrived(.injected(ByteBuffer(bytes: bytes))) }
    }

    /// Holds back everything that is sent to one end, including the close, until ``resume(_:)``.
    public func stall(_ end: End) {
        let carrier = self[end]
        carrier.eventLoop.execute { carrier.setStalled(true) }
    }

    /// Delivers what was held back and resumes delivery.
    public func resume(_ end: End) {
        let carrier = self[end]
        carrier.eventLoop.execute { carrier.setStalled(false) }
    }

    /// Silently drops everything in both directions from now on, like an unplugged cable.
    public func cut() {
        for carrier in [connector, acceptor] { carrier.eventLoop.execute { carrier.cut() } }
    }

    /// Ends the connection at both ends with ``CastCloseReason/failure(_:)``, like a TCP reset.
    public func fail(_ text: String = "connection reset") {
        for carrier in [connector, acceptor] { carrier.eventLoop.execute { carrier.finish(failure: text) } }
    }

    private subscript(end: End) -> MemoryCarrier {
        switch end {
        case .connector: connector
        case .acceptor: acceptor
        }
    }
}
