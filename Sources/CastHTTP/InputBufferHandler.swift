// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// Buffers the input of a connection until the connection is served.
///
/// A connection that is not served yet does not read (`autoRead` is off). However, when the client closes its sending
/// side, NIO delivers all remaining input and the end of input to the pipeline. Without this handler, a request that
/// arrives together with the FIN would be lost.
package final class InputBufferHandler: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer

    /// The size limit of the buffer: 1 MiB. A connection that exceeds it is closed.
    private static let limit = 1 << 20

    private var bytes = ByteBuffer()
    private var isBuffering = true
    private var isInputClosed = false
    private var context: ChannelHandlerContext?

    private init() {}

    /// Turns off `autoRead` on a channel and buffers the input that NIO still delivers. Call on the channel's event
    /// loop.
    package static func install(on channel: any Channel) throws -> NIOLoopBound<InputBufferHandler> {
        let input = InputBufferHandler()
        try channel.pipeline.syncOperations.addHandler(input)
        try channel.syncOptions?.setOption(.autoRead, value: false)
        return NIOLoopBound(input, eventLoop: channel.eventLoop)
    }

    /// Passes the buffered input to the following handlers, which were added in the meantime, and removes this handler.
    ///
    /// The caller enables `autoRead` afterward. Call on the channel's event loop.
    package func release() {
        guard isBuffering, let context else { return }
        isBuffering = false
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
        guard isBuffering else { return context.fireChannelRead(data) }
        var more = Self.unwrapInboundIn(data)
        guard bytes.readableBytes + more.readableBytes <= Self.limit else { return context.close(promise: nil) }
        bytes.writeBuffer(&more)
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        if !isBuffering { context.fireChannelReadComplete() }
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isBuffering, case ChannelEvent.inputClosed? = event as? ChannelEvent {
            isInputClosed = true
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }
}
