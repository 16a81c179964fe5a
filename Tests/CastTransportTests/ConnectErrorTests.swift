// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Testing

@testable import CastTransport

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Tests that failed connection attempts throw the right error in time.
@Suite(.timeLimit(.minutes(1)))
struct ConnectErrorTests {
    private let group = TestLoops.timed
    private var connector: CastTLSConnector { CastTLSConnector(group: group) }

    private func code(
        to endpoint: CastEndpoint,
        timeout: Duration = .seconds(5)
    ) async throws -> CastConnectError.Code? {
        let error = await #expect(throws: CastConnectError.self) {
            _ = try await connector.connect(to: endpoint, timeout: timeout, on: nil)
        }
        #expect(error?.endpoint == endpoint)
        return error?.code
    }

    @Test func aClosedPortRefuses() async throws {
        let peer = try await RawPeer(group: group)
        await peer.close()
        #expect(try await code(to: peer.endpoint) == .refused)
    }

    @Test(
        "An error number of the system gets the code that decides about another attempt",
        arguments: [
            (ECONNREFUSED, .refused), (EHOSTUNREACH, .unreachable), (EHOSTDOWN, .unreachable),
            (ENETUNREACH, .unreachable), (ETIMEDOUT, .timedOut), (EACCES, .failed),
        ] as [(CInt, CastConnectError.Code)]
    )
    func errorNumber(number: CInt, code: CastConnectError.Code) {
        let error = CastConnectError(
            connecting: IOError(errnoCode: number, reason: "connect"),
            endpoint: CastEndpoint(host: "192.0.2.1")
        )
        #expect(error.code == code)
    }

    @Test(arguments: [Int.min, -1, 65_536, Int.max])
    func aPortOutsideSixteenBitsIsAnError(port: Int) async throws {
        for host in ["127.0.0.1", "::1", "localhost"] {
            let endpoint = CastEndpoint(host: host, port: port)
            #expect(try await code(to: endpoint) == .failed)
            let acceptor = try CastTLSAcceptor(group: group, identity: TestIdentity.shared)
            let error = await #expect(throws: CastListenError.self) {
                _ = try await acceptor.listen(at: endpoint) { _ in }
            }
            #expect(error?.code == .failed)
        }
    }

    @Test func aNameWithoutAddressIsAnUnknownHost() async throws {
        #expect(try await code(to: CastEndpoint(host: "no-such-device.invalid")) == .unknownHost)
    }

    @Test func aNameIsLookedUp() async throws {
        let peer = try await RawPeer(group: group, identity: TestIdentity.shared)
        let endpoint = CastEndpoint(host: "localhost", port: peer.endpoint.port)
        let socket = try await connector.connect(to: endpoint, timeout: .seconds(5), on: nil)
        #expect(socket.remoteEndpoint == peer.endpoint)
        try await socket.closeOnLoop()
        await peer.close()
    }

    @Test func aDeviceThatSendsNothingTimesOutInTheHandshake() async throws {
        let peer = try await RawPeer(group: group)
        let start = ContinuousClock.now
        #expect(try await code(to: peer.endpoint, timeout: .milliseconds(200)) == .handshakeTimedOut)
        #expect(start.duration(to: .now) < .seconds(3))
        // The connection is closed.
        try await peer.accept().waitForEnd()
        await peer.close()
    }

    @Test func aDeviceThatStopsInTheMiddleOfTheHandshakeTimesOutInTheHandshake() async throws {
        let peer = try await RawPeer(group: group)
        async let failed = code(to: peer.endpoint, timeout: .milliseconds(300))
        let device = try await peer.accept()
        // The header of a TLS record without its body.
        try await device.send([0x16, 0x03, 0x03, 0x00, 0x7a])
        #expect(try await failed == .handshakeTimedOut)
        await peer.close()
    }

    @Test func aDeviceThatSendsGarbageFailsTheHandshake() async throws {
        let peer = try await RawPeer(group: group)
        async let failed = code(to: peer.endpoint)
        try await peer.accept().send(Array("220 mail.example ESMTP\r\n".utf8))
        #expect(try await failed == .handshakeFailed)
        await peer.close()
    }

    @Test func aDeviceThatClosesDuringTheHandshakeFailsTheHandshake() async throws {
        let peer = try await RawPeer(group: group)
        async let failed = code(to: peer.endpoint)
        await (try peer.accept()).close()
        #expect(try await failed == .handshakeFailed)
        await peer.close()
    }

    @Test func aFullListeningQueueTimesOutInTCP() async throws {
        // A listening socket with a full queue drops further connections, as a host that is down does.
        let silent = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1)
            .serverChannelOption(.autoRead, value: false)
            .bind(host: "127.0.0.1", port: 0)
            .get()
        let endpoint = CastEndpoint(host: "127.0.0.1", port: silent.localAddress?.port ?? 0)
        var fillers: [any Channel] = []
        for _ in 0..<4 {
            let filler = try? await ClientBootstrap(group: group)
                .connectTimeout(.milliseconds(200))
                .connect(host: endpoint.host, port: endpoint.port)
                .get()
            if let filler { fillers.append(filler) }
        }
        #expect(try await code(to: endpoint, timeout: .milliseconds(300)) == .timedOut)
        for filler in fillers { try? await filler.close().get() }
        try await silent.close().get()
    }

    @Test func cancellingAConnectThrowsAndClosesWhatWasOpened() async throws {
        let peer = try await RawPeer(group: group)
        let connector = connector
        let endpoint = peer.endpoint
        let connecting = Task { try await connector.connect(to: endpoint, timeout: .seconds(30), on: nil) }
        let device = try await peer.accept()
        connecting.cancel()
        await #expect(throws: CancellationError.self) { _ = try await connecting.value }
        try await device.waitForEnd()
        await peer.close()
    }

    @Test func connectFaultsInMemoryLookTheSame() async throws {
        let time = ManualTime()
        let network = CastMemoryNetwork(eventLoop: time.eventLoop)
        let endpoint = CastEndpoint(host: "192.0.2.1")
        let faults: [(CastMemoryNetwork.ConnectFault?, CastConnectError.Code)] = [
            (nil, .refused), (.unknownHost, .unknownHost), (.unreachable, .unreachable),
            (.neverConnects, .timedOut), (.neverFinishesTLS, .handshakeTimedOut),
        ]
        for (fault, code) in faults {
            network.setFault(fault, at: endpoint)
            let hasEnded = NIOLockedValueBox(false)
            let connecting = Task {
                defer { hasEnded.withLockedValue { $0 = true } }
                return try await network.connect(to: endpoint, timeout: .seconds(10), on: nil)
            }
            // The connection attempt starts on another executor, at an unknown time.
            #expect(await time.advance(within: .seconds(60)) { hasEnded.withLockedValue { $0 } })
            let error = await #expect(throws: CastConnectError.self) { _ = try await connecting.value }
            #expect(error?.code == code)
        }
    }
}
