// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOSSL
import NIOTLS
import SystemErrors

/// The last handler of a TLS channel's pipeline. Waits for the handshake, then carries a ``FramedSocket``.
final class TLSSocketHandler: ChannelInboundHandler, SocketCarrier {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The progress of a channel until it can carry messages or fails.
    enum Progress {
        /// TCP is connected and the TLS handshake starts.
        case connected
        case opened(FramedSocket)
        /// The handshake failed; nil if the other end closed the connection.
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

    /// - Parameter onProgress: Called on the channel's event loop. `opened` or `failed` is reported once, as the last
    ///   call.
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
        // Devices and senders often close TCP without a TLS `close_notify`. The framing detects truncation.
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

    /// The channel while the handler is in its pipeline, else nil.
    var channel: (any Channel)? { context?.channel }

    // MARK: - SocketCarrier

    var bufferedBytes: Int {
        guard let options = context?.channel.syncOptions else { return 0 }
        return (try? options.getOption(.bufferedWritableBytes)) ?? 0
    }

    func write(_ frame: ByteBuffer) {
        guard let context else { return }
        // Each write becomes one TLS record.
        context.write(wrapOutboundOut(frame), promise: nil)
    }

    func flush() {
        context?.flush()
    }

    func setReading(_ isReading: Bool) {
        try? context?.channel.syncOptions?.setOption(.autoRead, value: isReading)
    }

    func close() {
        // TLS sends `close_notify` after everything written and waits for the other end's. Closing TCP immediately
        // could make the system discard data that the other end has not read yet.
        context?.close(promise: nil)
    }

    func abort() {
        guard let context else { return }
        // `close_notify` is sent if the system accepts it immediately. Then TCP is closed below TLS, which would wait.
        context.close(promise: nil)
        guard let tlsHandlerContext = try? context.pipeline.syncOperations.context(handler: tls) else { return }
        tlsHandlerContext.close(promise: nil)
    }
}
