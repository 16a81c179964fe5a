// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@testable import CastTransport

/// Tests of features that only real sockets have: certificates, TCP options, ports, connection limits.
@Suite(.timeLimit(.minutes(1)))
struct TLSTests {
    private let group = MultiThreadedEventLoopGroup.singleton
    private let anyPort = CastEndpoint(host: "127.0.0.1", port: 0)

    @Test func theSenderKeepsTheCertificateThatTheDeviceShowed() async throws {
        let accepted = Mailbox<any CastSocket>()
        let acceptor = try CastTLSAcceptor(group: group, identity: TestIdentity.shared)
        let listener = try await acceptor.listen(at: anyPort) { accepted.put($0) }
        let connector = CastTLSConnector(group: group)
        let first = try await connector.connect(to: listener.endpoint, timeout: .seconds(5), on: nil)
        #expect(first.peerCertificate == TestIdentity.shared.certificate)
        #expect(try await accepted.take().localCertificate == TestIdentity.shared.certificate)

        let renewed = try TLSIdentity.selfSigned(commonName: "renewed", key: TestIdentity.shared.privateKey)
        try acceptor.replaceIdentity(renewed)
        let second = try await connector.connect(to: listener.endpoint, timeout: .seconds(5), on: nil)
        #expect(second.peerCertificate == renewed.certificate)
        #expect(try await accepted.take().localCertificate == renewed.certificate)
        try await first.closeOnLoop()
        try await second.closeOnLoop()
        await listener.close()
    }

    @Test("A listener that has closed refuses a connection that was in its handshake")
    func closedDuringHandshake() async throws {
        let accepted = Mailbox<any CastSocket>()
        let acceptor = try CastTLSAcceptor(group: group, identity: TestIdentity.shared)
        let listener = try #require(try await acceptor.listen(at: anyPort) { accepted.put($0) } as? CastTLSListener)
        let address = try #require(listener.endpoint.numericAddress)
        let client = try await ClientBootstrap(group: group).connect(to: address).get()
        while listener.counts.handshaking == 0 { await Task.yield() }
        await listener.close()
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        let context = try NIOSSLContext(configuration: configuration)
        try await client.eventLoop.submit {
            let handler = try NIOSSLClientHandler(context: context, serverHostname: nil)
            try client.pipeline.syncOperations.addHandler(handler)
        }.get()
        while listener.counts.open > 0, accepted.count == 0 { await Task.yield() }
        #expect(accepted.count == 0)
        try? await client.close().get()
    }

    @Test func certificatesLastAsLongAsDevicesOwn() throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let key = TestIdentity.shared.privateKey
        let identity = try TLSIdentity.selfSigned(commonName: "a device", key: key, now: now)
        let certificate = try NIOSSLCertificate(bytes: identity.certificate, format: .der)
        #expect(certificate.notValidAfter == 1_800_000_000 + 3 * 86_400)
        #expect(certificate.notValidBefore == 1_800_000_000 - 3600)
        #expect(try identity.expiry() == now + 3 * 86_400)
        let short = try TLSIdentity.selfSigned(commonName: "a", key: key, now: now, lifetime: .seconds(60))
        #expect(try short.expiry() == now + 60)
    }

    @Test("The certificate is for servers, which clients require")
    func extendedKeyUsage() {
        // 1.3.6.1.5.5.7.3.1, serverAuth, in DER.
        let serverAuth: [UInt8] = [0x06, 0x08, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01]
        let certificate = TestIdentity.shared.certificate
        #expect(certificate.indices.contains { certificate[$0...].starts(with: serverAuth) })
    }

    @Test(
        "The time until a dead peer is noticed is at least four seconds, and at most what the system accepts",
        arguments: [(-1, 4), (0, 4), (3, 4), (4, 4), (5, 5), (30, 30), (.max, 2_147_483)]
    )
    func deadPeers(_ configured: Int, _ seconds: SocketOptionValue) {
        var configuration = CastSocketConfiguration()
        configuration.deadPeerTimeout = .seconds(configured)
        let values = TCPOptions.settings(configuration).map(\.value)
        #expect(values.contains(seconds / 2))
        #if os(Linux)
        #expect(values.contains(seconds * 1000))
        #endif
    }

    @Test func aKeySurvivesPEM() throws {
        let key = try TLSPrivateKey(pemRepresentation: TestIdentity.shared.privateKey.pemRepresentation)
        #expect(key.derRepresentation == TestIdentity.shared.privateKey.derRepresentation)
        #expect(throws: (any Error).self) { try TLSPrivateKey(pemRepresentation: "no key") }
    }

    @Test func bothEndsTurnNagleOffAndWatchForDeadPeers() async throws {
        // Otherwise a frame may wait 40 ms for the acknowledgment of the previous one.
        let options = TCPOptions.settings(CastSocketConfiguration())
        let accepted = Mailbox<any Channel>()
        let server = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                accepted.put(channel)
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            .bind(host: "127.0.0.1", port: 0).get()
        var bootstrap = ClientBootstrap(group: group)
        for setting in options { bootstrap = bootstrap.channelOption(setting.option, value: setting.value) }
        let client = try await bootstrap.connect(to: try #require(server.localAddress)).get()
        for setting in options {
            let value = try await client.getOption(setting.option).get()
            #expect(setting.value == value || (setting.value == 1 && value != 0))
        }
        try await client.close().get()
        try await server.close().get()
    }

    @Test func openSocketsHaveNagleOff() async throws {
        let pair = try await SocketPair.open(.tls)
        for socket in [pair.connector, pair.acceptor] {
            let isOn = try await socket.onLoop {
                let framed = try #require(socket as? FramedSocket)
                let handler = try #require(framed.carrier as? TLSSocketHandler)
                return try #require(handler.channel?.syncOptions).getOption(.tcpOption(.tcp_nodelay))
            }
            #expect(isOn != 0)
        }
        try await pair.close()
    }

    @Test func aPortInUseIsReported() async throws {
        let acceptor = try CastTLSAcceptor(group: group, identity: TestIdentity.shared)
        let listener = try await acceptor.listen(at: anyPort) { _ in }
        let error = await #expect(throws: CastListenError.self) {
            _ = try await acceptor.listen(at: listener.endpoint) { _ in }
        }
        #expect(error?.code == .portInUse)
        await listener.close()
        // The port is free when close has returned.
        let again = try await acceptor.listen(at: listener.endpoint) { _ in }
        await again.close()
    }

    @Test func anAddressOfAnotherMachineIsReported() async throws {
        let acceptor = try CastTLSAcceptor(group: group, identity: TestIdentity.shared)
        let error = await #expect(throws: CastListenError.self) {
            _ = try await acceptor.listen(at: CastEndpoint(host: "192.0.2.1", port: 0)) { _ in }
        }
        #expect(error?.code == .addressNotAvailable)
    }

    @Test func anIncompleteTLSHandshakeIsClosed() async throws {
        var configuration = CastAcceptConfiguration()
        configuration.handshakeTimeout = .milliseconds(200)
        let acceptor = try CastTLSAcceptor(
            group: group,
            identity: TestIdentity.shared,
            configuration: configuration
        )
        let listener = try await acceptor.listen(at: anyPort) { _ in Issue.record("no connection must be accepted") }
        let other = try await RawConnection.connect(to: listener.endpoint, usesTLS: false, group: group)
        try await other.send([0x16])
        try await other.waitForEnd()
        await listener.close()
    }

    @Test func `hosts that never finish TLS leave a sender of another host its place`() async throws {
        var configuration = CastAcceptConfiguration()
        configuration.handshakeLimit = 4
        configuration.handshakeLimitPerAddress = 2
        let accepted = Mailbox<any CastSocket>()
        let acceptor = try CastTLSAcceptor(group: group, identity: TestIdentity.shared, configuration: configuration)
        let listener = try #require(
            try await acceptor.listen(at: anyPort) { accepted.put($0) } as? CastTLSListener
        )
        var idle: [RawConnection] = []
        for host in 2...4 {
            for _ in 0..<5 {
                idle.append(try await RawConnection.connect(to: listener.endpoint, from: "127.0.0.\(host)"))
            }
        }
        // The system accepts the connection immediately, the listener a little later.
        while listener.counts.refused + listener.counts.open < idle.count {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(listener.counts.handshaking <= 4)
        let connector = CastTLSConnector(group: group)
        let socket = try await connector.connect(to: listener.endpoint, timeout: .seconds(5), on: nil)
        _ = try await accepted.take()
        try await socket.closeOnLoop()
        for connection in idle { await connection.close() }
        await listener.close()
    }

    @Test func `one more socket of an address than it may have is closed`() async throws {
        var configuration = CastAcceptConfiguration()
        configuration.socketLimitPerAddress = 1
        let accepted = Mailbox<any CastSocket>()
        let acceptor = try CastTLSAcceptor(group: group, identity: TestIdentity.shared, configuration: configuration)
        let listener = try await acceptor.listen(at: anyPort) { accepted.put($0) }
        let connector = CastTLSConnector(group: group)
        let first = try await connector.connect(to: listener.endpoint, timeout: .seconds(5), on: nil)
        _ = try await accepted.take()
        await #expect(throws: CastConnectError.self) {
            _ = try await connector.connect(to: listener.endpoint, timeout: .seconds(5), on: nil)
        }
        try await first.closeOnLoop()
        await listener.close()
    }

    @Test func `beyond the limit of an address, its oldest connection without completed TLS is closed`() async throws {
        var configuration = CastAcceptConfiguration()
        configuration.handshakeLimit = 3
        let accepted = Mailbox<any CastSocket>()
        let acceptor = try CastTLSAcceptor(
            group: group,
            identity: TestIdentity.shared,
            configuration: configuration
        )
        let listener = try #require(
            try await acceptor.listen(at: anyPort) { accepted.put($0) } as? CastTLSListener
        )
        var others: [RawConnection] = []
        for count in 1...3 {
            others.append(try await RawConnection.connect(to: listener.endpoint, usesTLS: false, group: group))
            // The listener accepts on several event loops. Without this wait, a later connection can be its oldest.
            while listener.counts.handshaking < count { try await Task.sleep(for: .milliseconds(1)) }
        }
        let connector = CastTLSConnector(group: group)
        let socket = try await connector.connect(to: listener.endpoint, timeout: .seconds(5), on: nil)
        _ = try await accepted.take()
        try await others[0].waitForEnd()
        #expect(listener.counts.refused == 1)
        #expect(listener.counts.open == 3)
        try await socket.closeOnLoop()
        for other in others { await other.close() }
        await listener.close()
    }

    @Test func aHundredConnectionsLiveOnTheOneLoopGivenToEachEnd() async throws {
        let loops = (device: TestLoops.heavy.next(), sender: TestLoops.heavy.next())
        let accepted = Mailbox<any CastSocket>()
        let acceptor = try CastTLSAcceptor(group: loops.device, identity: TestIdentity.shared)
        let listener = try await acceptor.listen(at: anyPort) { accepted.put($0) }
        let connector = CastTLSConnector(group: loops.sender)
        var senders: [(any CastSocket, SocketRecorder)] = []
        for _ in 0..<100 {
            let socket = try await connector.connect(to: listener.endpoint, timeout: .seconds(20), on: nil)
            #expect(socket.eventLoop === loops.sender)
            senders.append((socket, try await SocketRecorder.activated(on: socket)))
        }
        for _ in 0..<100 {
            let socket = try await accepted.take()
            #expect(socket.eventLoop === loops.device)
            try await socket.sendOnLoop(.text("hello"))
        }
        for (socket, recorder) in senders {
            #expect(try await recorder.nextMessage() == .text("hello"))
            try await socket.closeOnLoop()
        }
        await listener.close()
    }

    @Test func anIPv6AddressConnects() async throws {
        let acceptor = try CastTLSAcceptor(group: group, identity: TestIdentity.shared)
        guard let listener = try? await acceptor.listen(at: CastEndpoint(host: "::1", port: 0), accept: { _ in }) else {
            print("SKIPPED: no IPv6 on this machine")
            return
        }
        let socket = try await CastTLSConnector(group: group)
            .connect(to: listener.endpoint, timeout: .seconds(5), on: nil)
        #expect(socket.remoteEndpoint == listener.endpoint)
        #expect(listener.endpoint.host == "::1")
        try await socket.closeOnLoop()
        await listener.close()
    }
}
