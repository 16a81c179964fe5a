// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import CastHTTP

@Suite("Channel handlers of HTTP connections")
struct ConnectionHandlerTests {
    /// Records the end of input.
    private final class EndRecorder: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        var hasEnded = false

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case ChannelEvent.inputClosed? = event as? ChannelEvent { hasEnded = true }
        }
    }

    @Test("a request and the end of input that arrive before the connection is served are delivered later")
    func heldInput() throws {
        let channel = EmbeddedChannel()
        defer { _ = try? channel.finish() }
        let input = try InputBufferHandler.install(on: channel)
        try channel.writeInbound(ByteBuffer(string: "GET / "))
        try channel.writeInbound(ByteBuffer(string: "HTTP/1.1\r\n"))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(try channel.readInbound(as: ByteBuffer.self) == nil)
        let recorder = EndRecorder()
        try channel.pipeline.syncOperations.addHandler(recorder)
        input.value.release()
        #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: "GET / HTTP/1.1\r\n"))
        #expect(recorder.hasEnded)
        try channel.writeInbound(ByteBuffer(string: "later"))
        #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: "later"))
    }

    @Test("a connection that sends more than 1 MiB before it is served is closed")
    func heldTooMuch() throws {
        let channel = EmbeddedChannel()
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        _ = try InputBufferHandler.install(on: channel)
        try channel.writeInbound(ByteBuffer(repeating: 0, count: 1 << 20))
        #expect(channel.isActive)
        try channel.writeInbound(ByteBuffer(repeating: 0, count: 1))
        #expect(!channel.isActive)
    }

    /// Returns a channel with a request timeout of five seconds, and its reported activity.
    private func timed() throws -> (channel: EmbeddedChannel, activity: () -> [Bool]) {
        let channel = EmbeddedChannel()
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        var activity: [Bool] = []
        let handler = RequestDeadlineHandler(timeout: { .seconds(5) }, setActive: { activity.append($0) })
        try channel.pipeline.syncOperations.addHandler(handler)
        return (channel, { activity })
    }

    private let request = HTTPServerRequestPart.head(.init(version: .http1_1, method: .POST, uri: "/"))
    private let response = HTTPServerResponsePart.head(.init(version: .http1_1, status: .ok))

    @Test("the deadline of a request does not move when parts of it arrive")
    func slowRequest() throws {
        let (channel, activity) = try timed()
        channel.embeddedEventLoop.advanceTime(by: .seconds(4))
        try channel.writeInbound(request)
        try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "a")))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        #expect(activity().isEmpty)
    }

    @Test("a response has no deadline, and the timeout of the next request starts at its end")
    func slowResponse() throws {
        let (channel, activity) = try timed()
        try channel.writeInbound(request)
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        #expect(activity() == [true])
        try channel.writeOutbound(response)
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        #expect(activity() == [true, false])
        channel.embeddedEventLoop.advanceTime(by: .seconds(4))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("a response that the client has not read yet has no deadline, and the connection stays active")
    func unreadResponse() throws {
        let (channel, activity) = try timed()
        try channel.writeInbound(request)
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        channel.write(response, promise: nil)
        channel.write(HTTPServerResponsePart.end(nil), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        #expect(activity() == [true])
        channel.flush()
        #expect(activity() == [true, false])
        channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(!channel.isActive)
    }

    @Test("a response that is sent before the end of its request leaves the connection idle")
    func earlyResponse() throws {
        let (channel, activity) = try timed()
        try channel.writeInbound(request)
        try channel.writeOutbound(response)
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        #expect(activity().last == false)
        channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(!channel.isActive)
    }
}
