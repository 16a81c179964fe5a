// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOCore
import Testing

/// Tests of the contract that every kind of socket fulfills.
@Suite(.timeLimit(.minutes(1)))
struct SocketContractTests {
    @Test(arguments: SocketKind.allCases)
    func messagesArriveInOrderInBothDirections(_ kind: SocketKind) async throws {
        let pair = try await SocketPair.open(kind)
        let device = try await SocketRecorder.activated(on: pair.acceptor)
        let sender = try await SocketRecorder.activated(on: pair.connector)
        for number in 0..<100 {
            try await pair.connector.sendOnLoop(.text("to device \(number)"))
            try await pair.acceptor.sendOnLoop(.text("to sender \(number)"))
        }
        for number in 0..<100 {
            #expect(try await device.nextMessage() == .text("to device \(number)"))
            #expect(try await sender.nextMessage() == .text("to sender \(number)"))
        }
        try await pair.close()
    }

    @Test(arguments: SocketKind.allCases)
    func whatCameBeforeActivationIsDeliveredFirst(_ kind: SocketKind) async throws {
        let pair = try await SocketPair.open(kind)
        let sender = try await SocketRecorder.activated(on: pair.connector)
        try await pair.connector.sendOnLoop(.text("first"), .text("second"))
        try await pair.connector.closeOnLoop()
        // The bytes and the close arrive before the handler is activated, in order.
        if !kind.isTLS { #expect(try await sender.closeReason() == .local) }
        let device = try await SocketRecorder.activated(on: pair.acceptor)
        #expect(try await device.nextMessage() == .text("first"))
        #expect(try await device.nextMessage() == .text("second"))
        #expect(try await device.closeReason() == .remote)
    }

    @Test(arguments: SocketKind.allCases)
    func aLocalCloseDeliversEverythingThatWasSent(_ kind: SocketKind) async throws {
        let pair = try await SocketPair.open(kind)
        let device = try await SocketRecorder.activated(on: pair.acceptor)
        let sender = try await SocketRecorder.activated(on: pair.connector)
        let text = String(repeating: "x", count: 60_000)
        try await pair.connector.onLoop {
            for _ in 0..<10 { try pair.connector.send(.text(text)) }
            pair.connector.close(.local)
        }
        for _ in 0..<10 { #expect(try await device.nextMessage() == .text(text)) }
        #expect(try await device.closeReason() == .remote)
        var last = try await sender.events.take()
        while case .writability = last { last = try await sender.events.take() }
        #expect(last == .closed(.local))
        #expect(sender.events.count == 0)
    }

    @Test(arguments: SocketKind.allCases)
    func closeIsReportedOnceAndNeverFromWithinACall(_ kind: SocketKind) async throws {
        let pair = try await SocketPair.open(kind)
        let sender = SocketRecorder()
        let socket = pair.connector
        let reportedWithinCall = try await socket.onLoop {
            socket.activate(sender)
            socket.close(.heartbeatLost)
            socket.close(.local)
            return sender.events.count
        }
        #expect(reportedWithinCall == 0)
        #expect(try await sender.closeReason() == .heartbeatLost)
        let device = try await SocketRecorder.activated(on: pair.acceptor)
        #expect(try await device.closeReason() == .remote)
        #expect(sender.events.count == 0)
        await #expect(throws: CastSocketError.closed(.heartbeatLost)) {
            try await socket.sendOnLoop(.text("late"))
        }
    }

    @Test(arguments: SocketKind.allCases)
    func nothingIsReceivedAfterClose(_ kind: SocketKind) async throws {
        let pair = try await SocketPair.open(kind)
        let sender = try await SocketRecorder.activated(on: pair.connector)
        let device = try await SocketRecorder.activated(on: pair.acceptor)
        try await pair.connector.closeOnLoop()
        try? await pair.acceptor.sendOnLoop(.text("too late"))
        #expect(try await device.closeReason() == .remote)
        #expect(try await sender.closeReason() == .local)
    }

    @Test(arguments: SocketKind.allCases)
    func aMessageBeyondTheFrameLimitIsRefusedAndTheSocketStaysOpen(_ kind: SocketKind) async throws {
        let pair = try await SocketPair.open(kind)
        let device = try await SocketRecorder.activated(on: pair.acceptor)
        let error = await #expect(throws: CastSocketError.self) {
            try await pair.connector.sendOnLoop(.text(String(repeating: "x", count: 65_536)))
        }
        guard case .unsendable(let frameError)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(frameError.code == .tooLong)
        try await pair.connector.sendOnLoop(.text("short"))
        #expect(try await device.nextMessage() == .text("short"))
        try await pair.close()
    }

    @Test(arguments: SocketKind.allCases)
    func theLargestFrameTravels(_ kind: SocketKind) async throws {
        let pair = try await SocketPair.open(kind)
        let device = try await SocketRecorder.activated(on: pair.acceptor)
        let overhead = try CastFrame.encode(.text("")).count - CastFrame.headerLength
        // The length of a text beyond 127 bytes takes two more bytes.
        let text = String(repeating: "y", count: CastFrame.defaultLimit - overhead - 2)
        #expect(try CastFrame.encode(.text(text)).count == CastFrame.defaultLimit + CastFrame.headerLength)
        try await pair.connector.sendOnLoop(.text(text))
        #expect(try await device.nextMessage() == .text(text))
        try await pair.close()
    }

    @Test(arguments: SocketKind.allCases)
    func aReaderThatStopsTurnsTheSocketUnwritableThenClosesIt(_ kind: SocketKind) async throws {
        var configuration = CastSocketConfiguration()
        configuration.highWaterMark = 256 * 1024
        configuration.lowWaterMark = 64 * 1024
        // More than the socket buffers of the loopback interface can hold.
        configuration.queueLimit = 16 * 1024 * 1024
        let limit = configuration.queueLimit
        let pair = try await SocketPair.open(kind, configuration: configuration, group: TestLoops.heavy)
        let sender = try await SocketRecorder.activated(on: pair.connector)
        // The other end is not activated, so it stops reading after one frame.
        let socket = pair.connector
        let message = CastMessage.bytes(60_000)
        await #expect(throws: CastSocketError.queueFull(limit: limit)) {
            for _ in 0..<1000 {
                try await socket.sendOnLoop(message)
                #expect(try await socket.onLoop { socket.queuedBytes } <= limit)
            }
        }
        // It may have accepted a few frames before the socket buffers were full.
        var events: [SocketRecorder.Event] = []
        repeat { events.append(try await sender.events.take()) } while !events.contains { $0.isClose }
        #expect(events.dropLast().last == .writability(false))
        #expect(events.last == .closed(.writeQueueFull(limit: limit)))
        try await pair.close()
    }

    @Test(arguments: SocketKind.allCases)
    func aReaderThatGoesOnTurnsTheSocketWritableAgain(_ kind: SocketKind) async throws {
        var configuration = CastSocketConfiguration()
        configuration.queueLimit = 32 * 1024 * 1024
        let lowWaterMark = configuration.lowWaterMark
        let pair = try await SocketPair.open(kind, configuration: configuration, group: TestLoops.heavy)
        let sender = try await SocketRecorder.activated(on: pair.connector)
        let socket = pair.connector
        let message = CastMessage.bytes(60_000)
        var sent = 0
        while try await socket.onLoop({ socket.isWritable || socket.queuedBytes < 8 * 1024 * 1024 }), sent < 400 {
            try await socket.sendOnLoop(message)
            sent += 1
            // Writes are flushed at the end of the event loop tick.
            try await socket.onLoop {}
        }
        #expect(try await socket.onLoop { socket.isWritable } == false)
        let device = try await SocketRecorder.activated(on: pair.acceptor)
        for _ in 0..<sent { #expect(try await device.nextMessage() == message) }
        var last = try await sender.events.take()
        while last != .writability(true) || sender.events.count > 0 { last = try await sender.events.take() }
        #expect(try await socket.onLoop { socket.isWritable && socket.queuedBytes < lowWaterMark })
        try await pair.close()
    }

    @Test(arguments: SocketKind.allCases)
    func bothEndsKnowEachOthersPlace(_ kind: SocketKind) async throws {
        let pair = try await SocketPair.open(kind)
        #expect(pair.connector.remoteEndpoint == pair.acceptor.localEndpoint)
        #expect(pair.connector.localEndpoint == pair.acceptor.remoteEndpoint)
        #expect(pair.connector.localEndpoint.host == "127.0.0.1")
        try await pair.close()
    }
}

extension SocketRecorder.Event {
    var isClose: Bool {
        if case .closed = self { true } else { false }
    }
}
