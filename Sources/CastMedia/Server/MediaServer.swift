import CastHTTP
import HummingbirdCore
public import Logging
import NIOConcurrencyHelpers
public import NIOCore
public import ServiceLifecycle

/// An HTTP server that gives Cast devices the files it was told to give, and nothing else.
///
/// A film plays on a device when the device fetches it, so the file has to be at an address the device can reach.
/// Offer a file, take its ``url(for:reachableFrom:)``, and load that on the device:
///
/// ```swift
/// let server = try await MediaServer.start(group: group)
/// let film = try server.offer(file: "/home/ada/film.mp4")
/// let url = server.url(for: film, reachableFrom: connection.localAddress)
/// …
/// await server.close()
/// ```
///
/// Each offer lives at a path with 128 random bits. Every other request is answered 404 without a word, and its
/// connection is closed. Files are streamed from the disk as the client reads, so their size costs no memory.
///
/// All methods may be called from any isolation.
public final class MediaServer: Service {
    let configuration: MediaServerConfiguration
    let group: any EventLoopGroup
    let logger: Logger
    let offers = OfferTable()
    let connections = AcceptedChannels()
    private let bound: EventLoopPromise<Int>
    private let life = NIOLockedValueBox(Life.new)

    private static let silence = Logger(label: "cast.media", factory: { _ in SwiftLogNoOpLogHandler() })

    private enum Life {
        case new
        case running
        case started(Task<Void, Never>)
        case ended
    }

    /// A server that does not listen yet: ``run()`` makes it, or ``start(configuration:group:logger:)`` at once.
    ///
    /// - Parameter logger: Where to write; `nil` keeps silent. Nothing is written at `info` or above.
    public init(
        configuration: MediaServerConfiguration = MediaServerConfiguration(),
        group: any EventLoopGroup,
        logger: Logger? = nil
    ) {
        self.configuration = configuration
        self.group = group
        self.logger = logger ?? Self.silence
        bound = group.any().makePromise(of: Int.self)
    }

    deinit {
        bound.fail(MediaServerError(.closed, subject: "media server"))
    }

    /// Listens and serves until the task is cancelled, the surrounding service group shuts down, or ``close()``.
    ///
    /// Cancellation ends every open connection at once. A server runs once.
    ///
    /// - Throws: ``MediaServerError`` when the address cannot be listened at.
    public func run() async throws(MediaServerError) {
        let isFirst = life.withLockedValue { life in
            guard case .new = life else { return false }
            life = .running
            return true
        }
        guard isFirst else { throw MediaServerError(.closed, subject: "media server") }
        try await serve()
    }

    /// A server that listens: when this returns, what is offered can be fetched.
    ///
    /// The caller owns it and ends it with ``close()``.
    ///
    /// - Throws: ``MediaServerError`` when the address cannot be listened at.
    public static func start(
        configuration: MediaServerConfiguration = MediaServerConfiguration(),
        group: any EventLoopGroup,
        logger: Logger? = nil
    ) async throws(MediaServerError) -> MediaServer {
        let server = MediaServer(configuration: configuration, group: group, logger: logger)
        server.life.withLockedValue { life in
            life = .started(Task { try? await server.serve() })
        }
        do {
            _ = try await server.bound.futureResult.get()
        } catch {
            await server.close()
            throw (error as? MediaServerError)
                ?? MediaServerError(.failed, subject: "media server", detail: "\(error)")
        }
        return server
    }

    /// Ends a server made by ``start(configuration:group:logger:)``, with every open connection, and waits for it.
    ///
    /// A second call waits too, or returns at once. A server that runs in ``run()`` is ended by its task's
    /// cancellation instead; there this only closes what is open.
    public func close() async {
        let task: Task<Void, Never>? = life.withLockedValue { life in
            switch life {
            case .new:
                life = .ended
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

    /// The port the server listens at. Waits until it listens; 0 when it never will.
    public var port: Int {
        get async { (try? await bound.futureResult.get()) ?? 0 }
    }

    private func serve() async throws(MediaServerError) {
        defer {
            bound.fail(MediaServerError(.closed, subject: "media server"))
            life.withLockedValue { $0 = .ended }
            connections.end()
            offers.finish()
        }
        do {
            guard let host = configuration.host else {
                return try await serveEverywhere()
            }
            try await serve(at: host)
        } catch {
            bound.fail(error)
            throw error
        }
    }

    /// One socket for IPv6 and IPv4, or one for IPv4 where the system has no IPv6.
    private func serveEverywhere() async throws(MediaServerError) {
        do {
            try await serve(at: "::")
        } catch  where error.code == .addressNotAvailable || error.code == .failed {
            try await serve(at: "0.0.0.0")
        }
    }

    private func serve(at host: String) async throws(MediaServerError) {
        let place = "\(NetworkAddress.bracketed(host)):\(configuration.port)"
        do {
            let builder = HTTPServerBuilder { [connections, configuration = channelConfiguration] responder in
                let requests = HTTP1Channel(responder: responder, configuration: configuration)
                return OpenedWhenServed(requests, accepted: connections)
            }
            let service = try builder.buildServer(
                configuration: ServerConfiguration(
                    address: .hostname(host, port: configuration.port),
                    availableConnectionsDelegate: MaximumAvailableConnections(
                        configuration.maximumConnections,
                        logger: logger
                    )
                ),
                eventLoopGroup: group,
                // It says at `info` that it listens, which the caller knows.
                logger: logger.logLevel <= .debug ? logger : Self.silence,
                responder: { [self] request, writer, channel in
                    try await respond(to: request, writer: writer, channel: channel)
                },
                onServerRunning: { [bound, offers] channel in
                    let port = channel.localAddress?.port ?? 0
                    offers.port = port
                    bound.succeed(port)
                }
            )
            try await withTaskCancellationHandler {
                try await service.run()
            } onCancel: {
                connections.closeAll()
            }
        } catch {
            throw MediaServerError(listening: error, at: place)
        }
    }

    private var channelConfiguration: HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ServedConnectionHandler(stallTimeout: self.configuration.stallTimeout)
            ],
            idleTimeout: configuration.idleTimeout,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: configuration.maximumHeaderSize,
                maxHeaderListSize: configuration.maximumHeaderSize,
                maxHeaderFieldCount: 100
            )
        )
    }
}
