// SPDX-License-Identifier: Apache-2.0

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

/// The HTTP server of a virtual device, which serves its description and its page.
///
/// Responds to requests that address the device by an IP address or as `localhost`; any other host name gets 403. Owns
/// its tasks; ``close()`` ends them and returns when the ports are free.
package final class ReceiverHTTPServer: Sendable {
    /// The HTTP port of Cast devices.
    package static let defaultPort = 8008
    /// The HTTPS port of Cast devices.
    package static let defaultSecurePort = 8443

    /// The configuration of a server.
    package struct Configuration: Sendable {
        /// The numeric address at which to listen; `0.0.0.0` and `::` stand for all addresses of this machine.
        package var host: String
        /// The HTTP port; 0 picks a free port.
        package var port: Int
        /// The HTTPS port and identity; nil disables HTTPS. Port 0 picks a free port.
        package var secure: Secure?
        /// The time limit for the first line of a connection, and for the request of a page to open the platform's
        /// socket. Default 30 s.
        package var firstLineLimit = Duration.seconds(30)
        /// The limits on the connections of each port. Default 256 in total, 64 of one address, and 64 reserved for
        /// addresses without a connection.
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

    /// The HTTP port.
    package let port: Int
    /// The HTTPS port; nil if HTTPS is disabled.
    package let securePort: Int?

    private let description: NIOLockedValueBox<ReceiverDescription>
    private let pictures: ScreenPictures
    private let listeners: [HTTPListener]

    private init(
        plain: HTTPListener,
        secure: HTTPListener?,
        description: NIOLockedValueBox<ReceiverDescription>,
        pictures: ScreenPictures
    ) {
        self.pictures = pictures
        port = plain.port
        securePort = secure?.port
        self.description = description
        listeners = [plain] + (secure.map { [$0] } ?? [])
    }

    /// Opens the ports and serves requests.
    ///
    /// - Parameters:
    ///   - television: The screen that the page shows; nil serves no page.
    ///   - sockets: Accepts the sockets of the pages of apps, over HTTP only; nil accepts none.
    /// - Throws: ``CastListenError`` if a port cannot be opened, or `CancellationError`; no port remains open then.
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
        let plain = try await listen(
            routes: routes,
            endpoint: CastEndpoint(host: configuration.host, port: configuration.port),
            setUp: { requests, accepted in
                guard sockets != nil || television != nil else {
                    return DeferredSetupChannel(requests, accepted: accepted)
                }
                let receiver = ReceiverChannel(
                    requests: requests,
                    accepted: accepted,
                    sockets: sockets,
                    screen: television.map(ScreenSockets.init),
                    firstLineLimit: TimeAmount(configuration.firstLineLimit)
                )
                return DeferredSetupChannel(receiver, accepted: accepted)
            },
            limits: configuration.connectionLimits,
            eventLoopGroup: eventLoopGroup,
            logger: logger
        )
        guard let secure = configuration.secure else {
            return ReceiverHTTPServer(plain: plain, secure: nil, description: description, pictures: routes.pictures)
        }
        do {
            let tls = try tlsConfiguration(secure.identity)
            let encrypted = try await listen(
                routes: routes,
                endpoint: CastEndpoint(host: configuration.host, port: secure.port),
                setUp: { requests, accepted in
                    DeferredSetupChannel(try TLSChannel(requests, tlsConfiguration: tls), accepted: accepted)
                },
                limits: configuration.connectionLimits,
                eventLoopGroup: eventLoopGroup,
                logger: logger
            )
            return ReceiverHTTPServer(
                plain: plain,
                secure: encrypted,
                description: description,
                pictures: routes.pictures
            )
        } catch {
            await plain.close()
            throw error
        }
    }

    /// Replaces the description of the device.
    package func setDescription(_ newValue: ReceiverDescription) {
        description.withLockedValue { $0 = newValue }
    }

    /// Adds or replaces a group in the description; nil removes it.
    func setGroup(_ group: GroupDescription?, id: String) {
        description.withLockedValue { description in
            description.groups.removeAll { $0.id == id }
            if let group { description.groups.append(group) }
        }
    }

    /// Stops listening, closes every connection, and returns when the ports are free. Can be called more than once.
    package func close() async {
        pictures.close()
        for listener in listeners { await listener.close() }
    }
}

extension ReceiverHTTPServer {
    /// The time limit for a complete request, from the start of the connection or from the last response.
    private static let requestTimeout = TimeAmount.seconds(60)

    private static func tlsConfiguration(_ identity: TLSIdentity) throws -> TLSConfiguration {
        let certificate = try NIOSSLCertificate(bytes: identity.certificate, format: .der)
        let key = try NIOSSLPrivateKey(bytes: Array(identity.privateKey.pemRepresentation.utf8), format: .pem)
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(certificate)],
            privateKey: .privateKey(key)
        )
        // As on the Cast port (CASTV2 transport, TLS): 1.0 and 1.1 are deprecated (RFC 8996), and no sender needs them.
        tls.minimumTLSVersion = .tlsv12
        return tls
    }

    private static func listen(
        routes: ReceiverRoutes,
        endpoint: CastEndpoint,
        setUp: @escaping @Sendable (HTTPServerChannel, AcceptedChannels) throws -> any ServerChildChannel,
        limits: ConnectionLimits,
        eventLoopGroup: any EventLoopGroup,
        logger: Logger
    ) async throws -> HTTPListener {
        let accepted = AcceptedChannels(limits: limits)
        do {
            return try await HTTPListener.start(
                routes.router(),
                host: endpoint.host,
                port: endpoint.port,
                limits: .init(requestTimeout: requestTimeout),
                accepted: accepted,
                eventLoopGroup: eventLoopGroup,
                logger: logger,
                setUp: { try setUp($0, accepted) }
            )
        } catch let error as CancellationError {
            throw error
        } catch {
            throw CastListenError(error, endpoint: endpoint)
        }
    }
}

/// The properties that a virtual device reports over HTTP, equal to those in its TXT record and DEVICE_INFO.
package struct ReceiverDescription: Sendable, Hashable {
    /// The device's id: a lowercase UUID with hyphens.
    package var id: String
    package var name: String
    package var model: String
    package var manufacturer: String
    /// The firmware revision, for example `1.56.500000`.
    package var castBuildRevision: String
    package var systemBuildNumber: String
    /// Whether the device has a screen.
    package var hasDisplay: Bool
    /// The product name; nil for the model.
    package var product: String?
    /// The form of `eureka_info`.
    package var setup = DeviceProfile.Setup()
    /// The groups to which the device belongs.
    package var groups: [GroupDescription] = []

    package init(
        id: String,
        name: String,
        model: String,
        manufacturer: String,
        castBuildRevision: String,
        systemBuildNumber: String,
        hasDisplay: Bool = true
    ) {
        self.id = id
        self.name = name
        self.model = model
        self.manufacturer = manufacturer
        self.castBuildRevision = castBuildRevision
        self.systemBuildNumber = systemBuildNumber
        self.hasDisplay = hasDisplay
    }
}
