// SPDX-License-Identifier: Apache-2.0

import CastTesting
import NIOCore
import NIOPosix
import Testing

@testable import CastTransport

/// Connecting to several addresses of a device: the order of attempts, and the one socket that remains (RFC 8305).
@Suite(.timeLimit(.minutes(1)))
struct AddressRaceTests {
    private static let four = CastEndpoint(host: "192.0.2.7")
    private static let otherFour = CastEndpoint(host: "192.0.2.8")
    private static let six = CastEndpoint(host: "2001:db8::7")
    private static let otherSix = CastEndpoint(host: "2001:db8::8")

    private let time = ManualTime()

    // MARK: Order of attempts

    @Test("Address families alternate, the most promising address comes first, and no address is repeated")
    func turns() {
        let race = AddressRace(Self.six, [Self.otherSix, Self.six, Self.four, Self.otherFour, Self.otherFour])
        #expect(race.endpoints == [Self.six, Self.four, Self.otherSix, Self.otherFour])
        #expect(AddressRace(Self.four, [Self.six, Self.otherSix]).endpoints == [Self.four, Self.six, Self.otherSix])
        #expect(AddressRace(Self.four, []).endpoints == [Self.four])
    }

    @Test("The next attempt starts after the delay or when an attempt has failed, once for each")
    func order() {
        let refused = CastConnectError(.refused, endpoint: Self.four)
        var race = AddressRace(Self.four, [Self.six, Self.otherFour])
        #expect(race.begin() == [.connect(0), .delay(after: 0)])
        #expect(race.delayIsOver(after: 0) == [.connect(1), .delay(after: 1)])
        #expect(race.failed(0, refused) == [.connect(2)])
        // The third attempt had already started.
        #expect(race.delayIsOver(after: 1) == [])
        #expect(race.finalError == nil)
        #expect(race.failed(2, CastConnectError(.unreachable, endpoint: Self.otherFour)) == [])
        #expect(race.finalError == nil)
        #expect(race.failed(1, CastConnectError(.timedOut, endpoint: Self.six)) == [])
        #expect(race.finalError?.code == .refused && race.finalError?.endpoint == Self.four)
        #expect(race.finalError?.others.map(\.code) == [.timedOut, .unreachable])
    }

    // MARK: Sockets

    @Test("An address without a response costs a quarter of a second, not the whole timeout")
    func blackHole() async throws {
        let network = CastMemoryNetwork(eventLoop: time.eventLoop)
        let listener = try await network.listen(at: Self.six) { _ in }
        network.setFault(.neverConnects, at: Self.four)
        async let opening = network.connect(to: Self.four, or: [Self.six], timeout: .seconds(10), on: time.eventLoop)
        await time.advance(by: AddressRace.delay - .milliseconds(1), resolution: .milliseconds(1))
        #expect(network.connections.isEmpty)
        await time.advance(by: .milliseconds(2), resolution: .milliseconds(1))
        let socket = try await opening
        #expect(socket.remoteEndpoint == Self.six)
        #expect(time.now < .uptimeNanoseconds(300_000_000))
        await listener.close()
    }

    @Test("An address that refuses the connection costs no time")
    func refused() async throws {
        let network = CastMemoryNetwork(eventLoop: time.eventLoop)
        let listener = try await network.listen(at: Self.otherFour) { _ in }
        async let opening = network.connect(
            to: Self.four,
            or: [Self.six, Self.otherFour],
            timeout: .seconds(10),
            on: time.eventLoop
        )
        await time.settle()
        #expect(try await opening.remoteEndpoint == Self.otherFour)
        #expect(time.now == .uptimeNanoseconds(0))
        await listener.close()
    }

    @Test("Of two addresses that respond, the slower connection is closed unused")
    func loser() async throws {
        let network = CastMemoryNetwork(eventLoop: time.eventLoop)
        let arrivals = Mailbox<any CastSocket>()
        let listeners = [
            try await network.listen(at: Self.four) { arrivals.put($0) },
            try await network.listen(at: Self.six) { arrivals.put($0) },
        ]
        // Responds late, and its attempt cannot be canceled, so that its socket could be left open.
        let connector = LateConnector(network: network, late: Self.four, by: .milliseconds(400), on: time.eventLoop)
        async let opening = connector.connect(to: Self.four, or: [Self.six], timeout: .seconds(10), on: time.eventLoop)
        await time.advance(by: .seconds(1), resolution: .milliseconds(10))
        let socket = try await opening
        #expect(socket.remoteEndpoint == Self.six)
        let used = try await SocketRecorder.activated(on: try await arrivals.take())
        let unused = try await SocketRecorder.activated(on: try await arrivals.take())
        #expect(try await unused.closeReason() == .remote)
        let lost = try await SocketRecorder.activated(on: try await connector.opened.take())
        #expect(try await lost.closeReason() == .local)
        #expect(used.events.count == 0)
        for listener in listeners { await listener.close() }
    }

    @Test("If no address responds, the error contains the result of each")
    func none() async throws {
        let network = CastMemoryNetwork(eventLoop: time.eventLoop)
        network.setFault(.neverConnects, at: Self.four)
        network.setFault(.unreachable, at: Self.six)
        let opening = Task { [time] in
            try await network.connect(
                to: Self.four,
                or: [Self.six, Self.otherFour],
                timeout: .seconds(10),
                on: time.eventLoop
            )
        }
        await time.advance(by: .seconds(11), resolution: .milliseconds(50))
        let error = await #expect(throws: CastConnectError.self) { _ = try await opening.value }
        #expect(error?.code == .timedOut && error?.endpoint == Self.four)
        #expect(error?.others.map(\.code) == [.unreachable, .refused])
        for endpoint in [Self.four, Self.six, Self.otherFour] {
            #expect("\(try #require(error))".contains("\(endpoint)"))
        }
    }

    @Test("Cancellation ends all attempts and timers")
    func cancelled() async throws {
        let network = CastMemoryNetwork(eventLoop: time.eventLoop)
        for endpoint in [Self.four, Self.six] { network.setFault(.neverConnects, at: endpoint) }
        let opening = Task { [time] in
            try await network.connect(to: Self.four, or: [Self.six], timeout: .seconds(10), on: time.eventLoop)
        }
        await time.advance(by: .milliseconds(300))
        opening.cancel()
        await time.settle()
        await #expect(throws: CancellationError.self) { _ = try await opening.value }
        #expect(time.now < .uptimeNanoseconds(400_000_000))
    }

    @Test("With TLS, an address that accepts the connection and sends nothing is passed over")
    func silent() async throws {
        let group = TestLoops.timed
        let silent = try await RawPeer(group: group)
        let peer = try await RawPeer(group: group, identity: TestIdentity.shared)
        let connector = CastTLSConnector(group: group)
        let began = ContinuousClock.now
        let socket = try await connector.connect(
            to: silent.endpoint,
            or: [peer.endpoint],
            timeout: .seconds(20),
            on: nil
        )
        #expect(socket.remoteEndpoint == peer.endpoint)
        #expect(ContinuousClock.now - began < .seconds(10))
        // The connection to the other address is closed.
        let left = try await silent.accept()
        try await left.waitForEnd()
        try await socket.closeOnLoop()
        await silent.close()
        await peer.close()
    }
}

/// A network with an address that responds late, even after the attempt was canceled.
private struct LateConnector: CastConnector {
    let network: CastMemoryNetwork
    let late: CastEndpoint
    let delay: TimeAmount
    let loop: any EventLoop
    /// The late socket.
    let opened = Mailbox<any CastSocket>()

    init(network: CastMemoryNetwork, late: CastEndpoint, by delay: TimeAmount, on loop: any EventLoop) {
        (self.network, self.late, self.delay, self.loop) = (network, late, delay, loop)
    }

    func connect(
        to endpoint: CastEndpoint,
        timeout: Duration,
        on eventLoop: (any EventLoop)?
    ) async throws -> any CastSocket {
        guard endpoint == late else { return try await network.connect(to: endpoint, timeout: timeout, on: eventLoop) }
        try await loop.scheduleTask(in: delay) {}.futureResult.get()
        let opening = Task { [network] in try await network.connect(to: endpoint, timeout: timeout, on: eventLoop) }
        let socket = try await opening.value
        opened.put(socket)
        return socket
    }
}
