// SPDX-License-Identifier: Apache-2.0

package import Hummingbird
package import HummingbirdCore
package import Logging
package import NIOCore

/// An HTTP server that listens on a port.
///
/// The server runs until ``close()`` is called, even if the listener is released.
package struct HTTPListener: Sendable {
    /// The port at which the server listens.
    package let port: Int
    private let serving: Task<Void, any Error>

    /// Opens a port and serves requests with a router.
    ///
    /// - Parameters:
    ///   - router: The router that responds to requests.
    ///   - host: The numeric address at which to listen.
    ///   - port: The port; 0 picks a free one.
    ///   - limits: The time and size limits of each connection.
    ///   - accepted: Tracks the open connections. They are closed when the listener stops.
    ///   - eventLoopGroup: The event loops of the server.
    ///   - setUp: Makes the channel of a connection from the channel of its requests: a ``DeferredSetupChannel`` of it,
    ///     or of a channel that wraps it, for example in TLS.
    ///   - logger: The logger of the HTTP library. Messages below `warning` are discarded.
    /// - Returns: The listener, once the port is open.
    /// - Throws: The error of the system if the port cannot be opened, or `CancellationError`.
    package static func start<Router: HTTPResponderBuilder>(
        _ router: Router,
        host: String,
        port: Int,
        limits: HTTPServerChannel.Configuration,
        accepted: AcceptedChannels,
        eventLoopGroup: any EventLoopGroup,
        logger: Logger,
        setUp: @escaping @Sendable (HTTPServerChannel) throws -> any ServerChildChannel
    ) async throws -> HTTPListener
    where Router.Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .warning)
        let (ports, announcement) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router,
            server: HTTPServerBuilder { responder in
                try setUp(HTTPServerChannel(responder: responder, configuration: limits, accepted: accepted))
            },
            configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { channel in
                announcement.yield(channel.localAddress?.port ?? port)
                announcement.finish()
            },
            eventLoopGroupProvider: .shared(eventLoopGroup),
            logger: logger
        )
        let serving = Task {
            defer {
                announcement.finish()
                accepted.end()
            }
            try await application.run()
        }
        for await port in ports { return HTTPListener(port: port, serving: serving) }
        // The stream also ends when the calling task is canceled.
        if Task.isCancelled { serving.cancel() }
        try await serving.value
        try Task.checkCancellation()
        throw StoppedImmediately()
    }

    /// Stops listening, closes every connection, and returns when the port is free. Can be called more than once.
    package func close() async {
        serving.cancel()
        _ = await serving.result
    }

    private struct StoppedImmediately: Error, CustomStringConvertible {
        var description: String { "the server stopped immediately" }
    }
}
