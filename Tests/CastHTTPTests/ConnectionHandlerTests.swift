import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import CastHTTP

@Suite("A connection of an HTTP server")
struct ConnectionHandlerTests {
    /// Records the end of input.
    private final class EndRecorder: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        var hasEnded = false

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case ChannelEvent.inputClosed? = event as? ChannelEvent { hasEnded = true }
        }
    }

    @Test("a request that arrives with the end of input before it is served is delivered when it is")
    func heldInput() throws {
        let channel = EmbeddedChannel()
        defer { _ = try? channel.finish() }
        let input = try HeldInput.install(on: channel)
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

    @Test("a connection that sends far more than a request before it is served is closed")
    func heldTooMuch() throws {
        let channel = EmbeddedChannel()
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        _ = try HeldInput.install(on: channel)
        try channel.writeInbound(ByteBuffer(repeating: 0, count: 1 << 20))
        #expect(channel.isActive)
        try channel.writeInbound(ByteBuffer(repeating: 0, count: 1))
        #expect(!channel.isActive)
    }

    /// A channel whose requests have five seconds, and what was reported of it.
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

    @Test("a request in small pieces has as long as one that never begins")
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

    @Test("a response may take as long as it takes, and the time for the next request begins at its end")
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

    @Test("a response that comes before the end of its request leaves the connection idle")
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
