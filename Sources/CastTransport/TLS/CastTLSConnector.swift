// SPDX-License-Identifier: Apache-2.0

public import NIOCore
import NIOPosix
import NIOSSL

/// Opens Cast sockets over TCP and TLS.
///
/// Uses TLS 1.2 or later without server name indication or session resumption. The device's certificate is not
/// validated but kept in ``CastSocket/peerCertificate``. A connector opens any number of connections and is safe to use
/// from any thread.
public final class CastTLSConnector: CastConnector {
    private let group: any EventLoopGroup
    private let configuration: CastSocketConfiguration
    private let options: [TCPOptions.Setting]
    /// Created once, because creating a context costs more than a handshake.
    private let tls: Result<NIOSSLContext, any Error>

    /// - Parameters:
    ///   - group: The event loops of the sockets, which must be those of a `MultiThreadedEventLoopGroup`. Default nil:
    ///     SwiftNIO's shared event loops.
    ///   - configuration: Limits of every socket.
    public init(
        group: (any EventLoopGroup)? = nil,
        configuration: CastSocketConfiguration = CastSocketConfiguration()
    ) {
        self.group = group ?? MultiThreadedEventLoopGroup.singleton
        self.configuration = configuration
        options = TCPOptions.settings(configuration)
        tls = Result { try TLSContexts.client(configuration) }
    }

    public func connect(
        to endpoint: CastEndpoint,
        timeout: Duration,
        on eventLoop: (any EventLoop)?
    ) async throws
        -> any CastSocket
    {
        guard endpoint.isPortInRange else {
            throw CastConnectError(.failed, endpoint: endpoint, detail: "\(endpoint.port) is not a valid port")
        }
        let context: NIOSSLContext
        do {
            context = try tls.get()
        } catch {
            throw CastConnectError(.failed, endpoint: endpoint, detail: String(describing: error))
        }
        let attempt = TLSConnectAttempt(
            to: endpoint,
            on: eventLoop ?? group.next(),
            tls: context,
            configuration: configuration,
            options: options
        )
        return try await attempt.start(timeout: timeout)
    }
}

/// One attempt to open a TLS socket: its deadline, its phase, and the channels to clean up.
final class TLSConnectAttempt: @unchecked Sendable {
    // `@unchecked Sendable`: the mutable state is accessed on `eventLoop` only, which the methods assert; `start` and
    // its cancellation handler hop there.

    private let endpoint: CastEndpoint
    private let eventLoop: any EventLoop
    private let tls: NIOSSLContext
    private let configuration: CastSocketConfiguration
    private let options: [TCPOptions.Setting]
    private let promise: EventLoopPromise<any CastSocket>
    private var isFinished = false
    private var isConnected = false
    private var channels: [any Channel] = []
    private var timer: Scheduled<Void>?

    init(
        to endpoint: CastEndpoint,
        on eventLoop: any EventLoop,
        tls: NIOSSLContext,
        configuration: CastSocketConfiguration,
        options: [TCPOptions.Setting]
    ) {
        self.endpoint = endpoint
        self.eventLoop = eventLoop
        self.tls = tls
        self.configuration = configuration
        self.options = options
        promise = eventLoop.makePromise(of: (any CastSocket).self)
    }

    func start(timeout: Duration) async throws -> any CastSocket {
        try await withTaskCancellationHandler {
            if eventLoop.inEventLoop {
                begin(timeout: timeout)
            } else {
                eventLoop.execute { self.begin(timeout: timeout) }
            }
            return try await promise.futureResult.get()
        } onCancel: {
            eventLoop.execute { self.finish(.failure(CancellationError())) }
        }
    }

    private func begin(timeout: Duration) {
        eventLoop.assertInEventLoop()
        guard !isFinished else { return }
        let time = TimeAmount(timeout)
        timer = eventLoop.scheduleTask(in: time) { self.timedOut() }
        var bootstrap = ClientBootstrap(group: eventLoop)
            .connectTimeout(time)
            .channelOption(
                .writeBufferWaterMark,
                value: .init(low: configuration.lowWaterMark, high: configuration.highWaterMark)
            )
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try self.prepare(channel) }
            }
        for setting in options {
            bootstrap = bootstrap.channelOption(setting.option, value: setting.value)
        }
        let connected =
            if let address = endpoint.numericAddress {
                bootstrap.connect(to: address)
            } else {
                bootstrap.connect(host: endpoint.host, port: endpoint.port)
            }
        connected.whenFailure { error in
            self.finish(.failure(CastConnectError(connecting: error, endpoint: self.endpoint)))
        }
    }

    private func prepare(_ channel: any Channel) throws {
        guard !isFinished else { throw CancellationError() }
        let client = try NIOSSLClientHandler(context: tls, serverHostname: nil)
        let handler = TLSSocketHandler(tls: client, configuration: configuration, localCertificate: nil) { progress in
            self.advance(progress)
        }
        try channel.pipeline.syncOperations.addHandlers(client, handler)
        channels.append(channel)
    }

    private func advance(_ progress: TLSSocketHandler.Progress) {
        eventLoop.assertInEventLoop()
        switch progress {
        case .connected:
            isConnected = true
        case .opened(let socket):
            finish(.success(socket))
        case .failed(let error):
            // One of several addresses that are tried. The bootstrap fails when the last one has failed.
            guard isConnected else { return }
            finish(.failure(CastConnectError(handshaking: error, endpoint: endpoint)))
        }
    }

    private func timedOut() {
        finish(.failure(CastConnectError(isConnected ? .handshakeTimedOut : .timedOut, endpoint: endpoint)))
    }

    private func finish(_ result: Result<any CastSocket, any Error>) {
        eventLoop.assertInEventLoop()
        guard !isFinished else { return }
        isFinished = true
        timer?.cancel()
        timer = nil
        let channels = channels
        self.channels = []
        promise.completeWith(result)
        if case .failure = result {
            for channel in channels {
                // Close below TLS, which would wait for a `close_notify` that cannot arrive.
                channel.pipeline.syncOperations.closeBelowTLS()
            }
        }
    }
}
