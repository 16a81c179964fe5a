import NIOCore

/// Hands the datagrams of one socket to the engine.
final class DatagramInlet: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    private let engine: Engine
    private let linkIndex: Int
    private let inlet: Link.Inlet
    private let family: AddressFamilies

    init(engine: Engine, linkIndex: Int, inlet: Link.Inlet, family: AddressFamilies) {
        self.engine = engine
        self.linkIndex = linkIndex
        self.inlet = inlet
        self.family = family
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        engine.received(unwrapInboundIn(data), on: linkIndex, by: inlet, family: family)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        engine.socketFailed(error, on: linkIndex)
    }

    func channelInactive(context: ChannelHandlerContext) {
        engine.socketClosed(context.channel, on: linkIndex)
        context.fireChannelInactive()
    }
}
