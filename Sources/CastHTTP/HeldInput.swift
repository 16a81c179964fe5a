package import NIOCore

/// Keeps what arrives on a connection until the connection is served.
///
/// A connection that is not served yet does not read (`autoRead` is off). NIO reads nevertheless when the client closes its
/// sending side: it delivers everything that is left, and the end of input, to the pipeline at once. Without this handler
/// a request that arrives together with FIN would be lost.
package final class HeldInput: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer

    /// The largest number of bytes that are kept; a connection with more is closed.
    private static let limit = 1 << 20

    private var bytes = ByteBuffer()
    private var isHolding = true
    private var isInputClosed = false
    private var context: ChannelHandlerContext?

    private init() {}

    /// Stops reading on a connection and keeps what arrives nevertheless. Call on the channel's event loop.
    package static func install(on channel: any Channel) throws -> NIOLoopBound<HeldInput> {
        let input = HeldInput()
        try channel.pipeline.syncOperations.addHandler(input)
        try channel.syncOptions?.setOption(.autoRead, value: false)
        return NIOLoopBound(input, eventLoop: channel.eventLoop)
    }

    /// Hands what was kept to the handlers that follow, which were added meanwhile, and leaves the pipeline.
    ///
    /// The caller turns `autoRead` on afterwards. Call on the channel's event loop.
    package func release() {
        guard isHolding, let context else { return }
        isHolding = false
        if bytes.readableBytes > 0 {
            context.fireChannelRead(Self.wrapInboundOut(bytes))
            context.fireChannelReadComplete()
        }
        bytes = ByteBuffer()
        if isInputClosed { context.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isHolding else { return context.fireChannelRead(data) }
        var more = Self.unwrapInboundIn(data)
        guard bytes.readableBytes + more.readableBytes <= Self.limit else { return context.close(promise: nil) }
        bytes.writeBuffer(&more)
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        if !isHolding { context.fireChannelReadComplete() }
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isHolding, case ChannelEvent.inputClosed? = event as? ChannelEvent {
            isInputClosed = true
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }
}
