// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOCore
import NIOPosix
import Testing

/// Tests of what an observer sees. `SocketContractTests` tests the sockets themselves.
@Suite("Observed sockets", .timeLimit(.minutes(1)))
struct ObservedSocketTests {
    private let events = EventMailbox()
    private let network = CastMemoryNetwork(eventLoop: MultiThreadedEventLoopGroup.singleton.next())

    /// Opens a connection whose sender is observed.
    private func open() async throws -> SocketPair {
        let accepted = Mailbox<any CastSocket>()
        let listener = try await network.listen(at: CastEndpoint(host: "127.0.0.1", port: 0)) { accepted.put($0) }
        let connector = try await ObservedConnector(network, observer: events)
            .connect(to: listener.endpoint, timeout: .seconds(5), on: nil)
        return SocketPair(
            connector: connector,
            acceptor: try await accepted.take(),
            connection: network.connections.last
        )
    }

    @Test("the events of a socket are in order, from opened to closed")
    func order() async throws {
        let pair = try await open()
        #expect(events.mailbox.count == 0, "a socket that is not activated is not open for its owner")
        let sender = try await SocketRecorder.activated(on: pair.connector)
        let device = try await SocketRecorder.activated(on: pair.acceptor)
        try await pair.connector.sendOnLoop(.text("to device"))
        #expect(try await device.nextMessage() == .text("to device"))
        try await pair.acceptor.sendOnLoop(.text("to sender"))
        #expect(try await sender.nextMessage() == .text("to sender"))
        try await pair.acceptor.closeOnLoop()
        #expect(try await sender.closeReason() == .remote)
        #expect(
            events.taken().map(\.event) == [
                .opened(local: pair.connector.localEndpoint, remote: pair.connector.remoteEndpoint),
                .sent(.text("to device")), .received(.text("to sender")), .closed(.remote),
            ]
        )
    }

    @Test("a message that the socket refuses was not sent, and nothing follows the close")
    func refused() async throws {
        let pair = try await open()
        let sender = try await SocketRecorder.activated(on: pair.connector)
        await #expect(throws: CastSocketError.self) {
            try await pair.connector.sendOnLoop(.text(String(repeating: "x", count: 65_536)))
        }
        try await pair.connector.closeOnLoop()
        #expect(try await sender.closeReason() == .local)
        await #expect(throws: CastSocketError.self) { try await pair.connector.sendOnLoop(.text("late")) }
        let seen = events.taken().map(\.event)
        #expect(seen.count == 2)
        #expect(seen.last == .closed(.local))
    }

    @Test("the observer sees a message before the handler of the socket does")
    func observerIsFirst() async throws {
        let pair = try await open()
        let events = events
        let handler = CountingHandler { events.mailbox.count }
        let connector = pair.connector
        try await connector.onLoop { connector.activate(handler) }
        _ = events.taken()
        try await pair.acceptor.sendOnLoop(.text("hello"))
        #expect(try await handler.counts.take() == 1)
    }

    @Test("sockets of several connectors have different numbers, in the order of opening")
    func numbers() async throws {
        for _ in 0..<3 { _ = try await SocketRecorder.activated(on: try await open().connector) }
        let numbers = events.taken().map(\.socket)
        #expect(numbers.count == 3)
        #expect(Set(numbers).count == 3)
        #expect(numbers == numbers.sorted())
    }
}

/// An observer that collects events.
final class EventMailbox: CastSocketObserver {
    struct Entry: Sendable, Hashable {
        var event: CastSocketEvent
        var socket: Int
    }

    let mailbox = Mailbox<Entry>()

    func observe(_ event: CastSocketEvent, on socket: Int) {
        mailbox.put(Entry(event: event, socket: socket))
    }

    /// The events since the last call.
    func taken() -> [Entry] {
        var entries: [Entry] = []
        while let entry = mailbox.takeNow() { entries.append(entry) }
        return entries
    }
}

/// Evaluates a closure when a message arrives.
private final class CountingHandler: CastSocketHandler, Sendable {
    let counts = Mailbox<Int>()
    private let count: @Sendable () -> Int

    init(_ count: @escaping @Sendable () -> Int) { self.count = count }

    func socketDidReceive(_ message: CastMessage) { counts.put(count()) }
    func socketDidChangeWritability(_ isWritable: Bool) {}
    func socketDidClose(_ reason: CastCloseReason) {}
}
