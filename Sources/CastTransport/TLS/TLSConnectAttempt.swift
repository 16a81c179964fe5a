import NIOCore
import NIOPosix
import NIOSSL

/// One try to open a TLS socket: the time for it, the phase it is in, and what is left to clean up.
final class TLSConnectAttempt: @unchecked Sendable {
    // Sendable although it has mutable state: that state is touched on `eventLoop` only; `start` and `cancel` hop
    // there.

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
        switch progress {
        case .connected:
            isConnected = true
        case .opened(let socket):
            finish(.success(socket))
        case .failed(let error):
            // One of several addresses that are tried; the bootstrap tells when the last one has failed.
            guard isConnected else { return }
            finish(.failure(CastConnectError(handshaking: error, endpoint: endpoint)))
        }
    }

    private func timedOut() {
        finish(.failure(CastConnectError(isConnected ? .handshakeTimedOut : .timedOut, endpoint: endpoint)))
    }

    private func finish(_ result: Result<any CastSocket, any Error>) {
        guard !isFinished else { return }
        isFinished = true
        timer?.cancel()
        timer = nil
        let channels = channels
        self.channels = []
        promise.completeWith(result)
        if case .failure = result {
            for channel in channels {
                // Beneath TLS, which would wait for a goodbye that cannot come.
                channel.pipeline.syncOperations.closeBeneathTLS()
            }
        }
    }
}
