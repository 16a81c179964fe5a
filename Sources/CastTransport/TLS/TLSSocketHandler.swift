import NIOCore
import NIOSSL
import NIOTLS
import SystemErrors

/// The end of a TLS channel's pipeline: waits for the handshake, then carries a ``FramedSocket``.
final class TLSSocketHandler: ChannelInboundHandler, SocketCarrier {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How far a channel came before it could carry messages, or failed to.
    enum Progress {
        /// TCP is open, TLS begins.
        case connected
        case opened(FramedSocket)
        /// The handshake failed; nil when the other end simply closed.
        case failed((any Error)?)
    }

    private let tls: NIOSSLHandler
    private let configuration: CastSocketConfiguration
    private let localCertificate: [UInt8]?
    private var onProgress: ((Progress) -> Void)?
    private var context: ChannelHandlerContext?
    private var socket: FramedSocket?
    private var isFinished = false
    private var failure: (any Error)?

    /// - Parameter onProgress: Called on the channel's loop; `opened` or `failed` comes once and last.
    init(
        tls: NIOSSLHandler,
        configuration: CastSocketConfiguration,
        localCertificate: [UInt8]?,
        onProgress: @escaping (Progress) -> Void
    ) {
        self.tls = tls
        self.configuration = configuration
        self.localCertificate = localCertificate
        self.onProgress = onProgress
    }

    // MARK: - ChannelInboundHandler

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        finish()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        onProgress?(.connected)
        context.fireChannelActive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { open(context) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        socket?.carrierRead(unwrapInboundIn(data))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        socket?.carrierReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        socket?.carrierWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Devices and senders often close TCP without a word of TLS; frames tell whether something was cut.
        if let error = error as? NIOSSLError, error == .uncleanShutdown { return }
        if error is NIOSSLCloseTimedOutError { return }
        if failure == nil { failure = error }
        abort()
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish()
        context.fireChannelInactive()
    }

    private func open(_ context: ChannelHandlerContext) {
        guard socket == nil, !isFinished else { return }
        let opened = FramedSocket(
            eventLoop: context.eventLoop,
            local: SocketSide(endpoint: CastEndpoint(context.localAddress), certificate: localCertificate),
            remote: SocketSide(
                endpoint: CastEndpoint(context.remoteAddress),
                certificate: try? tls.peerCertificate?.toDERBytes()
            ),
            configuration: configuration,
            carrier: self
        )
        socket = opened
        report(.opened(opened))
    }

    private func finish() {
        guard !isFinished else { return }
        isFinished = true
        if let socket {
            self.socket = nil
            socket.carrierEnded(failure: failure.map { SystemErrorText.describe($0) })
        } else {
            report(.failed(failure))
        }
    }

    private func report(_ last: Progress) {
        let report = onProgress
        onProgress = nil
        report?(last)
    }

    /// The channel, while it is open.
    var channel: (any Channel)? { context?.channel }

    // MARK: - SocketCarrier

    var bufferedBytes: Int {
        guard let options = context?.channel.syncOptions else { return 0 }
        return (try? options.getOption(.bufferedWritableBytes)) ?? 0
    }

    func write(_ frame: ByteBuffer) {
        guard let context else { return }
        // TLS makes one record of each write.
        context.write(wrapOutboundOut(frame), promise: nil)
    }

    func flush() {
        context?.flush()
    }

    func setReading(_ isReading: Bool) {
        try? context?.channel.syncOptions?.setOption(.autoRead, value: isReading)
    }

    func close() {
        // TLS says goodbye after everything written, and waits for the other end's goodbye: closing TCP at once could
        // make the system throw away what the other end has not read yet.
        context?.close(promise: nil)
    }

    func abort() {
        guard let context else { return }
        // The goodbye is sent if the system takes it at once; then TCP is closed beneath TLS, which would wait.
        context.close(promise: nil)
        guard let beneath = try? context.pipeline.syncOperations.context(handler: tls) else { return }
        beneath.close(promise: nil)
    }
}
