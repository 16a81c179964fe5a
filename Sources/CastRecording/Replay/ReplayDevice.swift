// SPDX-License-Identifier: Apache-2.0

public import CastTransport
public import NIOCore
import NIOPosix

/// A device that behaves as in a recording: a user's problem becomes a test.
///
/// It listens for senders. Each message of a sender is matched with the next recorded one of the same type, namespace and
/// kind of destination, and the values that differ are reported; what the recorded device answered is sent with the ids
/// of the live session and the recorded delays. Heartbeats are answered, and challenges of device authentication get an
/// error, because a recording has no keys: a sender that requires authentication rejects the device.
public final class ReplayDevice: Sendable {
    /// The endpoint at which senders connect.
    public let endpoint: CastEndpoint
    private let driver: ReplayDriver
    private let listener: any CastListener

    private init(driver: ReplayDriver, listener: any CastListener) {
        self.driver = driver
        self.listener = listener
        endpoint = listener.endpoint
    }

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - recording: The session.
    ///   - options: The times of the replay.
    ///   - endpoint: The address to listen on. Default a free port of the loopback interface.
    ///   - acceptor: Accepts the connections; its sockets must use `eventLoop`. Nil, the default, for TLS with a new
    ///     certificate.
    ///   - eventLoop: The event loop of the replay. Nil, the default, for one that the process shares.
    ///   - observer: Receives all messages, for example to record them. Default none.
    /// - Throws: ``RecordingError`` if the recording has no connection, `CastListenError`, or an error of the system's
    ///   cryptography.
    public static func start(
        _ recording: Recording,
        options: ReplayOptions = ReplayOptions(),
        at endpoint: CastEndpoint = CastEndpoint(host: "127.0.0.1", port: 0),
        acceptor: (any CastAcceptor)? = nil,
        on eventLoop: (any EventLoop)? = nil,
        observer: (any CastSocketObserver)? = nil
    ) async throws -> ReplayDevice {
        let eventLoop = eventLoop ?? MultiThreadedEventLoopGroup.singleton.next()
        let machine = try ReplayMachine(recording, as: .device, options: options)
        let driver = ReplayDriver(machine, target: nil, on: eventLoop)
        let accepting = try acceptor ?? CastTLSAcceptor(group: eventLoop, identity: .selfSigned(commonName: "replay"))
        let observed: any CastAcceptor = observer.map { ObservedAcceptor(accepting, observer: $0) } ?? accepting
        let listener = try await observed.listen(at: endpoint) { socket in
            driver.assumeIsolated { $0.accept(socket) }
        }
        return ReplayDevice(driver: driver, listener: listener)
    }

    /// Waits until the senders have closed all recorded connections, and returns how they behaved. Canceling the task
    /// ends the replay; the report then has what was still missing.
    public func report() async -> ReplayReport {
        let report = await driver.run()
        await listener.close()
        return report
    }

    /// Ends the replay and stops listening.
    public func close() async {
        await driver.stop()
        await listener.close()
    }
}
