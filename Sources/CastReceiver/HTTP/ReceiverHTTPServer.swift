package import CastAdmission
import CastHTTP
package import CastTransport
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOConcurrencyHelpers
package import NIOCore
import NIOSSL

/// The HTTP side of a virtual device: what it says about itself, and the page for the television.
///
/// Answers requests that name it by an address or as `localhost`; a host name gets 403. Owns its tasks; ``close()``
/// ends them and returns when the ports are free.
package final class ReceiverHTTPServer: Sendable {
    /// The port that a device's HTTP has.
    package static let defaultPort = 8008
    /// The port that a device's HTTPS has.
    package static let defaultSecurePort = 8443

    /// Where and how it listens.
    package struct Configuration: Sendable {
        /// A numeric address; `0.0.0.0` and `::` are all of this machine's.
        package var host: String
        /// 0 = any free port.
        package var port: Int
        /// Nil = no HTTPS; 0 = any free port.
        package var secure: Secure?
        /// How long a connection may be without a first line, and how long the request of a page for the platform's
        /// socket may take. 30 s.
        package var firstLineLimit = Duration.seconds(30)
        /// The connections of each port. Default 256, 64 of them for one address, and 64 reserved for addresses that
        /// have none.
        package var connectionLimits = ConnectionLimits(total: 256)

        package struct Secure: Sendable {
            package var port: Int
            package var identity: TLSIdentity

            package init(port: Int = ReceiverHTTPServer.defaultSecurePort, identity: TLSIdentity) {
                self.port = port
                self.identity = identity
            }
        }

        package init(host: String = "0.0.0.0", port: Int = ReceiverHTTPServer.defaultPort, secure: Secure? = nil) {
            self.host = host
            self.port = port
            self.secure = secure
        }
    }

    /// The port it listens at.
    package let port: Int
    /// The port of HTTPS, where there is one.
    package let securePort: Int?

    private let description: NIOLockedValueBox<ReceiverDescription>
    private let pictures: ScreenPictures
    private let runs: [Task<Void, any Error>]

    private init(
        port: Int,
        securePort: Int?,
        description: NIOLockedValueBox<ReceiverDescription>,
        pictures: ScreenPictures,
        runs: [Task<Void, any Error>]
    ) {
        self.pictures = pictures
        self.port = port
        self.securePort = securePort
        self.description = description
        self.runs = runs
    }

    /// Opens the ports and serves.
    ///
    /// - Parameters:
    ///   - television: What the page shows; nil serves no page.
    ///   - sockets: Where pages of apps arrive, over HTTP alone; nil takes none.
    /// - Throws: ``CastListenError`` when a port cannot be opened; nothing listens then.
    package static func start(
        _ configuration: Configuration,
        description: ReceiverDescription,
        television: Television?,
        sockets: WebReceiverSockets? = nil,
        eventLoopGroup: any EventLoopGroup,
        logger: Logger
    ) async throws -> ReceiverHTTPServer {
        let description = NIOLockedValueBox(description)
        let routes = ReceiverRoutes(
            description: { description.withLockedValue { $0 } },
            television: television,
            hasAppPages: sockets != nil,
            startedAt: .now()
        )
        let plain = try await run(
            routes: routes,
            endpoint: CastEndpoint(host: configuration.host, port: configuration.port),
            setUp: { requests, accepted in
                guard let sockets else { return OpenedWhenServed(requests, accepted: accepted) }
                let limit = TimeAmount(configuration.firstLineLimit)
                return OpenedWhenServed(
                    ReceiverChannel(
                        requests: requests,
                        accepted: accepted,
                        sockets: sockets,
                        firstLineLimit: limit
                    ),
                    accepted: accepted
                )
            },
            limits: configuration.connectionLimits,
            eventLoopGroup: eventLoopGroup,
            logger: logger
        )
        guard let secure = configuration.secure else {
            return ReceiverHTTPServer(
                port: plain.port,
                securePort: nil,
                description: description,
                pictures: routes.pictures,
                runs: [plain.run]
            )
        }
        do {
            let tls = try tlsConfiguration(secure.identity)
            let encrypted = try await run(
                routes: routes,
                endpoint: CastEndpoint(host: configuration.host, port: secure.port),
                setUp: { requests, accepted in
                    OpenedWhenServed(try TLSChannel(requests, tlsConfiguration: tls), accepted: accepted)
                },
                limits: configuration.connectionLimits,
                eventLoopGroup: eventLoopGroup,
                logger: logger
            )
            return ReceiverHTTPServer(
                port: plain.port,
                securePort: encrypted.port,
                description: description,
                pictures: routes.pictures,
                runs: [plain.run, encrypted.run]
            )
        } catch {
            plain.run.cancel()
            _ = await plain.run.result
            throw error
        }
    }

    /// Says something else about the device from now on.
    package func setDescription(_ newValue: ReceiverDescription) {
        description.withLockedValue { $0 = newValue }
    }

    /// Says something else about one group from now on; nil = the device does not belong to it any more.
    func setGroup(_ group: GroupDescription?, id: String) {
        description.withLockedValue { description in
            description.groups.removeAll { $0.id == id }
            if let group { description.groups.append(group) }
        }
    }

    /// Stops listening, ends every connection, and returns when the ports are free. May be called more than once.
    package func close() async {
        pictures.close()
        for run in runs { run.cancel() }
        for run in runs { _ = await run.result }
    }
}

extension ReceiverHTTPServer {
    /// The time for a complete request, from the connection or the last response on.
    private static let requestTimeout = TimeAmount.seconds(60)

    private static func tlsConfiguration(_ identity: TLSIdentity) throws -> TLSConfiguration {
        let certificate = try NIOSSLCertificate(bytes: identity.certificate, format: .der)
        let key = try NIOSSLPrivateKey(bytes: Array(identity.privateKey.pemRepresentation.utf8), format: .pem)
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(certificate)],
            privateKey: .privateKey(key)
        )
        // As the Cast port (CASTV2 transport, TLS): 1.0 and 1.1 are deprecated (RFC 8996), and no sender needs them.
        tls.minimumTLSVersion = .tlsv12
        return tls
    }

    /// One listening port and the task that serves it, once it is open.
    private static func run(
        routes: ReceiverRoutes,
        endpoint: CastEndpoint,
        setUp: @escaping @Sendable (HTTPServerChannel, AcceptedChannels) throws -> any ServerChildChannel,
        limits: ConnectionLimits,
        eventLoopGroup: any EventLoopGroup,
        logger: Logger
    ) async throws -> (port: Int, run: Task<Void, any Error>) {
        // The library's own news are not this program's.
        var logger = logger
        logger.logLevel = max(logger.logLevel, .warning)
        let (ports, announcement) = AsyncStream.makeStream(of: Int.self)
        let accepted = AcceptedChannels(limits: limits)
        let application = Application(
            router: routes.router(),
            server: HTTPServerBuilder { responder in
                let requests = HTTPServerChannel(
                    responder: responder,
                    configuration: .init(requestTimeout: requestTimeout),
                    accepted: accepted
                )
                return try setUp(requests, accepted)
            },
            configuration: ApplicationConfiguration(address: .hostname(endpoint.host, port: endpoint.port)),
            onServerRunning: { channel in
                announcement.yield(channel.localAddress?.port ?? endpoint.port)
                announcement.finish()
            },
            eventLoopGroupProvider: .shared(eventLoopGroup),
            logger: logger
        )
        let run = Task {
            defer {
                announcement.finish()
                accepted.end()
            }
            try await application.run()
        }
        for await port in ports { return (port, run) }
        switch await run.result {
        case .success: throw CastListenError(.failed, endpoint: endpoint, detail: "the server ended at once")
        case .failure(let error): throw CastListenError(error, endpoint: endpoint)
        }
    }
}
