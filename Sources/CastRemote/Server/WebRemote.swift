import CastAdmission
import CastHTTP
import CastMedia
public import CastSender
public import CastUI
import CastWire
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import SystemErrors

/// A remote control as a page, for any browser: devices, what plays, volume, queue, tracks, and files of this machine.
///
/// Every open page has its own dialogs and shares the session of one session manager. The server answers on loopback
/// alone, unless it is given a token; then whoever shows the token may use it from other machines. End it with
/// ``close()``; the session manager stays the caller's.
public final class WebRemote: Sendable {
    /// Where and for whom it listens.
    public struct Configuration: Sendable {
        /// The address to listen at. Default `127.0.0.1`.
        public var host = "127.0.0.1"
        /// The port; 0, the default, is any free one.
        public var port = 0
        /// What other machines must show; nil, the default, asks for nothing and is for loopback alone. See
        /// ``WebRemote/newToken()``.
        public var token: String?
        /// What is run on a device.
        public var application = ApplicationChoice.application("CC1AD845")
        /// Files and folders that pages may cast; nothing else can be reached.
        public var files: [String] = []
        /// The ports at which devices fetch these files; the first free one is used. Default nil: any free port.
        public var mediaPorts: ClosedRange<Int>?
        public var localizer: Localizer
        /// The limits on connections per address. An address is verified once it has shown the token.
        var connectionLimits = WebRemote.connectionLimits
        /// The time for a complete request from an address that is not verified.
        var unverifiedRequestTimeout = Duration.seconds(10)

        public init(localizer: Localizer) { self.localizer = localizer }
    }

    /// The port it listens at.
    public let port: Int
    let host: RemoteHost
    private let devices: SharedDevices
    private let server: MediaServer?
    private let door: RemoteDoor
    private let run: Task<Void, any Error>

    private init(
        port: Int,
        host: RemoteHost,
        devices: SharedDevices,
        server: MediaServer?,
        door: RemoteDoor,
        run: Task<Void, any Error>
    ) {
        self.port = port
        self.host = host
        self.devices = devices
        self.server = server
        self.door = door
        self.run = run
    }

    /// 130 random bits, as text that can be typed.
    public static func newToken() -> String { TokenGate.newToken() }

    /// The files that pages could cast of these files and folders, apart from playlists, which have to be shared with
    /// their segments: their names for people, and where they are.
    ///
    /// - Throws: ``WebRemoteError`` for a path that leads nowhere.
    public static func files(in paths: [String]) throws(WebRemoteError) -> [(name: String, path: String)] {
        try RemoteFolder.files(paths).filter { !$0.isPlaylist }.map { ($0.name, $0.path) }
    }

    /// Opens the port and serves.
    ///
    /// - Parameters:
    ///   - configuration: Where, for whom, and what may be cast.
    ///   - manager: Where sessions are.
    ///   - search: Begins the search for devices; called once it is needed, and again when it failed.
    /// - Throws: ``WebRemoteError`` when the port cannot be opened, a file cannot be offered, or other machines could
    ///   come in without a token.
    public static func start(
        _ configuration: Configuration,
        manager: SessionManager,
        search: @escaping @Sendable () async throws(CastError) -> DeviceBrowser
    ) async throws(WebRemoteError) -> WebRemote {
        let place = "\(configuration.host):\(configuration.port)"
        guard configuration.token != nil || Self.isLoopback(configuration.host) else {
            throw WebRemoteError(.tokenMissing, "\(place) is open to other machines, which needs a token")
        }
        let files = try RemoteFolder.files(configuration.files)
        let group = MultiThreadedEventLoopGroup.singleton
        var server: MediaServer?
        if !files.isEmpty {
            do throws(MediaServerError) {
                var media = MediaServerConfiguration()
                // Only at the addresses that devices are told.
                media.listensOnDemand = true
                media.ports = configuration.mediaPorts
                server = try await MediaServer.start(configuration: media, group: group)
            } catch {
                throw WebRemoteError(.notListening, "files cannot be served: \(error)")
            }
        }
        let door = RemoteDoor(token: configuration.token)
        let (devices, host) = await MainActor.run { [server] in
            let devices = SharedDevices(search)
            let host = RemoteHost(
                manager: manager,
                choice: configuration.application,
                devices: devices,
                localizer: configuration.localizer,
                files: files,
                server: server
            )
            return (devices, host)
        }
        let accepted = AcceptedChannels(limits: configuration.connectionLimits)
        let routes = RemoteRoutes(host: host, door: door, accepted: accepted)
        do {
            let (port, run) = try await serve(routes, configuration, accepted, group: group)
            return WebRemote(
                port: port,
                host: host,
                devices: devices,
                server: server,
                door: door,
                run: run
            )
        } catch {
            await host.close()
            await server?.close()
            let isTaken = (error as? IOError)?.errnoCode == EADDRINUSE
            throw WebRemoteError(
                isTaken ? .portInUse : .notListening,
                "cannot listen at \(place): \(isTaken ? "another program listens there" : SystemErrorText.describe(error))"
            )
        }
    }

    /// Stops listening, ends every page's connection, and returns when the port is free.
    public func close() async {
        await host.close()
        run.cancel()
        _ = await run.result
        await devices.close()
        await server?.close()
    }

    /// Whether what plays comes from here, so that it cannot go on without.
    public func serves(_ session: CastSession) async -> Bool {
        let media = await session.media.status?.status.media
        return await host.serves(media)
    }

    /// How many wrong tokens came.
    public var wrongTokenCount: Int { door.wrongCount }

    /// How many pages are open.
    @MainActor public var pageCount: Int { host.pageCount }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    // MARK: Server

    /// A verified address is one that has shown the token, or any address where none is needed.
    static let connectionLimits = ConnectionLimits(total: 128, perAddress: 16, perVerifiedAddress: 96)

    private static func serve(
        _ routes: RemoteRoutes,
        _ configuration: Configuration,
        _ accepted: AcceptedChannels,
        group: any EventLoopGroup
    ) async throws -> (port: Int, run: Task<Void, any Error>) {
        // The library's own news are not this program's.
        var logger = Logger(label: "cast.remote", factory: { _ in SwiftLogNoOpLogHandler() })
        logger.logLevel = .critical
        let (ports, announcement) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: routes.router(),
            server: HTTPServerBuilder { responder in
                let requests = HTTPServerChannel(
                    responder: responder,
                    configuration: .init(
                        requestTimeout: .seconds(60),
                        unverifiedRequestTimeout: TimeAmount(configuration.unverifiedRequestTimeout)
                    ),
                    accepted: accepted
                )
                return OpenedWhenServed(requests, accepted: accepted)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port)
            ),
            onServerRunning: { channel in
                announcement.yield(channel.localAddress?.port ?? 0)
                announcement.finish()
            },
            eventLoopGroupProvider: .shared(group),
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
        case .success: throw WebRemoteError(.notListening, "the server ended at once")
        case .failure(let error): throw error
        }
    }
}
