// SPDX-License-Identifier: Apache-2.0

import CastTransport
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS

/// A TLS handshake with the device, in a form that the case chooses.
struct TLSHandshake: Sendable {
    /// The version on which both ends agreed.
    var version: TLSVersion
    /// The certificate of the device in DER form.
    var certificate: [UInt8]

    /// Performs a handshake, and closes the connection.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - serverName: The name in the handshake. Default: none.
    ///   - configure: Changes the configuration, which accepts any certificate.
    /// - Throws: ``CaseDifference`` if the handshake does not complete.
    static func perform(
        with device: DeviceUnderTest,
        serverName: String? = nil,
        configure: (inout TLSConfiguration) -> Void = { _ in }
    ) async throws -> TLSHandshake {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        configuration.trustRoots = .certificates([])
        configure(&configuration)
        let context = try NIOSSLContext(configuration: configuration)
        let timeLimit = TimeAmount.seconds(10)
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let outcome = eventLoop.makePromise(of: TLSHandshake.self)
        let bootstrap = ClientBootstrap(group: eventLoop)
            .connectTimeout(timeLimit)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        NIOSSLClientHandler(context: context, serverHostname: serverName),
                        HandshakeObserver(outcome)
                    )
                }
            }
        do {
            let channel = try await bootstrap.connect(host: device.endpoint.host, port: device.endpoint.port).get()
            let timer = eventLoop.scheduleTask(in: timeLimit) { channel.close(promise: nil) }
            defer { timer.cancel() }
            let facts = try await outcome.futureResult.get()
            try? await channel.close()
            return facts
        } catch {
            outcome.fail(error)
            throw CaseDifference(expected: "a complete TLS handshake", received: "\(error)")
        }
    }
}

/// Reports the outcome of a handshake.
private final class HandshakeObserver: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let outcome: EventLoopPromise<TLSHandshake>

    init(_ outcome: EventLoopPromise<TLSHandshake>) { self.outcome = outcome }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .handshakeCompleted? = event as? TLSUserEvent else { return }
        outcome.completeWith(
            Result {
                let handler = try context.pipeline.syncOperations.handler(type: NIOSSLClientHandler.self)
                return TLSHandshake(
                    version: handler.tlsVersion ?? .tlsv12,
                    certificate: try handler.peerCertificate?.toDERBytes() ?? []
                )
            }
        )
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        outcome.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        outcome.fail(ChannelError.eof)
    }
}

/// A TCP connection to the port of the device, without TLS.
enum PlainConnection {
    /// Sends bytes, and closes the connection or waits until the device does.
    ///
    /// - Parameter limit: How long to wait for the end; nil closes the connection at once.
    /// - Returns: Whether the device ended the connection.
    static func send(_ bytes: [UInt8], to device: DeviceUnderTest, waitingFor limit: Duration?) async throws -> Bool {
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let channel: any Channel
        do {
            channel = try await ClientBootstrap(group: eventLoop)
                .connectTimeout(.seconds(10))
                .connect(host: device.endpoint.host, port: device.endpoint.port)
                .get()
        } catch {
            throw CaseDifference(expected: "a connection over TCP", received: "\(error)")
        }
        // If the device has closed the connection already, that is what the case waits for.
        try? await channel.writeAndFlush(ByteBuffer(bytes: bytes))
        guard let limit else {
            try? await channel.close()
            return false
        }
        let hasEnded = eventLoop.makePromise(of: Bool.self)
        channel.closeFuture.whenComplete { _ in hasEnded.succeed(true) }
        let timer = eventLoop.scheduleTask(in: TimeAmount(limit * device.patience)) {
            hasEnded.succeed(false)
            channel.close(promise: nil)
        }
        defer { timer.cancel() }
        return try await hasEnded.futureResult.get()
    }
}
