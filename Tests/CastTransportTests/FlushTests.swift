// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOCore
import Testing

/// Tests of when a socket passes messages on. Both ends are on one event loop, which runs its tasks in order.
@Suite(.timeLimit(.minutes(1)))
struct FlushTests {
    @Test("The first message of a tick is sent at once, the others at its end")
    func firstMessage() async throws {
        let pair = try await SocketPair.open(.memoryOnOneLoop)
        let device = try await SocketRecorder.activated(on: pair.acceptor)
        let socket = pair.connector
        let arrived = Mailbox<Int>()
        for _ in 0..<2 {
            try await socket.onLoop {
                for text in ["first", "second", "third"] { try socket.send(.text(text)) }
                // Runs after the arrival of what was sent at once, and before that of what is sent at the end of the tick.
                socket.eventLoop.execute { arrived.put(device.events.count) }
            }
            #expect(try await arrived.take() == 1)
            for text in ["first", "second", "third"] { #expect(try await device.nextMessage() == .text(text)) }
        }
        try await pair.close()
    }

    @Test("A message above the high-water mark makes the socket unwritable before it is sent")
    func writability() async throws {
        var configuration = CastSocketConfiguration()
        configuration.highWaterMark = 1000
        configuration.lowWaterMark = 500
        let pair = try await SocketPair.open(.memoryOnOneLoop, configuration: configuration)
        let sender = try await SocketRecorder.activated(on: pair.connector)
        let device = try await SocketRecorder.activated(on: pair.acceptor)
        let socket = pair.connector
        let isWritable = try await socket.onLoop {
            try socket.send(.text("small"))
            try socket.send(.bytes(2000))
            return socket.isWritable
        }
        #expect(!isWritable)
        #expect(try await device.nextMessage() == .text("small"))
        #expect(try await device.nextMessage() == .bytes(2000))
        #expect(try await sender.events.take() == .writability(false))
        #expect(try await sender.events.take() == .writability(true))
        try await pair.close()
    }

    @Test("Bytes below the framing are counted and sent in order with messages", arguments: SocketKind.allCases)
    func bytes(_ kind: SocketKind) async throws {
        let pair = try await SocketPair.open(kind)
        let device = try await SocketRecorder.activated(on: pair.acceptor)
        let socket = try #require(pair.connector as? any RawSocketAccess)
        let frame = try CastFrame.encode(.text("first"))
        // The first half is sent at once, the rest at the end of the tick.
        let queued = try await socket.onLoop {
            socket.sendBytes(Array(frame.prefix(5)))
            let before = socket.queuedBytes
            socket.sendBytes(Array(frame.dropFirst(5)))
            let after = socket.queuedBytes
            try socket.send(.text("second"))
            return after - before
        }
        #expect(queued == frame.count - 5)
        #expect(try await device.nextMessage() == .text("first"))
        #expect(try await device.nextMessage() == .text("second"))
        try await pair.connector.closeOnLoop()
        #expect(try await device.closeReason() == .remote)
        // Without effect on a closed socket.
        try await socket.onLoop { socket.sendBytes(frame) }
    }

    @Test("The description of an endpoint has brackets around an IPv6 address only")
    func endpoints() {
        #expect(String(describing: CastEndpoint(host: "192.0.2.7", port: 8010)) == "192.0.2.7:8010")
        #expect(String(describing: CastEndpoint(host: "fe80::1%eth0")) == "[fe80::1%eth0]:8009")
    }
}
