// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOConcurrencyHelpers
import Testing

@testable import CastReceiver

/// A platform with simulated senders; one call per message.
///
/// Launched applications get the session ids `session-1`, `session-2`, … in order, including the idle screen if there
/// is one.
struct PlatformTrace {
    var platform: ReceiverPlatform
    /// The time of the next event.
    var now: ContinuousClock.Instant

    init(
        idleScreen: PlatformOptions.IdleScreen = .noApplication,
        volume: DeviceVolume = DeviceVolume(level: 0.5),
        apps: [String] = [],
        installed: [InstalledApplication] = [],
        rules: ApplicationRules = ApplicationRules(),
        connectionLimit: Int = 64,
        senderLimit: Int = 256
    ) {
        let count = NIOLockedValueBox(0)
        let start = ContinuousClock.now
        now = start
        platform = ReceiverPlatform(
            options: PlatformOptions(
                description: ReceiverDescription(
                    id: "12345678-1234-1234-1234-123456789abc",
                    name: "Study",
                    model: "Test",
                    manufacturer: "swift-cast",
                    castBuildRevision: "1.56.500000",
                    systemBuildNumber: "500000"
                ),
                receiverMetricsID: "6A07C12CBEA61E31",
                bootstrapAddress: "FA8FCA706ACF",
                catalog: ApplicationCatalog(installed, appIDs: apps),
                volume: volume,
                idleScreen: idleScreen,
                connectionLimitPerSocket: connectionLimit,
                senderLimit: senderLimit,
                rules: rules
            ),
            now: start,
            makeSessionID: {
                count.withLockedValue { count in
                    count += 1
                    return "session-\(count)"
                }
            }
        )
    }

    /// Returns a platform to which `sender-0` on socket 1 is connected.
    static func connected(
        idleScreen: PlatformOptions.IdleScreen = .noApplication,
        volume: DeviceVolume = DeviceVolume(level: 0.5),
        apps: [String] = [],
        installed: [InstalledApplication] = [],
        rules: ApplicationRules = ApplicationRules()
    ) -> PlatformTrace {
        var trace = PlatformTrace(
            idleScreen: idleScreen,
            volume: volume,
            apps: apps,
            installed: installed,
            rules: rules
        )
        _ = trace.connect()
        return trace
    }

    /// Returns a platform on which `sender-0` on socket 1 has launched the Default Media Receiver and joined it:
    /// `session-1`.
    static func casting(rules: ApplicationRules = ApplicationRules()) -> PlatformTrace {
        var trace = connected(rules: rules)
        _ = trace.send(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 1])
        _ = trace.connect(to: "session-1")
        return trace
    }

    mutating func send(
        _ payload: JSONObject,
        in namespace: CastNamespace = .receiver,
        from sender: String = "sender-0",
        to destination: String = "receiver-0",
        on socket: Int = 1
    ) -> [PlatformAction] {
        send(text: payload.jsonString, in: namespace, from: sender, to: destination, on: socket)
    }

    mutating func send(
        text: String,
        in namespace: CastNamespace = .receiver,
        from sender: String = "sender-0",
        to destination: String = "receiver-0",
        on socket: Int = 1
    ) -> [PlatformAction] {
        platform.received(
            CastMessage(from: sender, to: destination, namespace: namespace, payload: .text(text)),
            on: SocketID(socket),
            at: now
        )
    }

    mutating func connect(
        from sender: String = "sender-0",
        to destination: String = "receiver-0",
        on socket: Int = 1,
        kind: Int? = nil
    ) -> [PlatformAction] {
        var payload: JSONObject = ["type": "CONNECT"]
        payload["connType"] = kind?.json
        return send(payload, in: .connection, from: sender, to: destination, on: socket)
    }

    mutating func close(
        from sender: String = "sender-0",
        to destination: String = "receiver-0",
        on socket: Int = 1
    ) -> [PlatformAction] {
        send(["type": "CLOSE"], in: .connection, from: sender, to: destination, on: socket)
    }

    /// Advances time to the platform's next deadline and handles it.
    mutating func passToDeadline() throws -> (after: Duration, actions: [PlatformAction]) {
        let deadline = try #require(platform.nextDeadline)
        defer { now = deadline }
        return (deadline - now, platform.timeReached(deadline))
    }
}
