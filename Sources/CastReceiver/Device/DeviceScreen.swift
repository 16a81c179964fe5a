import CastTransport
import Logging
import NIOCore
import NIOPosix

/// The device's player and, unless it has none, its HTTP side.
struct DeviceScreen: Sendable {
    private let television: Television
    private let server: ReceiverHTTPServer?
    private let isHeadless: Bool

    /// - Parameter host: What the ports are bound to.
    /// - Throws: ``CastListenError`` when a port cannot be opened; nothing listens then.
    static func start(
        _ configuration: DeviceConfiguration,
        host: String,
        description: ReceiverDescription,
        tls: TLSIdentity,
        core: DeviceCore,
        logger: Logger
    ) async throws -> DeviceScreen {
        let eventLoop = core.eventLoop
        let television = Television(
            eventLoop: eventLoop,
            deviceName: configuration.name,
            form: configuration.form,
            inspector: HTTPMediaInspector()
        )
        guard let httpPort = configuration.httpPort else {
            return DeviceScreen(television: television, server: nil, isHeadless: configuration.isHeadless)
        }
        var places = ReceiverHTTPServer.Configuration(host: host, port: httpPort)
        if let httpsPort = configuration.httpsPort {
            places.secure = ReceiverHTTPServer.Configuration.Secure(port: httpsPort, identity: tls)
        }
        let server = try await ReceiverHTTPServer.start(
            places,
            description: description,
            television: configuration.isHeadless ? nil : television,
            sockets: configuration.applications.contains { $0.information.pageURL != nil }
                ? WebReceiverSockets(core: core, applications: configuration.applications) : nil,
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: logger
        )
        return DeviceScreen(television: television, server: server, isHeadless: configuration.isHeadless)
    }

    /// The player, to be made on the device's event loop.
    var makePlayer: @Sendable () -> any MediaPlayer {
        { [television] in television.player }
    }

    func pageURL(host: String) -> String? {
        guard let server, !isHeadless else { return nil }
        return "http://\(host):\(server.port)/"
    }

    func setGroup(_ group: GroupDescription?, id: String) {
        server?.setGroup(group, id: id)
    }

    func close() async {
        let television = television
        // Fails only when the event loop is gone, and the television with it.
        try? await television.eventLoop.submit { television.close() }.get()
        await server?.close()
    }
}
