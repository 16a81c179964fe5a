// SPDX-License-Identifier: Apache-2.0

public import CastTransport
public import NIOCore
import NIOPosix

/// A sender that behaves as in a recording, and compares the device with the recorded one.
///
/// Each message of the device is matched with the next recorded one of the same type, namespace, kind of destination
/// and request. Besides missing and additional messages, states, volumes, apps and reasons that differ are reported.
/// Challenges of device authentication are not sent.
public enum ReplaySender {
    /// Replays a session on a device.
    ///
    /// URLs of media are those of the recording. In a redacted one, private addresses and the values of queries are
    /// placeholders, which no device can load.
    ///
    /// - Parameters:
    ///   - recording: The session.
    ///   - endpoint: The device.
    ///   - options: The times of the replay.
    ///   - connectTimeout: The time limit for each connection. Default 10 s.
    ///   - connector: Opens the connections. Default TLS.
    ///   - eventLoop: The event loop of the replay. Nil, the default, for one that the process shares.
    /// - Returns: How the device behaved. If the task is canceled, with what was still missing.
    /// - Throws: ``RecordingError`` if the recording has no connection.
    public static func run(
        _ recording: Recording,
        on endpoint: CastEndpoint,
        options: ReplayOptions = ReplayOptions(),
        connectTimeout: Duration = .seconds(10),
        connector: any CastConnector = CastTLSConnector(),
        eventLoop: (any EventLoop)? = nil
    ) async throws(RecordingError) -> ReplayReport {
        let eventLoop = eventLoop ?? MultiThreadedEventLoopGroup.singleton.next()
        let machine = try ReplayMachine(recording, as: .sender, options: options)
        let target = ReplayDriver.Target(connector: connector, endpoint: endpoint, timeout: connectTimeout)
        return await ReplayDriver(machine, target: target, on: eventLoop).run()
    }
}
