// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOCore
import NIOPosix
import Testing

/// The kinds of socket that must fulfill the contract.
enum SocketKind: String, CaseIterable, CustomTestStringConvertible {
    case memory
    case memoryOnOneLoop
    case tls
    case observedMemory
    case observedTLS

    /// Whether a close of the other end is reported only after its bytes were read.
    var isTLS: Bool { self == .tls || self == .observedTLS }

    var testDescription: String { rawValue }
}

/// The two ends of a connection, each with an event loop.
struct SocketPair {
    var connector: any CastSocket
    var acceptor: any CastSocket
    /// The connection for injecting faults; nil over TLS.
    var connection: CastMemoryConnection?

    static func open(
        _ kind: SocketKind,
        configuration: CastSocketConfiguration = CastSocketConfiguration(),
        group: MultiThreadedEventLoopGroup = .singleton
    ) async throws -> SocketPair {
        let accepted = Mailbox<any CastSocket>()
        let events = EventMailbox()
        switch kind {
        case .observedMemory:
            let network = CastMemoryNetwork(eventLoop: group.next(), configuration: configuration)
            let listener = try await ObservedAcceptor(network, observer: events)
                .listen(at: CastEndpoint(host: "127.0.0.1", port: 0)) { accepted.put($0) }
            let connector = try await ObservedConnector(network, observer: events)
                .connect(to: listener.endpoint, timeout: .seconds(5), on: group.next())
            return SocketPair(
                connector: connector,
                acceptor: try await accepted.take(),
                connection: network.connections.first
            )
        case .observedTLS:
            var accept = CastAcceptConfiguration()
            accept.socket = configuration
            let acceptor = try CastTLSAcceptor(group: group, identity: TestIdentity.shared, configuration: accept)
            let listener = try await ObservedAcceptor(acceptor, observer: events)
                .listen(at: CastEndpoint(host: "127.0.0.1", port: 0)) { accepted.put($0) }
            let connector = CastTLSConnector(group: group, configuration: configuration)
            let socket = try await ObservedConnector(connector, observer: events)
                .connect(to: listener.endpoint, timeout: .seconds(5), on: nil)
            let pair = SocketPair(connector: socket, acceptor: try await accepted.take(), connection: nil)
            await listener.close()
            return pair
        case .memory, .memoryOnOneLoop:
            let loop = group.next()
            let network = CastMemoryNetwork(eventLoop: loop, configuration: configuration)
            let listener = try await network.listen(at: CastEndpoint(host: "127.0.0.1", port: 0)) { accepted.put($0) }
            let connector = try await network.connect(
                to: listener.endpoint,
                timeout: .seconds(5),
                on: kind == .memory ? group.next() : loop
            )
            return SocketPair(
                connector: connector,
                acceptor: try await accepted.take(),
                connection: network.connections.first
            )
        case .tls:
            var accept = CastAcceptConfiguration()
            accept.socket = configuration
            let acceptor = try CastTLSAcceptor(group: group, identity: TestIdentity.shared, configuration: accept)
            let listener = try await acceptor.listen(at: CastEndpoint(host: "127.0.0.1", port: 0)) { accepted.put($0) }
            let connector = try await CastTLSConnector(group: group, configuration: configuration)
                .connect(to: listener.endpoint, timeout: .seconds(5), on: nil)
            let socket = try await accepted.take()
            await listener.close()
            return SocketPair(connector: connector, acceptor: socket, connection: nil)
        }
    }

    func close() async throws {
        try await connector.closeOnLoop()
        try await acceptor.closeOnLoop()
    }
}

/// Event loops for special tests.
enum TestLoops {
    /// For tests that transfer so many bytes that they would delay others.
    static let heavy = MultiThreadedEventLoopGroup(numberOfThreads: 2)
    /// For tests with short timeouts, which other tests must not delay.
    static let timed = MultiThreadedEventLoopGroup(numberOfThreads: 1)
}

enum TestIdentity {
    /// Created once, because generating a key takes 0.1 s.
    static let shared: TLSIdentity = {
        do {
            return try TLSIdentity.selfSigned(commonName: "test")
        } catch {
            preconditionFailure("no identity: \(error)")
        }
    }()
}

extension CastMessage {
    /// Returns a message of about `count` bytes that is cheap to encode and decode in a debug build.
    static func bytes(_ count: Int) -> CastMessage {
        CastMessage(
            from: senderID,
            to: receiverID,
            namespace: .deviceAuth,
            payload: .binary(Array(repeating: 7, count: count))
        )
    }

    static func text(_ text: String) -> CastMessage {
        CastMessage(from: senderID, to: receiverID, namespace: .receiver, payload: .text(text))
    }
}
