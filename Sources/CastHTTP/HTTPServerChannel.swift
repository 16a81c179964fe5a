package import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1

/// A connection of one of the package's HTTP servers: Hummingbird's, with the checks that every server here needs.
///
/// Each request has one host and a target that the routes understand (``RequestHeadHandler``), a client has a limited
/// time for a request, and ``AcceptedChannels`` learns which connections are in use.
package struct HTTPServerChannel: HTTPChannelHandler {
    package typealias Value = HTTP1Channel.Value

    /// The limits of one connection.
    package struct Configuration: Sendable {
        /// The time for a complete request, from the connection or the last response on.
        package var requestTimeout: TimeAmount
        /// The same for a client whose address is not verified; see ``AcceptedChannels/verify(_:)``. Default nil: the
        /// same time.
        package var unverifiedRequestTimeout: TimeAmount?
        /// The bytes that the header fields of a request may have.
        package var maximumHeadSize: Int
        /// Handlers between the HTTP codec and the server.
        package var additionalHandlers: @Sendable () -> [any RemovableChannelHandler] = { [] }

        package init(
            requestTimeout: TimeAmount,
            unverifiedRequestTimeout: TimeAmount? = nil,
            maximumHeadSize: Int = 16 * 1024
        ) {
            self.requestTimeout = requestTimeout
            self.unverifiedRequestTimeout = unverifiedRequestTimeout
            self.maximumHeadSize = maximumHeadSize
        }
    }

    private let base: HTTP1Channel
    private let configuration: Configuration
    private let accepted: AcceptedChannels

    package init(
        responder: @escaping HTTPChannelHandler.Responder,
        configuration: Configuration,
        accepted: AcceptedChannels
    ) {
        base = HTTP1Channel(
            responder: responder,
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: configuration.additionalHandlers(),
                idleTimeout: configuration.requestTimeout,
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: configuration.maximumHeadSize,
                    maxHeaderListSize: configuration.maximumHeadSize,
                    maxHeaderFieldCount: 100
                )
            )
        )
        self.configuration = configuration
        self.accepted = accepted
    }

    package var responder: HTTPChannelHandler.Responder { base.responder }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { [configuration, accepted] value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let deadline = RequestDeadlineHandler {
                guard let timeout = configuration.unverifiedRequestTimeout, !accepted.isVerified(channel) else {
                    return configuration.requestTimeout
                }
                return timeout
            } setActive: { isActive in
                accepted.setActive(channel, isActive)
            }
            try pipeline.addHandlers([RequestHeadHandler(), deadline], position: .after(decoder))
            return value
        }
    }

    package func handle(value: Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
