// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOCore
import Testing

/// Tests of faults on in-memory connections, with manual time.
@Suite(.timeLimit(.minutes(1)))
struct MemoryNetworkTests {
    private let time = ManualTime()

    private func open() async throws -> (SocketPair, sender: SocketRecorder, device: SocketRecorder) {
        let network = CastMemoryNetwork(eventLoop: time.eventLoop)
        let accepted = Mailbox<any CastSocket>()
        let listener = try await network.listen(at: CastEndpoint(host: "192.0.2.1")) { accepted.put($0) }
        let connector = try await network.connect(to: listener.endpoint, timeout: .seconds(10), on: nil)
        let pair = SocketPair(
            connector: connector,
            acceptor: try await accepted.take(),
            connection: network.connections.first
        )
        return (
            pair,
            try await SocketRecorder.activated(on: pair.connector),
            try await SocketRecorder.activated(on: pair.acceptor)
        )
    }

    @Test func aStalledEndGetsEverythingWhenItGoesOn() async throws {
        let (pair, _, device) = try await open()
        pair.connection?.stall(.acceptor)
        try await pair.connector.sendOnLoop(.text("held"))
        await time.advance(by: .seconds(60))
        #expect(device.events.count == 0)
        #expect(try await pair.connector.onLoop { pair.connector.queuedBytes } > 0)
        pair.connection?.resume(.acceptor)
        #expect(try await device.nextMessage() == .text("held"))
        await time.settle()
        #expect(try await pair.connector.onLoop { pair.connector.queuedBytes } == 0)
    }

    @Test func aCutConnectionIsSilentAndALocalCloseStillEnds() async throws {
        let (pair, sender, device) = try await open()
        pair.connection?.cut()
        try await pair.connector.sendOnLoop(.text("lost"))
        try await pair.connector.closeOnLoop()
        await time.advance(by: .milliseconds(900))
        #expect(sender.events.count == 0)
        await time.advance(by: .milliseconds(200))
        #expect(try await sender.closeReason() == .local)
        #expect(device.events.count == 0)
    }

    @Test func aFailedConnectionFailsAtBothEnds() async throws {
        let (pair, sender, device) = try await open()
        pair.connection?.fail("reset by a test")
        #expect(try await sender.closeReason() == .failure("reset by a test"))
        #expect(try await device.closeReason() == .failure("reset by a test"))
    }

    @Test func aPortIsInUseUntilItsListenerCloses() async throws {
        let network = CastMemoryNetwork(eventLoop: time.eventLoop)
        let endpoint = CastEndpoint(host: "192.0.2.1")
        let listener = try await network.listen(at: endpoint) { _ in }
        await #expect(throws: CastListenError(.portInUse, endpoint: endpoint)) {
            _ = try await network.listen(at: endpoint) { _ in }
        }
        await listener.close()
        _ = try await network.listen(at: endpoint) { _ in }
    }
}
