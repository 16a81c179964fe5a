// SPDX-License-Identifier: Apache-2.0

package import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1

/// A connection of one of the package's HTTP servers: Hummingbird's HTTP/1 channel with additional checks.
///
/// Each request must have at most one host, and its target is converted to origin form (``RequestHeadHandler``). A
/// client has a limited time for a request, and the channel reports active connections to ``AcceptedChannels``.
package struct HTTPServerChannel: HTTPChannelHandler {
    package typealias Value = HTTP1Channel.Value

    /// The limits of one connection.
    package struct Configuration: Sendable {
        /// The time limit for a complete request, which starts with the connection or the end of the last response.
        package var requestTimeout: TimeAmount
        /// The time limit for clients whose address is not verified; see ``AcceptedChannels/verify(_:)``. Default nil,
        /// which uses ``requestTimeout``.
        package var unverifiedRequestTimeout: TimeAmount?
        /// The maximum size of a request's header fields, in bytes. Default 16 KiB.
        package var maximumHeadSize: Int
        /// Creates the handlers between the HTTP codec and the server. Default none.
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
                // RequestDeadlineHandler is stricter, and does not discard a response that the client has not read yet.
                idleTimeout: nil,
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
