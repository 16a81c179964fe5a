// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastHTTP
import HummingbirdCore
public import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import ServiceLifecycle
import SystemErrors

/// An HTTP server that shares selected files with Cast devices.
///
/// A device fetches the media that it plays, so a file needs a URL that the device can reach. Share the file, get its
/// ``url(for:reachableFrom:)``, and load the URL on the device:
///
/// ```swift
/// let server = try await MediaServer.start()
/// let film = try server.share(file: "/home/ada/film.mp4")
/// let url = server.url(for: film, reachableFrom: connection.localAddress)
/// …
/// await server.close()
/// ```
///
/// ``withServer(configuration:logger:isolation:_:)`` closes the server itself. Connections run on SwiftNIO's shared event loops.
///
/// Each shared item has a path with 128 random bits. All other requests are answered with 404 and an empty body, and
/// their connections are closed. Files are streamed from the disk as the client reads, so memory use does not depend on
/// their size.
///
/// All methods can be called from any isolation.
public final class MediaServer: Sendable {
    let configuration: MediaServerConfiguration
    private let group = MultiThreadedEventLoopGroup.singleton
    let logger: Logger
    let sharedMedia = SharedMediaTable()
    /// The converted pictures.
    let pictures = PictureCache()
    let connections: AcceptedChannels
    let addresses: ListeningAddresses
    private let bound: EventLoopPromise<Int>
    private let lifecycle = NIOLockedValueBox(Lifecycle.new)

    private static let silentLogger = Logger(label: "cast.media", factory: { _ in SwiftLogNoOpLogHandler() })

    /// The state of the server.
    private enum Lifecycle {
        case new
        case running
        case started(Task<Void, Never>)
        case ended
    }

    /// Creates a server that does not listen yet. Call ``run()`` to listen.
    ///
    /// - Parameters:
    ///   - configuration: The listening addresses and limits.
    ///   - logger: The logger; `nil` disables logging. Messages have level `debug` or below.
    public init(
        configuration: MediaServerConfiguration = MediaServerConfiguration(),
        logger: Logger? = nil
    ) {
        self.configuration = configuration
        connections = AcceptedChannels(limits: configuration.connectionLimits)
        addresses = ListeningAddresses(group: group)
        self.logger = logger ?? Self.silentLogger
        bound = group.any().makePromise(of: Int.self)
    }

    deinit {
        addresses.end()
        bound.fail(MediaServerError(.closed, subject: "media server"))
    }

    /// Listens and serves until the task is canceled or the surrounding service group shuts down.
    ///
    /// Cancellation closes all connections immediately. A server can run only once. To run it in a `ServiceGroup` of
    /// swift-service-lifecycle, declare `extension MediaServer: @retroactive Service {}`.
    ///
    /// - Throws: ``MediaServerError`` if the server cannot listen at the address or ran before.
    public func run() async throws(MediaServerError) {
        let isFirst = lifecycle.withLockedValue { lifecycle in
            guard case .new = lifecycle else { return false }
            lifecycle = .running
            return true
        }
        guard isFirst else { throw MediaServerError(.closed, subject: "media server") }
        try await serve()
    }

    /// Creates a server, starts it and waits until it listens.
    ///
    /// With ``MediaServerConfiguration/listensOnDemand``, the server does not listen before
    /// ``listen(reachableFrom:)`` is called. The caller ends the server with ``close()``.
    ///
    /// - Throws: ``MediaServerError`` if the server cannot listen at the address.
    public static func start(
        configuration: MediaServerConfiguration = MediaServerConfiguration(),
        logger: Logger? = nil
    ) async throws(MediaServerError) -> MediaServer {
        let server = MediaServer(configuration: configuration, logger: logger)
        server.lifecycle.withLockedValue { lifecycle in
            lifecycle = .started(Task { try? await server.serve() })
        }
        guard !server.isOnDemand else { return server }
        do {
            _ = try await server.bound.futureResult.get()
        } catch {
            await server.close()
            throw (error as? MediaServerError)
                ?? MediaServerError(.failed, subject: "media server", detail: SystemErrorText.describe(error))
        }
        return server
    }

    /// Starts a server, runs the closure, and closes the server when the closure returns or throws.
    ///
    /// - Parameters:
    ///   - configuration: The listening addresses and limits.
    ///   - logger: The logger; `nil` disables logging.
    ///   - isolation: The isolation in which the closure runs. Default: the isolation of the caller.
    ///   - body: A closure that uses the server.
    /// - Returns: The result of the closure.
    /// - Throws: ``MediaServerError`` if the server cannot listen, or the error of the closure.
    public static func withServer<Value>(
        configuration: MediaServerConfiguration = MediaServerConfiguration(),
        logger: Logger? = nil,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (MediaServer) async throws -> Value
    ) async throws -> Value {
        let server = try await start(configuration: configuration, logger: logger)
        let result: Result<Value, any Error>
        do { result = .success(try await body(server)) } catch { result = .failure(error) }
        await server.close()
        return try result.get()
    }

    /// Ends a server that was created by ``start(configuration:logger:)``, closes all connections, and waits
    /// until the server has ended.
    ///
    /// Can be called several times. For a server that runs in ``run()``, it only closes the open connections; cancel
    /// the task of ``run()`` to end it.
    public func close() async {
        let task: Task<Void, Never>? = lifecycle.withLockedValue { lifecycle in
            switch lifecycle {
            case .new:
                lifecycle = .ended
                addresses.end()
                bound.fail(MediaServerError(.closed, subject: "media server"))
                return nil
            case .started(let task):
                return task
            case .running, .ended:
                return nil
            }
        }
        task?.cancel()
        connections.closeAll()
        await task?.value
    }

    /// The port at which the server listens. Waits until it listens; 0 if it failed or has ended.
    public var port: Int {
        get async { (try? await bound.futureResult.get()) ?? 0 }
    }

    /// Opens a port at an address of this machine, if the server listens on demand, and waits for it.
    ///
    /// Without ``MediaServerConfiguration/listensOnDemand``, or with a configured ``MediaServerConfiguration/host``, it
    /// only waits until the server listens.
    ///
    /// - Parameter localAddress: The local address of the connection to the device.
    /// - Throws: ``MediaServerError`` if the port cannot be opened or the server has ended.
    public func listen(reachableFrom localAddress: String) async throws(MediaServerError) {
        do {
            guard isOnDemand else {
                _ = try await bound.futureResult.get()
                return
            }
            _ = try await addresses.open(AdvertisedAddress(localAddress).listeningHost)
        } catch {
            throw (error as? MediaServerError)
                ?? MediaServerError(.failed, subject: "media server", detail: SystemErrorText.describe(error))
        }
    }

    private var isOnDemand: Bool { configuration.host == nil && configuration.listensOnDemand }

    private func serve() async throws(MediaServerError) {
        defer {
            addresses.end()
            bound.fail(MediaServerError(.closed, subject: "media server"))
            lifecycle.withLockedValue { $0 = .ended }
            connections.end()
            sharedMedia.events.finish()
        }
        let result = await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                let (canceled, _) = AsyncStream.makeStream(of: Void.self)
                for await _ in canceled {}
                // Before the requests have ended: one can wait for a program that only the end of its source ends.
                await withTaskGroup(of: Void.self) { [sharedMedia, pictures] group in
                    group.addTask { await sharedMedia.close() }
                    group.addTask { await pictures.close() }
                }
            }
            defer { group.cancelAll() }
            return await serveRequests()
        }
        try result.get()
    }

    private func serveRequests() async -> Result<Void, MediaServerError> {
        do throws(MediaServerError) {
            if let host = configuration.host {
                try await serve(at: AdvertisedAddress(host).listeningHost)
            } else if isOnDemand {
                await serveOnDemand()
            } else {
                try await serveEverywhere()
            }
            return .success(())
        } catch {
            bound.fail(error)
            return .failure(error)
        }
    }

    /// Listens at each requested address. A failure at one address does not affect the others.
    private func serveOnDemand() async {
        await withDiscardingTaskGroup { group in
            for await address in addresses.requests.cancelOnGracefulShutdown() {
                group.addTask { [self] in
                    do throws(MediaServerError) {
                        try await serve(at: address)
                        addresses.closed(address, MediaServerError(.closed, subject: address))
                    } catch {
                        addresses.closed(address, error)
                    }
                }
            }
        }
    }

    /// Listens with one socket for IPv6 and IPv4, or with an IPv4 socket if the system has no IPv6.
    private func serveEverywhere() async throws(MediaServerError) {
        do {
            try await serve(at: "::")
        } catch  where error.code == .addressNotAvailable || error.code == .failed {
            try await serve(at: "0.0.0.0")
        }
    }

    private func serve(at host: String) async throws(MediaServerError) {
        guard let ports = configuration.ports else { return try await serve(at: host, port: configuration.port) }
        for port in ports {
            do throws(MediaServerError) {
                return try await serve(at: host, port: port)
            } catch {
                guard error.code == .portInUse, port < ports.upperBound else { throw error }
            }
        }
    }

    private func serve(at host: String, port: Int) async throws(MediaServerError) {
        let address = "\(URLHost.bracketed(host)):\(port)"
        do {
            let builder = HTTPServerBuilder { [connections, configuration = channelConfiguration] responder in
                DeferredSetupChannel(
                    HTTPServerChannel(responder: responder, configuration: configuration, accepted: connections),
                    accepted: connections
                )
            }
            let service = try builder.buildServer(
                configuration: ServerConfiguration(address: .hostname(host, port: port)),
                eventLoopGroup: group,
                // The HTTP server logs at `info` that it listens, which the caller already knows.
                logger: logger.logLevel <= .debug ? logger : Self.silentLogger,
                responder: { [self] request, writer, channel in
                    try await respond(to: request, writer: writer, channel: channel)
                },
                onServerRunning: { [bound, sharedMedia, addresses] channel in
                    let port = channel.localAddress?.port ?? 0
                    sharedMedia.port = port
                    addresses.opened(host, port: port)
                    bound.succeed(port)
                }
            )
            try await withTaskCancellationHandler {
                try await service.run()
            } onCancel: {
                connections.closeAll()
            }
        } catch {
            throw MediaServerError(listening: error, at: address)
        }
    }

    private var channelConfiguration: HTTPServerChannel.Configuration {
        var channel = HTTPServerChannel.Configuration(
            requestTimeout: TimeAmount(configuration.idleTimeout),
            unverifiedRequestTimeout: TimeAmount(min(configuration.unverifiedIdleTimeout, configuration.idleTimeout)),
            maximumHeadSize: configuration.maximumHeaderSize
        )
        channel.additionalHandlers = { [stallTimeout = TimeAmount(configuration.stallTimeout)] in
            [ServedConnectionHandler(stallTimeout: stallTimeout)]
        }
        return channel
    }
}
