// SPDX-License-Identifier: Apache-2.0

import CastAdmission
public import CastBridge
import CastHTTP
import CastSender
public import CastUI

/// A web page that shows and controls the devices of many sites over an MQTT broker.
///
/// The server listens on loopback only, unless it has a token; then clients on other machines can use it if they show the
/// token. When the connection to the broker ends, it is made again, and pages say so meanwhile. Call ``close()`` when the
/// page is no longer needed.
public final class FleetRemote: Sendable {
    /// The configuration of the page of a fleet.
    public struct Configuration: Sendable {
        /// The address to listen at. Default `127.0.0.1`.
        public var host = "127.0.0.1"
        /// The port; 0, the default, uses any free one.
        public var port = 0
        /// The token that clients must show. Nil, the default, requires none and is allowed on loopback only. See
        /// ``WebRemote/newToken()``.
        public var token: String?
        /// The language of the pages.
        public var localizer: Localizer

        /// Creates a configuration for this machine only: without a token.
        public init(localizer: Localizer) { self.localizer = localizer }
    }

    /// Connects to the broker. It is called again after a connection has ended.
    public typealias Connector = @Sendable () async throws(BrokerError) -> FleetClient

    private let host: FleetHost
    private let listener: HTTPListener
    private let connection: Task<Void, Never>

    private init(host: FleetHost, listener: HTTPListener, connection: Task<Void, Never>) {
        self.host = host
        self.listener = listener
        self.connection = connection
    }

    /// The port on which the server listens.
    public var port: Int { listener.port }

    /// The number of open pages.
    @MainActor public var pageCount: Int { host.pages.count }

    /// Starts the page of a fleet.
    ///
    /// - Parameters:
    ///   - configuration: The address and the token.
    ///   - client: A connection to the broker, which ``close()`` closes. It is closed if an error is thrown.
    ///   - reconnect: Connects again after the connection has ended. It is called until it succeeds, with increasing
    ///     delays.
    /// - Throws: ``WebRemoteError`` if the port cannot be opened, or the address is accessible from other machines and
    ///   there is no token.
    public static func start(
        _ configuration: Configuration,
        client: FleetClient,
        reconnect: @escaping Connector
    ) async throws(WebRemoteError) -> FleetRemote {
        do throws(WebRemoteError) {
            try RemoteListener.requireToken(configuration.token, at: configuration.host, port: configuration.port)
            let link = FleetLink(client)
            let host = await FleetHost(localizer: configuration.localizer) { await link.send($0, to: $1) }
            let accepted = AcceptedChannels(limits: RemoteListener.connectionLimits)
            let access = AccessRoutes(
                accessControl: RemoteAccessControl(token: configuration.token),
                accepted: accepted,
                localizer: configuration.localizer
            )
            do throws(WebRemoteError) {
                let listener = try await RemoteListener.start(
                    FleetRoutes(host: host, access: access).router(),
                    host: configuration.host,
                    port: configuration.port,
                    accepted: accepted
                )
                let connection = Task { await link.follow(for: host, reconnect: reconnect) }
                return FleetRemote(host: host, listener: listener, connection: connection)
            } catch {
                await host.close()
                throw error
            }
        } catch {
            await client.close()
            throw error
        }
    }

    /// Stops listening, closes the connections of all pages and the one to the broker, and returns when the port is free.
    public func close() async {
        connection.cancel()
        await host.close()
        await listener.close()
        await connection.value
    }
}

/// The connection to the broker, which is made again when it ends.
private actor FleetLink {
    /// After an update, the next one is taken after this time: fleets change all the time.
    private static let updateInterval = Duration.milliseconds(200)

    private var client: FleetClient?

    init(_ client: FleetClient) { self.client = client }

    func send(_ command: SiteCommand, to devices: [FleetDevice.ID]) async -> [FleetResult] {
        guard let client else {
            let message = "there is no connection to the broker"
            return devices.map { FleetResult(device: $0, errorCode: "noConnection", message: message) }
        }
        return await client.send(command, to: devices)
    }

    /// Reports the devices to the pages until the task is canceled.
    func follow(for host: FleetHost, reconnect: FleetRemote.Connector) async {
        var backOff = ReconnectPolicy.manyDevices.backOff
        while !Task.isCancelled {
            if let client {
                let (hasReported, error) = await Self.report(client, to: host)
                // A broker that lets nothing be read ends each connection at once.
                if hasReported { backOff.reset() }
                self.client = nil
                await client.close()
                if let error { await host.connectionLost(error.reason) }
            }
            try? await Task.sleep(for: max(backOff.next(), .milliseconds(500)))
            guard !Task.isCancelled else { return }
            do throws(BrokerError) {
                client = try await reconnect()
            } catch {
                await host.connectionLost(error.reason)
            }
        }
        await client?.close()
    }

    /// Reports the devices until the connection ends. Returns whether there were any, and why the connection ended; nil if the
    /// task was canceled.
    private static func report(_ client: FleetClient, to host: FleetHost) async -> (Bool, BrokerError?) {
        var hasReported = false
        for await update in client.updates {
            switch update {
            case .devices(let devices):
                hasReported = true
                await host.update(devices)
            case .closed(let error): return (hasReported, error)
            }
            try? await Task.sleep(for: updateInterval)
        }
        return (hasReported, nil)
    }
}
