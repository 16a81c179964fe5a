import CastHTTP
import HummingbirdCore
public import Logging
import NIOConcurrencyHelpers
public import NIOCore
public import ServiceLifecycle
import SystemErrors

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
    let connections: AcceptedChannels
    let addresses: ListeningAddresses
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
        connections = AcceptedChannels(limits: configuration.connectionLimits)
        addresses = ListeningAddresses(group: group)
        self.group = group
        self.logger = logger ?? Self.silence
        bound = group.any().makePromise(of: Int.self)
    }

    deinit {
        addresses.end()
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

    /// A server that listens: when this returns, what is offered can be fetched, except on demand.
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

    /// Ends a server made by ``start(configuration:group:logger:)``, with every open connection, and waits for it.
    ///
    /// A second call waits too, or returns at once. A server that runs in ``run()`` is ended by its task's
    /// cancellation instead; there this only closes what is open.
    public func close() async {
        let task: Task<Void, Never>? = life.withLockedValue { life in
            switch life {
            case .new:
                life = .ended
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

    /// The port the server listens at. Waits until it listens; 0 when it never will.
    public var port: Int {
        get async { (try? await bound.futureResult.get()) ?? 0 }
    }

    /// Makes sure that a device can fetch files at an address of this machine, and waits for the port.
    ///
    /// A server that listens everywhere, or at the configured ``MediaServerConfiguration/host``, listens there only.
    ///
    /// - Parameter localAddress: The local address of the socket that talks to the device.
    /// - Throws: ``MediaServerError`` when the port cannot be opened, or the server has ended.
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
            life.withLockedValue { $0 = .ended }
            connections.end()
            offers.finish()
        }
        do {
            if let host = configuration.host {
                try await serve(at: AdvertisedAddress(host).listeningHost)
            } else if isOnDemand {
                await serveOnDemand()
            } else {
                try await serveEverywhere()
            }
        } catch {
            bound.fail(error)
            throw error
        }
    }

    /// A socket for each requested address. One that cannot be opened does not end the others.
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

    /// One socket for IPv6 and IPv4, or one for IPv4 where the system has no IPv6.
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
        let place = "\(NetworkAddress.bracketed(host)):\(port)"
        do {
            let builder = HTTPServerBuilder { [connections, configuration = channelConfiguration] responder in
                OpenedWhenServed(
                    HTTPServerChannel(responder: responder, configuration: configuration, accepted: connections),
                    accepted: connections
                )
            }
            let service = try builder.buildServer(
                configuration: ServerConfiguration(address: .hostname(host, port: port)),
                eventLoopGroup: group,
                // It says at `info` that it listens, which the caller knows.
                logger: logger.logLevel <= .debug ? logger : Self.silence,
                responder: { [self] request, writer, channel in
                    try await respond(to: request, writer: writer, channel: channel)
                },
                onServerRunning: { [bound, offers, addresses] channel in
                    let port = channel.localAddress?.port ?? 0
                    offers.port = port
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
            throw MediaServerError(listening: error, at: place)
        }
    }

    private var channelConfiguration: HTTPServerChannel.Configuration {
        var channel = HTTPServerChannel.Configuration(
            requestTimeout: configuration.idleTimeout,
            unverifiedRequestTimeout: min(configuration.unverifiedIdleTimeout, configuration.idleTimeout),
            maximumHeadSize: configuration.maximumHeaderSize
        )
        channel.additionalHandlers = { [stallTimeout = configuration.stallTimeout] in
            [ServedConnectionHandler(stallTimeout: stallTimeout)]
        }
        return channel
    }
}
