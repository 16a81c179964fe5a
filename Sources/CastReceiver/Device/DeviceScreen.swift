// SPDX-License-Identifier: Apache-2.0

import CastTransport
import Logging
import NIOCore
import NIOPosix

/// The device's player and, if HTTP is enabled, its HTTP server.
struct DeviceScreen: Sendable {
    private let television: Television
    private let server: ReceiverHTTPServer?
    private let isHeadless: Bool

    /// - Parameter host: The address to which the ports are bound.
    /// - Throws: ``CastListenError`` if a port cannot be opened; no port remains open then.
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
        var serverConfiguration = ReceiverHTTPServer.Configuration(host: host, port: httpPort)
        if let httpsPort = configuration.httpsPort {
            serverConfiguration.secure = ReceiverHTTPServer.Configuration.Secure(port: httpsPort, identity: tls)
        }
        let server = try await ReceiverHTTPServer.start(
            serverConfiguration,
            description: description,
            television: configuration.isHeadless ? nil : television,
            sockets: configuration.applications.contains { $0.information.pageURL != nil }
                ? WebReceiverSockets(core: core, applications: configuration.applications) : nil,
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: logger
        )
        return DeviceScreen(television: television, server: server, isHeadless: configuration.isHeadless)
    }

    /// A closure that returns the player. Must be called on the device's event loop.
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
        await television.close()
        await server?.close()
    }
}
