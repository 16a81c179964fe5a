// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTransport
import CastWire
import NIOCore
import NIOPosix
import SystemErrors

/// Connects to a device step by step and measures the time of each step.
struct DeviceProbe: Sendable {
    /// The finding, and what led to it.
    struct Result: Sendable {
        var finding: Finding
        /// The time until the TCP connection was open; nil if it could not be opened.
        var connecting: Duration?
        /// The time of the TLS handshake and the first status; nil if there was no status.
        var opening: Duration?
        /// Whether Google's senders would accept the device as genuine, in words; nil if there was no connection.
        var authenticity: String?
        /// The device as it describes itself over the connection; nil if there was none.
        var described: CastDevice?
    }

    var device: CastDevice

    private static let stepTimeout = Duration.seconds(5)

    func run() async -> Result {
        guard let endpoint = device.endpoints.first else {
            return Result(finding: finding(.failure, "the device announces no address", "restart the device"))
        }
        let clock = ContinuousClock()
        let begin = clock.now
        do {
            try await connectOverTCP(to: endpoint)
        } catch {
            return Result(
                finding: finding(
                    .failure,
                    "\(endpoint) cannot be reached over TCP: \(SystemErrorText.describe(error))",
                    "make sure the device is turned on, and that no firewall or \"AP isolation\" blocks the connection"
                )
            )
        }
        let tcp = clock.now - begin
        var options = ConnectionOptions()
        options.connectTimeout = Self.stepTimeout
        options.requestTimeout = Self.stepTimeout
        options.authentication.timeout = .seconds(2)
        options.descriptionTimeout = .seconds(1)
        do {
            let openingStart = clock.now
            let connection = try await CastConnection.open(to: device, options: options)
            let ready = clock.now - openingStart
            let app = await connection.status.runningApplication?.displayName ?? "no app"
            let authenticity = await Self.authenticity(of: connection)
            await connection.close()
            let finding = Finding(
                check: "device",
                subject: connection.device.friendlyName,
                verdict: .ok,
                detail:
                    "\(endpoint), TCP \(TimeText.elapsed(tcp)), TLS and first status \(TimeText.elapsed(ready)), runs \(app), "
                    + authenticity
            )
            return Result(
                finding: finding,
                connecting: tcp,
                opening: ready,
                authenticity: authenticity,
                described: connection.device
            )
        } catch {
            let detail = "TCP \(TimeText.elapsed(tcp)), then: \(error.reason)"
            return Result(finding: finding(.failure, detail, "restart the device"), connecting: tcp)
        }
    }

    /// Describes whether Google's senders would accept the device as genuine. A device that they reject can work with
    /// this tool but not with a phone.
    private static func authenticity(of connection: CastConnection) async -> String {
        for await authentication in connection.authentications where authentication != .pending { break }
        return switch connection.authentication {
        case .authenticated(let device): "genuine (\(device.rootName))"
        case .failed(let failure): "not verified as genuine: \(failure.reason)"
        case .notChallenged, .pending: "authenticity not checked"
        }
    }

    private func connectOverTCP(to endpoint: CastEndpoint) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(TimeAmount(Self.stepTimeout))
            .connect(host: endpoint.host, port: endpoint.port)
            .get()
        try await channel.close()
    }

    private func finding(_ verdict: Finding.Verdict, _ detail: String, _ advice: String?) -> Finding {
        Finding(check: "device", subject: device.friendlyName, verdict: verdict, detail: detail, advice: advice)
    }
}
